/*
 * tools/verb/verb_feeds_impl.h - what the files of `tocsin feeds` share.
 */
#ifndef TCN_TOOLS_VERB_VERB_FEEDS_IMPL_H
#define TCN_TOOLS_VERB_VERB_FEEDS_IMPL_H

#include "tools/base/out.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/feeds/feed_conf.h"
#include "tools/serve/client/session.h"
#include "tools/verb/feed_body.h"

/* What the command line says. */
struct tcn_verb_feeds_args {
	struct tcn_conf_args conf;
	struct tcn_session_args session;
	const char *alerts;
	const char *allowed; /* ranges of addresses; or NULL */
	const char *since; /* a date; or NULL */
	bool all, quiet, json, gaps, sitemap;
};

/* One run of the verb. */
struct tcn_verb_feeds_run {
	const struct tcn_verb_feeds_args *args;
	const struct tcn_conf *conf;
	const struct tcn_rulebook *book;
	struct tcn_session session;
	struct tcn_out alerts;
	enum tcn_rc alerts_rc;
	struct tcn_feed_schedule schedule;
	struct tcn_fetch_conf fetch;
	struct tcn_feed_body_more more; /* of add */
	int64_t now_ms;
};

/* The action poll: fetches what is due, or has the daemon that holds the store
 * do so. Takes no arguments. */
enum tcn_rc tcn_verb_feeds_poll(struct tcn_verb_feeds_run *run, int argc,
    char **argv);

/* Actions of one feed, and of lists (verb_feeds_one.c). */
TCN_MUST_USE enum tcn_rc tcn_verb_feeds_show(struct tcn_verb_feeds_run *run,
    int argc, char **argv);
TCN_MUST_USE enum tcn_rc tcn_verb_feeds_pause(struct tcn_verb_feeds_run *run,
    int argc, char **argv);
TCN_MUST_USE enum tcn_rc tcn_verb_feeds_resume(struct tcn_verb_feeds_run *run,
    int argc, char **argv);
TCN_MUST_USE enum tcn_rc tcn_verb_feeds_export(struct tcn_verb_feeds_run *run,
    int argc, char **argv);

/* Adds the feeds of a list, and says what became of them. */
TCN_MUST_USE enum tcn_rc tcn_verb_feeds_take(struct tcn_verb_feeds_run *run,
    struct tcn_str opml);

#endif
