"""Client of AT-SPI, like assistive technology: reads a web page, acts on it and receives its events.

Uses the desktop of its session bus. Each request and each answer is a line of JSON: `{"do": …, "of": {"role": …, "name": …}}`.
The answer is `null` if the object does not exist yet, and `{"fault": …}` on a failure.
"""
import json
import re
import sys
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore")

SCREEN = Atspi.CoordType.SCREEN
HEARD = [
    "object:state-changed",
    "object:text-changed",
    "object:text-caret-moved",
    "object:text-selection-changed",
    "object:property-change",
    "object:children-changed",
]
heard = []


def children(each):
    for index in range(each.get_child_count()):
        child = each.get_child_at_index(index)
        if child is not None:
            yield child


def pages(each):
    try:
        if each.get_role_name() == "document web":
            yield each
            return
        for child in children(each):
            yield from pages(child)
    except GLib.Error:
        # The object was removed after its parent listed it.
        pass


def below(each):
    try:
        yield each
        for child in children(each):
            yield from below(child)
    except GLib.Error:
        pass


def found(of):
    for page in pages(Atspi.get_desktop(0)):
        for each in below(page):
            try:
                if each.get_role_name() == of["role"] and re.fullmatch(of["name"], each.get_name() or "", re.DOTALL):
                    return each
            except GLib.Error:
                continue
    return None


def of_roles(roles):
    for page in pages(Atspi.get_desktop(0)):
        for each in below(page):
            if each.get_role_name() in roles:
                yield each


def box(rect):
    return {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}


def facts(each):
    told = {
        "role": each.get_role_name(),
        "name": each.get_name() or "",
        "states": [state.value_nick for state in each.get_state_set().get_states()],
        "interfaces": each.get_interfaces(),
        "box": box(Atspi.Component.get_extents(each, SCREEN)),
    }
    action = each.get_action_iface()
    if action is not None:
        told["actions"] = [Atspi.Action.get_action_name(each, index) for index in range(Atspi.Action.get_n_actions(each))]
    if each.get_value_iface() is not None:
        told["value"] = {
            "now": Atspi.Value.get_current_value(each),
            "least": Atspi.Value.get_minimum_value(each),
            "most": Atspi.Value.get_maximum_value(each),
            "step": Atspi.Value.get_minimum_increment(each),
        }
    if each.get_text_iface() is not None:
        told["text"] = Atspi.Text.get_text(each, 0, -1)
        told["caret"] = Atspi.Text.get_caret_offset(each)
        marked = [Atspi.Text.get_selection(each, index) for index in range(Atspi.Text.get_n_selections(each))]
        told["marked"] = [[each.start_offset, each.end_offset] for each in marked]
    return told


def runs(each):
    """Text runs with the same attributes, with their position."""
    told, at, length = [], 0, Atspi.Text.get_character_count(each)
    while at < length:
        looks, start, end = Atspi.Text.get_attribute_run(each, at, True)
        end = max(end, at + 1)
        told.append({
            "text": Atspi.Text.get_text(each, at, end),
            "looks": looks,
            "box": box(Atspi.Text.get_range_extents(each, at, end, SCREEN)),
        })
        at = end
    return told


def words(each):
    """Its whole text, in order."""
    told, within = Atspi.Text.get_text(each, 0, -1), children(each)
    return "".join(words(next(within)) if letter == "\ufffc" else letter for letter in told)


def table(each):
    rows, columns = Atspi.Table.get_n_rows(each), Atspi.Table.get_n_columns(each)

    def cell(row, column):
        one = Atspi.Table.get_accessible_at(each, row, column)
        _, own_row, own_column = Atspi.TableCell.get_position(one)
        return {
            "text": words(one),
            "role": one.get_role_name(),
            "at": [own_row, own_column],
            "spans": [Atspi.TableCell.get_row_span(one), Atspi.TableCell.get_column_span(one)],
            "heads": [words(head) for head in Atspi.TableCell.get_column_header_cells(one)],
            "row_heads": [words(head) for head in Atspi.TableCell.get_row_header_cells(one)],
        }

    return {"rows": rows, "columns": columns, "cells": [[cell(row, column) for column in range(columns)] for row in range(rows)]}


def act(each, name):
    for index in range(Atspi.Action.get_n_actions(each)):
        if Atspi.Action.get_action_name(each, index) == name:
            return Atspi.Action.do_action(each, index)
    raise ValueError(f"It has no {name}.")


def at_point(x, y):
    for page in pages(Atspi.get_desktop(0)):
        each = Atspi.Component.get_accessible_at_point(page, x, y, SCREEN)
        path = []
        while each is not None and each != page:
            path.append({"role": each.get_role_name(), "name": each.get_name() or ""})
            each = each.get_parent()
        return path
    return []


READS = ["facts", "table", "all", "runs", "point"]
DEEDS = {
    "facts": lambda each, _: facts(each),
    "table": lambda each, _: table(each),
    "act": lambda each, ask: act(each, ask["action"]),
    "focus": lambda each, _: Atspi.Component.grab_focus(each),
    "value": lambda each, ask: Atspi.Value.set_current_value(each, ask["value"]),
    "caret": lambda each, ask: Atspi.Text.set_caret_offset(each, ask["at"]),
    "mark": lambda each, ask: Atspi.Text.set_selection(each, 0, ask["from"], ask["to"]),
}


def answer(ask):
    if ask["do"] == "heard":
        so_far, heard[:] = list(heard), []
        return so_far
    if ask["do"] == "point":
        return at_point(ask["x"], ask["y"])
    if ask["do"] == "click":
        return Atspi.generate_mouse_event(ask["x"], ask["y"], "b1c")
    if ask["do"] == "type":
        return Atspi.generate_keyboard_event(0, ask["text"], Atspi.KeySynthType.STRING)
    if ask["do"] == "all":
        return [facts(each) for each in of_roles(ask["roles"])]
    if ask["do"] == "runs":
        return [{"name": each.get_name() or "", "runs": runs(each)} for each in of_roles(ask["roles"])]
    each = found(ask["of"])
    return None if each is None else DEEDS[ask["do"]](each, ask)


def asked(_source, _condition):
    line = sys.stdin.readline()
    if line == "":
        loop.quit()
        return False
    ask = json.loads(line)
    try:
        told = answer(ask)
    except (GLib.Error, ValueError) as fault:
        told = {"fault": str(fault)}
        # The object was removed during the read: the caller reads again.
        if isinstance(fault, GLib.Error) and ask["do"] in READS:
            told = None
    print(json.dumps(told), flush=True)
    return True


def hears(event):
    try:
        source = event.source
        heard.append({
            "type": event.type,
            "detail": event.detail1,
            "role": source.get_role_name(),
            "name": source.get_name() or "",
            "data": event.any_data if isinstance(event.any_data, (str, int, float)) else None,
        })
    except GLib.Error:
        pass


Atspi.init()
ear = Atspi.EventListener.new(hears)
for kind in HEARD:
    ear.register(kind)
loop = GLib.MainLoop()
GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.IO_IN | GLib.IO_HUP, asked)
print(json.dumps("ready"), flush=True)
loop.run()
