// majiang-ai as an mjai bot: node benchmarks/bots/majiang.js FOLDER
//
// FOLDER is where npm has put @kobalab/majiang-ai; docs/yardstick.md has the command. It answers the
// lines that ask (those without "can_act": false), and plays games of four.
"use strict";

const { createRequire } = require("node:module");
const path = require("node:path");
const { createInterface } = require("node:readline");

const library = createRequire(path.resolve(process.argv[2] ?? ".", "package.json"));
const Player = library("@kobalab/majiang-ai");
const { rule: rulesOf } = library("@kobalab/majiang-core");

const SEATS = 4;
const HONOURS = "ESWNPFC"; // z1 to z7
const SIDES = ["", "+", "=", "-"]; // the one called from: to the right, across, to the left

// ---- tiles: "5mr" and "E" of mjai are "m0" and "z1" there

const isRed = (tile) => tile.endsWith("r");

function tileThere(tile) {
    if (tile === "?") return "";
    const honour = HONOURS.indexOf(tile);
    if (honour >= 0) return `z${honour + 1}`;
    return tile[1] + (isRed(tile) ? "0" : tile[0]);
}

function tileHere(suit, digit) {
    if (suit === "z") return HONOURS[digit - 1];
    return digit === "0" ? `5${suit}r` : digit + suit;
}

function handThere(tiles) {
    const there = tiles.map(tileThere);
    const suits = ["m", "p", "s", "z"].map((suit) => {
        const digits = there.filter((tile) => tile[0] === suit).map((tile) => tile[1]);
        return digits.length ? suit + digits.join("") : "";
    });
    return suits.join("");
}

// ---- melds: "m1-23" is 1m called from the left for 2m and 3m

// fives before red fives, as melds of equal tiles have them there
const byDigit = (a, b) => (Number(a) || 5.5) - (Number(b) || 5.5);
const digitsOf = (tiles) => tiles.map((tile) => tileThere(tile)[1]);

function called(event, seat) {
    const [suit, digit] = tileThere(event.pai);
    const taken = digit + SIDES[(SEATS + event.target - seat) % SEATS];
    const own = digitsOf(event.consumed);
    if (event.type !== "chi") return suit + own.sort(byDigit).join("") + taken;
    return suit + [...own, taken].sort((a, b) => byDigit(a[0], b[0])).join("");
}

function closedKan(event) {
    return tileThere(event.consumed[0])[0] + digitsOf(event.consumed).sort(byDigit).join("");
}

// ---- the game, told there in their words

class Bot {
    constructor() {
        this.player = new Player();
    }

    // Tell it of an event. Returns: its answer, if it is asked.
    hear(event) {
        const message = this[event.type]?.(event);
        if (!message) return { type: "none" };
        if (event.can_act === false) {
            this.player.action(message);
            return null;
        }
        let reply = {};
        this.player.action(message, (said) => {
            reply = said ?? {};
        });
        return this.answer(reply, event);
    }

    place(seat) {
        return (SEATS + seat - this.dealer) % SEATS; // 0 deals
    }

    start_game(event) {
        this.seat = event.id;
        const reds = event.aka_flag === false ? 0 : 1;
        const rule = rulesOf({ 赤牌: { m: reds, p: reds, s: reds } });
        return { kaiju: { id: this.seat, rule, title: "", player: event.names ?? [], qijia: 0 } };
    }

    start_kyoku(event) {
        this.dealer = event.oya;
        this.pons = [];
        this.declared = null; // who has said riichi and not yet discarded
        this.kan = false; // the next draw replaces a tile
        const inOrder = (list) => list.map((_, place) => list[(this.dealer + place) % SEATS]);
        return {
            qipai: {
                zhuangfeng: HONOURS.indexOf(event.bakaze),
                jushu: event.oya,
                changbang: event.honba,
                lizhibang: event.kyotaku,
                defen: inOrder(event.scores),
                baopai: tileThere(event.dora_marker),
                shoupai: inOrder(event.tehais).map(handThere),
            },
        };
    }

    tsumo(event) {
        const draw = { l: this.place(event.actor), p: tileThere(event.pai) };
        const message = this.kan ? { gangzimo: draw } : { zimo: draw };
        this.kan = false;
        return message;
    }

    reach(event) {
        this.declared = event.actor;
    }

    dahai(event) {
        const drawn = event.tsumogiri ? "_" : "";
        const turned = this.declared === event.actor ? "*" : "";
        this.declared = null;
        this.last = event;
        return { dapai: { l: this.place(event.actor), p: tileThere(event.pai) + drawn + turned } };
    }

    chi(event) {
        return { fulou: { l: this.place(event.actor), m: called(event, event.actor) } };
    }

    pon(event) {
        this.pons.push(called(event, event.actor));
        return this.chi(event);
    }

    daiminkan(event) {
        this.kan = true;
        return this.chi(event);
    }

    ankan(event) {
        this.kan = true;
        return { gang: { l: this.place(event.actor), m: closedKan(event) } };
    }

    kakan(event) {
        this.kan = true;
        this.last = event;
        const [suit, digit] = tileThere(event.pai);
        const kind = (tile) => tile[0] + (Number(tile[1]) || 5);
        const meld = this.pons.find((one) => kind(one) === kind(suit + digit));
        return { gang: { l: this.place(event.actor), m: meld + digit } };
    }

    dora(event) {
        return { kaigang: { baopai: tileThere(event.dora_marker) } };
    }

    // ---- what it says

    answer(reply, event) {
        if (reply.hule) {
            const target = event.actor;
            return { type: "hora", actor: this.seat, target, pai: event.pai };
        }
        if (reply.daopai && event.actor === this.seat) return { type: "ryukyoku", actor: this.seat };
        if (reply.gang) return this.kanHere(reply.gang);
        if (reply.fulou) return this.callHere(reply.fulou);
        if (reply.dapai) return this.discardHere(reply.dapai);
        return { type: "none" };
    }

    // "m5_*" is what was drawn, with riichi
    discardHere(said) {
        const discard = {
            type: "dahai",
            actor: this.seat,
            pai: tileHere(said[0], said[1]),
            tsumogiri: said.includes("_"),
        };
        return said.endsWith("*") ? [{ type: "reach", actor: this.seat }, discard] : discard;
    }

    kanHere(meld) {
        const tiles = meld.match(/\d/g).map((digit) => tileHere(meld[0], digit));
        if (/^.\d{4}$/.test(meld)) return { type: "ankan", actor: this.seat, consumed: tiles };
        return { type: "kakan", actor: this.seat, pai: tiles[3], consumed: tiles.slice(0, 3) };
    }

    callHere(meld) {
        const tiles = meld.match(/\d(?![+=-])/g).map((digit) => tileHere(meld[0], digit));
        const digits = meld.match(/\d/g).map((digit) => Number(digit) || 5);
        const type = new Set(digits).size > 1 ? "chi" : tiles.length === 3 ? "daiminkan" : "pon";
        const { actor: target, pai } = this.last;
        return { type, actor: this.seat, target, pai, consumed: tiles };
    }
}

const bot = new Bot();
createInterface({ input: process.stdin }).on("line", (line) => {
    const event = JSON.parse(line);
    const answer = bot.hear(event);
    if (answer && event.can_act !== false) console.log(JSON.stringify(answer));
});
