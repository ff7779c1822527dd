"""Long jobs in pieces: worked on in this process, or by the nodes of a Ray cluster.

Imports ``terminal``. Only ``ray_workers`` imports Ray.
"""
