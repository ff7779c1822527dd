// @ts-check
/** @type {Record<string, string>} */
export const zh = {
  language: "中文",
  "marks.on": "牌上显示英文数字",
  "marks.off": "牌上不显示英文数字",
};
