#!/bin/sh
# Judges the reports of 95 events: 25 of the generator, 31 of a desk's days that
# we wrote (desk.ndjson), and 39 of the development streams, which are not part
# of the tree; where they are not in STREAMS, the others are judged alone.
#
#	run.sh TOCSIN DIR STREAMS [OPTION]...
#
# Stores are made in DIR, anew each time, as another program may decide
# otherwise: half a minute. The options are those of tocsin-lab judge: --part
# tune, --list, --output FILE, --against FILE.
set -eu
tocsin=$1
dir=$2
data=$3
shift 3
cases=$(dirname "$0")
streams='uci:uci-headlines-dev crisislex:crisislex-t26 reuters:reuters-21578'

mkdir -p "$dir"
demo() { "$tocsin" demo --events 25 --days 5 --items 25000 "$@"; }
demo --cases >"$dir/demo.json"
demo -q -d "$dir/demo" >"$dir/said"
mv "$dir/demo/news.db" "$dir/demo.db"
rm -f "$dir/desk.db" "$dir/desk.db-wal" "$dir/desk.db-shm"
echo "rules: {file: '$(cd "$cases" && pwd)/desk.rules.yaml'}" >"$dir/desk.yaml"
"$tocsin" replay -q -c "$dir/desk.yaml" --db "$dir/desk.db" \
	"$cases/desk.ndjson" >"$dir/said"
set -- "$@" "$dir/demo.json" "$cases/desk.json"
for stream in $streams; do
	name=${stream%%:*}
	file=$data/${stream#*:}.ndjson.gz
	if [ ! -r "$file" ]; then
		echo "skipped: there is no $file"
		continue
	fi
	rm -f "$dir/$name.db" "$dir/$name.db-wal" "$dir/$name.db-shm"
	"$tocsin" replay -q --db "$dir/$name.db" "$file" >"$dir/said" 2>&1
	set -- "$@" "$cases/$name.json"
done
exec "$tocsin-lab" judge --stores "$dir" "$@"
