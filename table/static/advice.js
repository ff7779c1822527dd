// What the choices at a decision are worth, and what the last own one has cost.
// @ts-check
import { element, fill } from "./dom.js";
import { actionName } from "./names.js";
import { say } from "./text.js";

const KEY = "m";

/**
 * A mean and half of its interval.
 * @param {{ mean: number, ci95: [number, number] }} value
 */
export function interval(value) {
  const half = (value.ci95[1] - value.ci95[0]) / 2;
  return `${(value.mean + 0).toFixed(2).replace("-", "−")} ± ${half.toFixed(2)}`;
}

/**
 * Whether an action is a tile or card, and not a verb.
 * @param {import("./board.js").Board} board
 * @param {number} action
 */
function isTile(board, action) {
  const { words } = board.tiles;
  return words.cards ? action < words.cards.length : words.tiles[action] !== undefined;
}

/**
 * A plan in words.
 * @param {import("./board.js").Board} board
 * @param {{ id: number, name: string }[]} steps
 */
export function planName(board, steps) {
  return steps.map((step) => (isTile(board, step.id) ? board.tiles.name(step.id) : actionName(step.name))).join(" ");
}

export class Advice {
  /**
   * @param {Element} main
   * @param {import("./board.js").Board} board
   * @param {(message: any) => void} send
   */
  constructor(main, board, send) {
    this.board = board;
    this.send = send;
    this.on = false;
    this.practises = sessionStorage.getItem("practises") === "on";
    this.asked = ""; // what the server was last asked about
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.told = null;
    /** @type {any} */
    this.paid = null;
    this.parts = {
      tools: element("p", { class: "tools" }),
      cost: element("p", { class: "cost", role: "status", "aria-live": "polite" }),
      plans: element("div", { class: "plans" }),
      done: element("p", { class: "quiet", role: "status", "aria-live": "polite" }),
    };
    main.append(element("section", { class: "advice", "aria-label": say("advice.title") }, Object.values(this.parts)));
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {any} told the game as it stands */
  look(told) {
    this.view = told;
    if (this.practises && told.may_practise && !told.practising) this.send({ t: "practise", on: true });
    if (this.paid && (told.own === null || this.paid.decision > told.own)) this.paid = null; // taken back
    this.ask();
    this.draw();
  }

  /** The connection is lost: what was asked for has to be asked for again. */
  lost() {
    this.asked = "";
  }

  /** @param {any} told */
  hear(told) {
    if (told.t === "cost") this.paid = told;
    else this.told = told;
    this.draw();
  }

  /** Ask about the decision that is looked at, once. */
  ask() {
    const { decision } = this.view.view;
    const wanted = this.on && this.view.may_judge ? `${decision} ${this.view.decisions < decision}` : "";
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.told = null;
    this.send({ t: "advise", decision, on: wanted !== "" });
  }

  toggle() {
    this.on = !this.on;
    this.ask();
    this.draw();
  }

  practise() {
    this.practises = !this.practises;
    sessionStorage.setItem("practises", this.practises ? "on" : "off");
    this.paid = null;
    this.send({ t: "practise", on: this.practises });
    this.draw();
  }

  draw() {
    const { view } = this;
    fill(this.parts.tools, [
      this.switch("advice.show", this.on, () => this.toggle(), KEY),
      view.may_practise ? this.switch("advice.practise", this.practises, () => this.practise(), "") : null,
    ]);
    this.cost();
    this.plans();
  }

  /**
   * @param {string} key
   * @param {boolean} on
   * @param {() => void} click
   * @param {string} letter
   */
  switch(key, on, click, letter) {
    return element(
      "button",
      { type: "button", "data-key": key, "aria-pressed": String(on), click },
      [element("span", { text: say(key) }), letter ? element("kbd", { text: letter }) : null],
    );
  }

  cost() {
    const { paid } = this;
    const text = !paid || !this.practises ? "" : paid.error ?? this.verdict(paid);
    if (this.parts.cost.textContent !== text) this.parts.cost.textContent = text;
  }

  /** @param {any} paid */
  verdict(paid) {
    const [played, best] = [paid.played, paid.best].map((steps) => planName(this.board, steps));
    const values = { played, best, cost: interval(paid.cost), unit: say(`unit.${paid.unit}`), deals: paid.deals };
    if (played === best) return say("advice.fine", values);
    return say(paid.close ? "advice.close" : "advice.cost", values);
  }

  plans() {
    const { told, view } = this;
    if (!this.on) return this.nothing("");
    if (!view.may_judge) return this.nothing(say("advice.none"));
    if (told?.error) return this.nothing(told.error);
    if (!told || told.decision !== view.view.decision) return this.nothing(say("advice.wait"));
    const means = told.plans.map((/** @type {any} */ one) => one.value.mean);
    const [least, most] = [Math.min(...means), Math.max(...means)];
    const order = [...told.plans.keys()].sort((a, b) => means[b] - means[a]);
    const heads = [say("advice.choice"), say("advice.worth", { unit: say(`unit.${told.unit}`) }), say("advice.behind")];
    const agents = told.agents.map((/** @type {any} */ one) => one.name);
    const rows = order.map((k, place) => this.row(told, k, place === 0 && most > least, least, most));
    const same = most > least ? "" : ` ${say("advice.same")}`;
    fill(this.parts.plans, [
      element("p", { text: `${say("advice.deals", { deals: told.deals, most: told.most })}${same}` }),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("advice.choice"), "data-key": "advice scroll" }, [
        element("table", {}, [
          element("thead", {}, [element("tr", {}, [...heads, ...agents].map((text) => element("th", { scope: "col", text })))]),
          element("tbody", {}, rows),
        ]),
      ]),
    ]);
    const best = most > least ? planName(this.board, told.plans[order[0]].steps) : "";
    const ended = !told.done ? "" : best ? say("advice.done", { best, deals: told.deals }) : say("advice.same");
    if (this.parts.done.textContent !== ended) this.parts.done.textContent = ended;
  }

  /** @param {string} why */
  nothing(why) {
    fill(this.parts.plans, why ? [element("p", { text: why })] : []);
    this.parts.done.textContent = "";
  }

  /**
   * @param {any} told
   * @param {number} k
   * @param {boolean} best
   * @param {number} least
   * @param {number} most
   */
  row(told, k, best, least, most) {
    const { steps, value, behind } = told.plans[k];
    const name = planName(this.board, steps);
    const bar = element("meter", { min: 0, max: 1, value: most > least ? (value.mean - least) / (most - least) : 0, "aria-hidden": "true" });
    const shares = told.agents.map((/** @type {any} */ one) => {
      const share = one.shares[k];
      return element("td", {}, [
        element("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" }),
        element("span", { text: ` ${Math.round(100 * share)} %` }),
      ]);
    });
    const drawn = steps.filter((/** @type {any} */ step) => isTile(this.board, step.id)).map((/** @type {any} */ step) => this.board.tiles.tile(step.id));
    return element("tr", { class: best ? "best" : null }, [
      element("th", { scope: "row" }, [...drawn, element("span", { text: ` ${name}${best ? " ★" : ""}` })]),
      element("td", {}, [bar, element("span", { text: ` ${interval(value)}` })]),
      element("td", { text: best ? "" : interval(behind) }),
      ...shares,
    ]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.view || event.isComposing || event.ctrlKey || event.altKey || event.metaKey || event.key !== KEY) return;
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    if (!typing) this.toggle();
  }
}
