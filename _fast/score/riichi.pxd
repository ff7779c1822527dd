# Ledgers as plain Python values.
from shugi._fast.core.state cimport Ledger
from shugi._fast.rules.compile cimport Rules

cdef list ledger_list(Rules rules, const Ledger* ledger)    # one dict for each line
cdef tuple sums_of(Rules rules, const Ledger* ledger)       # points, chips by seat
