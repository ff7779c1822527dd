// A whole game judged: what it cost each player, and the dearest mistakes, to look at.
// @ts-check
import { interval, planName } from "./advice.js";
import { element, fill } from "./dom.js";
import { say } from "./text.js";

const SHOWN = 10; // mistakes of a player, until more are asked for

export class Review {
  /**
   * @param {Element} main
   * @param {import("./board.js").Board} board
   * @param {(message: any) => void} send
   */
  constructor(main, board, send) {
    this.board = board;
    this.send = send;
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.told = null;
    this.name = ""; // the class that is shown; empty: all
    /** @type {Set<number>} */
    this.whole = new Set(); // seats of which all mistakes are shown
    this.parts = {
      tools: element("p", { class: "tools" }),
      live: element("p", { role: "status", "aria-live": "polite" }),
      players: element("div", { class: "players" }),
    };
    this.section = element("section", { class: "review", "aria-label": say("review.title") }, Object.values(this.parts));
    main.append(this.section);
  }

  /** @param {any} told the game as it stands */
  look(told) {
    this.view = told;
    this.draw();
  }

  /** @param {any} told */
  hear(told) {
    this.told = told;
    this.draw();
  }

  /** Whether the server is at it. */
  get running() {
    return this.told !== null && this.told.report === null && !this.told.error;
  }

  draw() {
    const { told, view } = this;
    this.section.hidden = !view.may_review && !told;
    const ask = (/** @type {string} */ key, /** @type {boolean} */ on) =>
      element("button", { type: "button", "data-key": "review", click: () => this.ask(on), text: say(key) });
    fill(this.parts.tools, [
      this.running ? ask("review.stop", false) : view.may_review ? ask("review.start", true) : null,
      this.running ? element("progress", { max: told.of, value: told.done, "aria-label": say("review.title") }) : null,
      told && told.of !== undefined ? element("span", { text: ` ${told.done} / ${told.of}` }) : null,
    ]);
    const text = !told ? "" : told.error ?? (told.report ? this.ended(told.report) : say("review.running"));
    if (this.parts.live.textContent !== text) this.parts.live.textContent = text;
    this.players();
  }

  /** @param {boolean} on */
  ask(on) {
    if (on) this.told = { done: 0, of: 1, report: null };
    this.send({ t: "review", on });
    this.draw();
  }

  /** @param {any} report */
  ended(report) {
    return say("review.ended", { judged: report.judged, choices: report.choices, deals: report.deals, continuation: report.continuation });
  }

  players() {
    const report = this.told?.report;
    if (!report) return fill(this.parts.players, []);
    const names = [...new Set(report.players.flatMap((/** @type {any} */ one) => one.classes.map((/** @type {any} */ own) => own.class)))].sort();
    const choice = element("select", { "data-key": "review class", "aria-label": say("review.only"), change: (/** @type {Event} */ event) => this.choose(event) }, [
      element("option", { value: "", text: say("review.all") }),
      ...names.map((name) => element("option", { value: name, text: className(name), selected: name === this.name })),
    ]);
    fill(this.parts.players, [choice, ...report.players.map((/** @type {any} */ one) => this.player(one, say(`unit.${report.unit}`)))]);
  }

  /** @param {Event} event */
  choose(event) {
    this.name = /** @type {HTMLSelectElement} */ (event.target).value;
    this.draw();
  }

  /**
   * @param {any} player
   * @param {string} unit
   */
  player(player, unit) {
    const mistakes = player.mistakes.filter((/** @type {any} */ one) => !this.name || one.class === this.name);
    const shown = this.whole.has(player.seat) ? mistakes : mistakes.slice(0, SHOWN);
    const others = Object.entries(player.agents).map(([agent, cost]) => `${agent} ${interval(/** @type {any} */ (cost))}`);
    const heads = ["review.class", "review.choices", "review.mistakes", "review.cost"].map((key) => element("th", { scope: "col", text: say(key, { unit }) }));
    const name = player.name ?? say("review.seat", { seat: player.seat });
    return element("section", { class: "player", "aria-label": name }, [
      element("h3", { text: say("review.player", { name, seat: player.seat, cost: interval(player.cost), unit, choices: player.choices }) }),
      element("p", { text: say("review.others", { others: others.join(", ") }) }),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("review.totals", { name }), "data-key": `review totals ${player.seat}` }, [
        element("table", {}, [element("thead", {}, [element("tr", {}, heads)]), element("tbody", {}, player.classes.map(totals))]),
      ]),
      element("ol", {}, shown.map((/** @type {any} */ one) => element("li", {}, [this.mistake(one, unit)]))),
      mistakes.length ? null : element("p", { text: say("review.flawless") }),
      shown.length < mistakes.length
        ? element("button", { type: "button", "data-key": `review more ${player.seat}`, click: () => this.more(player.seat), text: say("review.more", { count: mistakes.length - shown.length }) })
        : null,
    ]);
  }

  /** @param {number} seat */
  more(seat) {
    this.whole.add(seat);
    this.draw();
  }

  /**
   * @param {any} one
   * @param {string} unit
   */
  mistake(one, unit) {
    const [played, best] = [one.played, one.best].map((steps) => planName(this.board, steps));
    const values = { hand: one.hand, class: className(one.class), played, best, cost: interval(one.cost), unit };
    const text = say(one.close ? "review.close" : "review.mistake", values);
    const look = () => this.send({ t: "look", decision: one.decision, open: this.view.open && this.view.may_open });
    const here = this.view.looking === one.decision ? "true" : null;
    return element("button", { type: "button", class: "mistake", "data-key": `mistake ${one.decision}`, "data-decision": one.decision, "aria-current": here, click: look, text });
  }
}

/** @param {any} one */
function totals(one) {
  const cells = [String(one.choices), String(one.mistakes), interval(one.cost)];
  return element("tr", {}, [element("th", { scope: "row", text: className(one.class) }), ...cells.map((text) => element("td", { text }))]);
}

/** @param {string} name */
function className(name) {
  const key = `review.class.${name}`;
  const said = say(key);
  return said === key ? name.replaceAll("_", " ") : said;
}
