noinst_LIBRARIES += libtools.a
TOOLS_CFLAGS = $(ENGINE_CFLAGS) $(SQLITE_CFLAGS) \
	$(ZLIB_CFLAGS) $(ZSTD_CFLAGS) $(EVENT_CFLAGS) \
	$(PCRE2_CFLAGS) $(CURL_CFLAGS) \
	$(CRYPTO_CFLAGS)
TOOLS_LIBS = librules.a libwindow.a libsql.a libengine.a $(ENGINE_LIBS) \
	$(SQLITE_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) \
	$(EVENT_LIBS) $(PCRE2_LIBS) $(CURL_LIBS) $(CRYPTO_LIBS)
libtools_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_a_SOURCES = \
	tools/bench_db.c tools/bench_db.h \
	tools/bench_http.c \
	tools/bench_serve.c tools/bench_serve.h \
	tools/bench_told.c tools/bench_told.h \
	tools/bench_index.c \
	tools/bench_met.c \
	tools/bench_pairs.c tools/bench_pairs.h \
	tools/access.c tools/access.h \
	tools/address.c tools/address.h \
	tools/ahead.c tools/ahead.h \
	tools/alert.c tools/alert.h \
	tools/lookup.c tools/lookup.h \
	tools/bench.h tools/bench_replay.c tools/bench_stories.c \
	tools/bench_rules.c \
	tools/bench_start.c tools/bench_store.c \
	tools/bench_sweep.c \
	tools/bench_text.c \
	tools/verb_bench.c \
	tools/verb_check.c \
	tools/verb_demo.c \
	tools/verb_diff.c \
	tools/verb_related.c \
	tools/verb_show.c \
	tools/verb_sweep.c \
	tools/assign.c tools/assign.h tools/assign_store.c \
	tools/api.c tools/api.h tools/api_impl.h \
	tools/api_answer.c \
	tools/api_articles.c \
	tools/api_events.c \
	tools/api_openapi.c tools/api_openapi.h \
	tools/api_outfeed.c \
	tools/api_rules.c \
	tools/api_silences.c \
	tools/api_json.c tools/api_json.h tools/api_json_desk.c \
	tools/beside.c tools/beside.h \
	tools/desk.c tools/desk.h \
	tools/errand.c tools/errand.h \
	tools/event_words.c tools/event_words.h \
	tools/event_filter.c tools/event_filter.h \
	tools/event_text.c tools/event_text.h \
	tools/verb_event.c \
	tools/verb_silence.c \
	tools/api_metrics.c tools/api_metrics.h \
	tools/channel.c tools/channel.h \
	tools/channel_chat.c tools/channel_hook.c tools/channel_mail.c \
	tools/receivers.c tools/receivers.h tools/receivers_impl.h \
	tools/receivers_check.c \
	tools/secret.c tools/secret.h \
	tools/template.c tools/template.h \
	tools/told.c tools/told.h \
	tools/append.c tools/append.h \
	tools/carry.c tools/carry.h \
	tools/deliver.c tools/deliver.h \
	tools/post.c tools/post.h \
	tools/spawn.c tools/spawn.h \
	tools/notify.c tools/notify.h \
	tools/dispatch.c tools/dispatch.h \
	tools/api_deliveries.c \
	tools/deliveries.c tools/deliveries.h \
	tools/verb_deliveries.c tools/verb_send_test.c \
	tools/charset.c tools/charset.h \
	tools/chart.c tools/chart.h \
	tools/client.c tools/client.h \
	tools/check_file.c tools/check_file.h \
	tools/complain.c tools/complain.h \
	tools/conf.c tools/conf.h \
	tools/conns.c tools/conns.h \
	tools/conf_check.c \
	tools/conf_print.c \
	tools/conf_table.c \
	tools/conf_value.c tools/conf_value.h \
	tools/conf_yaml.c \
	tools/daemon.c tools/daemon.h tools/daemon_impl.h \
	tools/daemon_conf.c \
	tools/demo.c tools/demo.h \
	tools/demo_de.c \
	tools/demo_en.c \
	tools/demo_en_crises.c \
	tools/demo_en_events.c \
	tools/demo_en_more.c \
	tools/demo_en_notices.c \
	tools/demo_en_words.c \
	tools/demo_es.c \
	tools/demo_event.c \
	tools/demo_fr.c \
	tools/demo_it.c \
	tools/demo_ja.c \
	tools/demo_names.c \
	tools/demo_plan.c tools/demo_plan.h \
	tools/demo_pt.c \
	tools/demo_rng.h \
	tools/demo_text.c tools/demo_text.h \
	tools/demo_words.c \
	tools/demo_world.c tools/demo_world.h \
	tools/demo_zh.c \
	tools/discover.c tools/discover.h \
	tools/diff.c tools/diff.h tools/diff_match.c \
	tools/diff_json.c tools/diff_show.h tools/diff_text.c \
	tools/exit.h \
	tools/explain.c tools/explain.h tools/explain_impl.h \
	tools/explain_group.c \
	tools/explain_json.c \
	tools/explain_story.c \
	tools/explain_text.c tools/explain_write.h \
	tools/explain_text_event.c \
	tools/explain_text_item.c \
	tools/feed.c tools/feed.h \
	tools/feed_date.c \
	tools/feed_conf.c tools/feed_conf.h \
	tools/feed_impl.h \
	tools/feed_json.c \
	tools/feed_meaning.c tools/feed_meaning.h \
	tools/feed_plan.c tools/feed_plan.h \
	tools/feed_tidy.c \
	tools/feed_xml.c \
	tools/fetch.c tools/fetch.h \
	tools/file.c tools/file.h \
	tools/http.c tools/http.h tools/http_impl.h \
	tools/http_call.c \
	tools/ingest.c tools/ingest.h \
	tools/input_bytes.c tools/input_bytes.h \
	tools/input_ndjson.c tools/input_ndjson.h \
	tools/known.c tools/known.h \
	tools/known_csv.c \
	tools/known_print.c \
	tools/log.c tools/log.h \
	tools/intern.c tools/intern.h \
	tools/intake.c tools/intake.h \
	tools/json_out.c tools/json_out.h \
	tools/json_split.c tools/json_split.h \
	tools/live.c tools/live.h \
	tools/now.h \
	tools/opt.c tools/opt.h \
	tools/opml.c tools/opml.h \
	tools/out.c tools/out.h \
	tools/pace.c tools/pace.h \
	tools/pipeline.c tools/pipeline.h \
	tools/plural.c tools/plural.h \
	tools/poll.c tools/poll.h \
	tools/private.h \
	tools/progress.c tools/progress.h \
	tools/reload.c tools/reload.h \
	tools/reason.c tools/reason.h \
	tools/recall.c tools/recall.h tools/recall_store.c \
	tools/reject.c tools/reject.h \
	tools/replay.c tools/replay.h \
	tools/replay_known.c \
	tools/replay_score.c tools/replay_score.h \
	tools/report.c tools/report.h \
	tools/report_chart.c \
	tools/report_files.c tools/report_files.h \
	tools/report_gather.c tools/report_gather.h \
	tools/report_html.c \
	tools/report_index.c \
	tools/report_json.c \
	tools/report_ninjs.c \
	tools/report_md.c \
	tools/report_style.c \
	tools/report_time.c tools/report_time.h \
	tools/report_view.c tools/report_view.h \
	tools/report_words.c tools/report_write.h \
	tools/rulebook.c tools/rulebook.h \
	tools/rules_schema.c tools/rules_schema.h \
	tools/rules_test.c tools/rules_test.h \
	tools/safe.c tools/safe.h \
	tools/say.c tools/say.h \
	tools/score.c tools/score.h tools/score_impl.h \
	tools/score_list.c \
	tools/score_print.c \
	tools/scribe.c tools/scribe.h \
	tools/settle.c tools/settle.h \
	tools/settings.c tools/settings.h \
	tools/scratch.h \
	tools/setup.c tools/setup.h \
	tools/source.c tools/source.h tools/source_impl.h \
	tools/source_db.c tools/source_demo.c tools/source_file.c \
	tools/source_merge.c \
	tools/sd.c tools/sd.h \
	tools/seqset.c tools/seqset.h \
	tools/stop.c tools/stop.h \
	tools/summary.c tools/summary.h \
	tools/sweep.c tools/sweep.h \
	tools/sweep_best.c tools/sweep_best.h \
	tools/sweep_cites.c tools/sweep_cites.h \
	tools/sweep_data.c \
	tools/sweep_events.c tools/sweep_events.h \
	tools/sweep_front.c tools/sweep_front.h \
	tools/sweep_grid.c tools/sweep_grid.h \
	tools/sweep_html.c \
	tools/sweep_known.c tools/sweep_known.h \
	tools/sweep_lists.c tools/sweep_page.h \
	tools/sweep_plot.c tools/sweep_plot.h \
	tools/sweep_plot_frame.c \
	tools/sweep_plot_heat.c tools/sweep_plot_impl.h \
	tools/sweep_point.c tools/sweep_point.h \
	tools/sweep_pool.c tools/sweep_pool.h \
	tools/sweep_style.c \
	tools/sweep_text.c \
	tools/sweep_view.c tools/sweep_view.h \
	tools/tls.c tools/tls.h \
	tools/truth.c \
	tools/truth_read.c tools/truth_read.h \
	tools/unpack.c tools/unpack.h \
	tools/verb.c tools/verb.h \
	tools/verb_config.c \
	tools/verb_feed.c \
	tools/verb_feeds.c \
	tools/verb_explain.c \
	tools/verb_fingerprint.c \
	tools/verb_help.c \
	tools/verb_ingest.c \
	tools/verb_replay.c \
	tools/verb_rules.c \
	tools/verb_report.c \
	tools/verb_run.c \
	tools/verb_score.c \
	tools/verb_version.c \
	tools/when.c tools/when.h

bin_PROGRAMS += tocsin
tocsin_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
tocsin_LDADD = libtools.a $(TOOLS_LIBS)
tocsin_SOURCES = tools/main.c

# The schemas of the interface, built in line by line.
EXTRA_DIST += tools/openapi.json
nodist_libtools_a_SOURCES = tools/openapi_data.h
BUILT_SOURCES += tools/openapi_data.h
CLEANFILES += tools/openapi_data.h

tools/openapi_data.h: $(top_srcdir)/tools/openapi.json
	$(AM_V_GEN)$(MKDIR_P) tools && \
	sed -e 's/[\\"]/\\&/g' -e 's/^	*/"/' -e 's/$$/\\n",/' \
		$(top_srcdir)/tools/openapi.json > $@.tmp && mv $@.tmp $@
tools/libtools_a-api_openapi.$(OBJEXT): tools/openapi_data.h

systemdsystemunitdir = $(prefix)/lib/systemd/system
nodist_systemdsystemunit_DATA = tools/tocsin.service
EXTRA_DIST += tools/tocsin.service.in
CLEANFILES += tools/tocsin.service
tools/tocsin.service: tools/tocsin.service.in
	$(AM_V_GEN)$(MKDIR_P) tools && \
		sed 's,@bindir[@],$(bindir),' \
		'$(top_srcdir)/tools/tocsin.service.in' >$@
