// A table as it stands: seats, rivers, the own hand, what may be done.
// @ts-check
import { element, fill, hasMarks, picture, place, setMarks } from "./dom.js";
import { pressed } from "./keys.js";
import { say } from "./text.js";

const HIDDEN = -1;
const SIDES = { 2: ["own", "top"], 3: ["own", "right", "left"], 4: ["own", "right", "top", "left"] };

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
    this.parts = {
      felt: element("section", { class: "felt", "aria-label": "Table" }),
      actions: element("section", { class: "actions", id: "actions", "aria-label": "Your actions" }),
      ending: element("section", { class: "ending", "aria-label": "Last hand" }),
      replay: element("section", { class: "replay", "aria-label": "Replay" }),
    };
    fill(main, Object.values(this.parts));
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {any} told */
  show(told) {
    this.told = told;
    const { view } = told;
    this.kind = view.cards ? "card" : "tile";
    place("where").textContent = [
      view.rules,
      view.round,
      ...view.counters.filter((/** @type {any} */ one) => one[1]).map((/** @type {any} */ one) => `${one[1]} ${one[0]}`),
    ].join(" · ");
    this.keys = view.keys;
    this.felt();
    this.actions();
    this.ending();
    this.replay();
    this.announce();
  }

  /** The own hand as it lies: its tiles, and the one just drawn. */
  hand() {
    const { view, self } = { view: this.told.view, self: this.told.view.self };
    if (self === null) return [];
    const seat = view.seats[self];
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
    const { view } = this.told;
    const lines = [element("p", { class: "question", text: this.question() })];
    if (view.cards) {
      if (view.trump !== null && view.trump !== undefined) lines.push(element("p", { text: `trump ${"♣♥♠♦"[view.trump]}` }));
      if (view.wall) lines.push(element("p", { text: `talon ${view.wall}` }));
    } else {
      lines.push(element("p", { text: `wall ${view.wall}` }));
      lines.push(this.tiles("indicators", view.indicators), this.tiles("ura", view.ura));
    }
    const tricks = view.seats
      .map((/** @type {any} */ seat, /** @type {number} */ k) => ({ card: seat.trick, k }))
      .filter((/** @type {any} */ one) => one.card !== null && one.card !== undefined);
    if (tricks.length) {
      lines.push(
        element(
          "ul",
          { class: "trick" },
          tricks.map((/** @type {any} */ one) =>
            element("li", {}, [this.tile(one.card), element("span", { text: this.told.view.names[one.k] ?? `seat ${one.k}` })]),
          ),
        ),
      );
    }
    return element("div", { class: "centre" }, lines);
  }

  /** Whose turn it is, by name. */
  question() {
    const { view } = this.told;
    if (view.actor === view.self && view.self !== null) return view.question.replace(/^seat \d+/, "you are");
    return view.question.replace(/seat (\d+)/g, (/** @type {string} */ _, /** @type {string} */ seat) => view.names[Number(seat)] ?? `seat ${seat}`);
  }

  /**
   * @param {string} name
   * @param {number[]} codes
   */
  tiles(name, codes) {
    if (!codes.length) return element("span");
    return element("p", { class: "small" }, [
      element("span", { text: `${name} ` }),
      ...codes.map((code) => this.tile(code)),
    ]);
  }

  /**
   * @param {number} number
   * @param {string} side
   */
  seat(number, side) {
    const { view } = this.told;
    const seat = view.seats[number];
    const turn = view.actor === number;
    const name = view.names[number] ?? `seat ${number}`;
    const money = [`${seat.score}`, seat.chips ? `${seat.chips > 0 ? "+" : ""}${seat.chips} chips` : ""];
    const facts = [seat.place, ...money, ...seat.marks].filter(Boolean).join(", ");
    const own = number === view.self;
    return element("div", { class: `seat ${side}${turn ? " turn" : ""}`, role: "group", "aria-label": `${name}${turn ? ", to decide" : ""}` }, [
      element("p", { class: "name" }, [
        element("strong", { text: `${turn ? "▶ " : ""}${name}` }),
        element("span", { text: ` ${facts}` }),
      ]),
      this.river(seat),
      own ? null : this.row("hand", seat.drawn === null ? seat.hand : [...seat.hand, seat.drawn]),
      ...seat.melds.map((/** @type {any} */ meld) => this.row(`meld ${meld.type}`, meld.tiles)),
      seat.aside.length ? this.row("aside", seat.aside) : null,
      own && seat.furiten ? element("p", { class: "warning", text: "furiten" }) : null,
    ]);
  }

  /** @param {any} seat */
  river(seat) {
    return element(
      "ol",
      { class: "river", "aria-label": "river" },
      seat.river.map((/** @type {any} */ one, /** @type {number} */ k) => {
        const last = k === seat.river.length - 1 && one.tile === this.told.view.discard;
        const marks = `${one.marks.includes("*") ? " declared" : ""}${one.marks.includes("'") ? " called" : ""}${one.marks.includes("_") ? " as-drawn" : ""}${last ? " last" : ""}`;
        return element("li", { class: marks.trim(), "aria-label": `${this.name(one.tile)}${marks}` }, [this.tile(one.tile)]);
      }),
    );
  }

  /**
   * @param {string} name
   * @param {number[]} codes
   */
  row(name, codes) {
    const known = codes.filter((code) => code !== HIDDEN);
    const label = known.length ? `${name}: ${known.map((code) => this.name(code)).join(" ")}` : `${name}: ${codes.length} ${this.kind}s`;
    return element("p", { class: `row ${name}`, role: "img", "aria-label": label }, codes.map((code) => this.tile(code)));
  }

  /** @param {number} code */
  name(code) {
    if (code === HIDDEN) return "hidden";
    const names = this.told.view.cards ? this.told.view.words.cards : this.told.view.words.tiles;
    return names[code] ?? String(code);
  }

  /** @param {number} code */
  tile(code) {
    const { view } = this.told;
    if (code === HIDDEN) return picture(view.cards ? "card-back" : "back", `${this.kind} hidden`);
    if (view.cards) return picture(`c${code}`, "card");
    const face = view.faces[code];
    if (face === undefined) return picture(`t${code}`, "tile");
    const sort = view.words.wild === code ? "-wild" : view.words.kan.includes(code) ? "-kan" : "";
    return picture(`t${face}${sort}`, "tile");
  }

  actions() {
    const { view } = this.told;
    const hand = this.hand();
    const live = this.told.looking === null && view.self !== null;
    const legal = new Map(live ? view.actions.map((/** @type {any} */ one) => [one.id, one]) : []);
    const tiles = hand.map((/** @type {number} */ code, /** @type {number} */ k) => {
      const action = legal.get(code);
      const drawn = view.self !== null && view.seats[view.self].drawn !== null && k === hand.length - 1;
      return this.button(action, `${this.name(code)}${drawn ? ", drawn" : ""}`, this.tile(code), `tile ${k} ${code}`, this.keys?.tiles[k], drawn ? "drawn" : "");
    });
    const held = new Set(hand);
    const others = [...legal.values()].filter((one) => !held.has(one.id));
    const verbs = others.map((one) =>
      this.button(one, one.tile === null ? words(one.name) : this.name(one.tile), one.tile === null ? null : this.tile(one.tile), `verb ${one.id}`, this.keys?.verbs[one.id], "verb"),
    );
    fill(this.parts.actions, [
      element("div", { class: "verbs" }, verbs),
      element("div", { class: "own" }, tiles),
    ]);
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
        title: action ? action.meaning : label,
        "data-key": key,
        "data-action": action ? action.id : null,
        "aria-disabled": action ? null : "true",
        click: () => action && this.act(action.id),
      },
      [drawing ?? element("span", { text: label }), action && letter ? element("kbd", { text: letter }) : null],
    );
  }

  /** @param {number} action */
  act(action) {
    const { decision } = this.told.view;
    if (this.decided === decision) return; // pressed twice
    this.decided = decision;
    this.send({ t: "act", decision, action });
  }

  /** @param {number} decision */
  back(decision) {
    this.decided = -1;
    this.send({ t: "back", decision });
  }

  ending() {
    const { ending, view } = this.told;
    if (!ending) return fill(this.parts.ending, []);
    const who = (/** @type {number | null} */ seat) => (seat === null ? "table" : (view.names[seat] ?? `seat ${seat}`));
    const rows = ending.ledger.map((/** @type {any} */ line) =>
      element("tr", {}, [line.reason, who(line.payer), who(line.payee), line.points || "", line.chips || ""].map((cell) => element("td", { text: String(cell).replaceAll("_", " ") }))),
    );
    const heads = ["for", "from", "to", "points", "chips"].map((head) => element("th", { scope: "col", text: head }));
    const won = ending.winners.map(who).join(" and ");
    fill(this.parts.ending, [
      element("h2", { text: `Hand ${ending.hand}: ${ending.how}${won ? ` by ${won}` : ""}` }),
      ...ending.hands.map((/** @type {number[] | null} */ hand, /** @type {number} */ seat) => (hand ? element("div", {}, [element("span", { text: who(seat) }), this.row("hand", hand)]) : null)),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "payments" }, [
        element("table", {}, [element("thead", {}, [element("tr", {}, heads)]), element("tbody", {}, rows)]),
      ]),
    ]);
  }

  replay() {
    const { told } = this;
    const at = told.looking ?? told.decisions;
    const look = (/** @type {number} */ decision) => () => {
      const clamped = Math.max(0, Math.min(told.decisions, decision));
      this.send({ t: "look", decision: clamped === told.decisions ? null : clamped, open: told.open && told.may_open });
    };
    const button = (/** @type {string} */ label, /** @type {() => void} */ click, /** @type {boolean} */ off = false) =>
      element("button", { type: "button", "data-key": label, "aria-disabled": off ? "true" : null, click: () => off || click(), text: label });
    const ends = told.marks.map((/** @type {boolean} */ end, /** @type {number} */ k) => (end ? k + 1 : 0)).filter(Boolean);
    const before = ends.filter((/** @type {number} */ end) => end < at).at(-1) ?? 0;
    const after = ends.find((/** @type {number} */ end) => end > at) ?? told.decisions;
    fill(this.parts.replay, [
      button("⇤ hand", look(before), at === 0),
      button("◀ back", look(at - 1), at === 0),
      element("span", { text: `${at} / ${told.decisions}` }),
      button("forward ▶", look(at + 1), at === told.decisions),
      button("hand ⇥", look(after), at === told.decisions),
      told.may_go_back && at < told.decisions ? button("play on from here", () => this.back(at)) : null,
      told.may_go_back && at === told.decisions && told.view.self !== null ? button("take back", () => this.back(told.own), told.own === null) : null,
      told.may_open ? button(told.open ? "close hands" : "open hands", () => this.send({ t: "look", decision: told.looking, open: !told.open })) : null,
      button(say(hasMarks() ? "marks.off" : "marks.on"), () => {
        setMarks(!hasMarks());
        this.show(this.told);
      }),
      told.host ? button(told.paused ? "go on" : "pause", () => this.send({ t: "pace", seconds: told.pace, paused: !told.paused })) : null,
      told.host ? button("slower", () => this.send({ t: "pace", seconds: Math.min(10, told.pace * 2 + 0.1), paused: told.paused })) : null,
      told.host ? button("faster", () => this.send({ t: "pace", seconds: told.pace < 0.15 ? 0 : told.pace / 2, paused: told.paused })) : null,
    ]);
  }

  /** What happened, for those who cannot see it. */
  announce() {
    const { view } = this.told;
    const last = view.events.at(-1);
    const told = last ? `${view.names[last.seat] ?? `seat ${last.seat}`}: ${words(last.event)} ${this.name(last.tile)}. ` : "";
    const live = place("live");
    const text = `${told}${view.over ? "The game is over." : this.question()}`;
    if (live.textContent !== text) live.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.told || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const { told } = this;
    const at = told.looking ?? told.decisions;
    if (event.key === "ArrowLeft" && at > 0) return this.send({ t: "look", decision: at - 1, open: told.open && told.may_open });
    if (event.key === "ArrowRight" && told.looking !== null) {
      return this.send({ t: "look", decision: at + 1 >= told.decisions ? null : at + 1, open: told.open && told.may_open });
    }
    if (told.looking !== null) return;
    const action = pressed(this.keys, event.key, told.view.actions, this.hand());
    if (action !== null) {
      event.preventDefault();
      this.act(action);
    }
  }
}

/** @param {string} name */
function words(name) {
  return name.replaceAll("_", " ");
}
