# The manual, and the schemas of the JSON that the program writes.
dist_pkgdata_DATA = \
	man/tocsin-diff.schema.json \
	man/tocsin-event.schema.json \
	man/tocsin-explain-rule.schema.json \
	man/tocsin-explain.schema.json \
	man/tocsin-message.schema.json \
	man/tocsin-record.fields.json \
	man/tocsin-report-index.schema.json \
	man/tocsin-report.schema.json
EXTRA_DIST += man/adding.md man/alert-path.svg man/article-path.svg \
	man/detection-numbers.md man/guide.md man/house.svg man/page.png \
	man/performance.md man/report-quality.md man/settings.sh
LAB_MANS = man/tocsin-bench.1 man/tocsin-judge.1 man/tocsin-simulate.1
EXTRA_DIST += $(LAB_MANS)
dist_man_MANS += \
	man/tocsin-check.1 \
	man/tocsin-config.5 \
	man/tocsin-deliveries.1 \
	man/tocsin-demo.1 \
	man/tocsin-edition.1 \
	man/tocsin-editions.5 \
	man/tocsin-event.1 \
	man/tocsin-explain.1 \
	man/tocsin-feeds.1 \
	man/tocsin-ingest.1 \
	man/tocsin-input.5 \
	man/tocsin-output.5 \
	man/tocsin-prepare.1 \
	man/tocsin-receivers.5 \
	man/tocsin-record.5 \
	man/tocsin-replay.1 \
	man/tocsin-report-link.1 \
	man/tocsin-report.1 \
	man/tocsin-rules.1 \
	man/tocsin-rules.5 \
	man/tocsin-run.1 \
	man/tocsin-send-test.1 \
	man/tocsin-silence.1 \
	man/tocsin-similar-cluster.1 \
	man/tocsin-similar-pairs.1 \
	man/tocsin-similar.1 \
	man/tocsin-stats.1 \
	man/tocsin-store.1 \
	man/tocsin-templates.5 \
	man/tocsin-tune-diff.1 \
	man/tocsin-tune-fit.1 \
	man/tocsin-tune-score.1 \
	man/tocsin-tune-sweep.1 \
	man/tocsin-tune.1 \
	man/tocsin.1
