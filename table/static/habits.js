// What the page does by itself for who plays: until the hand is over, then all is off again.
// @ts-check

/** Calls of a discard that open the hand; whatever else may be done is never passed over. */
const CALL = /^(pon|chi|kan_open|atama)/;

export class Habits {
  constructor() {
    this.off();
  }

  off() {
    this.win = this.pass = false;
    this.hand = -1;
  }

  /**
   * The action to take at once; null: it is for the player to choose.
   * @param {any} view
   * @returns {number | null}
   */
  choose(view) {
    if (view.hand !== this.hand) {
      this.off();
      this.hand = view.hand;
    }
    const named = (/** @type {string} */ name) => view.actions.find((/** @type {any} */ one) => one.name === name);
    const [win, pass] = [named("win"), named("pass")];
    if (this.win && win && !view.false_wins) return win.id;  // where it may be wrong, nobody takes it for one
    const calls = view.actions.every((/** @type {any} */ one) => one === pass || CALL.test(one.name));
    return this.pass && pass && calls ? pass.id : null;
  }
}
