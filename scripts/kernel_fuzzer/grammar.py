# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Random kernels whose results the specification defines.
#
# A kernel is a tree of statements. A leaf is a line of C++; a block is (head, [statements]). So a reducer can leave out any
# statement, and what is left still compiles: every variable that outlives a block is declared at the head of the kernel (program.py).
#
# What keeps a kernel free of undefined behaviour: arithmetic is unsigned or goes through unsigned types, divisors are odd,
# shift counts and indices are masked, loops count to a constant. Floating-point numbers are integers below 2^24, so that every
# order of operations and every contraction gives the same. What keeps it the same on every device: barriers and group functions
# are only where the whole group comes by, local memory is written by its owner and read behind a barrier, atomic operations
# commute, one kind to a counter, and sub-groups, whose size differs, are used in ways whose result does not depend on it.
import random
import re

WIDTHS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
VARIABLES = {"u32": ["a", "b", "c"], "i32": ["i", "j"], "u64": ["q"], "i64": ["r"], "u16": ["s"], "i16": ["t"], "u8": ["x"], "i8": ["y"]}
ARRAY = 8    # elements of the private array
TABLE = 64   # elements of the input, of which each work-item may read any
SHAPES = {
    1: [((4,), (1,)), ((3,), (2,)), ((2,), (3,)), ((2,), (4,)), ((3,), (7,)), ((2,), (8,)), ((2,), (13,)), ((3,), (16,)), ((1,), (32,)), ((2,), (33,)), ((2,), (64,))],
    2: [((1, 3), (2, 4)), ((2, 2), (3, 5)), ((2, 1), (1, 16)), ((3, 1), (8, 8)), ((1, 2), (7, 1))],
    3: [((1, 2, 1), (2, 2, 2)), ((2, 1, 2), (1, 3, 5)), ((1, 1, 3), (4, 4, 4)), ((2, 1, 1), (3, 1, 2))],
}
# Statements from, to; how deep expressions are. Most kernels are small: a large one costs ten times as much.
SIZES = 4 * [(1, 1, 1)] + 5 * [(1, 2, 1)] + 3 * [(1, 3, 1)] + 2 * [(2, 3, 1)] + [(2, 4, 2), (3, 8, 3)]


class Kernel:
    """name, groups and local (tuples of 1 to 3 numbers), constants (whether it reads specialization constants), statements"""

    def __init__(self, name, seed):
        self.random = random.Random(seed)
        self.name = name
        self.groups, self.local = self.pick(*SHAPES[self.pick(1, 1, 1, 2, 3)])
        self.constants = seed // 1000 % 8 == 0
        self.names = 0
        self.scope = []  # of loops: their variables
        least, most, self.deepest = self.pick(*SIZES)
        self.statements = self.block(depth=0, uniform=True, size=self.random.randint(least, most))

    # ---- expressions --------------------------------------------------------------------------------

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def new_name(self):
        self.names += 1
        return "k%d" % self.names

    def variable(self):
        kind = self.random.choice(list(VARIABLES))
        return kind, self.random.choice(VARIABLES[kind])

    def constant(self):
        return self.pick(0, 1, 2, 3, 7, 31, 255, 256, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, self.random.getrandbits(32))

    def dimension(self):
        return self.random.randrange(len(self.local))

    def leaf(self):
        """An expression of type u32."""
        if self.scope and self.chance(0.25):
            return self.random.choice(self.scope)
        if self.constants and self.chance(0.1):
            return self.pick("tuned", "u32(biased)")
        return self.random.choice([
            lambda: "%du" % self.constant(),
            lambda: "u32(%s)" % self.variable()[1],
            lambda: "u32(%s)" % self.variable()[1],
            lambda: "in[%s %% %d]" % (self.pick("a", "b", "me", "u32(q)"), TABLE),
            lambda: "own[%s %% %d]" % (self.pick("a", "c", "me", "x"), ARRAY),
            lambda: "u32(grid[%s %% 3][%s %% 4])" % (self.pick("a", "me"), self.pick("b", "s")),
            lambda: self.pick("me", "group", "p.first", "u32(p.second)", "p.third[a % 3]", "v[%d]" % self.random.randrange(4), "u32(w[%d])" % self.random.randrange(8)),
            lambda: "u32(many[%s %% 2].%s)" % (self.pick("a", "me"), self.pick("first", "second", "third[c % 3]")),
            lambda: "u32(it.get_%s(%d))" % (self.pick("global_id", "local_id", "group", "local_range", "group_range", "global_range"), self.dimension()),
            lambda: "whole(f)",
            lambda: "whole(d)",
        ])()

    def expression(self, depth=0):
        if depth > self.deepest or self.chance(0.25):
            return self.leaf()
        x, y = self.expression(depth + 1), self.expression(depth + 1)
        kind = self.random.choice(list(WIDTHS))
        bits = WIDTHS[kind]
        unsigned = "u64" if bits == 64 else "u32"
        return self.random.choice([
            lambda: "(%s %s %s)" % (x, self.pick("+", "-", "*", "&", "|", "^"), y),
            lambda: "(%s %s (%s | 1u))" % (x, self.pick("/", "%"), y),
            lambda: "(%s %s (%s & 31u))" % (x, self.pick("<<", ">>"), y),
            lambda: "u32((%s)((%s)(%s) %s (%s)(%s)))" % (kind, unsigned, x, self.pick("+", "-", "*", "&", "|", "^"), unsigned, y),
            lambda: "u32((%s)(%s) >> (%s & %du))" % (kind, x, y, bits - 1 if bits < 32 else 31),
            lambda: "u32((%s)(%s) %s (%s)(%s))" % (kind, x, self.pick("<", ">", "<=", "==", "!="), kind, y),
            lambda: "(%s ? %s : %s)" % (self.condition(depth + 1), x, y),
            lambda: "sycl::%s(%s, %s)" % (self.pick("min", "max", "rotate", "abs_diff", "mul_hi", "hadd", "rhadd", "add_sat", "sub_sat"), x, y),
            lambda: "u32(sycl::%s((%s)(%s), (%s)(%s)))" % (self.pick("min", "max", "abs_diff", "mul_hi", "hadd", "add_sat", "sub_sat", "rotate"), kind, x, kind, y),
            lambda: "u32(sycl::%s((%s)(%s)))" % (self.pick("popcount", "clz", "ctz"), kind, x),
            lambda: "u32(bounded((%s)(%s), (%s)(%s), (%s)(%s)))" % (kind, x, kind, y, kind, self.leaf()),
            lambda: "mix(%s, %s)" % (x, y),
            lambda: "pair_sum(pair{%s, (u16)(%s), {%s, a, b}})" % (x, y, self.leaf()),
            lambda: "weigh(%s, %s %% %d, %s)" % (self.pick("own + 3", "own", "in + 40", "&p.third[0]"), x, 4, y),
            lambda: "~(%s)" % x,
        ])()

    def condition(self, depth=0):
        x, y = self.expression(depth + 2), self.expression(depth + 2)
        return self.random.choice([
            lambda: "%s %s %s" % (x, self.pick("<", ">", "==", "!="), y),
            lambda: "(1u & %s)" % x,
            lambda: "(%s < %s && (%s & 2u))" % (x, y, self.leaf()),
            lambda: "(%s > %s || (%s & 4u))" % (x, y, self.leaf()),
            lambda: "(me & %du)" % self.pick(1, 2, 3, 5),
        ])()

    def uniform_condition(self):
        return self.pick("group & 1u", "group < 2u", "in[%d] & 1u" % self.random.randrange(TABLE), "n > %du" % self.random.randrange(40), "it.get_group(0) == 0")

    # ---- statements of one work-item ------------------------------------------------------------------

    def integers(self, value):
        kind, name = self.variable()
        return self.random.choice([
            lambda: "%s = (%s)(%s);" % (name, kind, value),
            lambda: "%s = (%s)(u32(%s) ^ %s);" % (name, kind, name, value),
            lambda: "%s = (%s)(u32(%s) + %s);" % (name, kind, name, value),
            lambda: "q = q * 6364136223846793005ull + %s;" % value,
            lambda: "q %s u64(%s) << (%s & 63u);" % (self.pick("^=", "+=", "-="), value, self.leaf()),
            lambda: "r = i64(u64(r) %s (u64(%s) << 20)) >> (%s & 15u);" % (self.pick("+", "-", "*", "^"), value, self.leaf()),
            lambda: "accumulate(%s, %s);" % (self.pick("a", "b", "c"), value),
            lambda: "experimental::if_device_has<sycl::aspect::%s>([&] { a ^= %s; }).else_device([&] { a += %s; });" % (self.pick("cpu", "fp64"), value, self.leaf()),
            lambda: "[&] { if (%s) return; %s += %s; }();" % (self.condition(1), self.pick("a", "b", "c"), value),
        ])()

    def aggregates(self, value):
        return self.random.choice([
            lambda: "own[%s %% %d] %s %s;" % (self.pick("a", "b", "me", "s"), ARRAY, self.pick("=", "+=", "^="), value),
            lambda: "grid[%s %% 3][%s %% 4] = (i16)(%s);" % (self.pick("a", "me", "x"), self.pick("b", "c"), value),
            lambda: "p.first += %s;" % value,
            lambda: "p.third[%s %% 3] = %s;" % (self.pick("a", "me", "c"), value),
            lambda: "p = swap_parts(%s, %s);" % (self.pick("p", "many[b % 2]"), value),
            lambda: "many[%s %% 2] = swap_parts(p, %s);" % (self.pick("a", "me"), value),
            lambda: "{ u32 *at = (%s) ? own : p.third; at[%s %% 3] += %s; }" % (self.condition(2), self.leaf(), value),
            lambda: "{ pair &one = many[%s %% 2]; one.second = (u16)(%s); one.first -= one.second; }" % (self.leaf(), value),
        ])()

    def vectors(self, value):
        return self.random.choice([
            lambda: "v = v %s sycl::uint4(%s, a, %s, me);" % (self.pick("+", "*", "^", "-", "&"), value, self.leaf()),
            lambda: "v = v.swizzle<%s>();" % self.pick("3, 2, 1, 0", "0, 0, 1, 1", "2, 3, 0, 1", "1, 1, 1, 1"),
            lambda: "v.%s() = v.%s() %s sycl::uint2(%s, b);" % (self.pick("swizzle<0, 2>", "swizzle<3, 1>", "lo", "odd"), self.pick("swizzle<1, 1>", "hi", "swizzle<2, 0>", "even"), self.pick("+", "^", "-"), value),
            lambda: "v = sycl::select(v, sycl::uint4(%s), v %s sycl::uint4(%s));" % (value, self.pick("<", "==", ">"), self.leaf()),
            lambda: "v[%s %% 4] += %s;" % (self.pick("a", "me"), value),
            lambda: "w = w %s sycl::vec<u16, 8>((u16)(%s));" % (self.pick("+", "^", "*", "-"), value),
            lambda: "w = v.as<sycl::vec<u16, 8>>();",
            lambda: "w.lo() = v.convert<u16>();",
            lambda: "v ^= w.hi().convert<u32>() >> %du;" % self.random.randrange(16),
            lambda: "v = sycl::%s(v, sycl::uint4(%s));" % (self.pick("min", "max", "rotate", "abs_diff"), value),
        ])()

    def floats(self, value):
        return self.random.choice([
            lambda: "f = float(0xffffu & %s) %s float(7u & %s);" % (value, self.pick("+", "*", "-"), self.leaf()),
            lambda: "f = sycl::fmod(sycl::fabs(f * %d.0f + %d.0f), 65536.0f);" % (self.random.randrange(8), self.random.randrange(100)),
            lambda: "f = sycl::%s(f, float(0xffu & %s));" % (self.pick("fmin", "fmax"), value),
            lambda: "f = sycl::%s(f * 0.25f);" % self.pick("trunc", "floor", "ceil", "rint"),
            lambda: "f = (%s) ? -f : f + 1.0f;  f = sycl::clamp(f, -65536.0f, 65536.0f);" % self.condition(2),
            lambda: "d = double(%s) %s double(0xffffu & %s);" % (value, self.pick("+", "*", "-"), self.leaf()),
            lambda: "d = sycl::%s(d * 0.5);" % self.pick("trunc", "floor", "ceil"),
        ])()

    def assignment(self):
        kind = self.pick(self.integers, self.integers, self.aggregates, self.vectors, self.floats)
        return kind(self.expression())

    def global_operation(self):
        value = self.expression()
        at, name = self.pick((0, "fetch_add"), (1, "fetch_xor"), (2, "fetch_or"), (3, "fetch_max"), (4, "fetch_sub"), (5, None))
        return "add_by_exchange(counters[5], %s);" % value if not name else "global_counter(counters[%d]).%s(%s);" % (at, name, value)

    # ---- statements of the whole group ------------------------------------------------------------------

    def group_function(self):
        value, op = self.expression(), self.pick("plus", "bit_xor", "bit_or", "bit_and", "minimum", "maximum")
        functor = "sycl::%s<u32>()" % op
        to = self.pick("a ^=", "b +=", "c ^=", "a =", "q +=")
        return self.random.choice([
            lambda: "%s sycl::reduce_over_group(wg, %s, %s);" % (to, value, functor),
            lambda: "%s sycl::reduce_over_group(wg, %s, u32(%d), %s);" % (to, value, self.constant(), functor),
            lambda: "q ^= sycl::reduce_over_group(wg, q + %s, sycl::plus<u64>());" % value,
            lambda: "%s u32(sycl::reduce_over_group(wg, (i16)(%s), sycl::%s<i16>()));" % (to, value, self.pick("minimum", "maximum", "bit_and")),
            lambda: "f = float(sycl::reduce_over_group(wg, float(0xfffu & %s), sycl::plus<float>()));" % value,
            lambda: "%s sycl::%s_scan_over_group(wg, %s, %s);" % (to, self.pick("inclusive", "exclusive"), value, functor),
            lambda: "%s sycl::inclusive_scan_over_group(wg, %s, %s, u32(%d));" % (to, value, functor, self.constant()),
            lambda: "%s sycl::group_broadcast(wg, %s, %s);" % (to, value, self.pick("0", "wg.get_local_linear_range() - 1", "in[3] % wg.get_local_linear_range()")),
            lambda: "%s u32(sycl::%s_of_group(wg, bool(%s)));" % (to, self.pick("any", "all", "none"), self.condition()),
        ])()

    def local_memory(self):
        value, to = self.expression(), self.pick("a ^=", "b +=", "c ^=", "a =", "q +=")
        reset = ["if (me == 0) *counter = 0;", "sycl::group_barrier(wg);"]
        collect = ["sycl::group_barrier(wg);", "%s *counter;" % to, "sycl::group_barrier(wg);"]
        return self.random.choice([
            lambda: ("{", ["lm[me] = %s;" % value, "sycl::group_barrier(wg);", "%s lm[(me + %s) %% n];" % (to, self.leaf()), "sycl::group_barrier(wg);"]),
            lambda: ("{", ["lm[me] = %s;" % value, "it.barrier(sycl::access::fence_space::local_space);", "%s weigh(lm, n < 5 ? n : 5, me);" % to, "it.barrier();"]),
            lambda: "%s from_other(wg, lm, me, n, %s, %s);" % (to, value, self.leaf()),
            lambda: "%s sum_by_halves(wg, lm, me, n, %s);" % (to, value),
            lambda: ("{", reset + ["local_counter(*counter).fetch_%s(%s);" % (self.pick("add", "xor", "or", "max"), value)] + collect),
            lambda: ("{", reset + ["if (%s) {" % self.condition(), "local_counter(*counter).fetch_%s(%s);" % (self.pick("add", "xor"), value), "}"] + collect),
            lambda: ("{", reset + ["{ u32 sum = sycl::reduce_over_group(sg, %s, sycl::plus<u32>()); if (sg.leader()) local_counter(*counter).fetch_add(sum); }" % value] + collect),
            lambda: ("{", reset + ["{ u32 most = sycl::inclusive_scan_over_group(sg, %s, sycl::maximum<u32>()); local_counter(*counter).fetch_max(most); }" % value] + collect),
        ])()

    def sub_group_function(self):
        """Each work-item's value goes to one other, or back to itself, whatever the size is."""
        value, to = self.expression(), self.pick("a ^=", "b +=", "c ^=")
        size, at = "u32(sg.get_local_linear_range())", "u32(sg.get_local_linear_id())"
        moved = "sycl::select_from_group(sg, mine, (%s + %d) %% %s)" % (at, self.random.randrange(1, 9), size)
        itself = "sycl::" + self.pick("permute_group_by_xor(sg, mine, 0)", "select_from_group(sg, mine, %s)" % at, "shift_group_left(sg, mine, 0)", "shift_group_right(sg, mine, 0)")
        count = "u32(sycl::reduce_over_group(sg, 1u, sycl::plus<u32>()) - %s)" % size
        place = "u32(sycl::exclusive_scan_over_group(sg, 1u, sycl::plus<u32>()) - %s)" % at
        return self.random.choice([
            lambda: ("{", ["u32 mine = %s;" % value, "u32 got = %s;" % moved, "%s sycl::reduce_over_group(wg, got, sycl::plus<u32>());" % to]),
            lambda: ("{", ["u32 mine = %s;" % value, "u32 got = %s;" % itself, "%s got + 1;" % to]),
            lambda: "%s %s + (%s);" % (to, self.pick(count, place), value),
            lambda: "%s u32(sycl::any_of_group(wg, sycl::any_of_group(sg, bool(%s))));" % (to, self.condition()),
            lambda: "sycl::group_barrier(sg);",
        ])()

    # ---- control flow ---------------------------------------------------------------------------------

    def statement(self, depth, uniform):
        choice = self.random.random()
        if uniform and choice < 0.28:
            return self.pick(self.group_function, self.local_memory, self.local_memory, self.sub_group_function)()
        if depth < 3 and choice < 0.36:
            return self.branch(depth, uniform)
        if depth < 2 and choice < 0.50:
            return self.loop(depth, uniform)
        if depth < 2 and choice < 0.54:
            return self.switch(depth)
        return self.global_operation() if choice < 0.58 else self.assignment()

    def branch(self, depth, uniform):
        if uniform and self.chance(0.4):
            return ("if (%s) {" % self.uniform_condition(), self.block(depth + 1, True))
        otherwise = ["} else {"] + self.block(depth + 1, False) if self.chance(0.4) else []
        return ("if (%s) {" % self.condition(), self.block(depth + 1, False) + otherwise)

    def loop(self, depth, uniform):
        k, most = self.new_name(), self.random.randint(1, 6)
        if uniform and self.chance(0.5):
            head = self.pick("for (u32 {k} = 0; {k} < {most}u; ++{k}) {{", "for (u32 {k} = {most}; {k}--;) {{", "for (u32 {k} = 0, end = group % 3 + 1; {k} < end; ++{k}) {{")
            leave = ["if (%s) break;" % self.uniform_condition()] if self.chance(0.3) else []
            return (head.format(k=k, most=most), self.inside(k, depth, True) + leave + self.inside(k, depth, True, 1))
        head = self.pick("for (u32 {k} = 0; {k} < {most}u; ++{k}) {{", "for (u32 {k} = 0, end = {value} % {more}; {k} < end; ++{k}) {{",
                         "for (u8 {k} = 250; {k} != {most}; ++{k}) {{", "for (i16 {k} = {most}; {k} >= 0; {k} -= 2) {{", "for (u32 {k} = {most}; {k}--;) {{",
                         "for (u64 {k} = 1; {k} < (1ull << 34); {k} *= {odd}) {{")
        leave = ["if (%s) %s;" % (self.condition(), self.pick("break", "continue"))] if self.chance(0.5) else []
        return (head.format(k=k, most=most, more=most + 1, value=self.expression(2), odd=self.pick(3, 17, 1025)),
                self.inside(k, depth, False) + leave + self.inside(k, depth, False, 2))

    def inside(self, k, depth, uniform, size=None):
        self.scope.append("u32(%s)" % k)
        block = self.block(depth + 1, uniform, size)
        self.scope.pop()
        return block

    def switch(self, depth):
        body = []
        for value in range(self.random.randint(1, 4)):
            body += ["case %d:" % value] + self.block(depth + 1, False, 2) + (["break;"] if self.chance(0.7) else [])
        return ("switch (%s %% 5) {" % self.expression(), body + ["default:"] + self.block(depth + 1, False, 1) + ["break;"])

    def block(self, depth, uniform, size=None):
        return [self.statement(depth, uniform) for _ in range(size or self.random.randint(1, 2))]


def text(statements, indent="    "):
    """The statements as lines of C++. Conversions are calls of a function: where a type stands, g++ takes some for declarations."""
    lines = []
    for s in statements:
        if isinstance(s, str):
            lines.append(indent + re.sub(r"\bu32\(", "to32(", s))
        else:
            lines += text([s[0]], indent) + text(s[1], indent + "  ") + [indent + "}"]
    return lines
