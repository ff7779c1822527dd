"""What begins the act of a class of decisions, whatever the position."""

from shugi._fast.core.actions import action_id

VERBS = {
    name: {action_id(verb) for verb in verbs.split()}
    for name, verbs in {
        "riichi": "riichi open_riichi",
        "open_riichi": "open_riichi",
        "open_hand_riichi": "riichi open_riichi",
        "float": "1w",
        "disclose": "open_riichi",
        "kong": "kan_closed kan_added kan_open",
        "call": "chi_low chi_mid chi_high pon kan_open",
        "lay_aside": "nuki",
    }.items()
}
