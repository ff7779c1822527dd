"""What all games do in the same way: turns, claims, hands, the ledger, the end of a hand.

Imports core and shape; a game comes in through its row of functions (game_ops.pxd).
"""
