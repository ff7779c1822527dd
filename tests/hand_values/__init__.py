"""Random won hands of four-player riichi, worth the same here and in the package `mahjong`."""
