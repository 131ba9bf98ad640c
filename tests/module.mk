# One test program per folder, linked with that folder's library and those
# below it only: an upward call is a link error here.
check_PROGRAMS += check_engine
TESTS += check_engine
check_engine_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_engine_LDADD = libengine.a $(ENGINE_LIBS) $(CHECK_LIBS)
check_engine_SOURCES = tests/run.h tests/engine/main.c \
	tests/engine/test_arena.c \
	tests/engine/test_ascii.c \
	tests/engine/test_hint.c \
	tests/engine/test_lang.c \
	tests/engine/test_map.c \
	tests/engine/test_prepare.c \
	tests/engine/test_real.c \
	tests/engine/test_str.c \
	tests/engine/test_text.c \
	tests/engine/test_token.c

check_PROGRAMS += check_tools
TESTS += check_tools
check_tools_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_LDADD = libtools.a $(TOOLS_LIBS) $(CHECK_LIBS)
check_tools_SOURCES = tests/run.h tests/temp.h tests/tools/main.c \
	tests/tools/cert.c tests/tools/cert.h \
	tests/tools/child.c tests/tools/child.h tests/tools/raw.h \
	tests/tools/web.c tests/tools/web.h \
	tests/tools/program.c tests/tools/program.h \
	tests/tools/mailbox.c tests/tools/mailbox.h \
	tests/tools/page.c tests/tools/page.h \
	tests/tools/report_data.c tests/tools/report_data.h \
	tests/tools/schema.c tests/tools/schema.h \
	tests/tools/test_api.c \
	tests/tools/test_outfeed.c \
	tests/tools/test_assign.c \
	tests/tools/test_carry.c \
	tests/tools/test_channel.c \
	tests/tools/test_conf.c \
	tests/tools/test_conns.c \
	tests/tools/test_daemon.c \
	tests/tools/test_deliver.c \
	tests/tools/test_deliver_kill.c \
	tests/tools/test_deliveries.c \
	tests/tools/test_demo.c \
	tests/tools/test_event.c \
	tests/tools/test_diff.c \
	tests/tools/test_feed.c \
	tests/tools/test_explain.c \
	tests/tools/test_fingerprint.c \
	tests/tools/test_http.c \
	tests/tools/test_ingest.c \
	tests/tools/test_known.c \
	tests/tools/test_json_split.c \
	tests/tools/test_log.c \
	tests/tools/test_notify.c \
	tests/tools/test_opt.c \
	tests/tools/test_pipeline.c \
	tests/tools/test_out.c \
	tests/tools/test_poll.c \
	tests/tools/test_reload.c \
	tests/tools/test_receivers.c \
	tests/tools/test_report.c \
	tests/tools/test_report_files.c \
	tests/tools/test_rules_test.c \
	tests/tools/test_safe.c \
	tests/tools/test_score.c \
	tests/tools/test_score_files.c \
	tests/tools/test_summary.c \
	tests/tools/test_tls.c \
	tests/tools/test_sweep.c \
	tests/tools/test_sweep_view.c \
	tests/tools/test_verb.c \
	tests/tools/test_when.c

check_PROGRAMS += check_rules
TESTS += check_rules
check_rules_CFLAGS = $(AM_CFLAGS) $(RULES_CFLAGS) $(CHECK_CFLAGS)
check_rules_LDADD = librules.a libwindow.a libengine.a $(RULES_LIBS) \
	$(CHECK_LIBS)
check_rules_SOURCES = tests/run.h tests/rules/main.c \
	tests/rules/test_detector.c \
	tests/rules/test_hours.c \
	tests/rules/test_life.c \
	tests/rules/test_literal.c \
	tests/rules/test_match.c \
	tests/rules/many.c tests/rules/many.h \
	tests/rules/test_many.c \
	tests/rules/test_many_state.c \
	tests/rules/test_ruleset.c \
	tests/rules/test_silence.c

EXTRA_DIST += tests/tools/golden/report.html \
	tests/tools/golden/report.md tests/tools/golden/report.json
CLEANFILES += got.report.html got.report.md got.report.json

# Checks of the tree itself.
TESTS += tests/lint.sh tests/lint_test.sh tests/man_test.sh \
	tests/hostile_test.sh
EXTRA_DIST += tests/lint.sh tests/lint_test.sh tests/lint.awk \
	tests/man_test.sh tests/hostile_test.sh tests/totals.sh

include $(top_srcdir)/tests/fuzz/module.mk
check_PROGRAMS += $(FUZZ_TARGETS)
TESTS += tests/fuzz/replay.sh

check_PROGRAMS += check_window
TESTS += check_window
check_window_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_LDADD = libwindow.a libengine.a $(ENGINE_LIBS) $(CHECK_LIBS)
check_window_SOURCES = tests/run.h tests/window/main.c \
	tests/window/near_model.c tests/window/near_model.h \
	tests/window/heard.h \
	tests/window/say.h \
	tests/window/test_clock.c \
	tests/window/test_df.c \
	tests/window/test_echo.c \
	tests/window/test_past.c \
	tests/window/test_sources.c \
	tests/window/test_forms.c \
	tests/window/test_near.c \
	tests/window/test_near_join.c \
	tests/window/test_near_large.c \
	tests/window/test_popcount.c \
	tests/window/test_recent.c \
	tests/window/test_same.c \
	tests/window/test_sort.c \
	tests/window/test_story.c \
	tests/window/test_story_arrays.c \
	tests/window/test_story_gates.c \
	tests/window/test_story_rows.c \
	tests/window/test_story_state.c \
	tests/window/test_usual.c
check_PROGRAMS += check_sql
TESTS += check_sql
EXTRA_DIST += tests/sql/schema.golden
check_sql_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS) $(CHECK_CFLAGS)
check_sql_LDADD = libsql.a libengine.a $(SQLITE_LIBS) $(CHECK_LIBS)
check_sql_SOURCES = tests/run.h tests/sql/main.c \
	tests/sql/fault_vfs.c tests/sql/fault_vfs.h \
	tests/sql/hostile.c tests/sql/hostile.h \
	tests/sql/sample.c tests/sql/sample.h \
	tests/sql/test_check.c \
	tests/sql/test_desk.c \
	tests/sql/test_fault.c \
	tests/sql/test_hostile.c \
	tests/sql/test_kill.c \
	tests/sql/test_migrate.c \
	tests/sql/test_outbox.c \
	tests/sql/test_read.c \
	tests/sql/test_settle.c \
	tests/sql/test_state.c \
	tests/sql/test_store.c

check_engine_SOURCES += \
	tests/engine/test_utf8.c \
	tests/engine/test_yaml.c \
	tests/engine/test_calendar.c \
	tests/engine/test_date.c \
	tests/engine/test_url.c \
	tests/engine/test_fprint.c \
	tests/engine/in_arena.h \
	tests/engine/read_line.h \
	tests/engine/test_json.c \
	tests/engine/test_json_flat.c \
	tests/engine/test_json_ninjs.c \
	tests/engine/test_article.c

check_tools_SOURCES += tests/tools/test_ahead.c
check_tools_SOURCES += tests/tools/test_beside.c tests/tools/test_secrets.c
check_tools_SOURCES += tests/tools/test_bench.c
check_tools_SOURCES += tests/tools/test_metrics.c
check_tools_SOURCES += \
	tests/tools/test_input.c \
	tests/tools/test_replay.c \
	tests/tools/test_settings.c \
	tests/tools/test_source.c
check_tools_SOURCES += tests/tools/test_rules.c
