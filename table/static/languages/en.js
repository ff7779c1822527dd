// @ts-check
/** @type {Record<string, string>} */
export const en = {
  language: "English",
  "marks.on": "letters on tiles",
  "marks.off": "no letters on tiles",
};
