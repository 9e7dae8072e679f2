"""Functions of `tracer` as JavaScript, so that a page says what Python says and each sentence is written once.

A small part of Python is understood: functions and classes of fields, comprehensions, f-strings. Anything else is
refused by an error. A list or tuple becomes an array, a set an array without repetitions, a dictionary
a Map, None null. What a page knows in another way, such as the columns of a recording, the script exports by its name.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

_TEMPLATES: Mapping[type, str] = {
    ast.AnnAssign: "{target} = {value};",
    ast.Assign: "{targets:list} = {value};",
    ast.AugAssign: "{target} {op:sign}= {value};",
    ast.Attribute: "{value}.{attr:name}",
    ast.BinOp: "({left} {op:sign} {right})",
    ast.Break: "break;",
    ast.Continue: "continue;",
    ast.Expr: "{value};",
    ast.For: "for ({target} of py.each({iter})) {{\n{body:block}}}",
    ast.If: "if ({test:test}) {{\n{body:block}}}{orelse:else}",
    ast.IfExp: "({test:test} ? {body} : {orelse})",
    ast.JoinedStr: "`{values:text}`",
    ast.Lambda: "(({args}) => {body})",
    ast.List: "[{elts:list}]",
    ast.Name: "{id:name}",
    ast.NamedExpr: "({target} = {value})",
    ast.Raise: "throw {exc};",
    ast.Return: "return {value};",
    ast.Slice: "py.slice({lower:start}, {upper})",
    ast.Starred: "...py.each({value})",
    ast.Subscript: "py.item({value}, {slice})",
    ast.Tuple: "[{elts:list}]",
    ast.While: "while ({test:test}) {{\n{body:block}}}",
    ast.Yield: "yield {value}",
    ast.YieldFrom: "yield* {value}",
}
"""What is written for a node, from its fields; a word behind a colon says how a field is written."""
_SIGNS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.BitOr: "|", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=", ast.Is: "===", ast.IsNot: "!==",
}  # fmt: skip
_METHODS = {"append": "push", "index": "indexOf", "upper": "toUpperCase"}
_HELPERS = ("get", "items", "values", "join", "removeprefix", "endswith")
"""Methods of dictionaries and texts that are functions of `python.js`, as the built-in functions are."""
_BUILT_IN = {
    *("abs", "all", "any", "bool", "divmod", "enumerate", "float", "frozenset", "int", "isinstance", "len", "list"),
    *("max", "min", "next", "range", "reversed", "set", "sorted", "str", "sum", "tuple", "zip"),
    *("Enum", "IntEnum", "NamedTuple"),
}


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
    writer, texts, used = _Writer(definitions), dict[str, str](), {"python": {"py", "NamedTuple"}}

    def visit(name: str) -> None:
        if name in given:
            used.setdefault(given[name], set()).add(name)
        if name in given or name in texts:
            return
        nodes = definitions.get(name, [])
        if len(nodes) != 1 and len({ast.dump(node) for node in nodes}) != 1:
            raise NotImplementedError(f"a page has {len(nodes)} definitions of {name}")
        texts.update(dict.fromkeys(names := [*_defined_names(nodes[0])], ""))
        for outer_name in sorted(_outer_names(nodes[0]) - _BUILT_IN):
            visit(spell(outer_name))
        del texts[name]
        export = "export " * any(one in roots for one in names)
        texts[name] = "\n".join(export + text for text in writer.write_definition(nodes[0]))

    for name in roots:
        visit(name)
    imports = (f'import {{ {", ".join(sorted(names))} }} from "./{module}.js";' for module, names in used.items())
    return "\n".join([*imports, *filter(None, texts.values()), ""])


def spell(name: str) -> str:
    """Return a name as JavaScript writes it.

    >>> spell("best_child"), spell("_explain_mean"), spell("MAX_PATH_MOVES")
    ('bestChild', '_explainMean', 'MAX_PATH_MOVES')
    """
    return "this" if name == "self" else re.sub(r"(?<=[a-z0-9])_([a-z0-9])", lambda found: found[1].upper(), name)


def _defined_names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield spell(name)
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()):
            yield from (spell(one.id) for one in ast.walk(target) if isinstance(one, ast.Name))


def _outer_names(node: ast.AST) -> set[str]:
    """The names that a definition gets from outside."""
    if isinstance(node, ast.ClassDef):
        return set[str]().union(*map(_outer_names, (*node.bases, *node.body)))
    names, variables, hidden = _find_names(node)
    return names - variables - hidden


def _find_names(node: ast.AST) -> tuple[set[str], set[str], set[str]]:
    """The names that are read, those that are given a value, and the parameters and variables of comprehensions."""
    hidden, targets, names = set[str](), set[ast.AST](), list[ast.Name]()
    stack = [node]
    while stack:
        match stack.pop():
            case ast.Name() as name:
                names.append(name)
            case ast.arg(arg=arg):
                hidden.add(arg)
            case part:
                hidden |= {part.name} if isinstance(part, ast.FunctionDef) and part is not node else set()
                targets.update(ast.walk(part.target) if isinstance(part, ast.comprehension) else ())
                skipped = [getattr(part, name, None) for name in ("returns", "annotation")]
                skipped += getattr(part, "decorator_list", ())
                stack += [one for one in ast.iter_child_nodes(part) if one not in skipped]
    read = {one.id for one in names if isinstance(one.ctx, ast.Load)}
    hidden |= {one.id for one in names if one in targets}
    return read, {one.id for one in names if isinstance(one.ctx, ast.Store) and one not in targets}, hidden


class _Writer(Formatter):
    """Writes definitions, statements and expressions."""

    def __init__(self, definitions: Mapping[str, list[Any]]) -> None:
        self._definitions = definitions

    def write_definition(self, node: ast.stmt) -> Iterator[str]:
        """Yield what defines each name."""
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                for place, target in enumerate(targets):
                    yield f"const {self.write(target)} = [...{self.write(value)}][{place}];"
            case ast.Assign() | ast.AnnAssign():
                yield f"const {self.write(node)}"
            case ast.FunctionDef():
                yield self.write(node)
            case ast.ClassDef(name=name, bases=[ast.Name(id="Enum" | "IntEnum")]):
                members = (self.write(one).replace(" = ", ": ", 1) for one in node.body if isinstance(one, ast.Assign))
                yield f"const {name} = py.enumeration({{ {' '.join(members).replace(';', ',')} }});"
            case ast.ClassDef(name=name, bases=bases):
                base = self.write(bases[0]) if bases else "NamedTuple"
                yield f"class {name} extends {base} {{\n{self._write_class_body(node)}}}"

    def _write_class_body(self, node: ast.ClassDef) -> str:
        text = ""
        if fields := _field_names(node):
            values = (self.write(one)[:-1] for one in node.body if isinstance(one, ast.AnnAssign))
            parameters = ", ".join(value.removesuffix(" = ") for value in values)
            text = f"constructor({parameters}) {{ super(); Object.assign(this, {{ {', '.join(fields)} }}); }}\n"
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                is_property = any(isinstance(it, ast.Name) and it.id == "property" for it in one.decorator_list)
                text += f"{'get ' * is_property}{self._write_function(one)}\n"
        return text

    def _write_function(self, node: ast.FunctionDef) -> str:
        star = "*" * any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node))
        name, start = ("constructor", "super();\n") if node.name == "__init__" else (spell(node.name), "")
        variables = sorted({*map(spell, _find_names(node)[1])} - {*_parameter_names(node.args)})
        start += f"let {', '.join(variables)};\n" * bool(variables)
        return f"{star} {name}({self.write(node.args)}) {{\n{start}{self.format_field(node.body, 'block')}}}"

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a field of a node."""
        match format_spec:
            case "name":
                return spell(value)
            case "sign":
                return _SIGNS[type(value)]
            case "list":
                return ", ".join(map(self.write, value))
            case "text":
                return "".join(map(self._write_text, value))
            case "test":
                return self._write_test(value)
            case "block":
                return "".join(f"{self.write(one)}\n" for one in value if not _does_nothing(one))
            case "else":
                return f" else {{\n{self.format_field(value, 'block')}}}" if value else ""
        return self.write(value) if value is not None else "0" if format_spec == "start" else ""

    def write(self, node: ast.AST | None) -> str:
        """Return a statement, an expression, or the target of an assignment."""
        match node:
            case ast.Constant(value=value):
                return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
            case ast.FunctionDef():
                return f"function{self._write_function(node)}"
            case ast.arguments():
                defaults = [*node.defaults, *node.kw_defaults]
                names = _parameter_names(node)
                pairs = zip(names, [None] * (len(names) - len(defaults)) + defaults, strict=True)
                return ", ".join(name if value is None else f"{name} = {self.write(value)}" for name, value in pairs)
            case ast.Assign(targets=[ast.Subscript(value=of, slice=key)], value=value):
                return f"py.put({self.write(of)}, {self.write(key)}, {self.write(value)});"
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                return f"{self.write(target)} = py.add({self.write(target)}, {self.write(value)});"
            case ast.Attribute(value=of, attr="item"):
                return f"((key) => {self.write(of)}[key])"
            case ast.Call():
                return self._write_call(node)
        if type(node) in _TEMPLATES:
            return self.vformat(_TEMPLATES[type(node)], (), vars(node))
        return self._write_operation(node)

    def _write_operation(self, node: ast.AST | None) -> str:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.write(operand)}"
            case ast.BoolOp(op=op, values=[*others, last]):
                text = self.write(last)
                for one in reversed(others):
                    text = f"py.{'either' if isinstance(op, ast.Or) else 'both'}({self.write(one)}, () => {text})"
                return text
            case ast.UnaryOp(op=ast.Not()):
                return self._write_test(node)
            case ast.Compare(left=left, ops=signs, comparators=others):
                text = " && ".join(map(self._write_comparison, [left, *others], signs, others))
                return f"({text})" if len(signs) > 1 else text
            case ast.Dict(keys=keys, values=values):
                pairs = zip(map(self.write, keys), map(self.write, values), strict=True)
                return f"new Map([{', '.join(f'[{key}, {value}]' for key, value in pairs)}])"
            case ast.ListComp(elt=item, generators=clauses) | ast.GeneratorExp(elt=item, generators=clauses):
                return self._write_comprehension(self.write(item), clauses)
            case ast.SetComp(elt=item, generators=clauses):
                return f"py.set({self._write_comprehension(self.write(item), clauses)})"
            case ast.DictComp(key=key, value=value, generators=clauses):
                return f"new Map({self._write_comprehension(f'[{self.write(key)}, {self.write(value)}]', clauses)})"
        raise _refusal(node)

    def _write_comprehension(self, text: str, clauses: list[ast.comprehension]) -> str:
        text = f"[{text}]"
        for clause in reversed(clauses):
            text = f"{' && '.join(map(self._write_test, clause.ifs))} ? {text} : []" if clause.ifs else text
            text = f"py.each({self.write(clause.iter)}).flatMap(({self.write(clause.target)}) => {text})"
        return text

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

    def _write_comparison(self, one: ast.expr, sign: ast.cmpop, other: ast.expr) -> str:
        left, right = self.write(one), self.write(other)
        match sign:
            case ast.In() | ast.NotIn():
                return f"{'!' * isinstance(sign, ast.NotIn)}py.has({right}, {left})"
            case ast.Eq() | ast.NotEq():
                is_plain = isinstance(other, ast.Constant) or right.isupper()
                text = f"{left} === {right}" if is_plain else f"py.equal({left}, {right})"
                return text if isinstance(sign, ast.Eq) else f"!({text})"
        return f"{left} {_SIGNS[type(sign)]} {right}"

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
            case ast.Name(id="bool"):
                return self._write_test(node.args[0])
            case ast.Name(id="int" | "float"):
                return arguments[0]
            case ast.Attribute(value=of, attr="item"):
                return f"{self.write(of)}[{arguments[0]}]"
            case ast.Name(id="isinstance") if arguments[1] not in self._definitions:
                return f"py.isinstance({arguments[0]}, {json.dumps(ast.unparse(node.args[1]))})"
            case ast.Name(id=name):
                is_class = isinstance(self._definitions.get(name, [None])[0], ast.ClassDef)
                start = "new " if is_class else "py." if name in _BUILT_IN else ""
                return f"{start}{spell(name)}({', '.join(self._place_arguments(name, arguments, node.keywords))})"
            case ast.Attribute(value=of, attr=name) if name in _HELPERS:
                return f"py.{name}({', '.join([self.write(of), *arguments])})"
            case ast.Attribute(value=of, attr=name):
                arguments = self._place_arguments("", arguments, node.keywords)
                return f"{self.write(of)}.{_METHODS.get(name, spell(name))}({', '.join(arguments)})"
        return f"{self.write(node.func)}({', '.join(arguments)})"

    def _place_arguments(self, name: str, arguments: list[str], keywords: list[ast.keyword]) -> list[str]:
        """Return arguments in the order of the parameters; of a given function those with names are an object."""
        named = {spell(str(one.arg)): self.write(one.value) for one in keywords if one.arg != "strict"}
        match self._definitions.get(spell(name)):
            case [ast.FunctionDef() as definition]:
                names = _parameter_names(definition.args)
            case [ast.ClassDef() as definition]:
                names = _field_names(definition)
            case _:
                return [*arguments, f"{{ {', '.join(map(': '.join, named.items()))} }}"] if named else arguments
        while named:
            arguments = [*arguments, named.pop(names[len(arguments)], "undefined")]
        return arguments


def _parameter_names(node: ast.arguments) -> list[str]:
    return [spell(one.arg) for one in (*node.args, *node.kwonlyargs) if one.arg != "self"]


def _field_names(node: ast.ClassDef) -> list[str]:
    return [spell(ast.unparse(one.target)) for one in node.body if isinstance(one, ast.AnnAssign)]


def _does_nothing(node: ast.stmt) -> bool:
    """Whether a statement is a docstring, or an annotation alone."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.AnnAssign) and node.value is None)


def _refusal(node: ast.AST | None) -> NotImplementedError:
    return NotImplementedError(
        f"line {getattr(node, 'lineno', '?')}: a page cannot do this: {node and ast.unparse(node)}"
    )
