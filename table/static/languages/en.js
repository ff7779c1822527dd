// @ts-check
/** @type {Record<string, string>} */
export const en = {
  language: "English",
};
