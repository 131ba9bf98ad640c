check_PROGRAMS += check_tools_verb
SLOW_TESTS += check_tools_verb
check_tools_verb_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_verb_LDADD = $(TESTS_BASE) $(TOOLS_VERB) $(CHECK_LIBS)
check_tools_verb_SOURCES = \
	tests/tools/intake/tagger/fake.c \
	tests/tools/intake/tagger/fake.h \
	tests/tools/verb/test_check_files.c \
	tests/tools/verb/test_check_state.c \
	tests/tools/verb/test_cluster_verb.c \
	tests/tools/verb/test_collapse.c \
	tests/tools/verb/test_copies.c \
	tests/tools/verb/test_demo_live.c \
	tests/tools/verb/test_demo_verb.c \
	tests/tools/verb/test_event.c \
	tests/tools/verb/test_fingerprint.c \
	tests/tools/verb/test_first_story.c \
	tests/tools/verb/test_headlines.c \
	tests/tools/verb/test_images.c \
	tests/tools/verb/test_pairs_verb.c \
	tests/tools/verb/test_revisions.c \
	tests/tools/verb/test_rules_match.c \
	tests/tools/verb/test_stats_verb.c \
	tests/tools/verb/test_tagger.c \
	tests/tools/verb/test_vectors.c \
	tests/tools/verb/test_verb.c \
	tests/tools/verb/test_verb_action.c
EXTRA_DIST += tests/tools/verb/first_stories.txt

# `make check-kill` and `make check-memory` do more of it (tests/targets.mk).
check_PROGRAMS += check_kill
SLOW_TESTS += check_kill
check_kill_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_kill_LDADD = $(TESTS_BASE) $(TOOLS_VERB) $(CURL_LIBS) $(CHECK_LIBS)
check_kill_SOURCES = \
	tests/tools/verb/check_kill.c \
	tests/tools/verb/kill_child.c \
	tests/tools/verb/kill_child.h
