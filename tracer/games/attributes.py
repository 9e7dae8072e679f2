"""What objects hold, read from themselves: no property, no `__getattr__` and no class of a class is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any, NamedTuple
from weakref import ref

_MRO: Any = vars(type)["__mro__"]
_NAMESPACE: Any = vars(type)["__dict__"]
_COMPARING = ("__eq__", "__hash__")
_OF_ENUMS = {name: vars(Enum).get(name) for name in _COMPARING}
_SHOWING = {"__new__", "__init__", "__init_subclass__", "__repr__", "__str__", "__format__", "__reduce__"}
_UNADORNED: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda held: bytes.__getitem__(held, slice(None)),
}


class Facts(NamedTuple):
    """What is known of a class."""

    members: tuple[tuple[str, Any], ...]
    """Its slots with those of the classes above it, each with what reads it."""
    dictionary: Any
    """What reads the dictionary of an object; None where it has none."""
    is_stand_in: bool
    """Whether its objects answer to anything, and note that they were asked: mocks."""
    is_mapping: bool
    """Whether its objects are dictionaries, or alike."""
    is_array: bool
    """Whether its objects are arrays as NumPy has them."""
    is_plainly_read: bool
    """Whether `getattr` finds what its objects have of their own in the usual way."""
    compares: bool
    """Whether Python code of its own tells which of its objects are equal, or hashes them."""
    computes: bool
    """Whether Python code of its own computes or compares with its objects in any way."""


def namespace_of(kind: type) -> Any:
    """Return the attributes of a class itself, whatever the class of the class says."""
    return _NAMESPACE.__get__(kind)


def order_of(kind: type) -> tuple[type, ...]:
    """Return a class and those above it, whatever the class of the class says."""
    found: tuple[type, ...] = _MRO.__get__(kind)
    return found


_FIELD = type(vars(Facts)["members"])
"""What reads a field of a named tuple."""
_known: dict[int, tuple[ref[type], Facts]] = {}
"""By the identity of the class, which is asked for no hash.

No reference has a callback: what a program's signal handler raises there is lost.
"""
_MANY = 1024
"""Each time that something is known of so many more classes, those that are gone are forgotten."""


def facts_of(kind: type) -> Facts:
    """Return what is known of a class."""
    found = _known.get(id(kind))
    if found is not None and found[0]() is kind:
        return found[1]
    facts = _facts(kind)
    if len(_known) % _MANY == _MANY - 1:
        for key in [key for key, (gone, _) in list(_known.items()) if gone() is None]:
            _known.pop(key, None)
    _known[id(kind)] = ref(kind), facts
    return facts


def _facts(kind: type) -> Facts:
    order = order_of(kind)
    members = tuple(
        (name, member)
        for base in order
        for name in _slots(base)
        if type(member := namespace_of(base).get(name)) is MemberDescriptorType
    )
    dictionaries = (namespace_of(base).get("__dict__") for base in order)
    modules = (namespace_of(base).get("__module__") for base in order)
    return Facts(
        members,
        next((one for one in dictionaries if isinstance(one, GetSetDescriptorType | MemberDescriptorType)), None),
        any(module in ("unittest.mock", "mock.mock") for module in modules if type(module) is str),
        Mapping in order or (inherited(type(kind), "__hash__") is object.__hash__ and issubclass(kind, Mapping)),
        inherited(kind, "tobytes") is not None and inherited(kind, "shape") is not None,
        inherited(kind, "__getattribute__") is inherited(object, "__getattribute__"),
        any(type(one := inherited(kind, name)) is FunctionType and one is not _OF_ENUMS[name] for name in _COMPARING),
        any(type(one) is FunctionType and name not in _SHOWING for base in order for name, one in _special(base)),
    )


def _special(kind: type) -> list[tuple[str, Any]]:
    """Return the methods that a class itself has for Python to call."""
    return [(name, one) for name, one in namespace_of(kind).items() if name[:2] == name[-2:] == "__"]


def _slots(kind: type) -> list[str]:
    """Return the names of the slots that a class itself has, as it keeps them."""
    slots = namespace_of(kind).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    private = f"_{type.__dict__['__name__'].__get__(kind).lstrip('_')}"
    return [f"{private}{name}" if name[:2] == "__" and name[-2:] != "__" else name for name in names]


def inherited(kind: type, name: str) -> Any:
    """Return what a class, or the nearest one above it that does, has under a name; None if none has."""
    return next((found[name] for base in order_of(kind) if name in (found := namespace_of(base))), None)


def unadorned(held: Any) -> Any:
    """Return a number or a text whose class has methods of its own that compute as a plain one; all else itself.

    >>> class Odd(int):
    ...     __eq__ = lambda self, other: True
    >>> type(unadorned(Odd(3))).__name__, unadorned(None)
    ('int', None)
    """
    plain = _plain_kind(type(held))
    return held if plain is None else plain(held)


def is_adorned(kind: type) -> bool:
    """Return whether instances of a class are numbers or texts with methods of their own."""
    return _plain_kind(kind) is not None


def _plain_kind(kind: type) -> Callable[[Any], Any] | None:
    """Return the plain class of the numbers or texts of a class with methods of its own; None for all else."""
    if kind in _UNADORNED or not facts_of(kind).computes or issubclass(kind, Enum):
        return None
    return next((plain for base, plain in _UNADORNED.items() if issubclass(kind, base)), None)


def dictionary_of(held: Any) -> dict[str, Any]:
    """Return what an object has in its dictionary, without asking its class: that may make up answers, or never end."""
    descriptor = facts_of(type(held)).dictionary
    found = {} if descriptor is None else descriptor.__get__(held)
    return found if type(found) is dict else {}


def attributes_of(held: Any) -> dict[str, Any]:
    """Return the attributes that an object has of its own, those in slots first; no code of its class is run."""
    members = facts_of(type(held)).members
    if not members:
        return dictionary_of(held)
    found = {}
    for name, member in members:
        try:
            found[name] = member.__get__(held)
        except AttributeError:  # it was never set
            continue
    return {**found, **dictionary_of(held)}


def fields_of(held: Any) -> dict[str, Any]:
    """Return what a named tuple holds by the names of its fields; nothing of all else.

    >>> fields_of(Facts((), None, *[False] * 6))["is_array"], fields_of((1, 2))
    (False, {})
    """
    kind = type(held)
    names = inherited(kind, "_fields") if issubclass(kind, tuple) else None
    if type(names) is not tuple or any(type(inherited(kind, name)) is not _FIELD for name in names):
        return {}
    return dict(zip(names, tuple.__iter__(held), strict=False))


def plain_attribute(holder: Any, name: str) -> Any:
    """Return the attribute of an object without running any code of its class; None if it has none."""
    try:
        return read_attribute(holder, name)
    except AttributeError:
        return None


def read_attribute(holder: Any, name: str) -> Any:
    """Return the attribute of an object without running any code of its class.

    Raises:
        AttributeError: it has none of its own.
    """
    found = inherited(type(holder), name)
    if type(found) is MemberDescriptorType:
        return found.__get__(holder)
    held = {} if hasattr(type(found), "__set__") else dictionary_of(holder)
    if name not in held:
        raise AttributeError(name)
    return held[name]
