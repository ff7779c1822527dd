"""Long jobs in pieces: worked on in this process, or by the nodes of a Ray cluster.

Imports ``terminal``. ``ray_workers`` imports Ray; it is imported where a cluster is asked for.
"""
