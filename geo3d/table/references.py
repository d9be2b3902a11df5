"""Ids are unique, and what a board file names is there."""

from collections.abc import Iterator
from difflib import get_close_matches

from geo3d.table.format import CATEGORIES_40K, BoardFile

Fault = tuple[str, str]
"""A place in the file, and what is wrong there."""


def reference_faults(file: BoardFile) -> Iterator[Fault]:
    """All doubled ids, unknown names, and categories that the ruleset does not have."""
    yield from _doubled_ids(file)
    yield from _unknown_names(file)
    if file.ruleset == "wh40k-11e":
        entries = {f"pieces.{name}.category": piece.category for name, piece in file.pieces.items()}
        for i, feature in enumerate(file.features):
            entries[f"features[{i}].category"] = feature.category
        for i, area in enumerate(file.areas):
            for j, wanted in enumerate(area.requires):
                entries[f"areas[{i}].requires[{j}]"] = wanted
        for place, category in entries.items():
            if category not in (None, *CATEGORIES_40K):
                yield (
                    place,
                    f"one of {', '.join(CATEGORIES_40K)} wanted with ruleset wh40k-11e, "
                    f"got {category!r}",
                )


def near_names(name: str, known: list[str]) -> str:
    """What may have been meant, or else what there is."""
    near = get_close_matches(name, known, n=3)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    if not known:
        return "the file has none"
    more = f" and {len(known) - 8} more" if len(known) > 8 else ""
    return f"there are {', '.join(known[:8])}{more}"


def _ids(file: BoardFile) -> Iterator[tuple[str, str]]:
    """Each id with its place."""
    for i, feature in enumerate(file.features):
        yield f"features[{i}].id", feature.id
    for i, area in enumerate(file.areas):
        yield f"areas[{i}].id", area.id
    for i, zone in enumerate(file.zones):
        yield f"zones[{i}].id", zone.id
    for i, objective in enumerate(file.objectives):
        yield f"objectives[{i}].id", objective.id
    for i, unit in enumerate(file.units):
        yield f"units[{i}].id", unit.id
        for j, model in enumerate(unit.models):
            yield f"units[{i}].models[{j}].id", model.id


def _players(file: BoardFile) -> Iterator[tuple[str, str]]:
    """Each player that owns something, with the place that names them."""
    for i, unit in enumerate(file.units):
        yield f"units[{i}].player", unit.player
    for i, zone in enumerate(file.zones):
        yield f"zones[{i}].player", zone.player


def _doubled_ids(file: BoardFile) -> Iterator[Fault]:
    """Ids that two features, areas, zones, objectives, units, models or players share."""
    places: dict[str, str] = {}
    for place, id in _ids(file):
        if id in places:
            yield place, f"id {id!r} is taken by {places[id]}; each needs its own"
        else:
            places[id] = place
    players = dict(_players(file))
    if file.active_player is not None:
        players["active_player"] = file.active_player
    for place, player in players.items():
        if player in places:
            yield place, f"player {player!r} has the id of {places[player]}; each needs its own"


def _unknown_names(file: BoardFile) -> Iterator[Fault]:
    features = [feature.id for feature in file.features]
    players = list(dict.fromkeys(player for _, player in _players(file)))
    named: list[tuple[str, str, str, list[str]]] = [
        (f"features[{i}].piece", feature.piece, "piece", list(file.pieces))
        for i, feature in enumerate(file.features)
    ]
    for i, area in enumerate(file.areas):
        for j, id in enumerate(area.features):
            place = f"areas[{i}].features[{j}]"
            named.append((place, id, "feature", features))
            if id in area.features[:j]:
                yield place, f"feature {id!r} is named twice; once is enough"
    profiles = list(file.profiles)
    for i, unit in enumerate(file.units):
        named.append((f"units[{i}].profile", unit.profile, "profile", profiles))
        for j, model in enumerate(unit.models):
            if model.profile is not None:
                place = f"units[{i}].models[{j}].profile"
                named.append((place, model.profile, "profile", profiles))
    if file.active_player is not None and players:
        named.append(("active_player", file.active_player, "player", players))
    for place, name, what, known in named:
        if name not in known:
            yield place, f"no {what} {name!r}; {near_names(name, known)}"
