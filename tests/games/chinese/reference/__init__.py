"""The slow reference of the Chinese wildcard family, written from the rule texts only."""
