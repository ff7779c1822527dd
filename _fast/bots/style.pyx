# cython: language_level=3
"""Styles of the rule baseline: the weights that bend it, what each means, and those with names."""

from difflib import get_close_matches

# name, default, least, most, meaning
PARAMETERS = [
    ("riichi", 1.0, 0, 100, "weight of closed riichi against waiting undeclared; 0 never"),
    ("open_riichi", 1.0, 0, 100, "weight of showing the hand; 0 only where nothing else can win"),
    ("defence", 1.0, 0, 100, "weight of what a discard may cost; 0 sees no danger"),
    ("calls", 1.0, 0, 100, "weight of a hand with open melds; 0 only where it must be opened"),
    ("value", 1.0, 0, 1, "1 counts points and chips, 0 only wins"),
    ("chips", 1.0, 0, 10, "weight of chips against points; 0 plays for points alone"),
    ("flush", 1.0, 0, 10, "weight of the han of one-suit hands; 0 never plans one"),
    ("sevens", 1.0, 0, 10, "weight of the tulip tiers that sevens give"),
    ("kans", 1.0, 0, 10, "0 never; 1 where it costs no step; each more allows a step back"),
    ("lookahead", 1.0, 0, 1, "a step from ready, weigh the waits that each discard leads to"),
    ("floats", 1.0, 0, 10, "weight of a win that is passed up for a bigger one; 0 takes every win"),
    ("guesses", 1.0, 1, 100, "how many times as many guesses at the unseen cards, in Piquet"),
    ("noise", 0.0, 0, 1, "chance of a random legal action, by the game's seed and decision"),
]

# what each style changes
STYLES = {
    "baseline": {},
    "efficiency": {
        "value": 0.0, "defence": 0.0, "calls": 0.0, "flush": 0.0, "sevens": 0.0, "lookahead": 0.0,
        "floats": 0.0,
    },
    # tile efficiency, whatever the house pays for
    "plain": {
        "value": 0.0, "defence": 0.0, "calls": 0.0, "flush": 0.0, "sevens": 0.0, "chips": 0.0,
        "open_riichi": 0.0, "riichi": 1.5, "floats": 0.0,
    },
    "rusher": {"defence": 0.15, "riichi": 1.5, "calls": 1.3},
    "folder": {"defence": 3.0},
    "caller": {"calls": 3.0},
    "silent": {"riichi": 0.0, "open_riichi": 0.0},
    "discloser": {"open_riichi": 3.0},
}


def _nearest(name, names):
    close = get_close_matches(str(name), list(names), n=1)
    return f"did you mean {close[0]!r}? " if close else ""


def _parameters(name, changes):
    values = {row[0]: row[1] for row in PARAMETERS}
    values.update(STYLES[name])
    limits = {row[0]: row[2:4] for row in PARAMETERS}
    for key, value in changes.items():
        if key not in values:
            raise ValueError(
                f"style has no parameter {key!r}; {_nearest(key, values)}"
                f"parameters are {', '.join(values)}"
            )
        low, high = limits[key]
        try:
            number = float(value)
        except (TypeError, ValueError):
            text = f"{key} is {value!r}; it must be a number from {low} to {high}"
            raise ValueError(text) from None
        if not low <= number <= high:
            raise ValueError(f"{key} is {value!r}; it must be from {low} to {high}")
        values[key] = number
    return values


cdef class BotStyle:
    def __init__(self, str name not None="baseline", **parameters):
        if name not in STYLES:
            raise ValueError(
                f"there is no style {name!r}; {_nearest(name, STYLES)}"
                f"styles are {', '.join(STYLES)}"
            )
        self.name = name
        self.c = _parameters(name, parameters)

    @property
    def parameters(self):
        return dict(self.c)

    def __reduce__(self):
        return _restored, (self.name, self.parameters)

    def __eq__(self, other):
        return isinstance(other, BotStyle) and self.parameters == other.parameters

    def __hash__(self):
        return hash(tuple(self.parameters.items()))

    def __repr__(self):
        default = BotStyle(self.name).parameters
        parts = [repr(self.name)]
        parts += [f"{k}={v:g}" for k, v in self.parameters.items() if v != default[k]]
        return f"style({', '.join(parts)})"


def _restored(name, parameters):
    return BotStyle(name, **parameters)


cdef BotStyle style_of(object given):
    if given is None:
        return BotStyle()
    if not isinstance(given, BotStyle):
        raise TypeError(
            "style must be a style of shugi._fast.bots.style, or None, "
            f"not {type(given).__name__}")
    return given


def style(name="baseline", **parameters):
    return BotStyle(name, **parameters)
