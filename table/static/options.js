// The options of a rule set as a form, which the server checks as one types.
// @ts-check
import { element, fill } from "./dom.js";
import { asked } from "./server.js";
import { say } from "./text.js";

const PAUSE = 300; // milliseconds after the last key before the server is asked

export class Options {
  /** @param {(free: boolean) => void} onCheck whether what is chosen goes together */
  constructor(onCheck) {
    this.onCheck = onCheck;
    this.name = "";
    /** @type {Record<string, string>} */
    this.given = {};
    /** @type {number | undefined} */
    this.timer = undefined;
    this.summary = element("summary");
    this.verdict = element("p", { class: "verdict", role: "status" });
    this.find = /** @type {HTMLInputElement} */ (element("input", { id: "find", type: "search", autocomplete: "off", input: () => this.sift() }));
    this.rows = element("div", { class: "options" });
    this.place = element("details", { class: "all-options" }, [this.summary, element("label", { for: "find", text: say("lobby.find") }), this.find, this.rows]);
    this.place = element("div", {}, [this.place, this.verdict]);
  }

  /** What differs from the rule set, as texts. */
  changed() {
    return { ...this.given };
  }

  /**
   * The options of another rule set; what was changed is forgotten.
   * @param {string} name
   * @returns {Promise<number | null>} players, if the rule set can be played
   */
  async show(name) {
    this.name = name;
    this.given = {};
    const told = await this.check();
    fill(this.rows, told ? told.options.map((/** @type {any} */ row) => this.row(row)) : []);
    this.sift();
    return told ? told.players : null;
  }

  /** Ask the server whether it can be played so. */
  async check() {
    this.summary.textContent = say("lobby.options", { n: Object.keys(this.given).length });
    const asking = JSON.stringify([this.name, this.given]);
    try {
      const told = await asked("api/options", { rules: this.name, options: this.given });
      if (asking !== JSON.stringify([this.name, this.given])) return null; // it was changed since
      this.say(told.wrong ?? say("lobby.checked"), !told.wrong);
      return told.wrong ? null : told;
    } catch (error) {
      this.say(/** @type {Error} */ (error).message, false);
      return null;
    }
  }

  /**
   * @param {string} text
   * @param {boolean} free
   */
  say(text, free) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle("wrong", !free);
    this.onCheck(free);
  }

  /** @param {any} option see ``shugi.table.lobby`` */
  row(option) {
    const id = `option-${option.name}`;
    const change = () => this.change(option, /** @type {HTMLInputElement} */ (input).value);
    const input =
      option.kind === "choice"
        ? element("select", { id, change }, option.choices.map((/** @type {string} */ one) => element("option", { value: one, text: one, selected: one === option.value })))
        : element("input", { id, value: option.value, autocomplete: "off", inputmode: option.kind === "number" ? "numeric" : null, title: option.allowed, input: change });
    return element("div", { class: "option", "data-words": `${option.name} ${option.meaning} ${option.family}`.toLowerCase() }, [
      element("label", { for: id, text: option.name }),
      input,
      element("small", { text: `${option.meaning}. ${say("lobby.usual", { value: option.usual })} (${option.allowed})` }),
    ]);
  }

  /**
   * @param {any} option
   * @param {string} value
   */
  change(option, value) {
    if (value === option.usual) delete this.given[option.name];
    else this.given[option.name] = value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  /** Show the options that have what is looked for in their name or meaning. */
  sift() {
    const wanted = this.find.value.trim().toLowerCase();
    for (const row of this.rows.children) {
      const one = /** @type {HTMLElement} */ (row);
      one.hidden = wanted !== "" && !(one.dataset.words ?? "").includes(wanted);
    }
  }
}
