// Choosing what to play and with whom.
// @ts-check
import { element, fill, place } from "./dom.js";
import { Options } from "./options.js";
import { address, asked } from "./server.js";
import { hasWords, say } from "./text.js";

const FIRST = "super_bingo";
const OTHER = "…";

/** @param {Element} main */
export async function showLobby(main) {
  const lobby = new Lobby(await asked("api/lobby"));
  fill(main, [lobby.form]);
  lobby.choose();
}

class Lobby {
  /** @param {any} told what can be played, and by whom */
  constructor(told) {
    this.told = told;
    this.rules = select("rules", told.rules.map((/** @type {any} */ one) => [one.name, one.title]), () => this.choose());
    this.rules.value = FIRST;
    this.about = element("p", { class: "about", id: "about" });
    this.addons = element("fieldset", { class: "addons" });
    this.chairs = element("fieldset", { class: "chairs" });
    this.options = new Options((free) => (this.start.disabled = !free));
    this.start = /** @type {HTMLButtonElement} */ (element("button", { type: "submit", class: "main", text: say("lobby.open") }));
    this.form = element("form", { class: "lobby", submit: (/** @type {Event} */ event) => this.open(event) }, [
      element("h2", { text: say("lobby.new") }),
      element("label", { for: "rules", text: say("lobby.rules") }),
      this.rules,
      this.about,
      this.addons,
      this.chairs,
      this.options.place,
      element("details", { open: address().has("position") }, [
        element("summary", { text: say("lobby.more") }),
        field("hands", { type: "number", min: "1", max: "1000" }),
        field("pace", { type: "number", min: "0", max: "10", step: "any", placeholder: "0.6" }),
        field("claim", { type: "number", min: "1", max: "600", step: "any" }),
        field("seed", { inputmode: "numeric", pattern: "[0-9]*" }),
        area("position", address().get("position") ?? ""),
        area("record", ""),
      ]),
      this.start,
    ]);
    this.rules.setAttribute("aria-describedby", "about");
  }

  /** The rule set that is chosen. */
  get chosen() {
    return this.told.rules.find((/** @type {any} */ one) => one.name === this.rules.value);
  }

  /** The rule set with its add-ons, as the server names it. */
  get name() {
    const added = [...this.addons.querySelectorAll("input:checked")].map((one) => /** @type {HTMLInputElement} */ (one).value);
    return [this.rules.value, ...added].join("+");
  }

  /** Another rule set: its sentence, add-ons and options. */
  choose() {
    const { chosen } = this;
    const about = hasWords(`about.${chosen.name}`) ? say(`about.${chosen.name}`) : chosen.title;
    this.about.textContent = `${about} (${say("lobby.players", { n: chosen.players })})`;
    const boxes = chosen.addons.map((/** @type {any} */ one) =>
      element("label", {}, [element("input", { type: "checkbox", value: one.name, change: () => this.ask() }), element("span", { text: one.title })]),
    );
    this.addons.hidden = !boxes.length;
    fill(this.addons, [element("legend", { text: say("lobby.addons") }), ...boxes]);
    this.ask();
  }

  /** Let the server say what the rules are, and how many play. */
  async ask() {
    const players = await this.options.show(this.name);
    this.seats(players ?? this.chosen.players);
  }

  /** @param {number} players */
  seats(players) {
    if (this.chairs.querySelectorAll("select").length === players) return;
    const known = this.told.checkpoints.map((/** @type {string} */ name) => `checkpoint:${name}`);
    const rows = [];
    for (let seat = 0; seat < players; seat++) {
      const typed = element("input", { id: `agent${seat}`, hidden: true, autocomplete: "off", "aria-label": say("lobby.agent", { n: seat }), placeholder: "rollout[deals=16]:checkpoint:super_bingo" });
      const choices = [["me", say("lobby.me")], ["person", say("lobby.person")], ...[...this.told.agents, ...known].map((spec) => [spec, spec]), [OTHER, say("lobby.other", { name: OTHER })]];
      const who = select(`seat${seat}`, choices, () => (typed.hidden = who.value !== OTHER));
      who.value = seat ? "baseline" : "me";
      rows.push(element("label", { for: `seat${seat}`, text: say("lobby.seat", { n: seat }) }), element("div", {}, [who, typed]));
    }
    fill(this.chairs, [element("legend", { text: say("lobby.seats") }), ...rows]);
  }

  /** What is wished for, as the server wants it. */
  wanted() {
    const given = new FormData(/** @type {HTMLFormElement} */ (this.form));
    const text = (/** @type {string} */ name) => String(given.get(name) ?? "").trim();
    /** @type {any} */
    const wanted = { rules: this.name, options: this.options.changed() };
    wanted.seats = [...this.chairs.querySelectorAll("select")].map((one, seat) =>
      one.value === OTHER ? /** @type {HTMLInputElement} */ (document.getElementById(`agent${seat}`)).value.trim() : one.value,
    );
    for (const name of ["seed", "hands", "pace", "claim"]) if (text(name)) wanted[name] = Number(text(name));
    if (text("position")) wanted.position = `${text("position")}\n`;
    if (text("record")) wanted.record = `${text("record")}\n`;
    if (wanted.record) delete wanted.seats;
    return wanted;
  }

  /** @param {Event} event */
  async open(event) {
    event.preventDefault();
    try {
      const made = await asked("api/tables", this.wanted());
      const links = made.seats.filter((/** @type {string | null} */ link) => link);
      sessionStorage.setItem(`links ${made.table}`, JSON.stringify(links.slice(1)));
      location.hash = `table=${made.table}&seat=${links[0] ?? made.watch}`;
    } catch (error) {
      place("error").textContent = /** @type {Error} */ (error).message;
    }
  }
}

/**
 * @param {string} name
 * @param {string[][]} choices value, text
 * @param {() => void} change
 */
function select(name, choices, change) {
  const options = choices.map(([value, text]) => element("option", { value, text }));
  return /** @type {HTMLSelectElement} */ (element("select", { name, id: name, change }, options));
}

/**
 * @param {string} name
 * @param {Record<string, string>} more
 */
function field(name, more) {
  return element("div", { class: "field" }, [
    element("label", { for: name, text: say(`lobby.${name}`) }),
    element("input", { name, id: name, autocomplete: "off", ...more }),
  ]);
}

/**
 * @param {string} name
 * @param {string} text
 */
function area(name, text) {
  return element("div", { class: "field" }, [
    element("label", { for: name, text: say(`lobby.${name}`) }),
    element("textarea", { name, id: name, rows: "2", spellcheck: "false", text }),
  ]);
}
