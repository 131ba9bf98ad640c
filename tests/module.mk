# What the test programs of the rooms share, and the checks of the tree itself.
EXTRA_DIST += tests/tools/report/golden/report.html \
	tests/tools/report/golden/report.md \
	tests/tools/report/golden/report.json tests/sql/schema.golden
CLEANFILES += got.report.html got.report.md got.report.json

TESTS += tests/lint.sh tests/lint_test.sh tests/man_test.sh \
	tests/hostile_test.sh
EXTRA_DIST += tests/lint.sh tests/lint_test.sh tests/lint.awk \
	tests/man_test.sh tests/hostile_test.sh tests/totals.sh

include $(top_srcdir)/tests/fuzz/module.mk
check_PROGRAMS += $(FUZZ_TARGETS)
TESTS += tests/fuzz/replay.sh
