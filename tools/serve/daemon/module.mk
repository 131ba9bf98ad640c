# tools/serve/daemon: see tools/serve/daemon/README.md.
noinst_LIBRARIES += libtools_daemon.a
TOOLS_DAEMON = libtools_daemon.a $(TOOLS_WEB)
libtools_daemon_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_daemon_a_SOURCES = \
	tools/serve/daemon/daemon.c \
	tools/serve/daemon/daemon.h \
	tools/serve/daemon/daemon_acts.c \
	tools/serve/daemon/daemon_conf.c \
	tools/serve/daemon/daemon_editions.c \
	tools/serve/daemon/daemon_editions_log.c \
	tools/serve/daemon/daemon_events.c \
	tools/serve/daemon/daemon_impl.h \
	tools/serve/daemon/daemon_lead.c \
	tools/serve/daemon/daemon_links.c \
	tools/serve/daemon/daemon_log.c \
	tools/serve/daemon/daemon_stream.c \
	tools/serve/daemon/reload.c \
	tools/serve/daemon/reload.h
EXTRA_DIST += tools/serve/daemon/Containerfile tools/serve/daemon/README.md

systemdsystemunitdir = $(prefix)/lib/systemd/system
nodist_systemdsystemunit_DATA = tools/serve/daemon/tocsin.service
EXTRA_DIST += tools/serve/daemon/tocsin.service.in
CLEANFILES += tools/serve/daemon/tocsin.service
tools/serve/daemon/tocsin.service: tools/serve/daemon/tocsin.service.in
	$(AM_V_GEN)$(MKDIR_P) tools/serve/daemon && \
		sed 's,@bindir[@],$(bindir),' \
		'$(top_srcdir)/tools/serve/daemon/tocsin.service.in' >$@
