# Recomputes every figure of /api/v1/statistics/factions and /matchups from an export alone, as docs/method.md describes.
#   npm run export -- bundle.jsonl && python3 docs/recompute.py bundle.jsonl '{"draws": "HALF", "country": "Norway"}'
import json, os, re, sys
from collections import Counter, defaultdict
from math import floor, sqrt
from recompute_places import places

page = open(os.path.join(os.path.dirname(__file__), "method.md"), encoding="utf-8").read()
exec("\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)))

asked = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
records = defaultdict(list)
for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    records[record["type"]].append(record)

named = {faction_spelling(n): f["slug"] for f in records["faction"] for n in [f["name"], *f["aliases"]]}
slug_of = lambda name: (spelled := faction_spelling(name)) and named.get(spelled, faction_slug(spelled))
other = {"attacker": "defender", "defender": "attacker", None: None}
def is_asked(t):  # True if the tournament matches the filters.
    same = lambda key: key not in asked or spelling_of(t[key]) == spelling_of(asked[key])
    return (t["published"] and same("country") and same("battlePack") and same("club")
            and len(t["participants"]) >= asked.get("minPlayers", 0)
            and ("from" not in asked or (t["startDate"] or "") >= asked["from"])
            and ("to" not in asked or (t["startDate"] or "9") <= asked["to"]))
played, fought = defaultdict(list), defaultdict(list)  # Battles that count, and all: places follow from all.
for b in records["battle"]:
    fought[b["tournament"]].append(b)
    if b["tournament"] and not b["archived"] and all(s["outcome"] for s in b["sides"]): played[b["tournament"]].append(b)
events = []  # (month, results [(faction, opponent, role, score, player, met)], field [(faction, unbeaten, top, won, player)])
for t in filter(is_asked, records["tournament"]):
    order = {s["id"]: at for at, s in enumerate(t["stages"])}
    results, starts, players = [], defaultdict(list), {p["entry"]: p["playerId"] or (t["slug"], p["entry"]) for p in t["participants"]}
    for b in sorted(played[t["slug"]], key=lambda b: (order[b["stage"]], b["round"] or 1e9, b["id"].encode())):
        for side, met in (b["sides"], b["sides"][::-1]):
            faction, opponent = slug_of(side["faction"]), slug_of(met["faction"])
            score = {"win": 2, "draw": 1, "loss": 0}[side["outcome"]]
            starts[side["entry"]].append((faction, score))
            who = players[side["entry"]], players[met["entry"]]
            if faction and opponent: results.append((faction, opponent, side["role"] or other[met["role"]], score, *who))
    field, place_of = [], places(t, fought[t["slug"]])
    for p in (p for p in t["participants"] if starts[p["entry"]]):
        start, place = starts[p["entry"]], place_of.get(p["entry"])
        faction = slug_of((p["list"] or {}).get("faction")) or next((f for f, _ in start if f), None)
        top = bool(place) and place <= 4, place == 1
        if faction: field.append((faction, [s for _, s in start[:4]] == [2] * 4, *top, players[p["entry"]]))
    if results or field: events.append(((t["startDate"] or "")[:7], results, field))

def rate(events, wanted):  # Win rate over the results that `wanted` selects.
    draws = asked.get("draws", "HALF")
    points = lambda score: 0 if draws == "ZERO" and score == 1 else score
    rows, groups = grouped((at, r[4:], [points(r[3]), 1]) for at, (_, results, _) in enumerate(events)
                           for r in results if wanted(r) and (draws != "OMIT" or r[3] != 1))
    return proportion(rows, 2, groups)

def share(events, f):
    rows, groups = grouped((at, p[4:], [p[0] == f, 1]) for at, (_, _, field) in enumerate(events) for p in field)
    return proportion(rows, 1, groups)

def reached(f, which):
    rows, groups = grouped((at, p[4:], [p[which] and p[0] == f, p[which], 1, p[0] == f])
                           for at, (_, _, field) in enumerate(events) if any(p[which] for p in field) for p in field)
    return over_field(rows, groups)

def figures(wanted):
    in_role = lambda role: rate(events, lambda r: wanted(r) and r[0] != r[1] and (role is None or r[2] == role))
    return {"winRate": in_role(None), "asAttacker": in_role("attacker"), "asDefender": in_role("defender")}

factions = {r[0] for _, results, _ in events for r in results} | {p[0] for _, _, field in events for p in field}
months = sorted({month for month, _, _ in events if month})
by_month = lambda f: [{"month": m, "share": share(es, f), "winRate": rate(es, lambda r: r[0] == f != r[1])}
                      for m in months for es in [[e for e in events if e[0] == m]]]
met = Counter(r[:2] for _, results, _ in events for r in results)
print(json.dumps({
    "battles": sum(len(e[1]) for e in events) // 2, "events": sum(bool(e[1]) for e in events), "players": sum(len(e[2]) for e in events),
    "factions": {f: {"share": share(events, f), **figures(lambda r: r[0] == f), "unbeatenStarts": reached(f, 1),
                     "topPlaces": reached(f, 2), "eventWins": sum(p[3] for e in events for p in e[2] if p[0] == f),
                     "months": by_month(f)} for f in factions},
    "matchups": {f"{f} {o}": {"battles": n // (2 if f == o else 1), **figures(lambda r: r[:2] == (f, o))} for (f, o), n in met.items()}}))
