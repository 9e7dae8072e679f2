"""What objects hold, read from themselves: no property, no `__getattr__` and no class of a class is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any, NamedTuple
from weakref import ref

_MRO: Any = vars(type)["__mro__"]
_NAMESPACE: Any = vars(type)["__dict__"]
_COMPARISON_METHODS = ("__eq__", "__hash__")
_ENUM_METHODS = {name: vars(Enum).get(name) for name in _COMPARISON_METHODS}
_DISPLAY_METHODS = {"__new__", "__init__", "__init_subclass__", "__repr__", "__str__", "__format__", "__reduce__"}
_PLAIN_CONVERTERS: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda held: bytes.__getitem__(held, slice(None)),
}


class ClassFacts(NamedTuple):
    """What is known of a class."""

    slot_readers: tuple[tuple[str, Any], ...]
    """Its slots with those of the classes above it, each with what reads it."""
    dict_reader: Any
    """What reads the dictionary of an object; None where it has none."""
    is_mock: bool
    """Whether its objects answer to anything, and note that they were asked: mocks."""
    is_mapping: bool
    """Whether its objects are dictionaries, or alike."""
    is_array: bool
    """Whether its objects are arrays as NumPy has them."""
    has_plain_getattr: bool
    """Whether `getattr` finds what its objects have of their own in the usual way."""
    has_own_comparison: bool
    """Whether Python code of its own tells which of its objects are equal, or hashes them."""
    has_own_operators: bool
    """Whether Python code of its own computes or compares with its objects in any way."""


def namespace_of(cls: type) -> Any:
    """Return the attributes of a class itself, whatever the class of the class says."""
    return _NAMESPACE.__get__(cls)


def mro_of(cls: type) -> tuple[type, ...]:
    """Return a class and those above it, whatever the class of the class says."""
    classes: tuple[type, ...] = _MRO.__get__(cls)
    return classes


_FIELD_DESCRIPTOR = type(vars(ClassFacts)["slot_readers"])
"""What reads a field of a named tuple."""
_facts_by_class_id: dict[int, tuple[ref[type], ClassFacts]] = {}
"""By the identity of the class, which is asked for no hash.

No reference has a callback: what a program's signal handler raises there is lost.
"""
_CLEANUP_INTERVAL = 1024
"""Each time that something is known of so many more classes, those that are gone are forgotten."""


def facts_of(cls: type) -> ClassFacts:
    """Return what is known of a class."""
    cached = _facts_by_class_id.get(id(cls))
    if cached is not None and cached[0]() is cls:
        return cached[1]
    facts = _inspect_class(cls)
    if len(_facts_by_class_id) % _CLEANUP_INTERVAL == _CLEANUP_INTERVAL - 1:
        for class_id in [
            class_id for class_id, (class_ref, _) in list(_facts_by_class_id.items()) if class_ref() is None
        ]:
            _facts_by_class_id.pop(class_id, None)
    _facts_by_class_id[id(cls)] = ref(cls), facts
    return facts


def _inspect_class(cls: type) -> ClassFacts:
    mro = mro_of(cls)
    slot_readers = tuple(
        (name, member)
        for base in mro
        for name in _slot_names(base)
        if type(member := namespace_of(base).get(name)) is MemberDescriptorType
    )
    dict_readers = (namespace_of(base).get("__dict__") for base in mro)
    modules = (namespace_of(base).get("__module__") for base in mro)
    return ClassFacts(
        slot_readers,
        next(
            (reader for reader in dict_readers if isinstance(reader, GetSetDescriptorType | MemberDescriptorType)), None
        ),
        any(module in ("unittest.mock", "mock.mock") for module in modules if type(module) is str),
        Mapping in mro or (inherited(type(cls), "__hash__") is object.__hash__ and issubclass(cls, Mapping)),
        inherited(cls, "tobytes") is not None and inherited(cls, "shape") is not None,
        inherited(cls, "__getattribute__") is inherited(object, "__getattribute__"),
        any(
            type(reader := inherited(cls, name)) is FunctionType and reader is not _ENUM_METHODS[name]
            for name in _COMPARISON_METHODS
        ),
        any(
            type(reader) is FunctionType and name not in _DISPLAY_METHODS
            for base in mro
            for name, reader in _special_methods(base)
        ),
    )


def _special_methods(cls: type) -> list[tuple[str, Any]]:
    """Return the methods that a class itself has for Python to call."""
    return [(name, method) for name, method in namespace_of(cls).items() if name[:2] == name[-2:] == "__"]


def _slot_names(cls: type) -> list[str]:
    """Return the names of the slots that a class itself has, as it keeps them."""
    slots = namespace_of(cls).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    private_prefix = f"_{type.__dict__['__name__'].__get__(cls).lstrip('_')}"
    return [f"{private_prefix}{name}" if name[:2] == "__" and name[-2:] != "__" else name for name in names]


def inherited(cls: type, name: str) -> Any:
    """Return what a class, or the nearest one above it that does, has under a name; None if none has."""
    return next((namespace[name] for base in mro_of(cls) if name in (namespace := namespace_of(base))), None)


def to_plain_value(value: Any) -> Any:
    """Return a number or a text whose class has methods of its own that compute as a plain one; all else itself.

    >>> class Odd(int):
    ...     __eq__ = lambda self, other: True
    >>> type(to_plain_value(Odd(3))).__name__, to_plain_value(None)
    ('int', None)
    """
    convert = _plain_converter(type(value))
    return value if convert is None else convert(value)


def is_plain_subclass(cls: type) -> bool:
    """Return whether instances of a class are numbers or texts with methods of their own."""
    return _plain_converter(cls) is not None


def _plain_converter(cls: type) -> Callable[[Any], Any] | None:
    """Return the plain class of the numbers or texts of a class with methods of its own; None for all else."""
    if cls in _PLAIN_CONVERTERS or not facts_of(cls).has_own_operators or issubclass(cls, Enum):
        return None
    return next((convert for base, convert in _PLAIN_CONVERTERS.items() if issubclass(cls, base)), None)


def instance_dict(value: Any) -> dict[str, Any]:
    """Return what an object has in its dictionary, without asking its class: that may make up answers, or never end."""
    descriptor = facts_of(type(value)).dict_reader
    attributes = {} if descriptor is None else descriptor.__get__(value)
    return attributes if type(attributes) is dict else {}


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes that an object has of its own, those in slots first; no code of its class is run."""
    slot_readers = facts_of(type(value)).slot_readers
    if not slot_readers:
        return instance_dict(value)
    slot_values = {}
    for name, reader in slot_readers:
        try:
            slot_values[name] = reader.__get__(value)
        except AttributeError:  # it was never set
            continue
    return {**slot_values, **instance_dict(value)}


def fields_of(value: Any) -> dict[str, Any]:
    """Return what a named tuple holds by the names of its fields; nothing of all else.

    >>> fields_of(ClassFacts((), None, *[False] * 6))["is_array"], fields_of((1, 2))
    (False, {})
    """
    cls = type(value)
    names = inherited(cls, "_fields") if issubclass(cls, tuple) else None
    if type(names) is not tuple or any(type(inherited(cls, name)) is not _FIELD_DESCRIPTOR for name in names):
        return {}
    return dict(zip(names, tuple.__iter__(value), strict=False))


def attribute_or_none(owner: Any, name: str) -> Any:
    """Return the attribute of an object without running any code of its class; None if it has none."""
    try:
        return read_attribute(owner, name)
    except AttributeError:
        return None


def read_attribute(owner: Any, name: str) -> Any:
    """Return the attribute of an object without running any code of its class."""
    class_attribute = inherited(type(owner), name)
    if type(class_attribute) is MemberDescriptorType:
        return class_attribute.__get__(owner)
    attributes = {} if hasattr(type(class_attribute), "__set__") else instance_dict(owner)
    if name not in attributes:
        raise AttributeError(name)
    return attributes[name]
