// The page: the lobby, or a table, as the address says.
// @ts-check
import { Connection, address } from "./server.js";
import { fill, place } from "./dom.js";
import { showLobby } from "./lobby.js";
import { Board } from "./board.js";

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
  const board = new Board(place("main"), (message) => connection?.send(message));
  connection = new Connection(
    table,
    seat,
    (told) => {
      if (told.t !== "view") return;
      board.show(told);
      if (told.errors.length) complain(told.errors.join("; "));
    },
    (state) => {
      document.body.dataset.connection = state;
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
