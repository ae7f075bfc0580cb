# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Leaves statements out of a kernel as long as it still shows the difference: halves of each block first, then single
# statements; a block whose head is in the way is replaced by what it holds.


def without(statements, path, begin, end, keep_inside):
    """The tree without statements begin to end of the block at path; keep_inside: what those blocks hold stays."""
    if path:
        head, inner = statements[path[0]]
        return statements[:path[0]] + [(head, without(inner, path[1:], begin, end, keep_inside))] + statements[path[0] + 1:]
    kept = [inner for s in statements[begin:end] if not isinstance(s, str) for inner in s[1]] if keep_inside else []
    return statements[:begin] + kept + statements[end:]


def blocks(statements, path=()):
    """(path, number of statements) of every block, the outer ones first."""
    yield path, len(statements)
    for at, s in enumerate(statements):
        if not isinstance(s, str):
            yield from blocks(s[1], path + (at,))


def candidates(statements):
    for path, count in blocks(statements):
        size = count
        while size:
            for begin in range(0, count, size):
                yield path, begin, min(begin + size, count), False
            size //= 2
    for path, count in blocks(statements):
        for at in range(count):
            yield path, at, at + 1, True


def reduce_kernel(statements, still_fails, budget=200):
    """The smallest tree found with at most so many trials."""
    changed = True
    while changed and budget:
        changed = False
        for path, begin, end, keep_inside in list(candidates(statements)):
            smaller = without(statements, path, begin, end, keep_inside)
            if smaller == statements:
                continue
            budget -= 1
            if still_fails(smaller):
                statements, changed = smaller, True
                break
            if not budget:
                break
    return statements
