// What a reader has chosen for the own page; kept by the browser.
// @ts-check
import { element } from "./dom.js";
import { actionName } from "./names.js";
import { say } from "./text.js";

const THEMES = ["system", "light", "dark"];
const NAMED = ["pass", "win", "riichi", "pon", "chi_low", "kan_open", "kan_closed"];

/** @typedef {import("./keys.js").Keys} Keys */

/** Give the page the colours that were chosen. */
export function applyTheme() {
  document.documentElement.dataset.theme = kept("theme") ?? "system";
}

/** Whether a tile of the hand is discarded only when it is pressed twice. */
export const tapsTwice = () => kept("taps") === "2";

/**
 * The keys with the letters that were chosen for some actions; who had the letter gets the old one.
 * @param {Keys} keys
 * @param {any[]} actions
 * @returns {Keys}
 */
export function ownKeys(keys, actions) {
  const verbs = { ...keys.verbs };
  const chosen = ownLetters();
  for (const { id, name } of actions) {
    const letter = chosen[name];
    if (!(id in verbs) || !letter || keys.tiles.includes(letter)) continue;
    const other = Object.keys(verbs).find((one) => verbs[Number(one)] === letter);
    if (other) verbs[Number(other)] = verbs[id];
    verbs[id] = letter;
  }
  return { tiles: keys.tiles, verbs };
}

/** The form in which all this is chosen. */
export function settings() {
  const themes = /** @type {HTMLSelectElement} */ (
    element("select", { id: "theme", change: () => (keep("theme", themes.value), applyTheme()) })
  );
  for (const name of THEMES) themes.append(element("option", { value: name, text: say(`settings.${name}`), selected: name === (kept("theme") ?? "system") }));
  const taps = /** @type {HTMLInputElement} */ (
    element("input", { type: "checkbox", id: "taps", checked: tapsTwice(), change: () => keep("taps", taps.checked ? "2" : "1") })
  );
  return [
    row("theme", say("settings.theme"), themes),
    row("taps", say("settings.taps"), taps),
    element("h3", { text: say("settings.keys") }),
    element("p", { text: say("settings.letters") }),
    ...NAMED.map((name) => row(`key ${name}`, actionName(name), letter(name))),
  ];
}

/** @param {string} name of an action */
function letter(name) {
  const field = /** @type {HTMLInputElement} */ (
    element("input", { id: `key ${name}`, maxlength: 1, size: 2, value: ownLetters()[name] ?? "", input: () => change() })
  );
  const change = () => keep("letters", JSON.stringify({ ...ownLetters(), [name]: field.value.trim() }));
  return field;
}

/**
 * @param {string} id
 * @param {string} text
 * @param {HTMLElement} field
 */
function row(id, text, field) {
  return element("p", { class: "setting" }, [element("label", { for: id, text }), field]);
}

/** @returns {Record<string, string>} by the action's name */
function ownLetters() {
  try {
    return JSON.parse(kept("letters") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} name */
const kept = (name) => localStorage.getItem(name);

/**
 * @param {string} name
 * @param {string} value
 */
const keep = (name, value) => localStorage.setItem(name, value);
