check_PROGRAMS += check_tools_feeds
SLOW_TESTS += check_tools_feeds
check_tools_feeds_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_feeds_LDADD = $(TESTS_BASE) $(TOOLS_FEEDS) $(CHECK_LIBS)
check_tools_feeds_SOURCES = \
	tests/tools/intake/feeds/test_charset.c \
	tests/tools/intake/feeds/test_extract_verb.c \
	tests/tools/intake/feeds/test_feed.c \
	tests/tools/intake/feeds/test_feed_field.c \
	tests/tools/intake/feeds/test_feed_hostile.c \
	tests/tools/intake/feeds/test_feed_verb.c \
	tests/tools/intake/feeds/test_fetch_body.c \
	tests/tools/intake/feeds/test_fetch_private.c \
	tests/tools/intake/feeds/test_follow.c \
	tests/tools/intake/feeds/test_opml.c \
	tests/tools/intake/feeds/test_poll.c \
	tests/tools/intake/feeds/test_robots_cache.c \
	tests/tools/intake/feeds/test_sitemap.c \
	tests/tools/intake/feeds/test_sitemap_site.c
