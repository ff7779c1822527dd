// The keys that came with a view: numbers for the tiles of the hand, a letter for each verb.
// @ts-check

/** @typedef {{ tiles: string[], verbs: Record<number, string> }} Keys */

/**
 * The action of a key; null: it has none now.
 * @param {Keys | undefined} keys
 * @param {string} key
 * @param {any[]} actions
 * @param {number[]} hand
 */
export function pressed(keys, key, actions, hand) {
  if (!keys) return null;
  const verb = Object.entries(keys.verbs).find(([, letter]) => letter === key);
  if (verb) return Number(verb[0]);
  const at = keys.tiles.indexOf(key);
  const legal = actions.some((one) => one.id === hand[at]);
  return at >= 0 && legal ? hand[at] : null;
}
