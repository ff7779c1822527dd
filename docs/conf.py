"""The documentation site; ``make docs`` builds it in build/site.

Sphinx reads build/site_source: these pages, and those that tools/site.py makes.
"""

from importlib.metadata import version as version_of

project = "shugi"
author = "shugi contributors"
copyright = "2026, shugi contributors"
version = release = version_of("shugi")
extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"shugi {release}"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
exclude_patterns = []
