"""Follows a chain's final blocks and keeps a leaderboard in memory, from the contracts' events alone.

python3 leaderboard.py [FIRST_BLOCK [CONTRACT …]]; BLOCKS_URL names a server of blocks like neardata's.
"""

import json, os, sys, time
from urllib.request import Request, urlopen

SERVER = os.environ.get("BLOCKS_URL", "http://127.0.0.1:3030")
FIRST_BLOCK = int(sys.argv[1]) if len(sys.argv) > 1 else 0
CONTRACTS = sys.argv[2:] or ["tic-tac-toe.test.near", "arena.test.near"]
STANDARDS = ["tic-tac-toe", "tic-tac-toe-arena"]
PREFIX = "EVENT_JSON:"

games = {}  # by contract and id
standings = {}  # by account


def get(path):
    with urlopen(Request(SERVER + path, headers={"User-Agent": "leaderboard"}), timeout=30) as answer:
        return json.load(answer)


def events_of(block):
    """The contracts' events of a block, in order. What a failed receipt logged has not happened."""
    for shard in block["shards"]:
        for receipt in shard["receipt_execution_outcomes"]:
            outcome = receipt["execution_outcome"]["outcome"]
            has_failed = not {"SuccessValue", "SuccessReceiptId"} & set(outcome["status"])
            # Anybody may log such lines: only the executor tells whose they are.
            if has_failed or outcome["executor_id"] not in CONTRACTS:
                continue
            for line in outcome["logs"]:
                event = json.loads(line.removeprefix(PREFIX)) if line.startswith(PREFIX) else {}
                if event.get("standard") in STANDARDS and event["version"].startswith("1."):
                    yield event["event"], event["data"], (outcome["executor_id"], event["data"]["game_id"])


def apply(event, data, key):
    if event == "game_created":
        games[key] = {"players": data.get("players") or [data["p1"], data["p2"]], "marks": 0}
    game = games.get(key)  # none, if it was created before the first block
    if not game:
        return
    if event == "player_joined":
        game["players"][data["seat"] - 1] = data["player"]
    elif event == "round_started":
        game["marks"] = 0
    elif event == "move_made":
        game["marks"] += 1
    elif event in ("game_over", "round_over"):
        count(game["players"], game["marks"], data["result"], data["winner"])
    elif event == "game_closed":
        del games[key]


def count(players, marks, result, winner):
    """A round counts once two marks were made in it, except against oneself."""
    if result == "abandoned" or marks < 2 or len(set(players)) < len(players):
        return
    for player in players:
        standing = standings.setdefault(player, {"won": 0, "lost": 0, "drawn": 0})
        standing["drawn" if result == "draw" else "won" if player == winner else "lost"] += 1


def follow():
    unread, shown = FIRST_BLOCK, "{}"
    while True:
        last = get("/v0/last_block/final")["block"]["header"]["height"]
        for height in range(unread, last + 1):
            for event in events_of(get(f"/v0/block/{height}") or {"shards": []}):  # null where the chain has none
                apply(*event)
        unread = max(unread, last + 1)
        if shown != (shown := json.dumps(standings)):
            print(f"after block {last}")
            for player, it in sorted(standings.items(), key=lambda row: (-row[1]["won"], row[1]["lost"], row[0])):
                print(f"{player:20} won {it['won']}  lost {it['lost']}  drawn {it['drawn']}", flush=True)
        time.sleep(0.5)


try:
    follow()
except KeyboardInterrupt:
    pass
