# tools/api: see tools/api/README.md.
noinst_LIBRARIES += libtools_api.a
TOOLS_API = libtools_api.a $(TOOLS_KAFKA)
libtools_api_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_api_a_SOURCES = \
	tools/api/api.c \
	tools/api/api.h \
	tools/api/api_answer.c \
	tools/api/api_articles.c \
	tools/api/api_cluster.c \
	tools/api/api_collapse.c \
	tools/api/api_deliveries.c \
	tools/api/api_editions.c \
	tools/api/api_event_parts.c \
	tools/api/api_events.c \
	tools/api/api_facets.c \
	tools/api/api_feed.c \
	tools/api/api_feeds.c \
	tools/api/api_impl.h \
	tools/api/api_intake.c \
	tools/api/api_jobs.c \
	tools/api/api_latest.c \
	tools/api/api_links.c \
	tools/api/api_local.c \
	tools/api/api_local.h \
	tools/api/api_metrics.c \
	tools/api/api_metrics.h \
	tools/api/api_metrics_feeds.c \
	tools/api/api_metrics_log.c \
	tools/api/api_metrics_store.c \
	tools/api/api_minutes.c \
	tools/api/api_minutes.h \
	tools/api/api_now.c \
	tools/api/api_openapi.c \
	tools/api/api_openapi.h \
	tools/api/api_opml.c \
	tools/api/api_orders.c \
	tools/api/api_outfeed.c \
	tools/api/api_receivers.c \
	tools/api/api_recommend.c \
	tools/api/api_rules.c \
	tools/api/api_rules_file.c \
	tools/api/api_search.c \
	tools/api/api_searches.c \
	tools/api/api_sessions.c \
	tools/api/api_silences.c \
	tools/api/api_sliced.c \
	tools/api/collapse_body.c \
	tools/api/collapse_body.h \
	tools/api/openmetrics.c \
	tools/api/openmetrics.h \
	tools/api/recommend_body.c \
	tools/api/recommend_body.h
EXTRA_DIST += tools/api/README.md

# The schemas of the interface, built in line by line.
EXTRA_DIST += tools/api/openapi.json
nodist_libtools_api_a_SOURCES = tools/api/openapi_data.h
BUILT_SOURCES += tools/api/openapi_data.h
CLEANFILES += tools/api/openapi_data.h

tools/api/openapi_data.h: $(top_srcdir)/tools/api/openapi.json
	$(AM_V_GEN)$(MKDIR_P) tools/api && \
	sed -e 's/[\\"]/\\&/g' -e 's/^	*/"/' -e 's/$$/\\n",/' \
		$(top_srcdir)/tools/api/openapi.json > $@.tmp && \
		mv $@.tmp $@
tools/daemon/libtools_api_a-api_openapi.$(OBJEXT): \
	tools/api/openapi_data.h
