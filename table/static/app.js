// The page: the lobby, or a table, as the address says.
// @ts-check
import { Connection, address } from "./server.js";
import { fill, place } from "./dom.js";
import { showLobby } from "./lobby.js";
import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { Review } from "./review.js";

/** @type {Connection | null} */
let connection = null;

async function open() {
  const wanted = address();
  const [table, seat] = [wanted.get("table"), wanted.get("seat")];
  place("error").textContent = "";
  if (!table || !seat) {
    await showLobby(place("main")).catch((error) => complain(error.message));
    return;
  }
  fill(place("main"), []);
  const send = (/** @type {any} */ message) => connection?.send(message);
  const board = new Board(place("main"), send);
  const advice = new Advice(place("main"), board, send);
  const review = new Review(place("main"), board, send);
  connection = new Connection(
    table,
    seat,
    (told) => {
      if (told.t === "review") return review.hear(told);
      if (told.t === "advice" || told.t === "cost") return advice.hear(told);
      if (told.t !== "view") return;
      board.show(told);
      advice.look(told);
      review.look(told);
      if (told.errors.length) complain(told.errors.join("; "));
    },
    (state) => {
      document.body.dataset.connection = state;
      if (state !== "open") advice.lost();
      if (state === "open") complain("");
      else complain(state === "lost" ? "The connection is lost; trying again." : state);
    },
  );
}

/** @param {string} text */
function complain(text) {
  place("error").textContent = text;
}

addEventListener("hashchange", () => location.reload());
open();
