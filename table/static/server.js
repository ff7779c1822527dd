// What goes to the server and comes from it.
// @ts-check

const PROTOCOL = "shugi";
const [FIRST_WAIT, LONGEST_WAIT] = [500, 10_000];

/** What the address says behind "#". */
export function address() {
  return new URLSearchParams(location.hash.slice(1));
}

/**
 * @param {string} path
 * @param {any} [body] sent as JSON, if there is one
 */
export async function asked(path, body) {
  const headers = /** @type {Record<string, string>} */ ({ "X-Shugi-Token": token() });
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

function token() {
  const given = address().get("token");
  if (given) sessionStorage.setItem("token", given);
  return given ?? sessionStorage.getItem("token") ?? "";
}

/** A connection to a table that comes back by itself. */
export class Connection {
  /**
   * @param {string} table
   * @param {string} seat the link's token
   * @param {(told: any) => void} onView
   * @param {(state: string) => void} onState "open", "lost", or why there is none
   */
  constructor(table, seat, onView, onState) {
    this.table = table;
    this.seat = seat;
    this.onView = onView;
    this.onState = onState;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket/${this.table}`, [
      PROTOCOL,
      this.seat,
    ]);
    this.socket.onmessage = (event) => {
      this.wait = FIRST_WAIT;
      this.onState("open");
      this.onView(JSON.parse(event.data));
    };
    this.socket.onclose = (event) => {
      if (event.code >= 4400 && event.code < 4500) return this.onState(event.reason);
      this.onState("lost");
      setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
    };
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
