"""The plainest policy, for tests in which nobody's skill matters."""

from paili.simulate import DISCARD, PASS, WIN, policy


@policy
def drawn_tile(me, table, luck):
    """Drop what was drawn (at first the last tile of the deal); claim nothing but wins."""
    if me.may_win:
        return WIN
    return PASS if me.offer >= 0 else DISCARD + me.drawn
