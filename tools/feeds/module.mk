# tools/feeds: see tools/feeds/README.md.
noinst_LIBRARIES += libtools_feeds.a
TOOLS_FEEDS = libtools_feeds.a libengine_page.a $(TOOLS_REPORT)
libtools_feeds_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_feeds_a_SOURCES = \
	tools/feeds/charset.c \
	tools/feeds/charset.h \
	tools/feeds/charset_detect.c \
	tools/feeds/charset_impl.h \
	tools/feeds/crawl.c \
	tools/feeds/crawl.h \
	tools/feeds/discover.c \
	tools/feeds/discover.h \
	tools/feeds/entry_json.c \
	tools/feeds/entry_json.h \
	tools/feeds/feed.c \
	tools/feeds/feed.h \
	tools/feeds/feed_conf.c \
	tools/feeds/feed_conf.h \
	tools/feeds/feed_draft.c \
	tools/feeds/feed_element.c \
	tools/feeds/feed_element_impl.h \
	tools/feeds/feed_fill.c \
	tools/feeds/feed_fill_impl.h \
	tools/feeds/feed_impl.h \
	tools/feeds/feed_json.c \
	tools/feeds/feed_lang.c \
	tools/feeds/feed_schedule.c \
	tools/feeds/feed_schedule.h \
	tools/feeds/feed_tidy.c \
	tools/feeds/feed_xml.c \
	tools/feeds/fetch.c \
	tools/feeds/fetch.h \
	tools/feeds/follow.c \
	tools/feeds/follow.h \
	tools/feeds/look.c \
	tools/feeds/look.h \
	tools/feeds/opml.c \
	tools/feeds/opml.h \
	tools/feeds/page_article.c \
	tools/feeds/page_article.h \
	tools/feeds/poll.c \
	tools/feeds/poll.h \
	tools/feeds/poll_held.c \
	tools/feeds/poll_impl.h \
	tools/feeds/poll_site.c \
	tools/feeds/robots.c \
	tools/feeds/robots.h \
	tools/feeds/robots_cache.c \
	tools/feeds/robots_cache.h \
	tools/feeds/sitemap.c \
	tools/feeds/sitemap.h \
	tools/feeds/subscribe.c \
	tools/feeds/subscribe.h
EXTRA_DIST += tools/feeds/README.md
