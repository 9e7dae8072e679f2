"""Two themes whose colours stay apart for every kind of colour vision (Okabe and Ito 2008), beside Textual's own."""

from textual.theme import Theme

DARK = Theme(
    name="okabe-ito-dark",
    primary="#56B4E9",
    secondary="#CC79A7",
    accent="#F0E442",
    warning="#E69F00",
    error="#D55E00",
    success="#009E73",
    foreground="#E6E6E6",
    background="#101214",
    surface="#181B1F",
    panel="#22272E",
)
LIGHT = Theme(
    name="okabe-ito-light",
    primary="#0072B2",
    secondary="#CC79A7",
    accent="#8A5A00",
    warning="#B06F00",
    error="#B34700",
    success="#00805A",
    foreground="#1A1C1E",
    background="#FFFFFF",
    surface="#F3F4F6",
    panel="#E4E7EB",
    dark=False,
)
