"""Long jobs in pieces: worked on in this process, or by the nodes of a Ray cluster.

Imports ``terminal``. ``ray_workers`` and ``learners`` import Ray; they are imported where a cluster
is asked for.
"""
