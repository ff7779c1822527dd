// A table as it stands: seats, rivers, the own hand, what may be done.
// @ts-check
import { element, fill, place } from "./dom.js";
import { Ending } from "./ending.js";
import { Habits } from "./habits.js";
import { pressed } from "./keys.js";
import { actionName } from "./names.js";
import { Replay } from "./replay.js";
import { ownKeys, tapsTwice } from "./settings.js";
import { phrase, say } from "./text.js";
import { Tiles } from "./tiles.js";

const SIDES = { 2: ["own", "top"], 3: ["own", "right", "left"], 4: ["own", "right", "top", "left"] };
const MARKS = { "*": "declared", "'": "called", _: "as-drawn" };

export class Board {
  /**
   * @param {Element} main
   * @param {(message: any) => void} send
   */
  constructor(main, send) {
    this.send = send;
    /** @type {any} */
    this.told = null;
    this.decided = -1; // the decision that was answered and not yet confirmed
    this.raised = ""; // the tile of the hand that was pressed once, where two are asked for
    this.habits = new Habits();
    this.tiles = new Tiles();
    const section = (/** @type {string} */ name, /** @type {string} */ label) =>
      element("section", { class: name, id: name, "aria-label": say(label) });
    this.parts = {
      felt: section("felt", "table.table"),
      actions: section("actions", "table.actions"),
      ending: section("ending", "table.last"),
      replay: section("replay", "table.replay"),
    };
    fill(main, Object.values(this.parts));
    this.endings = new Ending(this.parts.ending, this.tiles);
    this.replay = new Replay(this.parts.replay, this.habits, send, (change) => {
      change();
      this.show(this.told);
    });
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {any} told the game as it stands */
  show(told) {
    this.told = told;
    const { view } = told;
    if (!told.errors.length || told.view.decision !== this.decided) this.decided = -1;
    this.tiles.faces = view.faces;
    place("where").textContent = [
      view.rules,
      phrase("round", view.round),
      ...view.counters.filter((/** @type {any} */ one) => one[1]).map((/** @type {any} */ one) => phrase("counter", `${one[1]} ${one[0]}`)),
    ].join(" · ");
    this.keys = ownKeys(view.keys, view.actions);
    this.raised = "";
    this.felt();
    this.actions();
    this.endings.show(told);
    this.replay.show(told);
    this.announce();
    const now = told.looking === null && view.self !== null ? this.habits.choose(view) : null;
    if (now !== null) this.act(now);
  }

  /** The own hand as it lies: its tiles, and the one just drawn. */
  hand() {
    const { view } = this.told;
    if (view.self === null) return [];
    const seat = view.seats[view.self];
    return seat.drawn === null ? seat.hand : [...seat.hand, seat.drawn];
  }

  felt() {
    const { view } = this.told;
    const count = view.seats.length;
    const first = view.self ?? 0;
    const sides = /** @type {Record<number, string[]>} */ (SIDES)[count];
    const seats = sides.map((side, k) => this.seat((first + k) % count, side));
    fill(this.parts.felt, [this.centre(), ...seats]);
    this.parts.felt.dataset.seats = String(count);
  }

  centre() {
    const { view, seconds } = this.told;
    const lines = [element("p", { class: "question", text: this.question() })];
    if (seconds !== null) lines.push(element("p", { class: "clock", text: say("table.seconds", { n: Math.ceil(seconds) }) }));
    if (view.cards) {
      if (view.bids) lines.push(element("p", { text: view.trump === null ? say("table.notrump") : say("table.trump", { suit: say(`suit.${"CHSD"[view.trump]}`) }) }));
      if (view.wall) lines.push(element("p", { text: say("table.talon", { n: view.wall }) }));
    } else {
      lines.push(element("p", { text: say("table.wall", { n: view.wall }) }));
      lines.push(this.small("indicators", view.indicators), this.small("ura", view.ura));
    }
    const tricks = view.seats
      .map((/** @type {any} */ seat, /** @type {number} */ k) => ({ card: seat.trick, k }))
      .filter((/** @type {any} */ one) => one.card !== null && one.card !== undefined);
    if (tricks.length) {
      const cards = tricks.map((/** @type {any} */ one) =>
        element("li", {}, [element("span", { role: "img", "aria-label": this.tiles.name(one.card) }, [this.tiles.tile(one.card)]), element("span", { text: this.who(one.k) })]),
      );
      lines.push(element("ul", { class: "trick" }, cards));
    }
    return element("div", { class: "centre" }, lines);
  }

  /** @param {number} seat */
  who(seat) {
    return this.told.view.names[seat] ?? say("table.seat", { n: seat });
  }

  /** Whose turn it is, and for what. */
  question() {
    const { view } = this.told;
    const { asked } = view;
    if (asked.for === "over") return say("table.over");
    const name = asked.seat === null ? "" : asked.seat === view.self ? say("you") : this.who(asked.seat);
    return say(`ask.${asked.for}`, { name, tile: asked.tile === null ? "" : this.tiles.name(asked.tile) });
  }

  /**
   * @param {string} name
   * @param {number[]} codes
   */
  small(name, codes) {
    if (!codes.length) return element("span");
    const label = `${say(`table.${name}`)}: ${codes.map((code) => this.tiles.name(code)).join(" ")}`;
    return element("p", { class: "small", role: "img", "aria-label": label }, [
      element("span", { text: `${say(`table.${name}`)} ` }),
      ...codes.map((code) => this.tiles.tile(code)),
    ]);
  }

  /**
   * @param {number} number
   * @param {string} side
   */
  seat(number, side) {
    const { view, away } = this.told;
    const seat = view.seats[number];
    const turn = view.actor === number;
    const name = this.who(number);
    const own = number === view.self;
    const facts = [
      seat.place ? phrase("place", seat.place) : "",
      say("table.points", { n: seat.score }),
      seat.chips ? say("table.chips", { n: `${seat.chips > 0 ? "+" : ""}${seat.chips}` }) : "",
      ...seat.marks.map((/** @type {string} */ mark) => phrase("mark", mark)),
      away[number] ? say("table.away") : "",
    ].filter(Boolean);
    const label = turn ? say("table.decides", { name }) : name;
    return element("div", { class: `seat ${side}${turn ? " turn" : ""}`, role: "group", "aria-label": label }, [
      element("p", { class: "name" }, [
        element("strong", { text: `${turn ? "▶ " : ""}${name}` }),
        element("span", { text: ` ${facts.join(", ")}` }),
      ]),
      this.river(seat),
      own ? null : this.tiles.row("hand", seat.drawn === null ? seat.hand : [...seat.hand, seat.drawn]),
      ...seat.melds.map((/** @type {any} */ meld) => this.tiles.row("meld", meld.tiles, `meld ${meld.type}`)),
      seat.aside.length ? this.tiles.row("aside", seat.aside) : null,
      own && seat.furiten ? element("p", { class: "warning", text: say("table.furiten") }) : null,
      own && view.waits ? this.waits(view.waits) : null,
    ]);
  }

  /** @param {any} seat */
  river(seat) {
    const last = seat.river.length - 1;
    const lying = seat.river.map((/** @type {any} */ one, /** @type {number} */ k) => {
      const marks = Object.entries(MARKS).filter(([sign]) => one.marks.includes(sign)).map(([, mark]) => mark);
      if (k === last && one.tile === this.told.view.discard) marks.push("last");
      const label = [this.tiles.name(one.tile), ...marks.map((mark) => say(`river.${mark}`))].join(", ");
      return element("li", { class: marks.join(" ") }, [element("span", { role: "img", "aria-label": label }, [this.tiles.tile(one.tile)])]);
    });
    return element("ol", { class: "river", "aria-label": say("table.river") }, lying);
  }

  /**
   * What the own hand waits for, now and after each discard.
   * @param {any} waits
   */
  waits(waits) {
    const after = Object.entries(waits.after);
    if (!waits.now.length && !after.length) return element("p", { class: "waits", text: say("table.nowaits") });
    const line = (/** @type {string} */ text, /** @type {number[]} */ kinds, /** @type {boolean} */ furiten) =>
      element("p", { class: "waits" }, [
        element("span", { text: `${text}: ` }),
        element("span", { role: "img", "aria-label": kinds.map((kind) => this.tiles.name(kind)).join(" ") }, kinds.map((kind) => this.tiles.tile(kind))),
        furiten ? element("span", { class: "warning", text: ` ${say("table.furiten")}` }) : null,
      ]);
    return element("div", {}, [
      waits.now.length && !after.length ? line(say("table.waits"), waits.now, false) : null,
      ...after.map(([code, found]) => line(say("table.after", { tile: this.tiles.name(Number(code)) }), /** @type {any} */ (found).kinds, /** @type {any} */ (found).furiten)),
    ]);
  }

  actions() {
    const { view } = this.told;
    const hand = this.hand();
    const live = this.told.looking === null && view.self !== null;
    const legal = new Map(live ? view.actions.map((/** @type {any} */ one) => [one.id, one]) : []);
    const tiles = hand.map((/** @type {number} */ code, /** @type {number} */ k) => {
      const drawn = view.seats[view.self].drawn !== null && k === hand.length - 1;
      const label = drawn ? `${this.tiles.name(code)}, ${say("table.drawn")}` : this.tiles.name(code);
      return this.button(legal.get(code), label, this.tiles.tile(code), `tile ${k} ${code}`, this.keys?.tiles[k], drawn ? "drawn" : "");
    });
    const held = new Set(hand);
    const verbs = [...legal.values()].filter((one) => !held.has(one.id)).map((one) => {
      const label = one.tile === null ? actionName(one.name) : this.tiles.name(one.tile);
      return this.button(one, label, one.tile === null ? null : this.tiles.tile(one.tile), `verb ${one.id}`, this.keys?.verbs[one.id], "verb");
    });
    fill(this.parts.actions, [element("div", { class: "verbs" }, verbs), element("div", { class: "own" }, tiles)]);
  }

  /**
   * @param {any} action what it does; nothing: it cannot be pressed now
   * @param {string} label
   * @param {Node | null} drawing
   * @param {string} key
   * @param {string | undefined} letter
   * @param {string} kind
   */
  button(action, label, drawing, key, letter, kind) {
    return element(
      "button",
      {
        type: "button",
        class: kind,
        "aria-label": label,
        "aria-keyshortcuts": action && letter ? letter : null,
        title: action && document.documentElement.lang === "en" ? action.meaning : label,
        "data-key": key,
        "data-action": action ? action.id : null,
        "aria-disabled": action ? null : "true",
        click: () => action && this.press(action.id, kind === "verb" ? "" : key),
      },
      [drawing ?? element("span", { text: label }), action && letter ? element("kbd", { "aria-hidden": "true", text: letter }) : null],
    );
  }

  /**
   * @param {number} action
   * @param {string} tile the key of a tile of the hand; nothing: it is another action
   */
  press(action, tile) {
    if (!tile || !tapsTwice() || this.raised === tile) return this.act(action);
    this.raised = tile;
    for (const one of this.parts.actions.querySelectorAll(".own button")) {
      if (one.getAttribute("data-key") === tile) one.setAttribute("aria-pressed", "true");
      else one.removeAttribute("aria-pressed");
    }
  }

  /** @param {number} action */
  act(action) {
    const { decision } = this.told.view;
    if (this.decided === decision) return; // pressed twice
    this.decided = decision;
    this.send({ t: "act", decision, action });
  }

  /** What happened, for those who cannot see it. */
  announce() {
    const { view } = this.told;
    const told = view.events.map((/** @type {any} */ event) => `${this.who(event.seat)}: ${this.event(event)}.`);
    const text = [...told.slice(-6), this.question()].join(" ");
    const live = place("live");
    if (live.textContent !== text) live.textContent = text;
  }

  /** @param {any} event */
  event(event) {
    return say(`event.${event.event}`, {
      tile: event.tile === undefined ? "" : this.tiles.name(event.tile),
      what: event.action ? actionName(event.action) : event.category ? say(`category.${event.category}`) : "",
      suit: event.suit ? say(`suit.${event.suit}`) : "",
      n: event.n ?? "",
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.told || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
    if (this.replay.key(event.key)) return;
    if (this.told.looking !== null) return;
    const action = pressed(this.keys, event.key, this.told.view.actions, this.hand());
    if (action !== null) {
      event.preventDefault();
      this.act(action);
    }
  }
}
