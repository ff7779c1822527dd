// Stands for @kobalab/majiang-ai in tests: wins, calls, kans and riichi wherever its rules allow.
"use strict";

const { Player, Util } = require("@kobalab/majiang-core");

const SIDES = ["", "+", "=", "-"];

module.exports = class Eager extends Player {
    action_kaiju() { this._callback(); }
    action_qipai() { this._callback(); }

    action_zimo(zimo, replaced) {
        if (zimo.l !== this._menfeng) return this._callback();
        if (this.allow_hule(this.shoupai, null, replaced)) return this._callback({ hule: "-" });
        if (this.allow_pingju(this.shoupai)) return this._callback({ daopai: "-" });
        const kans = this.get_gang_mianzi(this.shoupai);
        if (kans.length) return this._callback({ gang: kans[0] });
        const riichi = this.allow_lizhi(this.shoupai);
        this._callback({ dapai: riichi ? `${riichi[0]}*` : this.discard() });
    }

    action_dapai(dapai) {
        if (dapai.l === this._menfeng) return this._callback();
        const tile = dapai.p.slice(0, 2) + this.side(dapai.l);
        if (this.allow_hule(this.shoupai, tile)) return this._callback({ hule: "-" });
        const melds = [
            ...this.get_gang_mianzi(this.shoupai, tile),
            ...this.get_peng_mianzi(this.shoupai, tile),
            ...this.get_chi_mianzi(this.shoupai, tile),
        ];
        // some seats keep their hands closed in some hands, or there would be no riichi
        const calls = melds.length && (this._menfeng + this._model.jushu) % 2;
        this._callback(calls ? { fulou: melds[this.shan.paishu % melds.length] } : {});
    }

    action_fulou(fulou) {
        const mine = fulou.l === this._menfeng && !/^.\d{4}/.test(fulou.m);
        this._callback(mine ? { dapai: this.discard() } : {});
    }

    action_gang(gang) {
        const added = gang.l !== this._menfeng && !/^.\d{4}$/.test(gang.m);
        const tile = gang.m[0] + gang.m.slice(-1) + this.side(gang.l);
        this._callback(added && this.allow_hule(this.shoupai, tile, true) ? { hule: "-" } : {});
    }

    side(place) {
        return SIDES[(4 + place - this._menfeng) % 4];
    }

    discard() {
        const worth = (tile) => {
            const rest = this.shoupai.clone().dapai(tile);
            return Util.xiangting(rest) * 100 - Util.tingpai(rest).length;
        };
        return this.get_dapai(this.shoupai).sort((a, b) => worth(a) - worth(b))[0];
    }
};
