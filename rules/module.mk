noinst_LIBRARIES += librules.a
librules_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS) $(PCRE2_CFLAGS)
librules_a_SOURCES = \
	rules/detector.c rules/detector.h rules/detector_internal.h \
	rules/detector_state.c \
	rules/life.c rules/life.h \
	rules/rule.h \
	rules/silence.c rules/silence.h
