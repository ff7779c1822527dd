"""A slow second opinion in plain Python, written from the rule texts and not from the engine."""
