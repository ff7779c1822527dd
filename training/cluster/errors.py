"""What goes wrong between nodes."""

from shugi.agents.base import AgentError


class ClusterError(AgentError):
    """A cluster that cannot be reached, or a piece that cannot be worked on; names the node."""
