// Tiles and cards: their names, and their pictures out of the one sprite.
// @ts-check
import { element, picture } from "./dom.js";
import { cardName, tileName } from "./names.js";
import { say } from "./text.js";

export const HIDDEN = -1;

export class Tiles {
  constructor() {
    /** What the server calls them; see ``shugi.table.words``. @type {any} */
    this.words = null;
    /** Codes that are not what is printed on their tiles. @type {Record<string, number>} */
    this.faces = {};
  }

  get kind() {
    return this.words?.cards ? "card" : "tile";
  }

  /** @param {number} code */
  name(code) {
    if (code === HIDDEN) return say("table.hidden");
    if (this.words.cards) return cardName(this.words.cards[code]);
    return tileName(this.words.tiles[code]);
  }

  /** @param {number} code */
  tile(code) {
    if (code === HIDDEN) return picture(this.words.cards ? "card-back" : "back", `${this.kind} hidden`);
    if (this.words.cards) return picture(`c${code}`, "card");
    const face = this.faces[code];
    if (face === undefined) return picture(`t${code}`, "tile");
    const sort = this.words.wild === code ? "-wild" : this.words.kan.includes(code) ? "-kan" : "";
    return picture(`t${face}${sort}`, "tile");
  }

  /**
   * Tiles side by side, with a name for those who do not see them.
   * @param {string} name of the row: hand, meld, aside
   * @param {number[]} codes
   * @param {string} [kind] its class
   */
  row(name, codes, kind = name) {
    const known = codes.filter((code) => code !== HIDDEN);
    const hidden = say(this.kind === "card" ? "table.cards" : "table.tiles", { n: codes.length });
    const label = `${say(`table.${name}`)}: ${known.length ? known.map((code) => this.name(code)).join(" ") : hidden}`;
    return element("p", { class: `row ${kind}`, role: "img", "aria-label": label }, codes.map((code) => this.tile(code)));
  }
}
