"""`geo3d schema`: a JSON Schema that accepts the boards that load, and refuses an unknown key."""

import tomllib

import jsonschema


def test_schema_accepts_what_loads(geo3d, board, root):
    result = geo3d("schema")
    schema = result.json()
    assert result.status == 0
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    shipped = sorted((root / "meshes" / "boards").glob("*.toml"))
    assert len(shipped) == 3
    for path in (board, *shipped):
        validator.validate(tomllib.loads(path.read_text(encoding="utf-8")))
    data = tomllib.loads(board.read_text(encoding="utf-8"))
    assert not validator.is_valid({**data, "colour": "blue"})
    assert not validator.is_valid({key: data[key] for key in data if key != "battlefield"})


def test_json_flag_changes_nothing(geo3d):
    assert geo3d("schema", "--json").out == geo3d("schema").out
