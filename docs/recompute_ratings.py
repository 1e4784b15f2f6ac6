# Recomputes every rating and every figure above expectation from an export alone, with the formulas of docs/method.md.
#   npm run --silent export > bundle.jsonl && python3 docs/recompute_ratings.py bundle.jsonl
import json, os, re, sys
from collections import defaultdict
from datetime import date

page = open(os.path.join(os.path.dirname(__file__), "method.md"), encoding="utf-8").read()
exec("\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)))

records = defaultdict(list)
for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    records[record["type"]].append(record)

named = {n.lower(): f["slug"] for f in records["faction"] for n in [f["name"], *f["aliases"]]}
slug_of = lambda name: name and named.get(name.lower(), re.sub("[^a-z0-9]+", "-", name.lower()).strip("-"))
tournaments = {t["slug"]: t for t in records["tournament"] if t["published"]}
players = {slug: {p["entry"]: p["playerId"] for p in t["participants"]} for slug, t in tournaments.items()}

rated = []  # (week, first, second, score of the first, tournament, factions)
for b in records["battle"]:
    t, (one, other) = tournaments.get(b["tournament"]), b["sides"]
    day = t and (b["date"] or t["startDate"])
    if not day or b["archived"] or not one["outcome"] or not other["outcome"]: continue
    first, second = (players[t["slug"]][side["entry"]] for side in (one, other))
    week = (date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal() + 3) // 7
    score = {"win": 1, "draw": 0.5, "loss": 0}[one["outcome"]]
    if first and second: rated.append((week, first, second, score, t["slug"], slug_of(one["faction"]), slug_of(other["faction"])))
rated.sort(key=lambda battle: battle[0])

rows = defaultdict(list)
for row in ledger([battle[:4] for battle in rated]): rows[row[1]].append(row)

last, events = {}, defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
def count(key, tournament, score, expected):
    sums = events[key][tournament]
    sums[0], sums[1], sums[2] = sums[0] + round(2 * score), sums[1] + expected, sums[2] + 1

for week in sorted(rows):
    for _, first, second, score, tournament, faction, opponent in (battle for battle in rated if battle[0] == week):
        if not faction or not opponent or faction == opponent: continue
        before = (before_week(last, player, week) for player in (first, second))
        expected = nearest(expected_score(*before) * 1e6)
        for key, points, hoped in ((faction, score, expected), (opponent, 1 - score, 1000000 - expected)):
            count(key, tournament, points, hoped)
            count(f"{faction} {opponent}" if key == faction else f"{opponent} {faction}", tournament, points, hoped)
    for player, _, *rating, _ in rows[week]: last[player] = (week, *rating)

after = max(rows, default=0) + 1
print(json.dumps({
    "ratings": {player: dict(zip(("value", "deviation"), before_week(last, player, after)[:2])) for player in last},
    "aboveExpectation": {key: above_expectation(list(of.values())) for key, of in events.items()}}))
