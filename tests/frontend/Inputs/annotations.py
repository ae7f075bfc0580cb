# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# annotations.py SOURCE [--host] < AST: compares the attributes in clang's -ast-dump with what the numbered cases
# of the source expect:
#
#   [[nodiscard, sycl::device_has(aspect::cpu)]] int f(); // 7: FunctionDecl f: sycl::device_has 1; WarnUnusedResultAttr
#
# An annotation is given by its name and arguments, another attribute by its kind in the AST. Annotations that
# no case expects are wrong too. On the host there must be none. An argument that depends on a template has no
# value yet; such ones, in the patterns of templates, are passed over.
import re
import sys

source, host = sys.argv[1], "--host" in sys.argv


def is_annotation(attribute):
    name = attribute.split(": ", 1)[1]
    return "::" in name or name.startswith("sycl-properties:")  # what a member's annotation becomes


def expected():
    cases = {}
    with open(source) as f:
        for number, declaration, attributes in re.findall(r"// (\d+): (\w+Decl .+?): (.*)", f.read()):
            if number in cases:
                sys.exit("two cases %s" % number)
            every = ["%s: %s" % (declaration, a.strip()) for a in attributes.split(";")]
            cases[number] = [a for a in every if not (host and is_annotation(a))]
    return cases


def read_tree():
    """The nodes of the dump: (depth in columns, kind, text)."""
    for line in sys.stdin:
        depth = re.match(r"[ |`-]*", line).end()
        text = line[depth:].rstrip()
        yield depth, text.split(" ")[0], text


def declared(kind, text):
    is_class = kind in ("CXXRecordDecl", "ClassTemplateSpecializationDecl")
    pattern = r"(?:struct|class|union) (\S+)" if is_class else r"((?:operator )?\S+) '"
    match = re.search(pattern, text)
    return "%s %s" % (kind, match.group(1) if match else "?")


def value(texts, strings):
    """A number, a string, or what a null pointer points to."""
    for text in texts:
        string = re.match(r"value: LValue Base=StringLiteral +(\w+)", text)
        match = (re.match(r"value: Int (-?\d+)", text) or
                 re.match(r"CXXStaticCastExpr .* '(.*?)' static_cast.* <NoOp>", text))
        if string:
            return strings[string.group(1)]
        if match:
            return match.group(1).replace(" ", "")
    return "?"


def arguments(tree, i, strings):
    """The values of the children of node i."""
    children = []
    for depth, _, text in tree[i + 1:]:
        if depth <= tree[i][0]:
            break
        if depth == tree[i][0] + 2:
            children.append([])
        children[-1].append(text)
    return [value(c, strings) for c in children]


def found():
    tree, above = list(read_tree()), []
    strings = dict(re.match(r'\w+ (\w+) .* "(.*)"', text).groups() for _, kind, text in tree if kind == "StringLiteral")
    for i, (depth, kind, text) in enumerate(tree):
        while above and above[-1][0] >= depth:
            above.pop()
        if kind == "AnnotateAttr":
            words = [re.search(r'"(.*?)"', text).group(1)] + arguments(tree, i, strings)
            yield declared(*above[-1][1:]) + ": " + " ".join(words)
        elif kind.endswith("Attr") and above[-1][1].endswith("Decl"):
            yield declared(*above[-1][1:]) + ": " + kind
        above.append((depth, kind, text))


cases, seen = expected(), {f for f in found() if "sycl_detail::special" not in f}
wanted = {attribute for case in cases.values() for attribute in case}
wrong = ["case %s: no %s" % (n, a) for n, case in cases.items() for a in case if a not in seen]
wrong += ["no case expects %s" % s for s in sorted(seen - wanted) if is_annotation(s) and "?" not in s]
if wrong or not cases:
    sys.exit("\n".join(wrong) or "no cases")
