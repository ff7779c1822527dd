"""What `shugi score` asks: one hand or settlement, without a table.

Imports the games and rules.
"""
