"""The page of a report: what goes into the file, and the file itself.

`page.js` and `page.css` are built from the sources under web/, with `LICENSES.txt` of the libraries in them;
all three go into the file.
"""

from sarrus.views.page.template import Assets, document, read_assets

__all__ = ["Assets", "document", "read_assets"]
