noinst_LIBRARIES += librules.a
librules_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS) $(PCRE2_CFLAGS)
librules_a_SOURCES = engine/rc.h
