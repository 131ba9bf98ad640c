/*
 * tools/verb/verb_edition_impl.h - what the files of `tocsin edition` share.
 */
#ifndef TCN_TOOLS_VERB_VERB_EDITION_IMPL_H
#define TCN_TOOLS_VERB_VERB_EDITION_IMPL_H

#include "tools/conf/conf.h"
#include "tools/serve/client/session.h"
#include "tools/tell/edition/edition_conf.h"

/* What the command line says. */
struct tcn_verb_edition_args {
	struct tcn_conf_args conf;
	struct tcn_session_args session;
	const char *file, *format, *at, *since, *until, *to, *pdf;
	bool compare, json;
};

/* One run of the verb. */
struct tcn_verb_edition_run {
	const struct tcn_verb_edition_args *args;
	struct tcn_conf conf;
	struct tcn_session session;
	enum tcn_edition_format format;
	bool has_format;
	bool no; /* exit code 1 */
};

/* Actions that need no session, or open one: verb_edition_past.c. What they
 * print goes to its out, errors to its err. */
TCN_MUST_USE enum tcn_rc
tcn_verb_edition_check(struct tcn_verb_edition_run *run, int argc, char **argv);
TCN_MUST_USE enum tcn_rc tcn_verb_edition_try(struct tcn_verb_edition_run *run,
    int argc, char **argv);

#endif
