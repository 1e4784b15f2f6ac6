# Recomputes every rating, every figure above expectation and how well ratings and Elo predicted, from an export alone, with
# the formulas of docs/method.md.
#   npm run export -- bundle.jsonl && python3 docs/recompute_ratings.py bundle.jsonl
import json, os, re, sys
from collections import defaultdict
from datetime import date, timedelta

page = open(os.path.join(os.path.dirname(__file__), "method.md"), encoding="utf-8").read()
exec("\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)))

records = defaultdict(list)
for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    records[record["type"]].append(record)

named = {faction_spelling(n): f["slug"] for f in records["faction"] for n in [f["name"], *f["aliases"]]}
slug_of = lambda name: (spelled := faction_spelling(name)) and named.get(spelled, faction_slug(spelled))
tournaments = {t["slug"]: t for t in records["tournament"] if t["published"]}
players = {slug: {p["entry"]: p["playerId"] for p in t["participants"]} for slug, t in tournaments.items()}

rated = []  # (week, first, second, score of the first, tournament, factions), in the order that Elo needs
starts = lambda b: tournaments[b["tournament"]]["startDate"] if b["tournament"] in tournaments else None
order = lambda b: (b["date"] or starts(b) or "", b["date"] or "", b["round"] or 0, b["id"].encode())
for b in sorted(records["battle"], key=order):
    t, (one, other) = tournaments.get(b["tournament"]), b["sides"]
    day = t and (b["date"] or t["startDate"])
    if not day or b["archived"] or not one["outcome"] or not other["outcome"]: continue
    first, second = (players[t["slug"]][side["entry"]] for side in (one, other))
    week = (date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal() + 3) // 7
    score = {"win": 1, "draw": 0.5, "loss": 0}[one["outcome"]]
    if first and second: rated.append((week, first, second, score, t["slug"], slug_of(one["faction"]), slug_of(other["faction"])))

rows = defaultdict(list)
for row in ledger([battle[:4] for battle in rated]): rows[row[1]].append(row)

last, elo, predictions, counted = {}, {}, [], defaultdict(list)
log_loss = lambda expected, score: -(score * log(expected) + (1 - score) * log(1 - expected))

for week in sorted(rows):
    losses = [week, 0, 0.0, 0.0]  # battles, by these ratings, by Elo
    for _, first, second, score, tournament, faction, opponent in (battle for battle in rated if battle[0] == week):
        if first == second: continue
        expected = expected_score(*(before_week(last, player, week) for player in (first, second)))
        by_elo = 1 / (1 + 10 ** ((elo.get(second, 1500) - elo.get(first, 1500)) / 400))
        losses[1:] = losses[1] + 1, losses[2] + log_loss(expected, score), losses[3] + log_loss(by_elo, score)
        for player, step in ((first, 32 * (score - by_elo)), (second, -32 * (score - by_elo))): elo[player] = elo.get(player, 1500) + step
        if not faction or not opponent or faction == opponent: continue
        expected = nearest(expected * 1e6)
        for own, met, players, points, hoped in ((faction, opponent, (first, second), score, expected),
                                                 (opponent, faction, (second, first), 1 - score, 1000000 - expected)):
            for key in (own, f"{own} {met}"): counted[key].append((tournament, players, [round(2 * points), hoped, 1]))
    for player, _, *rating, _ in rows[week]: last[player], elo[player] = (week, *rating), decimals(elo[player], 4)
    predictions.append(losses)

judged = [0, 0, 0.0, 0.0]
for week, *losses in reversed(predictions):
    if judged[1] >= sum(each[1] for each in predictions) / 10: break
    judged = [week, *(a + b for a, b in zip(judged[1:], losses))]
since = date(1970, 1, 1) + timedelta(days=7 * judged[0] - 3)
after = max(rows, default=0) + 1
print(json.dumps({
    "prediction": judged[1] and {"battles": judged[1], "since": since.isoformat(), "logLoss": decimals(judged[2] / judged[1], 6),
                                 "elo": decimals(judged[3] / judged[1], 6), "even": decimals(log(2), 6)} or None,
    "ratings": {player: dict(zip(("value", "deviation"), before_week(last, player, after)[:2])) for player in last},
    "aboveExpectation": {key: above_expectation(*grouped(of)) for key, of in counted.items()}}))
