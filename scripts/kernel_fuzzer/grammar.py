# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Random kernels whose results the specification defines.
#
# A kernel is a tree of statements. A leaf is a line of C++; a block is (head, [statements]). So a reducer can leave out any
# statement, and what is left still compiles: every variable is declared at the head of the kernel.
#
# What keeps a kernel free of undefined behaviour: arithmetic is unsigned or goes through unsigned types, divisors are odd,
# shift counts and indices are masked, loops count to a constant. Floating-point numbers are integers below 2^20, so that every
# order of operations and every contraction gives the same. What keeps it the same on every device: barriers and group functions
# are only where the whole group comes by, local memory is written by its owner and read behind a barrier, atomic operations
# commute, and sub-groups, whose size differs, are used in ways whose result does not depend on it.
import random

WIDTHS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
VARIABLES = {"u32": ["a", "b", "c"], "i32": ["i", "j"], "u64": ["q"], "i64": ["r"], "u16": ["s"], "i16": ["t"], "u8": ["x"], "i8": ["y"]}
ARRAY = 8    # elements of the private array
TABLE = 64   # elements of the input, of which each work-item may read any
GROUP_SIZES = [1, 2, 3, 4, 7, 8, 13, 16, 32, 33, 64]


class Kernel:
    def __init__(self, name, seed):
        self.random = random.Random(seed)
        self.name = name
        self.local = self.random.choice(GROUP_SIZES)
        self.groups = self.random.randint(1, 4)
        self.loops = 0
        self.statements = self.block(depth=0, uniform=True, size=self.random.randint(3, 8))

    # ---- expressions --------------------------------------------------------------------------------

    def pick(self, *choices):
        return self.random.choice(choices)

    def variable(self):
        kind = self.random.choice(list(VARIABLES))
        return kind, self.random.choice(VARIABLES[kind])

    def constant(self):
        return self.pick(0, 1, 2, 3, 7, 31, 255, 256, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, self.random.getrandbits(32))

    def leaf(self):
        """An expression of type u32."""
        return self.random.choice([
            lambda: "%du" % self.constant(),
            lambda: "u32(%s)" % self.variable()[1],
            lambda: "u32(%s)" % self.variable()[1],
            lambda: "in[%s %% %d]" % (self.pick("a", "b", "me", "u32(q)"), TABLE),
            lambda: "own[%s %% %d]" % (self.pick("a", "c", "me", "x"), ARRAY),
            lambda: self.pick("me", "group", "p.first", "u32(p.second)", "p.third[a % 3]", "v[%d]" % self.random.randrange(4)),
            lambda: "u32(i32(f))",
        ])()

    def expression(self, depth=0):
        if depth > 3 or self.random.random() < 0.25:
            return self.leaf()
        x, y = self.expression(depth + 1), self.expression(depth + 1)
        kind = self.random.choice(list(WIDTHS))
        bits = WIDTHS[kind]
        unsigned = "u64" if bits == 64 else "u32"
        return self.random.choice([
            lambda: "(%s %s %s)" % (x, self.pick("+", "-", "*", "&", "|", "^"), y),
            lambda: "(%s %s (%s | 1u))" % (x, self.pick("/", "%"), y),
            lambda: "(%s %s (%s & 31u))" % (x, self.pick("<<", ">>"), y),
            lambda: "u32(%s(%s(%s) %s %s(%s)))" % (kind, unsigned, x, self.pick("+", "-", "*", "&", "|", "^"), unsigned, y),
            lambda: "u32(%s(%s) >> (%s & %du))" % (kind, x, y, bits - 1 if bits < 32 else 31),
            lambda: "u32(%s(%s) %s %s(%s))" % (kind, x, self.pick("<", ">", "<=", "==", "!="), kind, y),
            lambda: "(%s ? %s : %s)" % (self.condition(depth + 1), x, y),
            lambda: "sycl::%s(%s, %s)" % (self.pick("min", "max", "rotate", "abs_diff", "mul_hi", "hadd", "add_sat", "sub_sat"), x, y),
            lambda: "sycl::%s(%s)" % (self.pick("popcount", "clz", "ctz"), x),
            lambda: "mix(%s, %s)" % (x, y),
            lambda: "pair_sum(pair{%s, u16(%s), {%s, a, b}})" % (x, y, self.leaf()),
            lambda: "~%s" % x,
        ])()

    def condition(self, depth=0):
        x, y = self.expression(depth + 2), self.expression(depth + 2)
        return self.random.choice([
            lambda: "%s %s %s" % (x, self.pick("<", ">", "==", "!="), y),
            lambda: "(1u & %s)" % x,
            lambda: "(%s < %s && (%s & 2u))" % (x, y, self.leaf()),
            lambda: "(%s > %s || (%s & 4u))" % (x, y, self.leaf()),
        ])()

    def uniform_condition(self):
        return self.pick("group & 1u", "group < 2u", "in[%d] & 1u" % self.random.randrange(TABLE), "n > %du" % self.random.randrange(40))

    # ---- statements ---------------------------------------------------------------------------------

    def assignment(self):
        kind, name = self.variable()
        value = self.expression()
        return self.random.choice([
            lambda: "%s = %s(%s);" % (name, kind, value),
            lambda: "%s = %s(%s ^ %s);" % (name, kind, "u32(%s)" % name, value),
            lambda: "own[%s %% %d] %s %s;" % (self.pick("a", "b", "me", "s"), ARRAY, self.pick("=", "+=", "^="), value),
            lambda: "p.first += %s;" % value,
            lambda: "p.third[%s %% 3] = %s;" % (self.pick("a", "me", "c"), value),
            lambda: "p = swap_parts(p, %s);" % value,
            lambda: "v = v %s sycl::uint4(%s, a, %s, me);" % (self.pick("+", "*", "^", "-"), value, self.leaf()),
            lambda: "v = v.swizzle<%s>();" % self.pick("3, 2, 1, 0", "0, 0, 1, 1", "2, 3, 0, 1", "1, 1, 1, 1"),
            lambda: "f = float(0xffffu & %s) %s float(7u & %s);" % (value, self.pick("+", "*", "-"), self.leaf()),
            lambda: "f = sycl::fmod(sycl::fabs(f * %d.0f + %d.0f), 65536.0f);" % (self.random.randrange(8), self.random.randrange(100)),
            lambda: "q = q * 6364136223846793005ull + %s;" % value,
            lambda: "accumulate(%s, %s);" % (self.pick("a", "b", "c"), value),
        ])()

    def group_operation(self):
        """A statement that the whole group comes to."""
        value, op = self.expression(), self.pick("plus", "bit_xor", "bit_or", "bit_and", "minimum", "maximum")
        functor = "sycl::%s<u32>()" % op
        return self.random.choice([
            lambda: ("{", ["lm[me] = %s;" % value, "sycl::group_barrier(wg);", "%s ^= lm[(me + %s) %% n];" % (self.pick("a", "b", "c"), self.leaf()), "sycl::group_barrier(wg);"]),
            lambda: "%s += sycl::reduce_over_group(wg, %s, %s);" % (self.pick("a", "c"), value, functor),
            lambda: "%s ^= sycl::%s_scan_over_group(wg, %s, %s);" % (self.pick("a", "b"), self.pick("inclusive", "exclusive"), value, functor),
            lambda: "%s += sycl::group_broadcast(wg, %s, %du %% n);" % (self.pick("b", "c"), value, self.random.randrange(64)),
            lambda: "%s ^= u32(sycl::%s_of_group(wg, bool(%s)));" % (self.pick("a", "b"), self.pick("any", "all", "none"), self.condition()),
            lambda: ("{", ["if (me == 0) *counter = 0;", "sycl::group_barrier(wg);",
                           "local_counter(*counter).fetch_%s(%s);" % (self.pick("add", "xor", "or", "max"), value),
                           "sycl::group_barrier(wg);", "%s += *counter;" % self.pick("a", "b"), "sycl::group_barrier(wg);"]),
            lambda: ("{", ["if (me == 0) *counter = 0;", "sycl::group_barrier(wg);",
                           "{ u32 sum = sycl::reduce_over_group(sg, %s, sycl::plus<u32>()); if (sg.leader()) local_counter(*counter).fetch_add(sum); }" % value,
                           "sycl::group_barrier(wg);", "%s ^= *counter;" % self.pick("a", "c"), "sycl::group_barrier(wg);"]),
            lambda: ("{", ["u32 mine = %s;" % value, "u32 got = sycl::%s;" % self.pick(
                "permute_group_by_xor(sg, mine, 0)", "select_from_group(sg, mine, sg.get_local_linear_id())", "shift_group_left(sg, mine, 0)"), "b += got ^ mine;"]),
        ])()

    def statement(self, depth, uniform):
        choice = self.random.random()
        if uniform and choice < 0.25:
            return self.group_operation()
        if depth < 3 and choice < 0.35:
            return ("if (%s) {" % self.condition(), self.block(depth + 1, False)) if not uniform or self.random.random() < 0.6 else \
                ("if (%s) {" % self.uniform_condition(), self.block(depth + 1, True))
        if depth < 3 and choice < 0.40:
            return ("if (%s) {" % self.condition(), self.block(depth + 1, False) + ["} else {"] + self.block(depth + 1, False))
        if depth < 2 and choice < 0.52:
            return self.loop(depth, uniform)
        if depth < 3 and choice < 0.56:
            return self.switch(depth)
        if choice < 0.60:
            return "global_counter(out[size + %d]).fetch_%s(%s);" % (self.random.randrange(4), self.pick("add", "add", "add"), self.expression())
        return self.assignment()

    def loop(self, depth, uniform):
        self.loops += 1
        k, most = "k%d" % self.loops, self.random.randint(1, 6)
        if uniform and self.random.random() < 0.5:
            return ("for (u32 %s = 0; %s < %du; ++%s) {" % (k, k, most, k), self.block(depth + 1, True))
        leave = ["if (%s) %s;" % (self.condition(), self.pick("break", "continue"))] if self.random.random() < 0.5 else []
        head = self.pick("for (u32 %s = 0; %s < %du; ++%s) {" % (k, k, most, k),
                         "for (u32 %s = 0, end = %s %% %du; %s < end; ++%s) {" % (k, self.expression(2), most + 1, k, k))
        return (head, self.block(depth + 1, False) + leave + self.block(depth + 1, False, 2))

    def switch(self, depth):
        body = []
        for value in range(self.random.randint(1, 4)):
            body += ["case %d:" % value] + self.block(depth + 1, False, 2) + (["break;"] if self.random.random() < 0.7 else [])
        return ("switch (%s %% 5) {" % self.expression(), body + ["default:"] + self.block(depth + 1, False, 1) + ["break;"])

    def block(self, depth, uniform, size=None):
        return [self.statement(depth, uniform) for _ in range(size or self.random.randint(1, 4))]


def text(statements, indent="      "):
    """The statements as lines of C++."""
    lines = []
    for s in statements:
        if isinstance(s, str):
            lines.append(indent + s)
        else:
            lines += [indent + s[0]] + text(s[1], indent + "  ") + [indent + "}"]
    return lines
