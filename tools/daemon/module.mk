# tools/daemon: see tools/daemon/README.md.
noinst_LIBRARIES += libtools_daemon.a
TOOLS_DAEMON = libtools_daemon.a $(TOOLS_EVAL_STATS)
libtools_daemon_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_daemon_a_SOURCES = \
	tools/daemon/access.c \
	tools/daemon/access.h \
	tools/daemon/api.c \
	tools/daemon/api.h \
	tools/daemon/api_answer.c \
	tools/daemon/api_articles.c \
	tools/daemon/api_collapse.c \
	tools/daemon/api_deliveries.c \
	tools/daemon/api_events.c \
	tools/daemon/api_excerpts.c \
	tools/daemon/api_feeds.c \
	tools/daemon/api_impl.h \
	tools/daemon/api_json.c \
	tools/daemon/api_json.h \
	tools/daemon/api_json_desk.c \
	tools/daemon/api_links.c \
	tools/daemon/api_local.c \
	tools/daemon/api_local.h \
	tools/daemon/api_metrics.c \
	tools/daemon/api_metrics.h \
	tools/daemon/api_metrics_feeds.c \
	tools/daemon/api_metrics_store.c \
	tools/daemon/api_openapi.c \
	tools/daemon/api_openapi.h \
	tools/daemon/api_outfeed.c \
	tools/daemon/api_rules.c \
	tools/daemon/api_silences.c \
	tools/daemon/collapse_body.c \
	tools/daemon/collapse_body.h \
	tools/daemon/conns.c \
	tools/daemon/conns.h \
	tools/daemon/conns_check.c \
	tools/daemon/conns_impl.h \
	tools/daemon/daemon.c \
	tools/daemon/daemon.h \
	tools/daemon/daemon_conf.c \
	tools/daemon/daemon_impl.h \
	tools/daemon/daemon_links.c \
	tools/daemon/desk_watch.c \
	tools/daemon/desk_watch.h \
	tools/daemon/feed_rounds.c \
	tools/daemon/feed_rounds.h \
	tools/daemon/http.c \
	tools/daemon/http.h \
	tools/daemon/http_access.c \
	tools/daemon/http_call.c \
	tools/daemon/http_gate.c \
	tools/daemon/http_gate.h \
	tools/daemon/http_head.c \
	tools/daemon/http_head.h \
	tools/daemon/http_impl.h \
	tools/daemon/http_local.c \
	tools/daemon/http_scan.c \
	tools/daemon/http_scan.h \
	tools/daemon/http_socket.c \
	tools/daemon/intake.c \
	tools/daemon/intake.h \
	tools/daemon/openmetrics.c \
	tools/daemon/openmetrics.h \
	tools/daemon/pattern_watch.c \
	tools/daemon/pattern_watch.h \
	tools/daemon/reload.c \
	tools/daemon/reload.h \
	tools/daemon/retain.c \
	tools/daemon/retain.h \
	tools/daemon/slices.c \
	tools/daemon/slices.h \
	tools/daemon/socket.c \
	tools/daemon/socket.h \
	tools/daemon/sse.c \
	tools/daemon/sse.h \
	tools/daemon/tls.c \
	tools/daemon/tls.h \
	tools/daemon/token_guard.c \
	tools/daemon/token_guard.h \
	tools/daemon/wall.c \
	tools/daemon/wall.h
EXTRA_DIST += tools/daemon/README.md

# The schemas of the interface, built in line by line.
EXTRA_DIST += tools/daemon/openapi.json
nodist_libtools_daemon_a_SOURCES = tools/daemon/openapi_data.h
BUILT_SOURCES += tools/daemon/openapi_data.h
CLEANFILES += tools/daemon/openapi_data.h

tools/daemon/openapi_data.h: $(top_srcdir)/tools/daemon/openapi.json
	$(AM_V_GEN)$(MKDIR_P) tools/daemon && \
	sed -e 's/[\\"]/\\&/g' -e 's/^	*/"/' -e 's/$$/\\n",/' \
		$(top_srcdir)/tools/daemon/openapi.json > $@.tmp && \
		mv $@.tmp $@
tools/daemon/libtools_daemon_a-api_openapi.$(OBJEXT): \
	tools/daemon/openapi_data.h

systemdsystemunitdir = $(prefix)/lib/systemd/system
nodist_systemdsystemunit_DATA = tools/daemon/tocsin.service
EXTRA_DIST += tools/daemon/tocsin.service.in
CLEANFILES += tools/daemon/tocsin.service
tools/daemon/tocsin.service: tools/daemon/tocsin.service.in
	$(AM_V_GEN)$(MKDIR_P) tools/daemon && \
		sed 's,@bindir[@],$(bindir),' \
		'$(top_srcdir)/tools/daemon/tocsin.service.in' >$@
