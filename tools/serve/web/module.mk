# tools/serve/web: see tools/serve/web/README.md.
noinst_LIBRARIES += libtools_web.a
TOOLS_WEB = libtools_web.a $(TOOLS_API)
libtools_web_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_web_a_SOURCES = \
	tools/serve/web/web.c \
	tools/serve/web/web.h \
	tools/serve/web/web_act.c \
	tools/serve/web/web_asset.c \
	tools/serve/web/web_asset.h \
	tools/serve/web/web_chart.c \
	tools/serve/web/web_chart.h \
	tools/serve/web/web_compare.c \
	tools/serve/web/web_editions.c \
	tools/serve/web/web_errors.c \
	tools/serve/web/web_errors.h \
	tools/serve/web/web_event.c \
	tools/serve/web/web_event_impl.h \
	tools/serve/web/web_explain.c \
	tools/serve/web/web_feed_add.c \
	tools/serve/web/web_feeds.c \
	tools/serve/web/web_health.c \
	tools/serve/web/web_history.c \
	tools/serve/web/web_impl.h \
	tools/serve/web/web_items.c \
	tools/serve/web/web_job.c \
	tools/serve/web/web_job.h \
	tools/serve/web/web_kept.c \
	tools/serve/web/web_kept.h \
	tools/serve/web/web_keys.c \
	tools/serve/web/web_login.c \
	tools/serve/web/web_map.c \
	tools/serve/web/web_map.h \
	tools/serve/web/web_merge.c \
	tools/serve/web/web_now.c \
	tools/serve/web/web_opml.c \
	tools/serve/web/web_page.c \
	tools/serve/web/web_rail.c \
	tools/serve/web/web_rail.h \
	tools/serve/web/web_receivers.c \
	tools/serve/web/web_reports.c \
	tools/serve/web/web_rules.c \
	tools/serve/web/web_rules.h \
	tools/serve/web/web_search.c \
	tools/serve/web/web_silences.c \
	tools/serve/web/web_split.c \
	tools/serve/web/web_stream.c \
	tools/serve/web/web_template.c \
	tools/serve/web/web_template.h \
	tools/serve/web/web_try.c \
	tools/serve/web/web_words.c \
	tools/serve/web/web_words.h
EXTRA_DIST += tools/serve/web/README.md

# What pages load, built in line by line, without comments and indents.
WEB_ASSETS = tools/serve/web/board_data.h tools/serve/web/icon_data.h \
	tools/serve/web/lists_data.h \
	tools/serve/web/script_data.h tools/serve/web/script_words_data.h \
	tools/serve/web/style_data.h
EXTRA_DIST += tools/serve/web/board.js tools/serve/web/icon.svg \
	tools/serve/web/lists.js tools/serve/web/page.css \
	tools/serve/web/page.js
nodist_libtools_web_a_SOURCES = $(WEB_ASSETS)
BUILT_SOURCES += $(WEB_ASSETS)
CLEANFILES += $(WEB_ASSETS)
WEB_ASSET = $(MKDIR_P) tools/serve/web && sed -e '/^[	 ]*\/\//d' \
		-e '/^[	 ]*\/\*.*\*\/$$/d' -e '/^$$/d' \
		-e 's/[\\"]/\\&/g' -e 's/^	*/"/' -e 's/$$/\\n",/'

tools/serve/web/style_data.h: $(top_srcdir)/tools/serve/web/page.css
	$(AM_V_GEN)$(WEB_ASSET) \
		$(top_srcdir)/tools/serve/web/page.css > $@.tmp && \
		mv $@.tmp $@
tools/serve/web/script_data.h: $(top_srcdir)/tools/serve/web/page.js
	$(AM_V_GEN)$(WEB_ASSET) \
		$(top_srcdir)/tools/serve/web/page.js > $@.tmp && \
		mv $@.tmp $@
# What the scripts say, one message a line: both forms of a count.
WEB_SAID = $(top_srcdir)/tools/serve/web/page.js \
	$(top_srcdir)/tools/serve/web/board.js \
	$(top_srcdir)/tools/serve/web/lists.js \
	$(top_srcdir)/tools/serve/web/templates/said.html
tools/serve/web/script_words_data.h: $(WEB_SAID) \
		$(top_srcdir)/tools/tell/words/script_words.sed
	$(AM_V_GEN)$(MKDIR_P) tools/serve/web && \
		cat $(WEB_SAID) | tr '\n\t' '  ' | \
		sed -f $(top_srcdir)/tools/tell/words/script_words.sed | \
		sed -n -e 's/^ TCN_WORDS(\(.*\))$$/{ \1, NULL },/p' \
			-e 's/^ TCN_WORDS_COUNT(\(.*\))$$/{ \1 },/p' | \
		LC_ALL=C sort -u > $@.tmp && mv $@.tmp $@
tools/serve/web/board_data.h: $(top_srcdir)/tools/serve/web/board.js
	$(AM_V_GEN)$(WEB_ASSET) \
		$(top_srcdir)/tools/serve/web/board.js > $@.tmp && \
		mv $@.tmp $@
tools/serve/web/lists_data.h: $(top_srcdir)/tools/serve/web/lists.js
	$(AM_V_GEN)$(WEB_ASSET) \
		$(top_srcdir)/tools/serve/web/lists.js > $@.tmp && \
		mv $@.tmp $@
tools/serve/web/icon_data.h: $(top_srcdir)/tools/serve/web/icon.svg
	$(AM_V_GEN)$(WEB_ASSET) \
		$(top_srcdir)/tools/serve/web/icon.svg > $@.tmp && \
		mv $@.tmp $@
tools/serve/web/libtools_web_a-web_asset.$(OBJEXT): $(WEB_ASSETS)

# The templates of pages, a file each, without the tabs that lines begin with.
WEB_TEMPLATES = \
	$(top_srcdir)/tools/serve/web/templates/ago.html \
	$(top_srcdir)/tools/serve/web/templates/also.html \
	$(top_srcdir)/tools/serve/web/templates/article.html \
	$(top_srcdir)/tools/serve/web/templates/chart.html \
	$(top_srcdir)/tools/serve/web/templates/clock.html \
	$(top_srcdir)/tools/serve/web/templates/compare-by.html \
	$(top_srcdir)/tools/serve/web/templates/compare-form.html \
	$(top_srcdir)/tools/serve/web/templates/compare-words.html \
	$(top_srcdir)/tools/serve/web/templates/compare.html \
	$(top_srcdir)/tools/serve/web/templates/csrf.html \
	$(top_srcdir)/tools/serve/web/templates/density.html \
	$(top_srcdir)/tools/serve/web/templates/dossier.html \
	$(top_srcdir)/tools/serve/web/templates/editions.html \
	$(top_srcdir)/tools/serve/web/templates/event-acts.html \
	$(top_srcdir)/tools/serve/web/templates/event-figures.html \
	$(top_srcdir)/tools/serve/web/templates/event-heading.html \
	$(top_srcdir)/tools/serve/web/templates/event-link.html \
	$(top_srcdir)/tools/serve/web/templates/event-map.html \
	$(top_srcdir)/tools/serve/web/templates/event-of.html \
	$(top_srcdir)/tools/serve/web/templates/event-rail.html \
	$(top_srcdir)/tools/serve/web/templates/event-dossier.html \
	$(top_srcdir)/tools/serve/web/templates/event-related.html \
	$(top_srcdir)/tools/serve/web/templates/event.html \
	$(top_srcdir)/tools/serve/web/templates/explanation-judged.html \
	$(top_srcdir)/tools/serve/web/templates/explanation-verdict.html \
	$(top_srcdir)/tools/serve/web/templates/explanation-weights.html \
	$(top_srcdir)/tools/serve/web/templates/explanation.html \
	$(top_srcdir)/tools/serve/web/templates/fail.html \
	$(top_srcdir)/tools/serve/web/templates/feed-acts.html \
	$(top_srcdir)/tools/serve/web/templates/feed-add.html \
	$(top_srcdir)/tools/serve/web/templates/feed-error.html \
	$(top_srcdir)/tools/serve/web/templates/feed-state.html \
	$(top_srcdir)/tools/serve/web/templates/feed-times.html \
	$(top_srcdir)/tools/serve/web/templates/feed.html \
	$(top_srcdir)/tools/serve/web/templates/feeds.html \
	$(top_srcdir)/tools/serve/web/templates/formats.html \
	$(top_srcdir)/tools/serve/web/templates/happened.html \
	$(top_srcdir)/tools/serve/web/templates/head.html \
	$(top_srcdir)/tools/serve/web/templates/headline.html \
	$(top_srcdir)/tools/serve/web/templates/health.html \
	$(top_srcdir)/tools/serve/web/templates/history.html \
	$(top_srcdir)/tools/serve/web/templates/items.html \
	$(top_srcdir)/tools/serve/web/templates/job.html \
	$(top_srcdir)/tools/serve/web/templates/keys.html \
	$(top_srcdir)/tools/serve/web/templates/languages.html \
	$(top_srcdir)/tools/serve/web/templates/leader.html \
	$(top_srcdir)/tools/serve/web/templates/likeness.html \
	$(top_srcdir)/tools/serve/web/templates/login.html \
	$(top_srcdir)/tools/serve/web/templates/merge-holds.html \
	$(top_srcdir)/tools/serve/web/templates/merge-preview.html \
	$(top_srcdir)/tools/serve/web/templates/merge-side.html \
	$(top_srcdir)/tools/serve/web/templates/merge.html \
	$(top_srcdir)/tools/serve/web/templates/nav.html \
	$(top_srcdir)/tools/serve/web/templates/news.html \
	$(top_srcdir)/tools/serve/web/templates/now-closed.html \
	$(top_srcdir)/tools/serve/web/templates/now-dense.html \
	$(top_srcdir)/tools/serve/web/templates/now-foot.html \
	$(top_srcdir)/tools/serve/web/templates/now-newest.html \
	$(top_srcdir)/tools/serve/web/templates/now-next.html \
	$(top_srcdir)/tools/serve/web/templates/now-rail.html \
	$(top_srcdir)/tools/serve/web/templates/now-rows.html \
	$(top_srcdir)/tools/serve/web/templates/now.html \
	$(top_srcdir)/tools/serve/web/templates/opml-form.html \
	$(top_srcdir)/tools/serve/web/templates/opml.html \
	$(top_srcdir)/tools/serve/web/templates/parts.html \
	$(top_srcdir)/tools/serve/web/templates/quiet-span.html \
	$(top_srcdir)/tools/serve/web/templates/quiet.html \
	$(top_srcdir)/tools/serve/web/templates/rail.html \
	$(top_srcdir)/tools/serve/web/templates/receivers.html \
	$(top_srcdir)/tools/serve/web/templates/refused.html \
	$(top_srcdir)/tools/serve/web/templates/reports.html \
	$(top_srcdir)/tools/serve/web/templates/revision.html \
	$(top_srcdir)/tools/serve/web/templates/row-age.html \
	$(top_srcdir)/tools/serve/web/templates/row-dense.html \
	$(top_srcdir)/tools/serve/web/templates/row-line.html \
	$(top_srcdir)/tools/serve/web/templates/row-members.html \
	$(top_srcdir)/tools/serve/web/templates/row-link.html \
	$(top_srcdir)/tools/serve/web/templates/row-severity.html \
	$(top_srcdir)/tools/serve/web/templates/row.html \
	$(top_srcdir)/tools/serve/web/templates/rule.html \
	$(top_srcdir)/tools/serve/web/templates/rules-editor.html \
	$(top_srcdir)/tools/serve/web/templates/rules-form.html \
	$(top_srcdir)/tools/serve/web/templates/rules-kept.html \
	$(top_srcdir)/tools/serve/web/templates/rules-mistakes.html \
	$(top_srcdir)/tools/serve/web/templates/rules.html \
	$(top_srcdir)/tools/serve/web/templates/said.html \
	$(top_srcdir)/tools/serve/web/templates/search-hits.html \
	$(top_srcdir)/tools/serve/web/templates/search.html \
	$(top_srcdir)/tools/serve/web/templates/sessions.html \
	$(top_srcdir)/tools/serve/web/templates/severities.html \
	$(top_srcdir)/tools/serve/web/templates/severity.html \
	$(top_srcdir)/tools/serve/web/templates/short.html \
	$(top_srcdir)/tools/serve/web/templates/silence-end.html \
	$(top_srcdir)/tools/serve/web/templates/silence-people.html \
	$(top_srcdir)/tools/serve/web/templates/silence-quiet.html \
	$(top_srcdir)/tools/serve/web/templates/silence-times.html \
	$(top_srcdir)/tools/serve/web/templates/silence-what.html \
	$(top_srcdir)/tools/serve/web/templates/silence.html \
	$(top_srcdir)/tools/serve/web/templates/silences-entry.html \
	$(top_srcdir)/tools/serve/web/templates/silences.html \
	$(top_srcdir)/tools/serve/web/templates/since.html \
	$(top_srcdir)/tools/serve/web/templates/source.html \
	$(top_srcdir)/tools/serve/web/templates/spans.html \
	$(top_srcdir)/tools/serve/web/templates/split-preview.html \
	$(top_srcdir)/tools/serve/web/templates/split.html \
	$(top_srcdir)/tools/serve/web/templates/state.html \
	$(top_srcdir)/tools/serve/web/templates/stream-day.html \
	$(top_srcdir)/tools/serve/web/templates/stream.html \
	$(top_srcdir)/tools/serve/web/templates/trial.html \
	$(top_srcdir)/tools/serve/web/templates/tried.html \
	$(top_srcdir)/tools/serve/web/templates/try.html \
	$(top_srcdir)/tools/serve/web/templates/unmerge.html \
	$(top_srcdir)/tools/serve/web/templates/whole.html
EXTRA_DIST += $(WEB_TEMPLATES)
nodist_libtools_web_a_SOURCES += tools/serve/web/templates_data.h
BUILT_SOURCES += tools/serve/web/templates_data.h
CLEANFILES += tools/serve/web/templates_data.h

tools/serve/web/templates_data.h: $(WEB_TEMPLATES) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/serve/web && \
		$(EMBED) -t $(WEB_TEMPLATES) > $@.tmp && mv $@.tmp $@
tools/serve/web/libtools_web_a-web_template.$(OBJEXT): \
	tools/serve/web/templates_data.h
