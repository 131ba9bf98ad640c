#!/bin/sh
# Rules do not affect each other: on each development stream the alerts of a
# rule alone are those that it gives beside ten other rules, byte for byte but
# for the ids of events, and for the dossier: its episodes are events of any
# rule, so that it tells what the other rules made of the same matter.
#
# The streams are not part of the tree. Where they do not lie beside it, the
# test is skipped.
set -u
data=${top_srcdir:-..}/../shared/data
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
failed=0

streams='uci-headlines-dev reuters-21578 crisislex-t26'
for name in $streams; do
	[ -r "$data/$name.ndjson.gz" ] && continue
	echo "skipped: there is no $data/$name.ndjson.gz"
	exit 77
done

# rules NAME...: the file of these rules.
rules() {
	echo 'rules:'
	for rule; do
		echo "  - name: $rule"
		case $rule in
		a) ;;
		alike) echo '    count: similar
    more_than: 3
    min_publishers: 1' ;;
		eight-distinct) echo '    more_than: 8
    of: origins' ;;
		forty) echo '    more_than: 40' ;;
		half-day) echo '    more_than: 20
    within: 12h' ;;
		hour) echo '    more_than: 10
    within: 1h' ;;
		low) echo '    more_than: 3
    least: 0
    min_origins: 2' ;;
		publishers) echo '    more_than: 4
    of: publishers
    min_publishers: 5' ;;
		quakes) echo '    more_than: 2
    where: {any: [earthquake, quake, oil, market, apple]}' ;;
		six) echo '    more_than: 6' ;;
		watch) echo '    watch: true
    where: {any: [obama, bombing, opec, tsunami]}' ;;
		esac
	done
}

# alerts OUT NAME...: what these rules alert of in the stream at hand.
alerts() {
	out=$1
	shift
	rules "$@" >"$dir/rules.yaml"
	./tocsin replay -q --set rules.file="$dir/rules.yaml" \
		--alerts "$dir/$out" "$dir/stream" >"$dir/log" 2>&1 && return
	cat "$dir/log"
	exit 1
}

# of NAME FILE: the alerts of one rule, without the ids of events and dossiers.
of() {
	grep "\"rule\":\"$1\"" "$dir/$2" |
		sed -e 's/"event":"[^"]*",//' -e 's/,"dossier":"[^"]*"//' \
			-e 's/,"goes_on":[a-z]*//'
}

for name in $streams; do
	# A part of the long one is enough; the others are shorter than this.
	zcat "$data/$name.ndjson.gz" | head -40000 >"$dir/stream"
	alerts all six a eight-distinct hour forty half-day publishers \
		quakes watch alike low
	for rule in a half-day hour low; do
		alerts alone "$rule"
		of "$rule" alone >"$dir/want"
		of "$rule" all >"$dir/got"
		if [ ! -s "$dir/want" ]; then
			echo "$name: rule $rule alone gives no alert"
			failed=1
		fi
		cmp -s "$dir/want" "$dir/got" && continue
		echo "$name: rule $rule gives other alerts beside ten rules:"
		diff "$dir/want" "$dir/got" | head -4
		failed=1
	done
done
exit $failed
