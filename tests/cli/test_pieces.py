"""`geo3d pieces`: the catalogue."""


def test_json(geo3d):
    result = geo3d("pieces", "--json")
    answer = result.json()
    assert result.status == 0
    assert answer["warnings"] == []
    assert len(answer["pieces"]) >= 14
    for piece in answer["pieces"]:
        assert piece["category"] in ("exposed", "light", "dense")
        assert len(piece["size"]) == 3
        assert all(0 < value < 20 for value in piece["size"])
    names = [piece["name"] for piece in answer["pieces"]]
    assert len(set(names)) == len(names)


def test_text_names_each_once(geo3d):
    names = [piece["name"] for piece in geo3d("pieces", "--json").json()["pieces"]]
    lines = geo3d("pieces").out.splitlines()
    assert [line.split(" (")[0] for line in lines if not line.startswith(" ")] == names
    assert max(map(len, lines)) <= 48
