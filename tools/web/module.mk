# tools/web: see tools/web/README.md.
noinst_LIBRARIES += libtools_web.a
TOOLS_WEB = libtools_web.a $(TOOLS_API)
libtools_web_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_web_a_SOURCES = \
	tools/web/web.c \
	tools/web/web.h \
	tools/web/web_act.c \
	tools/web/web_asset.c \
	tools/web/web_asset.h \
	tools/web/web_chart.c \
	tools/web/web_chart.h \
	tools/web/web_compare.c \
	tools/web/web_editions.c \
	tools/web/web_event.c \
	tools/web/web_event_impl.h \
	tools/web/web_explain.c \
	tools/web/web_feed_add.c \
	tools/web/web_feeds.c \
	tools/web/web_health.c \
	tools/web/web_history.c \
	tools/web/web_impl.h \
	tools/web/web_items.c \
	tools/web/web_job.c \
	tools/web/web_job.h \
	tools/web/web_kept.c \
	tools/web/web_kept.h \
	tools/web/web_keys.c \
	tools/web/web_login.c \
	tools/web/web_merge.c \
	tools/web/web_now.c \
	tools/web/web_opml.c \
	tools/web/web_page.c \
	tools/web/web_rail.c \
	tools/web/web_rail.h \
	tools/web/web_receivers.c \
	tools/web/web_reports.c \
	tools/web/web_rules.c \
	tools/web/web_rules.h \
	tools/web/web_search.c \
	tools/web/web_silences.c \
	tools/web/web_split.c \
	tools/web/web_stream.c \
	tools/web/web_template.c \
	tools/web/web_template.h \
	tools/web/web_try.c \
	tools/web/web_words.c \
	tools/web/web_words.h
EXTRA_DIST += tools/web/README.md

# What pages load, built in line by line, without comments and indents.
WEB_ASSETS = tools/web/icon_data.h tools/web/lists_data.h \
	tools/web/script_data.h tools/web/style_data.h
EXTRA_DIST += tools/web/icon.svg tools/web/lists.js tools/web/page.css \
	tools/web/page.js
nodist_libtools_web_a_SOURCES = $(WEB_ASSETS)
BUILT_SOURCES += $(WEB_ASSETS)
CLEANFILES += $(WEB_ASSETS)
WEB_ASSET = $(MKDIR_P) tools/web && sed -e '/^[	 ]*\/\//d' \
		-e '/^[	 ]*\/\*.*\*\/$$/d' -e '/^$$/d' \
		-e 's/[\\"]/\\&/g' -e 's/^	*/"/' -e 's/$$/\\n",/'

tools/web/style_data.h: $(top_srcdir)/tools/web/page.css
	$(AM_V_GEN)$(WEB_ASSET) $(top_srcdir)/tools/web/page.css > $@.tmp && \
		mv $@.tmp $@
tools/web/script_data.h: $(top_srcdir)/tools/web/page.js
	$(AM_V_GEN)$(WEB_ASSET) $(top_srcdir)/tools/web/page.js > $@.tmp && \
		mv $@.tmp $@
tools/web/lists_data.h: $(top_srcdir)/tools/web/lists.js
	$(AM_V_GEN)$(WEB_ASSET) $(top_srcdir)/tools/web/lists.js > $@.tmp && \
		mv $@.tmp $@
tools/web/icon_data.h: $(top_srcdir)/tools/web/icon.svg
	$(AM_V_GEN)$(WEB_ASSET) $(top_srcdir)/tools/web/icon.svg > $@.tmp && \
		mv $@.tmp $@
tools/web/libtools_web_a-web_asset.$(OBJEXT): $(WEB_ASSETS)

# The templates of pages, a file each, without the tabs that lines begin with.
WEB_TEMPLATES = \
	$(top_srcdir)/tools/web/templates/ago.html \
	$(top_srcdir)/tools/web/templates/also.html \
	$(top_srcdir)/tools/web/templates/article.html \
	$(top_srcdir)/tools/web/templates/chart.html \
	$(top_srcdir)/tools/web/templates/clock.html \
	$(top_srcdir)/tools/web/templates/compare-by.html \
	$(top_srcdir)/tools/web/templates/compare-form.html \
	$(top_srcdir)/tools/web/templates/compare-words.html \
	$(top_srcdir)/tools/web/templates/compare.html \
	$(top_srcdir)/tools/web/templates/csrf.html \
	$(top_srcdir)/tools/web/templates/editions.html \
	$(top_srcdir)/tools/web/templates/event-acts.html \
	$(top_srcdir)/tools/web/templates/event-figures.html \
	$(top_srcdir)/tools/web/templates/event-heading.html \
	$(top_srcdir)/tools/web/templates/event-link.html \
	$(top_srcdir)/tools/web/templates/event-of.html \
	$(top_srcdir)/tools/web/templates/event-rail.html \
	$(top_srcdir)/tools/web/templates/event-related.html \
	$(top_srcdir)/tools/web/templates/event.html \
	$(top_srcdir)/tools/web/templates/explanation-judged.html \
	$(top_srcdir)/tools/web/templates/explanation-verdict.html \
	$(top_srcdir)/tools/web/templates/explanation-weights.html \
	$(top_srcdir)/tools/web/templates/explanation.html \
	$(top_srcdir)/tools/web/templates/fail.html \
	$(top_srcdir)/tools/web/templates/feed-acts.html \
	$(top_srcdir)/tools/web/templates/feed-add.html \
	$(top_srcdir)/tools/web/templates/feed-error.html \
	$(top_srcdir)/tools/web/templates/feed-state.html \
	$(top_srcdir)/tools/web/templates/feed-times.html \
	$(top_srcdir)/tools/web/templates/feed.html \
	$(top_srcdir)/tools/web/templates/feeds.html \
	$(top_srcdir)/tools/web/templates/formats.html \
	$(top_srcdir)/tools/web/templates/head.html \
	$(top_srcdir)/tools/web/templates/headline.html \
	$(top_srcdir)/tools/web/templates/health.html \
	$(top_srcdir)/tools/web/templates/history.html \
	$(top_srcdir)/tools/web/templates/items.html \
	$(top_srcdir)/tools/web/templates/job.html \
	$(top_srcdir)/tools/web/templates/keys.html \
	$(top_srcdir)/tools/web/templates/languages.html \
	$(top_srcdir)/tools/web/templates/leader.html \
	$(top_srcdir)/tools/web/templates/likeness.html \
	$(top_srcdir)/tools/web/templates/login.html \
	$(top_srcdir)/tools/web/templates/merge-holds.html \
	$(top_srcdir)/tools/web/templates/merge-preview.html \
	$(top_srcdir)/tools/web/templates/merge-side.html \
	$(top_srcdir)/tools/web/templates/merge.html \
	$(top_srcdir)/tools/web/templates/nav.html \
	$(top_srcdir)/tools/web/templates/news.html \
	$(top_srcdir)/tools/web/templates/now-closed.html \
	$(top_srcdir)/tools/web/templates/now-foot.html \
	$(top_srcdir)/tools/web/templates/now-newest.html \
	$(top_srcdir)/tools/web/templates/now-next.html \
	$(top_srcdir)/tools/web/templates/now-rail.html \
	$(top_srcdir)/tools/web/templates/now-rows.html \
	$(top_srcdir)/tools/web/templates/now.html \
	$(top_srcdir)/tools/web/templates/opml-form.html \
	$(top_srcdir)/tools/web/templates/opml.html \
	$(top_srcdir)/tools/web/templates/parts.html \
	$(top_srcdir)/tools/web/templates/rail.html \
	$(top_srcdir)/tools/web/templates/receivers.html \
	$(top_srcdir)/tools/web/templates/refused.html \
	$(top_srcdir)/tools/web/templates/reports.html \
	$(top_srcdir)/tools/web/templates/revision.html \
	$(top_srcdir)/tools/web/templates/row-age.html \
	$(top_srcdir)/tools/web/templates/row-line.html \
	$(top_srcdir)/tools/web/templates/row-link.html \
	$(top_srcdir)/tools/web/templates/row-severity.html \
	$(top_srcdir)/tools/web/templates/row.html \
	$(top_srcdir)/tools/web/templates/rule.html \
	$(top_srcdir)/tools/web/templates/rules-editor.html \
	$(top_srcdir)/tools/web/templates/rules-kept.html \
	$(top_srcdir)/tools/web/templates/rules-mistakes.html \
	$(top_srcdir)/tools/web/templates/rules.html \
	$(top_srcdir)/tools/web/templates/search-hits.html \
	$(top_srcdir)/tools/web/templates/search.html \
	$(top_srcdir)/tools/web/templates/sessions.html \
	$(top_srcdir)/tools/web/templates/severities.html \
	$(top_srcdir)/tools/web/templates/severity.html \
	$(top_srcdir)/tools/web/templates/short.html \
	$(top_srcdir)/tools/web/templates/silence-end.html \
	$(top_srcdir)/tools/web/templates/silence-people.html \
	$(top_srcdir)/tools/web/templates/silence-quiet.html \
	$(top_srcdir)/tools/web/templates/silence-times.html \
	$(top_srcdir)/tools/web/templates/silence-what.html \
	$(top_srcdir)/tools/web/templates/silence.html \
	$(top_srcdir)/tools/web/templates/silences-entry.html \
	$(top_srcdir)/tools/web/templates/silences.html \
	$(top_srcdir)/tools/web/templates/source.html \
	$(top_srcdir)/tools/web/templates/spans.html \
	$(top_srcdir)/tools/web/templates/split-preview.html \
	$(top_srcdir)/tools/web/templates/split.html \
	$(top_srcdir)/tools/web/templates/state.html \
	$(top_srcdir)/tools/web/templates/stream-day.html \
	$(top_srcdir)/tools/web/templates/stream.html \
	$(top_srcdir)/tools/web/templates/trial.html \
	$(top_srcdir)/tools/web/templates/tried.html \
	$(top_srcdir)/tools/web/templates/try.html \
	$(top_srcdir)/tools/web/templates/unmerge.html \
	$(top_srcdir)/tools/web/templates/whole.html
EXTRA_DIST += $(WEB_TEMPLATES)
nodist_libtools_web_a_SOURCES += tools/web/templates_data.h
BUILT_SOURCES += tools/web/templates_data.h
CLEANFILES += tools/web/templates_data.h

tools/web/templates_data.h: $(WEB_TEMPLATES) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/web && \
		$(EMBED) -t $(WEB_TEMPLATES) > $@.tmp && mv $@.tmp $@
tools/web/libtools_web_a-web_template.$(OBJEXT): tools/web/templates_data.h
