// @ts-check
/** @type {Record<string, string>} */
export const ja = {
  language: "日本語",
};
