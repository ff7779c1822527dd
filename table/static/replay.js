// The bar below the table: stepping through the game, its pace, and what can be taken along.
// @ts-check
import { element, fill, hasMarks, setMarks } from "./dom.js";
import { say } from "./text.js";

const FASTEST = 0.15; // seconds below which agents do not wait at all
const SLOWEST = 10;

export class Replay {
  /**
   * @param {HTMLElement} place
   * @param {import("./habits.js").Habits} habits
   * @param {(message: any) => void} send
   * @param {(change: () => void) => void} redraw after a change of how things look
   */
  constructor(place, habits, send, redraw) {
    this.place = place;
    this.habits = habits;
    this.send = send;
    this.redraw = redraw;
    /** @type {any} */
    this.told = null;
  }

  /** The decision that is looked at. */
  get at() {
    return this.told.looking ?? this.told.decisions;
  }

  /** @param {any} told */
  show(told) {
    this.told = told;
    const { at } = this;
    const last = told.decisions;
    const before = told.marks.filter((/** @type {number} */ end) => end < at).at(-1) ?? 0;
    const after = told.marks.find((/** @type {number} */ end) => end > at) ?? last;
    fill(this.place, [
      this.button("hand_back", () => this.look({ at: before }), at === 0),
      this.button("back", () => this.look({ at: at - 1 }), at === 0),
      this.slider(at, last),
      element("span", { class: "at", text: `${at} / ${last}` }),
      this.button("forward", () => this.look({ at: at + 1 }), at === last),
      this.button("hand_forward", () => this.look({ at: after }), at === last),
      told.may_go_back && at < last ? this.button("here", () => this.send({ t: "back", decision: at })) : null,
      told.may_go_back && at === last && told.view.self !== null
        ? this.button("undo", () => this.send({ t: "back", decision: told.own }), told.own === null)
        : null,
      told.may_open ? this.button(told.open ? "close" : "open", () => this.look({ open: !told.open })) : null,
      told.view.self !== null && !told.view.cards ? this.button(told.waits ? "nowaits" : "waits", () => this.look({ waits: !told.waits })) : null,
      this.button(hasMarks() ? "marks.off" : "marks.on", () => this.redraw(() => setMarks(!hasMarks()))),
      ...this.automatic(),
      ...this.pace(),
      this.button("copy", () => this.send({ t: "copy", what: "position" })),
      told.may_open ? this.button("save", () => this.send({ t: "copy", what: "record" })) : null,
      ...this.chairs(),
    ]);
  }

  /**
   * Jump to any decision.
   * @param {number} at
   * @param {number} last
   */
  slider(at, last) {
    const jump = () => this.look({ at: Number(/** @type {HTMLInputElement} */ (bar).value) });
    const bar = element("input", { type: "range", min: 0, max: last, value: at, "data-key": "slider", "aria-label": say("replay.jump"), change: jump });
    return bar;
  }

  /** What the page may do by itself until the hand is over. */
  automatic() {
    if (this.told.view.self === null || this.told.view.cards) return [];
    return /** @type {const} */ (["win", "pass"]).map((name) => {
      const on = this.habits[name];
      const turn = () => this.redraw(() => (this.habits[name] = !on));
      const button = this.button(`auto.${name}`, turn);
      button.setAttribute("aria-pressed", String(on));
      return button;
    });
  }

  /** What the host of a table may do. */
  pace() {
    const { told } = this;
    if (!told.host) return [];
    const pace = (/** @type {number} */ seconds) => () => this.send({ t: "pace", seconds, paused: told.paused });
    return [
      this.button(told.paused ? "go" : "pause", () => this.send({ t: "pace", seconds: told.pace, paused: !told.paused })),
      this.button("slower", pace(Math.min(SLOWEST, told.pace * 2 + 0.1))),
      this.button("faster", pace(told.pace < FASTEST ? 0 : told.pace / 2)),
    ];
  }

  /** Seats of people that an agent may play for. */
  chairs() {
    const { told } = this;
    return told.people.map((/** @type {boolean} */ person, /** @type {number} */ seat) => {
      const own = seat === told.view.self;
      if (!person || told.people.filter(Boolean).length < 2 || !(told.host || own)) return null;
      const away = told.away[seat];
      return this.button(away ? "return" : "take", () => this.send({ t: "take", seat, away: !away }), false, { n: seat });
    });
  }

  /**
   * Look elsewhere, or otherwise.
   * @param {{ at?: number, open?: boolean, waits?: boolean }} change
   */
  look({ at = this.at, open = this.told.open, waits = this.told.waits }) {
    const last = this.told.decisions;
    const decision = Math.max(0, Math.min(last, at));
    this.send({ t: "look", decision: decision === last ? null : decision, open: open && this.told.may_open, waits });
  }

  /**
   * Whether a key is one of the bar's.
   * @param {string} key
   */
  key(key) {
    if (!this.told) return false;
    if (key === "ArrowLeft" && this.at > 0) this.look({ at: this.at - 1 });
    else if (key === "ArrowRight" && this.told.looking !== null) this.look({ at: this.at + 1 });
    else return false;
    return true;
  }

  /**
   * @param {string} name
   * @param {() => void} click
   * @param {boolean} [off]
   * @param {Record<string, number>} [values]
   */
  button(name, click, off = false, values = {}) {
    return element("button", {
      type: "button",
      "data-key": `${name} ${Object.values(values).join(" ")}`,
      "aria-disabled": off ? "true" : null,
      click: () => off || click(),
      text: say(`replay.${name}`, values),
    });
  }
}
