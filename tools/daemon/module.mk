# tools/daemon: see tools/daemon/README.md.
noinst_LIBRARIES += libtools_daemon.a
TOOLS_DAEMON = libtools_daemon.a $(TOOLS_WEB)
libtools_daemon_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_daemon_a_SOURCES = \
	tools/daemon/daemon.c \
	tools/daemon/daemon.h \
	tools/daemon/daemon_acts.c \
	tools/daemon/daemon_conf.c \
	tools/daemon/daemon_editions.c \
	tools/daemon/daemon_editions_log.c \
	tools/daemon/daemon_events.c \
	tools/daemon/daemon_impl.h \
	tools/daemon/daemon_lead.c \
	tools/daemon/daemon_links.c \
	tools/daemon/daemon_log.c \
	tools/daemon/daemon_stream.c \
	tools/daemon/reload.c \
	tools/daemon/reload.h
EXTRA_DIST += tools/daemon/Containerfile tools/daemon/README.md

systemdsystemunitdir = $(prefix)/lib/systemd/system
nodist_systemdsystemunit_DATA = tools/daemon/tocsin.service
EXTRA_DIST += tools/daemon/tocsin.service.in
CLEANFILES += tools/daemon/tocsin.service
tools/daemon/tocsin.service: tools/daemon/tocsin.service.in
	$(AM_V_GEN)$(MKDIR_P) tools/daemon && \
		sed 's,@bindir[@],$(bindir),' \
		'$(top_srcdir)/tools/daemon/tocsin.service.in' >$@
