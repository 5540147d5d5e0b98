"""Prints the AT-SPI objects of every open web page as a JSON list in document order.

Each has `role`, `name`, `description`, `states`, `attributes`, `text` and `lang`. Uses the desktop of its session bus.
"""
import json
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore")


def described(each):
    states = [state.value_nick for state in each.get_state_set().get_states()]
    text, attributes = "", {}
    if each.get_text_iface() is not None:
        text = Atspi.Text.get_text(each, 0, -1)
        attributes = Atspi.Text.get_default_attributes(each)
    return {
        "role": each.get_role_name(),
        "name": each.get_name() or "",
        "description": each.get_description() or "",
        "states": states,
        "attributes": each.get_attributes() or {},
        "text": text or "",
        "lang": attributes.get("language", ""),
    }


def children(each):
    for index in range(each.get_child_count()):
        child = each.get_child_at_index(index)
        if child is not None:
            yield child


def walk(each, is_page, found):
    try:
        is_page = is_page or each.get_role_name() == "document web"
        if is_page:
            found.append(described(each))
        for child in children(each):
            walk(child, is_page, found)
    except GLib.Error:
        # The object was removed after its parent listed it: the caller reads again.
        pass


Atspi.init()
page = []
walk(Atspi.get_desktop(0), False, page)
print(json.dumps(page))
