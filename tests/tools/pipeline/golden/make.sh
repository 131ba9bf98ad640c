#!/bin/sh
# usage: make.sh TOCSIN FILE
# Makes the golden store of the schema that the program TOCSIN has, into
# FILE.gz: what a newsroom leaves in one. 380 articles of a generated day, moved
# so that it ends now; two feeds; messages that wait, were sent or were dropped;
# an edition, where the program has editions; and `kim` acknowledges and takes
# the first event, writes a note to the second, and silences the term ferry.
# Needs python3 and sqlite3, and the ports 8471 and 8472.
set -eu
program=$1 file=$2
dir=$(mktemp -d)
trap 'kill $daemon $sink 2>/dev/null || :; rm -rf "$dir"' EXIT
daemon='' sink=''

# The newest program that has the generator prints the same day as older ones.
"${DEMO:-$program}" demo --print --items 400 --events 4 --seed 7 2>/dev/null |
	head -n 380 | python3 -c '
import json, sys, time
day = [json.loads(line) for line in sys.stdin]
later = int(time.time()) - int(max(one["ts"] for one in day)) - 60
for one in day:
    one["ts"] = round(one["ts"] + later, 3)
    print(json.dumps(one, ensure_ascii=False))' >"$dir/day.ndjson"

python3 -c '
from http.server import *
class Sink(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
    def log_message(self, *of): pass
HTTPServer(("127.0.0.1", 8472), Sink).serve_forever()' &
sink=$!
sleep 1

cat >"$dir/receivers.yaml" <<END
receivers:
  - {name: desk, kind: webhook, allow_private: true,
     url: "http://127.0.0.1:8472/"}
  - {name: away, kind: webhook, allow_private: true,
     url: "http://127.0.0.1:9/"}
END
cat >"$dir/editions.yaml" <<END
editions:
  - {name: noon, when: "@daily"}
END

tocsin() {
	"$program" "$@" --db "$dir/n.db" --author kim
}

cat >"$dir/feeds.opml" <<END
<opml version="2.0"><body>
<outline text="Gazette" xmlUrl="https://gazette.example/feed.xml"/>
<outline text="Herald" xmlUrl="https://herald.example/rss"/>
</body></opml>
END
"$program" feeds import "$dir/feeds.opml" --db "$dir/n.db"
set -- --set http.address=127.0.0.1 --set http.port=8471 \
	--set deliver.receivers="$dir/receivers.yaml"
if "$program" help edition >/dev/null 2>&1; then
	set -- "$@" --set report.editions="$dir/editions.yaml"
fi
"$program" run -q --db "$dir/n.db" "$@" &
daemon=$!
"$program" ingest -q --url http://127.0.0.1:8471 "$dir/day.ndjson"
ids=$(sqlite3 "$dir/n.db" "SELECT id FROM events ORDER BY fired, id")
first=$(echo "$ids" | sed -n 1p)
second=$(echo "$ids" | sed -n 2p)
tocsin event ack "$first"
tocsin event own "$first" kim
tocsin event note "$second" "Called the mayor."
tocsin silence add term ferry --for 30d --reason "the strike goes on"
sleep 3
"$program" deliveries drop --db "$dir/n.db" --state pending --receiver away \
	--event "$second"
if "$program" help edition >/dev/null 2>&1; then
	"$program" edition make noon --url http://127.0.0.1:8471 >"$dir/noon.md"
fi
kill $daemon
wait $daemon
daemon=''
sqlite3 "$dir/n.db" "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
gzip -9n <"$dir/n.db" >"$file.gz"
