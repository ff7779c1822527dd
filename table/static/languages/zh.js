// @ts-check
/** @type {Record<string, string>} */
export const zh = {
  language: "中文",
};
