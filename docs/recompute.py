# Recomputes every figure of /api/v1/statistics/factions and /matchups from an export alone, as docs/method.md describes.
#   npm run --silent export > bundle.jsonl && python3 docs/recompute.py bundle.jsonl '{"draws": "HALF", "country": "Norway"}'
import json, re, sys
from collections import Counter, defaultdict
from math import floor, sqrt
from recompute_places import places

asked = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
records = defaultdict(list)
for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    records[record["type"]].append(record)

T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
     2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042]
rounded = lambda x: floor(x * 1e6 + 0.5) / 1e6
student_t = lambda f: 1.98 if f >= 120 else 2.0 if f >= 60 else 2.021 if f >= 40 else T[min(max(f, 1), 30) - 1]
def wilson(score, n):
    z = 1.959964
    centre, reach = score + z * z / 2, z * sqrt(score * (n - score) / n + z * z / 4)
    return (centre - reach) / (n + z * z), (centre + reach) / (n + z * z)
def estimate(events, value=None, of_battles=None, weights=None, scale=None, bounds=(0, 1)):
    n, count, of_events = sum(e[-1] for e in events), sum(e[-1] > 0 for e in events), None
    if value is not None and count >= 3:
        squares = sum(e[-1] ** 2 for e in events)
        moved = sum(sum(w * c for w, c in zip(weights, e)) ** 2 for e in events)
        variance = float(moved * n * n) / float(scale * scale * (n * n - squares))
        reach = student_t((n * n + squares - 1) // squares - 1) * sqrt(variance)
        of_events = value - reach, value + reach
    shown = lambda i: i and {"low": rounded(max(i[0], bounds[0])), "high": rounded(min(i[1], bounds[1]))}
    a, b = shown(of_battles), shown(of_events)
    return {"value": None if value is None else rounded(value), "n": n, "events": count, "wilson": a, "byEvent": b,
            "interval": b if b and b["high"] - b["low"] > a["high"] - a["low"] else a,
            "reliable": value is not None and n >= 20 and count >= 3}
def proportion(events, unit):
    score, n = (sum(e[i] for e in events) for i in range(2))
    return estimate(events, score / (unit * n), wilson(score / unit, n), [n, -score], unit * n * n) if n else estimate(events)
def over_field(events):
    ours, all_, field, our_field = (sum(e[i] for e in events) for i in range(4))
    if our_field == 0 or all_ == 0: return estimate(events)
    rate, (low, high) = all_ / field, wilson(ours, our_field)
    weights = [field * all_ * our_field, -ours * field * our_field, ours * all_ * our_field, -ours * field * all_]
    value = float(ours * field) / float(all_ * our_field)
    return estimate(events, value, (low / rate, high / rate), weights, (all_ * our_field) ** 2, (0, 1 / rate))
named = {n.lower(): f["slug"] for f in records["faction"] for n in [f["name"], *f["aliases"]]}
slug_of = lambda name: name and named.get(name.lower(), re.sub("[^a-z0-9]+", "-", name.lower()).strip("-"))
other = {"attacker": "defender", "defender": "attacker", None: None}
def is_asked(t):  # True if the tournament matches the filters.
    same = lambda key: key not in asked or (t[key] or "").lower() == asked[key].lower()
    return (t["published"] and same("country") and same("battlePack") and same("club")
            and len(t["participants"]) >= asked.get("minPlayers", 0)
            and ("from" not in asked or (t["startDate"] or "") >= asked["from"])
            and ("to" not in asked or (t["startDate"] or "9") <= asked["to"]))
played, fought = defaultdict(list), defaultdict(list)  # Battles that count, and all: places follow from all.
for b in records["battle"]:
    fought[b["tournament"]].append(b)
    if b["tournament"] and not b["archived"] and all(s["outcome"] for s in b["sides"]): played[b["tournament"]].append(b)
events = []  # (month, results [(faction, opponent, role, score)], field [(faction, unbeaten, top, won)])
for t in filter(is_asked, records["tournament"]):
    order = {s["id"]: at for at, s in enumerate(t["stages"])}
    results, starts = [], defaultdict(list)
    for b in sorted(played[t["slug"]], key=lambda b: (order[b["stage"]], b["round"] or 1e9, b["id"].encode())):
        for side, met in (b["sides"], b["sides"][::-1]):
            faction, opponent = slug_of(side["faction"]), slug_of(met["faction"])
            score = {"win": 2, "draw": 1, "loss": 0}[side["outcome"]]
            starts[side["entry"]].append((faction, score))
            if faction and opponent: results.append((faction, opponent, side["role"] or other[met["role"]], score))
    field, place_of = [], places(t, fought[t["slug"]])
    for p in (p for p in t["participants"] if starts[p["entry"]]):
        start, place = starts[p["entry"]], place_of.get(p["entry"])
        faction = slug_of((p["list"] or {}).get("faction")) or next((f for f, _ in start if f), None)
        if faction: field.append((faction, [s for _, s in start[:4]] == [2] * 4, bool(place) and place <= 4, place == 1))
    if results or field: events.append(((t["startDate"] or "")[:7], results, field))

def rate(events, wanted):  # Win rate over the results that `wanted` selects.
    draws = asked.get("draws", "HALF")
    scores = [[r[3] for r in results if wanted(r) and (draws != "OMIT" or r[3] != 1)] for _, results, _ in events]
    return proportion([[sum(0 if draws == "ZERO" and s == 1 else s for s in e), len(e)] for e in scores], 2)

share = lambda events, f: proportion([[sum(p[0] == f for p in field), len(field)] for _, _, field in events], 1)

def reached(f, at):
    own = lambda field: [p[at] for p in field if p[0] == f]
    counts = [[sum(own(field)), sum(p[at] for p in field), len(field), len(own(field))] for _, _, field in events]
    return over_field([c for c in counts if c[1]])

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
