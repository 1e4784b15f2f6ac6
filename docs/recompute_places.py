# Final places from an export alone, as docs/decisions.md describes: those recorded and, where there are none, those that follow
# from the brackets and the battles. recompute.py counts by them which faction has won.
#   npm run export -- bundle.jsonl && python3 docs/recompute_places.py bundle.jsonl
import json, re, sys
from collections import defaultdict
from itertools import groupby

NOWHERE = 10 ** 12  # Beyond every place.

def in_order(candidates, merits):  # Best first, full ties together.
    return [list(tied) for _, tied in groupby(sorted(candidates, key=merits, reverse=True), key=merits)]

def ranks(candidates, merits):  # 1, 2, 2, 4
    placed, above = {}, 0
    for tied in in_order(candidates, merits):
        placed.update({c: above + 1 for c in tied})
        above += len(tied)
    return placed

def bracket_ranks(matches):  # Winners before losers, from the earliest round on; a bye counts as a win.
    rounds, results = sorted({m["roundNumber"] for m in matches}), {}
    for m in sorted((m for m in matches if len(m["players"]) == 2), key=lambda m: (m["roundNumber"], m["table"])):
        at = rounds.index(m["roundNumber"])
        for player in m["players"]:
            won = 1 if m["winner"] is None else 2 if m["winner"] == player else 0
            results.setdefault(player, [2] * at + [1] * (len(rounds) - at))[at] = won
    return ranks(results, lambda player: results[player])

def total(figures, entry, name):  # Over all stages.
    return sum(f[name] for (_, e), f in figures.items() if e == entry)

def figures_of(battles, entries):  # By stage and entry; points in units of 1/10,000, so that sums are exact.
    figures = defaultdict(lambda: defaultdict(int))
    for b in battles:
        for own, other in (b["sides"], b["sides"][::-1]):
            f = figures[b["stage"], own["entry"]]
            f["battles"] += 1
            f["wins"] += own["outcome"] == "win"
            f["battlePoints"] += round((own["battlePoints"] or 0) * 10_000)
            f["victoryPoints"] += own["victoryPoints"] or 0
            f["victoryPointsDiff"] += (own["victoryPoints"] or 0) - (other["victoryPoints"] or 0)
    for b in battles:
        for own, other in (b["sides"], b["sides"][::-1]):
            for name, of in ("opponentsBattlePoints", "battlePoints"), ("opponentsWins", "wins"):
                figures[b["stage"], own["entry"]][name] += figures[b["stage"], other["entry"]][of]
                figures[b["stage"], own["entry"]][name + "InAll"] += total(figures, other["entry"], of)
    for entry in entries:  # After the opponents: what is awarded for rounds that were not played counts for oneself only.
        for u in entry["unplayed"]:
            f = figures[u["stage"], entry["entry"]]
            f["wins"] += u["outcome"] == "win"
            f["battlePoints"] += round((u["battlePoints"] or 0) * 10_000)
            f["victoryPoints"] += u["victoryPoints"] or 0
            f["victoryPointsDiff"] += u["victoryPoints"] or 0
    return figures

def places(tournament, battles):  # The place of each entry that has one.
    if tournament["status"] != "finished": return {}
    entries, matches, by = tournament["participants"], tournament["bracketMatches"], tournament["tieBreakers"]
    recorded = {p["entry"]: p["finalPlacement"] for p in entries if p["finalPlacement"] is not None}
    counted = [s for b in battles for s in b["sides"]] + [u for p in entries for u in p["unplayed"]]
    has_result = any(c["outcome"] or c["battlePoints"] or c["victoryPoints"] for c in counted)
    if not (recorded or has_result or any(m["winner"] is not None for m in matches)): return {}
    figures = figures_of(battles, entries)
    in_brackets = {player for m in matches if len(m["players"]) == 2 for player in m["players"]}
    ranked = [p["entry"] for p in entries
              if p["entry"] not in recorded and (p["entry"] in in_brackets or any(e == p["entry"] for _, e in figures))]
    values = lambda f: [f[name] for name in by]
    in_stage = lambda stage: {e: f for (s, e), f in figures.items() if s == stage}
    def on_board(stage):
        playing, group_of = in_stage(stage), {p["entry"]: p["group"] for p in entries}
        if stage != "swiss" or not tournament["groups"]: return ranks(playing, lambda e: values(playing[e]))
        groups = {group_of[e] for e in playing} - {None}
        return {e: r for g in groups
                for e, r in ranks([e for e in playing if group_of[e] == g], lambda e: values(playing[e])).items()}
    boards, swiss = [on_board("placement-swiss"), on_board("swiss")], in_stage("swiss")
    merits = {e: [-board.get(e, NOWHERE) for board in boards] + values(swiss.get(e, defaultdict(int)))
              + [total(figures, e, name + "InAll" * name.startswith("opponents")) for name in by] for e in ranked}

    knockout = bracket_ranks([m for m in matches if m["stage"] == "knockout"])
    bands = []  # The narrowest first.
    for stage in {m["stage"] for m in matches}:
        band = re.fullmatch(r"placement-(\d+)(?:-(\d+))?", stage)
        if not band: continue
        inside, first = bracket_ranks([m for m in matches if m["stage"] == stage]), int(band[1])
        last = int(band[2]) if band[2] else first + len(inside) - 1
        if first >= 1 and last <= 999_999: bands.append((last - first, first, stage, last, inside))
    bands.sort(key=lambda band: band[:3])
    band_of = {e: next((band for band in bands if e in band[4]), None) for e in ranked}

    placed, next_place = dict(recorded), max([len(recorded), *recorded.values()]) + 1
    for level in in_order(ranked, lambda e: -knockout.get(e, NOWHERE)):
        end, taken, here = next_place + len(level) - 1 if level[0] in knockout else NOWHERE, set(), {}
        def give(ties, first, last):
            for tied in ties:
                free = [place for place in range(first, min(last,
                        first + len(taken) + len(tied)) + 1) if place not in taken][:len(tied)]
                if len(free) < len(tied): return
                taken.update(free)
                here.update({e: free[0] for e in tied})
                first = free[-1] + 1
        for band in bands:
            members = [e for e in level if band_of[e] is band]
            give(in_order(members, lambda e: [-band[4][e], *merits[e]]), max(band[1], next_place), min(band[3], end))
        give(in_order([e for e in level if e not in here], lambda e: merits[e]), next_place, end)
        placed.update(here)
        next_place += len(level)
    return {e: place for e, place in placed.items() if place < 2 ** 31}  # None is beyond the greatest that can be recorded.

if __name__ == "__main__":  # By tournament and entry.
    records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    fought = defaultdict(list)
    for r in records:
        if r["type"] == "battle": fought[r["tournament"]].append(r)
    print(json.dumps({r["slug"]: places(r, fought[r["slug"]]) for r in records if r["type"] == "tournament"}))
