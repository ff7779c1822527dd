// The page: the lobby, or a table, as the address says.
// @ts-check
import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { element, fill, place } from "./dom.js";
import { showLobby } from "./lobby.js";
import { Review } from "./review.js";
import { Connection, address } from "./server.js";
import { applyTheme, settings } from "./settings.js";
import { LANGUAGES, choose, language, say } from "./text.js";

/** @type {Connection | null} */
let connection = null;

async function open() {
  const wanted = address();
  const [table, seat] = [wanted.get("table"), wanted.get("seat")];
  complain("");
  tools();
  if (!table || !seat) {
    await showLobby(place("main")).catch((error) => complain(error.message));
    return;
  }
  fill(place("main"), []);
  const send = (/** @type {any} */ message) => connection?.send(message);
  const board = new Board(place("main"), send);
  const page = { board, advice: new Advice(place("main"), board, send), review: new Review(place("main"), board, send) };
  connection = new Connection(table, seat, (told) => receive(page, told), (state) => {
    if (state !== "open") page.advice.lost();
    reachable(state);
  });
}

/**
 * @param {{ board: Board, advice: Advice, review: Review }} page
 * @param {any} told a message of the server
 */
function receive(page, told) {
  const { board, advice, review } = page;
  if (told.t === "words") board.tiles.words = told.words;
  if (told.t === "copy") offer(told.text);
  if (told.t === "review") review.hear(told);
  if (told.t === "advice" || told.t === "cost") advice.hear(told);
  if (told.t !== "view") return;
  board.show(told);
  advice.look(told);
  review.look(told);
  if (told.errors.length) complain(told.errors.join("; "));
}

/** @param {string} state of the connection */
function reachable(state) {
  document.body.dataset.connection = state;
  complain(state === "open" ? "" : state === "lost" ? say("page.lost") : state);
}

/** What stands at the top of each page. */
function tools() {
  choose(language());
  applyTheme();
  const languages = element("select", { id: "language", "aria-label": say("page.language"), change: turn });
  for (const [name, words] of Object.entries(LANGUAGES)) {
    languages.append(element("option", { value: name, lang: name, selected: name === language(), text: words.language }));
  }
  fill(place("skip"), [element("span", { text: say("page.actions") })]);
  place("skip").addEventListener("click", skip);
  fill(place("tools"), [
    element("a", { href: "#", text: say("page.lobby") }),
    element("button", { type: "button", text: say("page.help"), click: help }),
    element("button", { type: "button", text: say("page.settings"), click: () => show(say("page.settings"), settings()) }),
    languages,
  ]);

  function turn() {
    choose(/** @type {HTMLSelectElement} */ (languages).value);
    location.reload();
  }
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault(); // what stands behind "#" is the table
  const first = document.querySelector("#actions button, form button, form select");
  if (first instanceof HTMLElement) first.focus();
}

function help() {
  const rows = ["hands", "verbs", "arrows", "gold", "dots", "lying", "pale", "star", "spot"];
  show(say("page.help"), [element("ul", {}, rows.map((row) => element("li", { text: say(`help.${row}`) })))]);
}

/**
 * A text to take along; it lies in the clipboard where the browser allows that.
 * @param {string} text
 */
function offer(text) {
  const area = element("textarea", { readonly: true, rows: 12, "aria-label": say("page.copy") });
  area.textContent = text;
  const done = element("p", { role: "status" });
  navigator.clipboard?.writeText(text).then(() => (done.textContent = say("page.copied")), () => {});
  const here = `${location.origin}/#position=${encodeURIComponent(text)}`;
  const link = text.startsWith("{") ? null : element("p", {}, [element("a", { href: here, text: say("page.link") })]);
  show(say("page.copy"), [area, done, link]);
}

/**
 * A window over the page.
 * @param {string} title
 * @param {(Node | null)[]} inside
 */
function show(title, inside) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { "aria-label": title }));
  const close = element("button", { type: "button", text: say("page.close"), click: () => dialog.close() });
  fill(dialog, [element("h2", { text: title }), ...inside, close]);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} text */
function complain(text) {
  place("error").textContent = text;
}

addEventListener("hashchange", () => location.reload());
open();
