# cython: language_level=3
"""Blocks of an observation: a writer each, and the rows that it writes, one after another.

A block is a pair: the address of its writer, 0 where nothing is written, and its rows. A row is
(name, size, scale, meaning).
"""


def rows_of(blocks, total, header):
    """The rows as dictionaries, with their offsets.

    Raises:
        RuntimeError: they do not take the ``total`` places that ``header`` says.
    """
    rows = []
    offset = 0
    for _, block in blocks:
        for name, size, scale, meaning in block:
            row = {"name": name, "size": size, "scale": scale, "meaning": meaning}
            rows.append(row | {"offset": offset})
            offset += size
    if offset != total:
        raise RuntimeError(f"the rows take {offset} places, {header} says {total}")
    return rows


cdef list lay_out(Blocks* table, list blocks, int total, size_t width, str header):
    cdef size_t offset = 0
    if len(blocks) > MOST_BLOCKS:
        raise RuntimeError(f"{header}: {len(blocks)} blocks, a table has room for {MOST_BLOCKS}")
    table.size = total * width
    table.n = 0
    for writer, rows in blocks:
        table.writer[table.n] = <Writer><void*><size_t>writer
        table.at[table.n] = offset * width
        table.n += 1
        offset += sum(row[1] for row in rows)
    return rows_of(blocks, total, header)
