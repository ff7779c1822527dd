"""A policy network evaluated in C; imports core, rules and view."""
