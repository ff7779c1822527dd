// How a hand ended: what it was worth, and who paid whom for what, one part after the other.
// @ts-check
import { element, fill } from "./dom.js";
import { phrase, say } from "./text.js";

const EACH = 350; // milliseconds between two parts

export class Ending {
  /**
   * @param {HTMLElement} place
   * @param {import("./tiles.js").Tiles} tiles
   */
  constructor(place, tiles) {
    this.place = place;
    this.tiles = tiles;
    this.told = -1; // endings that were shown
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {any} message */
  show(message) {
    const { ending, endings, view } = message;
    if (!ending || endings === this.told) {
      if (!ending) fill(this.place, []);
      this.told = ending ? endings : 0;
      return;
    }
    const first = this.told < 0; // the page has just been opened: nothing to be surprised by
    this.told = endings;
    this.names = view.names;
    const parts = ending.story.map((/** @type {any} */ part) => this.part(part)).filter(Boolean);
    const list = element("ol", { class: "story" }, parts);
    const scores = view.seats.map((/** @type {any} */ seat, /** @type {number} */ k) =>
      element("li", { text: say("end.final", { name: this.who(k), points: say("table.points", { n: ending.scores[k] }), chips: say("table.chips", { n: seat.chips }) }) }),
    );
    fill(this.place, [
      element("h2", { text: this.title(ending) }),
      ...ending.hands.map((/** @type {number[] | null} */ hand, /** @type {number} */ seat) =>
        hand ? element("div", {}, [element("span", { text: this.who(seat) }), this.tiles.row("hand", hand)]) : null,
      ),
      list,
      element("ul", { class: "scores" }, scores),
    ]);
    clearTimeout(this.timer);
    if (!first && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.reveal(parts);
  }

  /**
   * Show the parts one after the other.
   * @param {HTMLElement[]} parts
   */
  reveal(parts) {
    const waiting = [...parts];
    for (const part of waiting) part.hidden = true;
    const all = element("button", { type: "button", text: say("end.skip"), click: () => next(true) });
    this.place.append(all);
    const next = (/** @type {boolean} */ atOnce) => {
      do {
        const part = waiting.shift();
        if (part) part.hidden = false;
      } while (atOnce && waiting.length);
      if (waiting.length) this.timer = setTimeout(next, EACH, false);
      else all.remove();
    };
    next(false);
  }

  /** @param {number | null} seat */
  who(seat) {
    return seat === null ? say("table.bank") : (this.names[seat] ?? say("table.seat", { n: seat }));
  }

  /** @param {any} ending */
  title(ending) {
    const n = ending.hand;
    const known = ["abort", "draw", "chombo"].includes(ending.how);
    if (!ending.wins.length) return say(known ? `end.${ending.how}` : "end.played", { n });
    return say("end.wins", { n, wins: ending.wins.map((/** @type {any} */ one) => this.win(one)).join("; ") });
  }

  /** @param {any} one of those who won in the same way off the same player */
  win(one) {
    const who = one.winners.map((/** @type {number} */ seat) => this.who(seat)).join(say("end.and"));
    return say("end.win", { who, by: phrase("by", one.by) });
  }

  /**
   * One part of the story (``shugi.table.story``).
   * @param {any} part
   */
  part(part) {
    switch (part.part) {
      case "worth":
        return this.line(phrase("yaku", part.name), part.number === null ? "" : `${part.number}`);
      case "value":
        return this.line(valueOf(part), "", "value");
      case "tulip":
        return this.line(say("end.tulip", { ...part, start: say("table.chips", { n: part.start }) }), "");
      case "reveal":
        return part.tile === null
          ? this.line(say("end.life"), "")
          : this.line(say("end.reveal", { ...part, chips: say("table.chips", { n: part.chips }), tile: this.tiles.name(part.tile) }), "", "reveal", this.tiles.tile(part.tile));
      case "dice":
        return this.line(say("end.dice", { a: part.pips[0], b: part.pips[1] }), "⚀⚁⚂⚃⚄⚅"[part.pips[0] - 1] + "⚀⚁⚂⚃⚄⚅"[part.pips[1] - 1]);
      case "birds":
        return this.line(say("end.birds", { n: part.number }), "");
      case "paid":
        return this.paid(part);
      default:
        return null;
    }
  }

  /**
   * @param {string} text
   * @param {string} number
   * @param {string} kind
   * @param {Node | null} drawing
   */
  line(text, number, kind = "", drawing = null) {
    return element("li", { class: kind }, [drawing, element("span", { text }), number ? element("b", { text: number }) : null]);
  }

  /** @param {any} line of the ledger */
  paid(line) {
    const amount = line.points ? say("table.points", { n: line.points }) : say("table.chips", { n: line.chips });
    const unit = line.points ? "points" : "chips";
    const sums = line.sums[unit].map((/** @type {number} */ sum, /** @type {number} */ seat) => `${this.who(seat)} ${signed(sum)}`).join(", ");
    return element("li", { class: "paid" }, [
      element("span", { text: `${phrase("reason", line.reason)}: ${this.who(line.payer)} → ${this.who(line.payee)}` }),
      element("b", { text: amount }),
      element("small", { text: `${say("end.sums")}: ${sums}` }),
    ]);
  }
}

/** @param {any} part */
function valueOf(part) {
  const found = [];
  if (part.han !== null) found.push(say("value.han", { n: part.han }));
  if (part.fu) found.push(say("value.fu", { n: part.fu }));
  if (part.limit && !/\d+han/.test(part.limit)) found.push(phrase("value", part.limit));
  if (part.award) found.push(phrase("yaku", part.award));
  if (part.doubles !== null) found.push(say("value.doubles", { n: part.doubles }));
  if (part.hard !== null) found.push(say(part.hard ? "value.hard" : "value.soft"));
  if (part.multiplier) found.push(say("value.multiplier", { n: part.multiplier }));
  return found.join(", ");
}

/** @param {number} number */
function signed(number) {
  return number > 0 ? `+${number}` : `${number}`;
}
