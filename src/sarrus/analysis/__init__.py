"""One file per question a user asks, and the verb of the same name in it. Knows no pixels.

The verbs are those of `verb.VERBS`; `sarrus` itself offers them. None is loaded before it is
asked for: a simulation need not wait for the report of `check`.
"""
