"""What the card games share: dealing and tricks.

Imports core and flow.
"""
