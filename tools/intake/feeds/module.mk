# tools/intake/feeds: see tools/intake/feeds/README.md.
noinst_LIBRARIES += libtools_feeds.a
TOOLS_FEEDS = libtools_feeds.a libengine_page.a $(TOOLS_REPORT)
libtools_feeds_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_feeds_a_SOURCES = \
	tools/intake/feeds/charset.c \
	tools/intake/feeds/charset.h \
	tools/intake/feeds/charset_detect.c \
	tools/intake/feeds/charset_impl.h \
	tools/intake/feeds/crawl.c \
	tools/intake/feeds/crawl.h \
	tools/intake/feeds/discover.c \
	tools/intake/feeds/discover.h \
	tools/intake/feeds/entry_json.c \
	tools/intake/feeds/entry_json.h \
	tools/intake/feeds/feed.c \
	tools/intake/feeds/feed.h \
	tools/intake/feeds/feed_conf.c \
	tools/intake/feeds/feed_conf.h \
	tools/intake/feeds/feed_draft.c \
	tools/intake/feeds/feed_element.c \
	tools/intake/feeds/feed_element_impl.h \
	tools/intake/feeds/feed_fill.c \
	tools/intake/feeds/feed_fill_impl.h \
	tools/intake/feeds/feed_impl.h \
	tools/intake/feeds/feed_json.c \
	tools/intake/feeds/feed_lang.c \
	tools/intake/feeds/feed_schedule.c \
	tools/intake/feeds/feed_schedule.h \
	tools/intake/feeds/feed_tidy.c \
	tools/intake/feeds/feed_xml.c \
	tools/intake/feeds/fetch.c \
	tools/intake/feeds/fetch.h \
	tools/intake/feeds/follow.c \
	tools/intake/feeds/follow.h \
	tools/intake/feeds/look.c \
	tools/intake/feeds/look.h \
	tools/intake/feeds/opml.c \
	tools/intake/feeds/opml.h \
	tools/intake/feeds/page_article.c \
	tools/intake/feeds/page_article.h \
	tools/intake/feeds/poll.c \
	tools/intake/feeds/poll.h \
	tools/intake/feeds/poll_held.c \
	tools/intake/feeds/poll_impl.h \
	tools/intake/feeds/poll_site.c \
	tools/intake/feeds/robots.c \
	tools/intake/feeds/robots.h \
	tools/intake/feeds/robots_cache.c \
	tools/intake/feeds/robots_cache.h \
	tools/intake/feeds/sitemap.c \
	tools/intake/feeds/sitemap.h \
	tools/intake/feeds/subscribe.c \
	tools/intake/feeds/subscribe.h
EXTRA_DIST += tools/intake/feeds/README.md
