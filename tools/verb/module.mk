# tools/verb: see tools/verb/README.md.
noinst_LIBRARIES += libtools_verb.a
TOOLS_VERB = libtools_verb.a $(TOOLS_CLIENT)
libtools_verb_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_verb_a_SOURCES = \
	tools/verb/check_file.c \
	tools/verb/check_file.h \
	tools/verb/feed_body.c \
	tools/verb/feed_body.h \
	tools/verb/verb.c \
	tools/verb/verb.h \
	tools/verb/verb_action.c \
	tools/verb/verb_action.h \
	tools/verb/verb_backup.c \
	tools/verb/verb_bench.c \
	tools/verb/verb_check.c \
	tools/verb/verb_cluster.c \
	tools/verb/verb_collapse.c \
	tools/verb/verb_completion.c \
	tools/verb/verb_config.c \
	tools/verb/verb_deliveries.c \
	tools/verb/verb_demo.c \
	tools/verb/verb_demo_live.c \
	tools/verb/verb_demo_live.h \
	tools/verb/verb_diff.c \
	tools/verb/verb_edition.c \
	tools/verb/verb_edition_impl.h \
	tools/verb/verb_edition_past.c \
	tools/verb/verb_event.c \
	tools/verb/verb_explain.c \
	tools/verb/verb_extract.c \
	tools/verb/verb_feed.c \
	tools/verb/verb_feeds.c \
	tools/verb/verb_feeds_impl.h \
	tools/verb/verb_feeds_one.c \
	tools/verb/verb_feeds_poll.c \
	tools/verb/verb_fingerprint.c \
	tools/verb/verb_fit.c \
	tools/verb/verb_help.c \
	tools/verb/verb_ingest.c \
	tools/verb/verb_input.c \
	tools/verb/verb_input.h \
	tools/verb/verb_judge.c \
	tools/verb/verb_link.c \
	tools/verb/verb_pairs.c \
	tools/verb/verb_prepare.c \
	tools/verb/verb_recommend.c \
	tools/verb/verb_related.c \
	tools/verb/verb_replay.c \
	tools/verb/verb_report.c \
	tools/verb/verb_rules.c \
	tools/verb/verb_run.c \
	tools/verb/verb_score.c \
	tools/verb/verb_search.c \
	tools/verb/verb_send_test.c \
	tools/verb/verb_show.c \
	tools/verb/verb_silence.c \
	tools/verb/verb_simulate.c \
	tools/verb/verb_stats.c \
	tools/verb/verb_sweep.c \
	tools/verb/verb_upgrade.c \
	tools/verb/verb_version.c \
	tools/verb/verbs.c \
	tools/verb/worker_metrics.c \
	tools/verb/worker_metrics.h
EXTRA_DIST += tools/verb/README.md

bin_PROGRAMS += tocsin
tocsin_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
tocsin_LDADD = $(TOOLS_VERB)
tocsin_SOURCES = tools/verb/main.c

# The second program, which `make install` leaves out.
noinst_PROGRAMS += tocsin-lab
tocsin_lab_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
tocsin_lab_LDADD = libtools_verb.a libtools_eval_rubric.a \
	libtools_simulate.a $(TOOLS_BENCH_PAPER)
tocsin_lab_SOURCES = tools/verb/main.c tools/verb/verbs_lab.c

.PHONY: install-lab uninstall-lab
install-lab: tocsin-lab$(EXEEXT)
	$(MKDIR_P) '$(DESTDIR)$(bindir)' '$(DESTDIR)$(man1dir)'
	$(INSTALL_PROGRAM) tocsin-lab$(EXEEXT) '$(DESTDIR)$(bindir)'
	for page in $(LAB_MANS); do $(INSTALL_DATA) $(top_srcdir)/$$page \
	    '$(DESTDIR)$(man1dir)' || exit 1; done
uninstall-lab:
	rm -f '$(DESTDIR)$(bindir)/tocsin-lab$(EXEEXT)'
	for page in $(LAB_MANS); do \
	    rm -f '$(DESTDIR)$(man1dir)'/$${page#man/}; done

# Completions, where each shell looks for them; a program for another machine
# cannot be asked.
bashcompdir = $(datadir)/bash-completion/completions
zshcompdir = $(datadir)/zsh/site-functions
fishcompdir = $(datadir)/fish/vendor_completions.d
if RUNS_HERE
bashcomp_DATA = completion/tocsin
zshcomp_DATA = completion/_tocsin
fishcomp_DATA = completion/tocsin.fish
endif
CLEANFILES += completion/_tocsin completion/tocsin completion/tocsin.fish
COMPLETION = $(AM_V_GEN)$(MKDIR_P) completion && ./tocsin$(EXEEXT) completion
completion/tocsin: tocsin$(EXEEXT)
	$(COMPLETION) bash >$@.tmp && mv $@.tmp $@
completion/_tocsin: tocsin$(EXEEXT)
	$(COMPLETION) zsh >$@.tmp && mv $@.tmp $@
completion/tocsin.fish: tocsin$(EXEEXT)
	$(COMPLETION) fish >$@.tmp && mv $@.tmp $@
