"""Functions of `tracer` as JavaScript, so that a page says what Python says and each sentence is written once.

A small part of Python is understood: functions and classes of fields, comprehensions, f-strings. Anything else raises
`NotImplementedError` with its line. A list or tuple becomes an array, a set an array without repetitions, a dictionary
a Map, None null. What a page knows in another way, such as the columns of a recording, the script exports by its name.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

_OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=", ast.Is: "===", ast.IsNot: "!==", ast.BitOr: "|",
}  # fmt: skip
_METHODS = {"append": "push", "index": "indexOf", "upper": "toUpperCase", "replace": "replaceAll"}
_HELPERS = ("item", "get", "items", "values", "join", "removeprefix", "endswith")
"""Methods of columns, dictionaries and texts that are functions of `python.js`, as the built-in functions are."""
_BUILT_IN = {
    *("abs", "all", "any", "enumerate", "float", "frozenset", "int", "isinstance", "len", "list", "max", "min", "next"),
    *(
        "range",
        "reversed",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
        "bool",
        "dict",
        "Enum",
        "IntEnum",
        "NamedTuple",
    ),
}
_UNDERSCORE = re.compile(r"(?<=[a-z0-9])_([a-z0-9])")


def translate(paths: Iterable[Path], roots: Collection[str], given: Mapping[str, str]) -> str:
    """Return the definitions of Python files that some names need, as a JavaScript module that exports these names.

    Args:
        paths: the files. No name that is needed may stand for two things in them.
        roots: what is exported, as JavaScript spells it.
        given: what JavaScript has already, with the names of its modules.
    """
    definitions: dict[str, list[Any]] = {}
    for path in paths:
        for node in ast.parse(path.read_text("utf-8")).body:
            for name in _defined_names(node):
                definitions.setdefault(name, []).append(node)
    writer, texts, used = _Writer(definitions), dict[str, str](), {"python": {"py"}}

    def visit(name: str) -> None:
        if name in given:
            used.setdefault(given[name], set()).add(name)
            return
        if name in texts:
            return
        nodes = definitions.get(name, [])
        if len(nodes) != 1 and len({ast.dump(node) for node in nodes}) != 1:
            raise NotImplementedError(f"a page has {len(nodes)} definitions of {name}")
        is_exported = not {*_defined_names(nodes[0])}.isdisjoint(roots)
        texts.update(dict.fromkeys(_defined_names(nodes[0]), ""))
        for outer_name in sorted(_find_names(nodes[0]).outer - _BUILT_IN):
            visit(spell(outer_name))
        del texts[name]
        texts[name] = "\n".join("export " * is_exported + text for text in writer.write_definition(nodes[0]))

    for name in roots:
        visit(name)
    imports = (f'import {{ {", ".join(sorted(names))} }} from "./{module}.js";' for module, names in used.items())
    return "\n".join([*imports, *filter(None, texts.values()), ""])


def spell(name: str) -> str:
    """Return a name as JavaScript writes it.

    >>> spell("best_child"), spell("_explain_mean"), spell("MAX_PATH_MOVES")
    ('bestChild', '_explainMean', 'MAX_PATH_MOVES')
    """
    return "this" if name == "self" else _UNDERSCORE.sub(lambda found: found[1].upper(), name)


def _defined_names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield spell(name)
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()):
            yield from (spell(one.id) for one in ast.walk(target) if isinstance(one, ast.Name))


class _Names(NamedTuple):
    """The names in a piece of code."""

    outer: set[str]
    """Those that it gets from outside."""
    variables: list[str]
    """Those that it gives a value to, beside parameters and the variables of comprehensions."""


def _find_names(node: ast.AST) -> _Names:
    if isinstance(node, ast.ClassDef):
        return _Names(set[str]().union(*(_find_names(one).outer for one in (*node.bases, *node.body))), [])
    executed = list(_iter_executed(node))
    parameters = {one.arg for one in executed if isinstance(one, ast.arg)}
    targets = {one for it in executed if isinstance(it, ast.comprehension) for one in ast.walk(it.target)}
    names = [one for one in executed if isinstance(one, ast.Name)]
    variables = {one.id for one in names if isinstance(one.ctx, ast.Store) and one not in targets} - parameters
    bound = variables | parameters | {one.id for one in names if one in targets}
    return _Names({one.id for one in names} - bound, sorted(map(spell, variables)))


def _iter_executed(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a piece of code, without annotations and decorators, and without the types of exceptions."""
    yield node
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        node = ast.Tuple(node.exc.args, ast.Load())
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST):
                    yield from _iter_executed(one)


class _Writer:
    """Writes definitions, statements and expressions."""

    def __init__(self, definitions: Mapping[str, list[Any]]) -> None:
        self._definitions = definitions

    def write_definition(self, node: ast.stmt) -> Iterator[str]:
        """Yield what defines each name."""
        match node:
            case ast.FunctionDef(name=name):
                yield self._write_function(node, f"function{_star(node)} {spell(name)}")
            case ast.ClassDef(name=name, bases=[ast.Name(id="Enum" | "IntEnum")]):
                members = (one for one in node.body if isinstance(one, ast.Assign))
                pairs = (f"{self.write(one.targets[0])}: {self.write(one.value)}" for one in members)
                yield f"const {name} = py.enumeration({{ {', '.join(pairs)} }});"
            case ast.ClassDef(name=name, bases=bases):
                base = next(
                    (one.id for one in bases if isinstance(one, ast.Name) and one.id != "NamedTuple"), "py.Named"
                )
                yield f"class {name} extends {base} {{\n{self._write_class_body(node)}}}"
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                for place, target in enumerate(targets):
                    yield f"const {self.write(target)} = [...{self.write(value)}][{place}];"
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                yield f"const {self.write(target)} = {self.write(value)};"

    def _write_class_body(self, node: ast.ClassDef) -> str:
        text = ""
        if fields := _field_names(node):
            defaults = [one.value for one in node.body if isinstance(one, ast.AnnAssign)]
            parameters = self._write_parameters(fields, defaults)
            text = f"constructor({parameters}) {{ super(); Object.assign(this, {{ {', '.join(fields)} }}); }}\n"
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                is_property = any(isinstance(it, ast.Name) and it.id == "property" for it in one.decorator_list)
                name = "constructor" if one.name == "__init__" else spell(one.name)
                text += self._write_function(one, f"{'get ' * is_property}{_star(one)}{name}") + "\n"
        return text

    def _write_parameters(self, names: Iterable[str], defaults: Iterable[ast.expr | None]) -> str:
        pairs = zip(names, defaults, strict=True)
        return ", ".join(name if it is None else f"{name} = {self.write(it)}" for name, it in pairs)

    def _write_function(self, node: ast.FunctionDef, head: str) -> str:
        names, variables = _parameter_names(node), _find_names(node).variables
        values = [*node.args.defaults, *node.args.kw_defaults]
        parameters = self._write_parameters(names, [None] * (len(names) - len(values)) + values)
        start = "super();\n" * (node.name == "__init__") + f"let {', '.join(variables)};\n" * bool(variables)
        return f"{head}({parameters}) {{\n{start}{self._write_block(node.body)}}}"

    def _write_block(self, body: list[ast.stmt]) -> str:
        return "".join(f"{self._write_statement(one)}\n" for one in body if not _is_docstring(one))

    def _write_statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Expr(value=value):
                return f"{self.write(value)};"
            case ast.Return(value=value):
                return f"return {'' if value is None else self.write(value)};"
            case ast.Assign(targets=[ast.Subscript(value=of, slice=key)], value=value):
                return f"py.put({self.write(of)}, {self.write(key)}, {self.write(value)});"
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                return f"{self.write(target)} = {self.write(value)};"
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                return f"{self.write(target)} = py.add({self.write(target)}, {self.write(value)});"
            case ast.AugAssign(target=target, op=op, value=value):
                return f"{self.write(target)} {_OPERATORS[type(op)]}= {self.write(value)};"
            case ast.If(test=test, body=body, orelse=orelse):
                other = f" else {{\n{self._write_block(orelse)}}}" if orelse else ""
                return f"if ({self._write_test(test)}) {{\n{self._write_block(body)}}}{other}"
            case ast.For(target=target, iter=values, body=body, orelse=[]):
                return f"for ({self.write(target)} of py.each({self.write(values)})) {{\n{self._write_block(body)}}}"
            case ast.While(test=test, body=body, orelse=[]):
                return f"while ({self._write_test(test)}) {{\n{self._write_block(body)}}}"
            case ast.Continue() | ast.Break():
                return f"{ast.unparse(node)};"
            case ast.Raise(exc=ast.Call(args=[text])):
                return f"throw new Error({self.write(text)});"
        raise _refusal(node)

    def _write_test(self, node: ast.expr) -> str:
        """Return a condition: what is empty is false, as Python has it."""
        match node:
            case ast.Compare():
                return self.write(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!({self._write_test(operand)})"
            case ast.BoolOp(op=op, values=values):
                return f"({(' || ' if isinstance(op, ast.Or) else ' && ').join(map(self._write_test, values))})"
        return f"py.is({self.write(node)})"

    def write(self, node: ast.AST) -> str:
        """Return an expression, or the target of an assignment."""
        match node:
            case ast.Constant(value=value):
                return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
            case ast.Name(id=name):
                return spell(name)
            case ast.Attribute(value=of, attr=name):
                return f"{self.write(of)}.{spell(name)}"
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return f"[{', '.join(map(self.write, items))}]"
            case ast.Starred(value=value):
                return f"...py.each({self.write(value)})"
            case ast.IfExp(test=test, body=one, orelse=other):
                return f"({self._write_test(test)} ? {self.write(one)} : {self.write(other)})"
            case ast.NamedExpr(target=target, value=value):
                return f"({self.write(target)} = {self.write(value)})"
            case ast.Lambda(args=arguments, body=body):
                return f"(({', '.join(spell(one.arg) for one in arguments.args)}) => {self.write(body)})"
            case ast.JoinedStr(values=values):
                return f"`{''.join(map(self._write_text, values))}`"
            case ast.Yield(value=value) | ast.YieldFrom(value=value):
                return f"yield{'*' * isinstance(node, ast.YieldFrom)} {self.write(value) if value else ''}"
            case ast.Call():
                return self._write_call(node)
        return self._write_collection(node)

    def _write_collection(self, node: ast.AST) -> str:
        match node:
            case ast.Dict(keys=keys, values=values):
                pairs = (f"[{self.write(key)}, {self.write(it)}]" for key, it in zip(keys, values, strict=True) if key)
                return f"new Map([{', '.join(pairs)}])"
            case ast.Subscript(value=of, slice=ast.Slice(lower=low, upper=high, step=None)):
                ends = ["0" if low is None else self.write(low)] + ([] if high is None else [self.write(high)])
                return f"{self.write(of)}.slice({', '.join(ends)})"
            case ast.Subscript(value=of, slice=key):
                return f"py.item({self.write(of)}, {self.write(key)})"
            case ast.ListComp(elt=item, generators=clauses) | ast.GeneratorExp(elt=item, generators=clauses):
                return self._write_comprehension(self.write(item), clauses)
            case ast.SetComp(elt=item, generators=clauses):
                return f"py.frozenset({self._write_comprehension(self.write(item), clauses)})"
            case ast.DictComp(key=key, value=value, generators=clauses):
                return f"new Map({self._write_comprehension(f'[{self.write(key)}, {self.write(value)}]', clauses)})"
        return self._write_operation(node)

    def _write_operation(self, node: ast.AST) -> str:
        match node:
            case ast.UnaryOp(op=ast.Not()) | ast.BoolOp(values=[*_, ast.Compare()]) if _has_tests_alone(node):
                return self._write_test(node)
            case ast.BoolOp(op=op, values=[*others, last]):
                text = self.write(last)
                for one in reversed(others):
                    text = f"py.{'either' if isinstance(op, ast.Or) else 'both'}({self.write(one)}, () => {text})"
                return text
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"Math.floor({self.write(left)} / {self.write(right)})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return f"({self.write(left)} {_OPERATORS[type(op)]} {self.write(right)})"
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.write(operand)}"
            case ast.Compare(left=left, ops=operators, comparators=others):
                text = " && ".join(map(self._write_comparison, [left, *others], operators, others))
                return f"({text})" if len(operators) > 1 else text
        raise _refusal(node)

    def _write_comparison(self, one: ast.expr, operator: ast.cmpop, other: ast.expr) -> str:
        left, right = self.write(one), self.write(other)
        match operator:
            case ast.In() | ast.NotIn():
                return f"{'!' * isinstance(operator, ast.NotIn)}py.has({right}, {left})"
            case ast.Eq() | ast.NotEq():
                is_plain = isinstance(other, ast.Constant) or right.isupper()
                text = f"{left} === {right}" if is_plain else f"py.equal({left}, {right})"
                return text if isinstance(operator, ast.Eq) else f"!({text})"
        return f"{left} {_OPERATORS[type(operator)]} {right}"

    def _write_comprehension(self, text: str, clauses: list[ast.comprehension]) -> str:
        text = f"[{text}]"
        for clause in reversed(clauses):
            text = f"{' && '.join(map(self._write_test, clause.ifs))} ? {text} : []" if clause.ifs else text
            text = f"py.each({self.write(clause.iter)}).flatMap(({self.write(clause.target)}) => {text})"
        return text

    def _write_text(self, node: ast.expr) -> str:
        """Return a part of an f-string."""
        match node:
            case ast.Constant(value=str() as text):
                return re.sub(r"[\\`$]", r"\\\g<0>", text)
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return f"${{{self.write(value)}}}"
            case ast.FormattedValue(value=value, format_spec=ast.JoinedStr(values=[ast.Constant(value=",")])):
                return f"${{py.whole({self.write(value)})}}"
        raise _refusal(node)

    def _write_call(self, node: ast.Call) -> str:
        arguments = [self.write(one) for one in node.args]
        match node.func:
            case ast.Subscript(value=ast.Name(id="list")):
                return "[]"
            case ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"):
                return f"py.frozenset({arguments[0]})"
            case ast.Name(id="bool"):
                return self._write_test(node.args[0])
            case ast.Name(id="isinstance") if arguments[1] not in self._definitions:
                return f"py.isinstance({arguments[0]}, {json.dumps(ast.unparse(node.args[1]))})"
            case ast.Name(id=name):
                is_class = isinstance(self._definitions.get(name, [None])[0], ast.ClassDef)
                start = "new " if is_class else "py." if name in _BUILT_IN else ""
                return f"{start}{spell(name)}({', '.join(self._place_arguments(name, arguments, node.keywords))})"
            case ast.Attribute(value=of, attr=name) if name in _HELPERS:
                return f"py.{name}({', '.join([self.write(of), *arguments])})"
            case ast.Attribute(value=of, attr=name) if not node.keywords:
                return f"{self.write(of)}.{_METHODS.get(name, spell(name))}({', '.join(arguments)})"
        raise _refusal(node)

    def _place_arguments(self, name: str, arguments: list[str], keywords: list[ast.keyword]) -> list[str]:
        """Return arguments in the order of the parameters; of a given function those with names are an object."""
        named = {str(one.arg): self.write(one.value) for one in keywords if one.arg != "strict"}
        match self._definitions.get(spell(name)):
            case [ast.FunctionDef() as definition]:
                names = _parameter_names(definition)
            case [ast.ClassDef() as definition]:
                names = _field_names(definition)
            case _:
                return [*arguments, f"{{ {', '.join(map(': '.join, named.items()))} }}"] if named else arguments
        values = {spell(key): value for key, value in named.items()}
        places = [values.get(one, "undefined") for one in names[len(arguments) :]]
        return [
            *arguments,
            *places[: max((place + 1 for place, it in enumerate(places) if it != "undefined"), default=0)],
        ]


def _parameter_names(node: ast.FunctionDef) -> list[str]:
    return [spell(one.arg) for one in (*node.args.args, *node.args.kwonlyargs) if one.arg != "self"]


def _field_names(node: ast.ClassDef) -> list[str]:
    return [spell(ast.unparse(one.target)) for one in node.body if isinstance(one, ast.AnnAssign)]


def _star(node: ast.FunctionDef) -> str:
    """Return the sign of a generator, or nothing."""
    return "*" if any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node)) else ""


def _is_docstring(node: ast.stmt) -> bool:
    """Whether a statement does nothing: it is a text, or an annotation alone."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.AnnAssign) and node.value is None)


def _has_tests_alone(node: ast.expr) -> bool:
    """Whether every part of a condition is true or false in JavaScript too."""
    parts = node.values if isinstance(node, ast.BoolOp) else [node.operand] if isinstance(node, ast.UnaryOp) else []
    return isinstance(node, ast.Compare | ast.UnaryOp) or all(map(_has_tests_alone, parts))


def _refusal(node: ast.AST) -> NotImplementedError:
    return NotImplementedError(f"line {getattr(node, 'lineno', '?')}: a page cannot do this: {ast.unparse(node)}")
