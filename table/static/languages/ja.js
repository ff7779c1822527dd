// @ts-check
/** @type {Record<string, string>} */
export const ja = {
  language: "日本語",
  "marks.on": "牌に英数字を付ける",
  "marks.off": "牌の英数字を消す",
};
