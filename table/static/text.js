// What the page says, in the reader's language.
// @ts-check

/** @type {Record<string, Record<string, string>>} */
export const LANGUAGES = await (await fetch("words.json")).json();
const { en } = LANGUAGES;
const KEPT = "language";

/** The language that was chosen, or else the browser's, or else English. */
export function language() {
  const wanted = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

/** @param {string} name */
export function choose(name) {
  localStorage.setItem(KEPT, name);
  document.documentElement.lang = name;
}

/**
 * Whether there is a sentence of that key.
 * @param {string} key
 */
export function hasWords(key) {
  return key in en;
}

/**
 * A sentence by its key; what stands in braces is put in. "….one" is said where n is 1.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const words = LANGUAGES[language()];
  const one = Math.abs(Number(values.n)) === 1 ? words[`${key}.one`] : undefined;
  const said = one ?? words[key] ?? en[key] ?? key;
  return said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * What the engine calls something, in the reader's language; its own word where there is none.
 * A number in it stands for itself: "3 tricks", "East 2".
 * @param {string} group
 * @param {string} text
 */
export function phrase(group, text) {
  const number = text.match(/-?\d+/)?.[0] ?? "";
  for (const bare of [text, text.replace(/\s*-?\d+\s*/, "")]) {
    if (hasWords(`${group}.${bare}`)) return say(`${group}.${bare}`, { n: number });
  }
  return text.replaceAll("_", " ");
}
