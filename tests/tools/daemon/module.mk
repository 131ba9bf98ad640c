check_PROGRAMS += check_tools_daemon
TESTS += check_tools_daemon
check_tools_daemon_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_daemon_LDADD = $(TESTS_BASE) $(TOOLS_DAEMON) $(CHECK_LIBS)
check_tools_daemon_SOURCES = \
	tests/tools/daemon/api_calls.c \
	tests/tools/daemon/api_calls.h \
	tests/tools/daemon/browser.h \
	tests/tools/daemon/cert.c \
	tests/tools/daemon/cert.h \
	tests/tools/daemon/child.c \
	tests/tools/daemon/child.h \
	tests/tools/daemon/hand_clock.c \
	tests/tools/daemon/hand_clock.h \
	tests/tools/daemon/hostile.c \
	tests/tools/daemon/hostile.h \
	tests/tools/daemon/raw.h \
	tests/tools/daemon/test_access.c \
	tests/tools/daemon/test_api.c \
	tests/tools/daemon/test_check_live.c \
	tests/tools/daemon/test_counts.c \
	tests/tools/daemon/test_daemon.c \
	tests/tools/daemon/test_desk_pages.c \
	tests/tools/daemon/test_editions.c \
	tests/tools/daemon/test_event_lists.c \
	tests/tools/daemon/test_feed_api.c \
	tests/tools/daemon/test_hold.c \
	tests/tools/daemon/test_hostile.c \
	tests/tools/daemon/test_http.c \
	tests/tools/daemon/test_ingest.c \
	tests/tools/daemon/test_links.c \
	tests/tools/daemon/test_login.c \
	tests/tools/daemon/test_login_pages.c \
	tests/tools/daemon/test_metrics.c \
	tests/tools/daemon/test_now.c \
	tests/tools/daemon/test_one_writer.c \
	tests/tools/daemon/test_orders.c \
	tests/tools/daemon/test_outfeed.c \
	tests/tools/daemon/test_pages.c \
	tests/tools/daemon/test_reload.c \
	tests/tools/daemon/test_reload_storm.c \
	tests/tools/daemon/test_retain.c \
	tests/tools/daemon/test_rules_edit.c \
	tests/tools/daemon/test_search.c \
	tests/tools/daemon/test_secrets.c \
	tests/tools/daemon/test_sender_kill.c \
	tests/tools/daemon/test_session.c \
	tests/tools/daemon/test_session_access.c \
	tests/tools/daemon/test_stream.c \
	tests/tools/daemon/test_tls.c \
	tests/tools/daemon/test_trials.c \
	tests/tools/daemon/test_wall.c \
	tests/tools/daemon/trials.c \
	tests/tools/daemon/trials.h \
	tests/tools/daemon/ways.c \
	tests/tools/daemon/ways.h \
	tests/tools/tagger/fake.c \
	tests/tools/tagger/fake.h
