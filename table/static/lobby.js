// Choosing what to play and with whom.
// @ts-check
import { element, fill, place } from "./dom.js";
import { asked } from "./server.js";

/** @param {Element} main */
export async function showLobby(main) {
  const lobby = await asked("api/lobby");
  const form = element("form", { class: "lobby", submit: start });
  const rules = element("select", { name: "rules", id: "rules", change: seats });
  for (const one of lobby.rules) {
    rules.append(element("option", { value: one.name, text: `${one.name} – ${one.title}` }));
  }
  const chairs = element("div", { class: "chairs" });
  form.append(
    element("h2", { text: "A new table" }),
    element("label", { for: "rules", text: "Rules" }),
    rules,
    chairs,
    field("seed", "Seed of the walls (any, if empty)", { inputmode: "numeric", pattern: "[0-9]*" }),
    field("options", "Options that differ, as JSON", { placeholder: '{"must_win": "never"}' }),
    area("position", "Go on from a position (text)"),
    area("record", "Look at a record (text of the file)"),
    element("button", { type: "submit", class: "main", text: "Open the table" }),
  );
  fill(main, [form]);
  /** @type {HTMLSelectElement} */ (rules).value = "super_bingo";
  seats();

  function seats() {
    const name = /** @type {HTMLSelectElement} */ (rules).value;
    const one = lobby.rules.find((/** @type {any} */ found) => found.name === name);
    const rows = [];
    for (let seat = 0; seat < one.players; seat++) {
      const who = element("select", { name: `seat${seat}`, id: `seat${seat}` });
      const own = lobby.checkpoints.map((/** @type {string} */ known) => `checkpoint:${known}`);
      for (const spec of ["me", "person", ...lobby.agents, ...own]) {
        who.append(element("option", { value: spec, text: spec }));
      }
      /** @type {HTMLSelectElement} */ (who).value = seat ? "baseline" : "me";
      rows.push(element("label", { for: `seat${seat}`, text: `Seat ${seat}` }), who);
    }
    fill(chairs, rows);
  }

  /** @param {Event} event */
  async function start(event) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (form));
    const text = (/** @type {string} */ name) => String(given.get(name) ?? "").trim();
    const chosen = [...chairs.querySelectorAll("select")].map((one) => one.value);
    /** @type {any} */
    const wanted = { rules: text("rules"), seats: chosen };
    try {
      if (text("options")) wanted.options = JSON.parse(text("options"));
      if (text("seed")) wanted.seed = Number(text("seed"));
      if (text("position")) wanted.position = text("position") + "\n";
      if (text("record")) {
        wanted.record = text("record") + "\n";
        delete wanted.seats;
      }
      const made = await asked("api/tables", wanted);
      const mine = made.seats.find((/** @type {string | null} */ link) => link) ?? made.watch;
      location.hash = `table=${made.table}&seat=${mine}`;
      sessionStorage.setItem(`links ${made.table}`, JSON.stringify(made));
    } catch (error) {
      place("error").textContent = /** @type {Error} */ (error).message;
    }
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, string>} more
 */
function field(name, label, more) {
  return element("div", { class: "field" }, [
    element("label", { for: name, text: label }),
    element("input", { name, id: name, autocomplete: "off", ...more }),
  ]);
}

/**
 * @param {string} name
 * @param {string} label
 */
function area(name, label) {
  return element("div", { class: "field" }, [
    element("label", { for: name, text: label }),
    element("textarea", { name, id: name, rows: "2", spellcheck: "false" }),
  ]);
}
