"""Settings of training runs, tried out side by side with Ray Tune.

Imports ``terminal``, ``run``, ``cluster``, ``judge`` and ``learn``. Only ``trial`` and ``tuning``
import Ray.
"""
