# One program a theme, so that `make check` runs them beside each other; what
# starts the daemon and calls it is common to them.
check_LIBRARIES += libtests_daemon.a
libtests_daemon_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
libtests_daemon_a_SOURCES = \
	tests/tools/serve/daemon/browser.h \
	tests/tools/serve/daemon/cert.c \
	tests/tools/serve/daemon/cert.h \
	tests/tools/serve/daemon/child.c \
	tests/tools/serve/daemon/child.h \
	tests/tools/serve/daemon/day.c \
	tests/tools/serve/daemon/day.h \
	tests/tools/serve/daemon/hand_clock.c \
	tests/tools/serve/daemon/hand_clock.h \
	tests/tools/serve/daemon/raw.h

TESTS_DAEMON = libtests_daemon.a $(TESTS_BASE) $(TOOLS_DAEMON) $(CURL_LIBS) \
	$(CHECK_LIBS)

DAEMON_TESTS = \
	check_tools_daemon_api \
	check_tools_daemon_http \
	check_tools_daemon_login \
	check_tools_daemon_pages \
	check_tools_daemon_reload \
	check_tools_daemon_run \
	check_tools_daemon_time \
	check_tools_daemon_trials \
	check_tools_daemon_verbs
check_PROGRAMS += $(DAEMON_TESTS)
TESTS += $(DAEMON_TESTS)

check_tools_daemon_api_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_api_LDADD = $(TESTS_DAEMON)
check_tools_daemon_api_SOURCES = \
	tests/tools/intake/tagger/fake.c \
	tests/tools/intake/tagger/fake.h \
	tests/tools/serve/daemon/api_calls.c \
	tests/tools/serve/daemon/api_calls.h \
	tests/tools/serve/daemon/test_api.c \
	tests/tools/serve/daemon/test_counts.c \
	tests/tools/serve/daemon/test_event_schema.c \
	tests/tools/serve/daemon/test_feed_api.c \
	tests/tools/serve/daemon/test_metrics.c \
	tests/tools/serve/daemon/test_orders.c \
	tests/tools/serve/daemon/test_stream.c

check_tools_daemon_http_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_http_LDADD = $(TESTS_DAEMON)
check_tools_daemon_http_SOURCES = \
	tests/tools/serve/daemon/hostile.c \
	tests/tools/serve/daemon/hostile.h \
	tests/tools/serve/daemon/test_hostile.c \
	tests/tools/serve/daemon/test_http.c \
	tests/tools/serve/daemon/test_limits.c \
	tests/tools/serve/daemon/test_tls.c

check_tools_daemon_login_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_login_LDADD = $(TESTS_DAEMON)
check_tools_daemon_login_SOURCES = \
	tests/tools/serve/daemon/test_access.c \
	tests/tools/serve/daemon/test_links.c \
	tests/tools/serve/daemon/test_login.c \
	tests/tools/serve/daemon/test_login_pages.c \
	tests/tools/serve/daemon/test_secrets.c

check_tools_daemon_pages_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_pages_LDADD = $(TESTS_DAEMON)
check_tools_daemon_pages_SOURCES = \
	tests/tools/serve/daemon/test_desk_pages.c \
	tests/tools/serve/daemon/test_event_lists.c \
	tests/tools/serve/daemon/test_now.c \
	tests/tools/serve/daemon/test_outfeed.c \
	tests/tools/serve/daemon/test_pages.c \
	tests/tools/serve/daemon/test_pictures.c \
	tests/tools/serve/daemon/test_search.c

check_tools_daemon_reload_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_reload_LDADD = $(TESTS_DAEMON)
check_tools_daemon_reload_SOURCES = \
	tests/tools/serve/daemon/test_reload.c \
	tests/tools/serve/daemon/test_reload_storm.c

check_tools_daemon_run_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_run_LDADD = $(TESTS_DAEMON)
check_tools_daemon_run_SOURCES = \
	tests/tools/serve/daemon/test_bodies.c \
	tests/tools/serve/daemon/test_check_live.c \
	tests/tools/serve/daemon/test_daemon.c \
	tests/tools/serve/daemon/test_refused.c \
	tests/tools/serve/daemon/test_retain.c \
	tests/tools/serve/daemon/test_sender_kill.c

check_tools_daemon_time_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_time_LDADD = $(TESTS_DAEMON)
check_tools_daemon_time_SOURCES = \
	tests/tools/serve/daemon/test_editions.c \
	tests/tools/serve/daemon/test_hold.c \
	tests/tools/serve/daemon/test_wall.c

check_tools_daemon_trials_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_trials_LDADD = $(TESTS_DAEMON)
check_tools_daemon_trials_SOURCES = \
	tests/tools/serve/daemon/test_rules_edit.c \
	tests/tools/serve/daemon/test_trials.c \
	tests/tools/serve/daemon/trials.c \
	tests/tools/serve/daemon/trials.h

check_tools_daemon_verbs_CFLAGS = $(libtests_daemon_a_CFLAGS)
check_tools_daemon_verbs_LDADD = $(TESTS_DAEMON)
check_tools_daemon_verbs_SOURCES = \
	tests/tools/serve/daemon/test_ingest.c \
	tests/tools/serve/daemon/test_one_writer.c \
	tests/tools/serve/daemon/test_session.c \
	tests/tools/serve/daemon/test_session_access.c \
	tests/tools/serve/daemon/ways.c \
	tests/tools/serve/daemon/ways.h

# The fields of each version of the schema of events.
EXTRA_DIST += tests/tools/serve/daemon/event_fields_1.txt
