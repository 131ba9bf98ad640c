# rules: see rules/README.md.
RULES_CFLAGS = $(ENGINE_CFLAGS) $(PCRE2_CFLAGS)
noinst_LIBRARIES += librules.a
RULES = librules.a $(WINDOW) $(PCRE2_LIBS)
librules_a_CFLAGS = $(AM_CFLAGS) $(RULES_CFLAGS)
librules_a_SOURCES = \
	rules/detector.c \
	rules/detector.h \
	rules/detector_adopt.c \
	rules/detector_check.c \
	rules/detector_cluster.c \
	rules/detector_group.c \
	rules/detector_impl.h \
	rules/detector_language.c \
	rules/detector_mend.c \
	rules/detector_reason.c \
	rules/detector_rules.c \
	rules/detector_similar.c \
	rules/detector_state.c \
	rules/detector_story.c \
	rules/hours.c \
	rules/hours.h \
	rules/lifecycle.c \
	rules/lifecycle.h \
	rules/lifecycle_check.c \
	rules/lifecycle_group.c \
	rules/lifecycle_heap.c \
	rules/lifecycle_impl.h \
	rules/lifecycle_index.c \
	rules/lifecycle_mend.c \
	rules/lifecycle_state.c \
	rules/literal.c \
	rules/literal.h \
	rules/match.c \
	rules/match.h \
	rules/match_build.c \
	rules/match_counts.c \
	rules/match_impl.h \
	rules/match_text.c \
	rules/pattern.c \
	rules/pattern.h \
	rules/rule.c \
	rules/rule.h \
	rules/rule_hits.c \
	rules/rule_hits.h \
	rules/rule_text.c \
	rules/rule_text.h \
	rules/ruleset.c \
	rules/ruleset.h \
	rules/ruleset_check.c \
	rules/ruleset_diags.c \
	rules/ruleset_impl.h \
	rules/ruleset_names.c \
	rules/ruleset_steps.c \
	rules/ruleset_table.c \
	rules/ruleset_table.h \
	rules/ruleset_value.c \
	rules/ruleset_words.c \
	rules/silence.c \
	rules/silence.h
EXTRA_DIST += rules/README.md
