check_PROGRAMS += check_rules
TESTS += check_rules
check_rules_CFLAGS = $(AM_CFLAGS) $(RULES_CFLAGS) $(CHECK_CFLAGS)
check_rules_LDADD = $(TESTS_BASE) $(RULES) $(CHECK_LIBS)
check_rules_SOURCES = \
	tests/rules/many.c \
	tests/rules/many.h \
	tests/rules/match_check.c \
	tests/rules/match_check.h \
	tests/rules/restart.h \
	tests/rules/ruleset_check.c \
	tests/rules/ruleset_check.h \
	tests/rules/test_cluster.c \
	tests/rules/test_detector.c \
	tests/rules/test_detector_check.c \
	tests/rules/test_early.c \
	tests/rules/test_group.c \
	tests/rules/test_hours.c \
	tests/rules/test_language.c \
	tests/rules/test_lifecycle.c \
	tests/rules/test_literal.c \
	tests/rules/test_many.c \
	tests/rules/test_many_alone.c \
	tests/rules/test_many_state.c \
	tests/rules/test_match.c \
	tests/rules/test_match_check.c \
	tests/rules/test_pattern.c \
	tests/rules/test_rule.c \
	tests/rules/test_rule_hits.c \
	tests/rules/test_ruleset.c \
	tests/rules/test_silence.c
