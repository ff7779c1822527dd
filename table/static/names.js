// The names of tiles, cards and actions.
// @ts-check
import { hasWords, say } from "./text.js";

/** @param {string} card such as "HQ" */
export function cardName(card) {
  return say("card.name", { suit: say(`suit.${card[0]}`), rank: rankName(card.slice(1)) });
}

/** @param {string} rank */
function rankName(rank) {
  return hasWords(`rank.${rank}`) ? say(`rank.${rank}`) : rank;
}

/** @param {[string, string, string]} tile what is special, number, suit */
export function tileName([sort, number, suit]) {
  const n = "mps".includes(suit) && number ? say(`number.${number}`) : number;
  const tile = say(`tile.${suit}`, { n });
  return sort ? say(`sort.${sort}`, { tile }) : tile;
}

/**
 * An action: "riichi", "seq_4_K", "point_C".
 * @param {string} name
 */
export function actionName(name) {
  const parts = name.split("_");
  for (let length = parts.length; length > 0; length--) {
    const key = `action.${parts.slice(0, length).join("_")}`;
    if (!hasWords(key)) continue;
    const [a, b] = parts.slice(length).map(partName);
    return say(key, { a: a ?? "", b: b ?? "" });
  }
  return name.replaceAll("_", " ");
}

/** @param {string} part of an action's name: a suit, a rank or a number */
function partName(part) {
  return hasWords(`suit.${part}`) ? say(`suit.${part}`) : rankName(part);
}
