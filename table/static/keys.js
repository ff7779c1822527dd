// Which key does what: numbers for the tiles of the hand, a letter for each verb.
// @ts-check

const TILES = "1234567890-=";
const MORE = "asdfghjl;zxvb"; // cards and tiles beyond those; m is for advice
const USUAL = /** @type {Record<string, string>} */ ({
  pass: "q",
  win: "w",
  riichi: "r",
  open_riichi: "o",
  pon: "p",
  chi: "c",
  kan_open: "k",
  kan_closed: "k",
  kan_added: "i",
  nuki: "n",
});
const LETTERS = "qwertyuiopkncQWERTYUIOPASDFGHJKLZXCVBNM";

/**
 * @param {any[]} actions
 * @param {number[]} hand
 * @returns {{ tiles: string[], verbs: Record<number, string> }}
 */
export function keysOf(actions, hand) {
  const tiles = [...TILES, ...MORE].slice(0, hand.length);
  const held = new Set(hand);
  const verbs = /** @type {Record<number, string>} */ ({});
  const free = new Set([...LETTERS].filter((letter) => !tiles.includes(letter)));
  const others = actions.filter((one) => !held.has(one.id));
  for (const usual of [true, false]) {
    for (const one of others) {
      const wanted = usual ? USUAL[one.name] : [...free][0];
      if (verbs[one.id] || !wanted || !free.has(wanted)) continue;
      verbs[one.id] = wanted;
      free.delete(wanted);
    }
  }
  return { tiles, verbs };
}

/**
 * The action of a key; null: it has none now.
 * @param {ReturnType<typeof keysOf> | undefined} keys
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
