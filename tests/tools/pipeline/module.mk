check_PROGRAMS += check_tools_pipeline
SLOW_TESTS += check_tools_pipeline
check_tools_pipeline_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_pipeline_LDADD = $(TESTS_BASE) $(TOOLS_PIPELINE) $(CHECK_LIBS)
check_tools_pipeline_SOURCES = \
	tests/tools/pipeline/piped.c \
	tests/tools/pipeline/piped.h \
	tests/tools/pipeline/test_assign.c \
	tests/tools/pipeline/test_backup.c \
	tests/tools/pipeline/test_categories.c \
	tests/tools/pipeline/test_chains.c \
	tests/tools/pipeline/test_collapse.c \
	tests/tools/pipeline/test_dictionaries.c \
	tests/tools/pipeline/test_dossiers.c \
	tests/tools/pipeline/test_event_view.c \
	tests/tools/pipeline/test_excerpts.c \
	tests/tools/pipeline/test_life.c \
	tests/tools/pipeline/test_live.c \
	tests/tools/pipeline/test_pipeline.c \
	tests/tools/pipeline/test_recommend.c \
	tests/tools/pipeline/test_refused.c \
	tests/tools/pipeline/test_retention.c \
	tests/tools/pipeline/test_rewrites.c \
	tests/tools/pipeline/test_search_rule.c \
	tests/tools/pipeline/test_split.c \
	tests/tools/pipeline/test_terms_said.c \
	tests/tools/pipeline/test_upgrade.c \
	tests/tools/pipeline/test_versions.c \
	tests/tools/pipeline/test_walk.c \
	tests/tools/pipeline/walk_lines.c \
	tests/tools/pipeline/walk_lines.h
EXTRA_DIST += tests/tools/pipeline/golden/make.sh \
	tests/tools/pipeline/golden/schema-12.db.gz \
	tests/tools/pipeline/golden/schema-47.db.gz \
	tests/tools/pipeline/golden/schema-50.db.gz \
	tests/tools/pipeline/golden/schema-51.db.gz \
	tests/tools/pipeline/golden/schema-52.db.gz \
	tests/tools/pipeline/golden/schema-53.db.gz \
	tests/tools/pipeline/golden/schema-54.db.gz \
	tests/tools/pipeline/golden/schema-55.db.gz \
	tests/tools/pipeline/golden/schema-56.db.gz \
	tests/tools/pipeline/golden/schema-57.db.gz \
	tests/tools/pipeline/golden/schema-58.db.gz
