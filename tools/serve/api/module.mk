# tools/serve/api: see tools/serve/api/README.md.
noinst_LIBRARIES += libtools_api.a
TOOLS_API = libtools_api.a $(TOOLS_KAFKA)
libtools_api_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_api_a_SOURCES = \
	tools/serve/api/api.c \
	tools/serve/api/api.h \
	tools/serve/api/api_answer.c \
	tools/serve/api/api_articles.c \
	tools/serve/api/api_clock.c \
	tools/serve/api/api_cluster.c \
	tools/serve/api/api_collapse.c \
	tools/serve/api/api_deliveries.c \
	tools/serve/api/api_editions.c \
	tools/serve/api/api_event_parts.c \
	tools/serve/api/api_events.c \
	tools/serve/api/api_facets.c \
	tools/serve/api/api_feed.c \
	tools/serve/api/api_feeds.c \
	tools/serve/api/api_impl.h \
	tools/serve/api/api_intake.c \
	tools/serve/api/api_jobs.c \
	tools/serve/api/api_latest.c \
	tools/serve/api/api_links.c \
	tools/serve/api/api_local.c \
	tools/serve/api/api_local.h \
	tools/serve/api/api_metrics.c \
	tools/serve/api/api_metrics.h \
	tools/serve/api/api_metrics_feeds.c \
	tools/serve/api/api_metrics_log.c \
	tools/serve/api/api_metrics_store.c \
	tools/serve/api/api_minutes.c \
	tools/serve/api/api_minutes.h \
	tools/serve/api/api_now.c \
	tools/serve/api/api_openapi.c \
	tools/serve/api/api_openapi.h \
	tools/serve/api/api_opml.c \
	tools/serve/api/api_orders.c \
	tools/serve/api/api_outfeed.c \
	tools/serve/api/api_receivers.c \
	tools/serve/api/api_recommend.c \
	tools/serve/api/api_rules.c \
	tools/serve/api/api_rules_file.c \
	tools/serve/api/api_search.c \
	tools/serve/api/api_searches.c \
	tools/serve/api/api_sessions.c \
	tools/serve/api/api_silences.c \
	tools/serve/api/api_sliced.c \
	tools/serve/api/collapse_body.c \
	tools/serve/api/collapse_body.h \
	tools/serve/api/openmetrics.c \
	tools/serve/api/openmetrics.h \
	tools/serve/api/recommend_body.c \
	tools/serve/api/recommend_body.h
EXTRA_DIST += tools/serve/api/README.md

# The schemas of the interface, built in line by line.
EXTRA_DIST += tools/serve/api/openapi.json
nodist_libtools_api_a_SOURCES = tools/serve/api/openapi_data.h
BUILT_SOURCES += tools/serve/api/openapi_data.h
CLEANFILES += tools/serve/api/openapi_data.h

tools/serve/api/openapi_data.h: $(top_srcdir)/tools/serve/api/openapi.json
	$(AM_V_GEN)$(MKDIR_P) tools/serve/api && \
	sed -e 's/[\\"]/\\&/g' -e 's/^	*/"/' -e 's/$$/\\n",/' \
		$(top_srcdir)/tools/serve/api/openapi.json > $@.tmp && \
		mv $@.tmp $@
tools/serve/daemon/libtools_api_a-api_openapi.$(OBJEXT): \
	tools/serve/api/openapi_data.h
