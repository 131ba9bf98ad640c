# The checks of the tree itself, the files that tests compare with, and the
# fuzz targets.
EXTRA_DIST += tests/compare/CountByKey.java \
	tests/compare/altered_texts.py \
	tests/compare/readings_judged.csv \
	tests/compare/sample_readings.py \
	tests/compare/score_years.py \
	tests/compare/vectors_stories.py \
	tests/sql/schema.golden \
	tests/tools/tell/report/golden/report.de.html \
	tests/tools/tell/report/golden/report.de.md \
	tests/tools/tell/report/golden/report.es.html \
	tests/tools/tell/report/golden/report.es.md \
	tests/tools/tell/report/golden/report.fr.html \
	tests/tools/tell/report/golden/report.fr.md \
	tests/tools/tell/report/golden/report.html \
	tests/tools/tell/report/golden/report.json \
	tests/tools/tell/report/golden/report.md
EXTRA_PROGRAMS = list_readings # of tests/compare/sample_readings.py
CLEANFILES += list_readings
list_readings_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
list_readings_LDADD = $(ENGINE_FACTS)
list_readings_SOURCES = tests/compare/list_readings.c
CLEANFILES += got.report.de.html got.report.de.md got.report.es.html \
	got.report.es.md got.report.fr.html got.report.fr.md \
	got.report.html got.report.json got.report.md got.report.pseudo.html

SLOW_TESTS += tests/lint.sh tests/rubric_test.sh tests/streams_test.sh
TESTS += tests/completion_test.sh tests/examples_test.sh \
	tests/hostile_test.sh tests/lint_test.sh tests/man_test.sh \
	tests/quickstart_test.sh tests/unit_test.sh tests/verbs_lib.sh
EXTRA_DIST += tests/bare.sh tests/bare_lib.sh tests/completion_test.sh \
	tests/examples_test.sh tests/hashes.sh tests/hashes.txt \
	tests/hostile_test.sh tests/instructions.sh \
	tests/lint.awk tests/lint.sh tests/lint_test.sh tests/man_test.sh \
	tests/mutants.sh tests/mutants.txt tests/packages.sh \
	tests/quickstart_test.sh \
	tests/rubric/crisislex.json tests/rubric/demo.bars \
	tests/rubric/desk.json tests/rubric/desk.ndjson \
	tests/rubric/desk.rules.yaml \
	tests/rubric/reuters.json tests/rubric/run.sh \
	tests/rubric/uci.json tests/rubric_test.sh tests/streams_test.sh \
	tests/totals.sh tests/unit_test.sh tests/workers.sh

# The pages in a browser: make check-web.
EXTRA_DIST += tests/web/acts.test.mjs \
	tests/web/board.test.mjs \
	tests/web/browser.mjs \
	tests/web/calm.test.mjs \
	tests/web/clock.test.mjs \
	tests/web/daemon.mjs \
	tests/web/desk.test.mjs \
	tests/web/form.test.mjs \
	tests/web/hostile.test.mjs \
	tests/web/language.test.mjs \
	tests/web/lists.test.mjs \
	tests/web/load.test.mjs \
	tests/web/login.test.mjs \
	tests/web/newsroom.mjs \
	tests/web/package-lock.json \
	tests/web/package.json \
	tests/web/pages.test.mjs \
	tests/web/people.test.mjs \
	tests/web/picture.test.mjs \
	tests/web/pictures.test.mjs \
	tests/web/run.sh \
	tests/web/seen.test.mjs \
	tests/web/soak.test.mjs \
	tests/web/views.test.mjs

include $(top_srcdir)/tests/fuzz/module.mk
check_PROGRAMS += $(FUZZ_TARGETS)
TESTS += tests/fuzz/replay.sh
