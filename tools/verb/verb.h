/*
 * tools/verb/verb.h - the verbs of the programs: `tocsin VERB [OPTION]...
 * [ARG]...`, and the same of `tocsin-lab`.
 *
 * A verb is one file, tools/verb/verb_NAME.c, that defines one struct tcn_verb,
 * and one row in the table of its program, verbs.c or verbs_lab.c. A verb of
 * two words is of the group that the first word names, as `tune sweep` is of
 * `tune`; a group may be a verb that runs, as `report` is. The options
 * are read before run() is called (see tools/base/opt.h). run() gets the struct
 * that they filled in and the arguments that are left, and returns one of enum
 * tcn_exit. A verb never calls exit().
 *
 * In place of run() a verb that needs the settings has run_conf(), which is
 * called when they are read and sound; a verb that only reads from a store or a
 * daemon has run_session(), with a session that is open
 * (tools/serve/client/session.h), whose output is printed and whose error is
 * told when it returns.
 */
#ifndef TCN_TOOLS_VERB_VERB_H
#define TCN_TOOLS_VERB_VERB_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/err.h"
#include "tools/base/exit.h"
#include "tools/base/opt.h"

struct tcn_conf;
struct tcn_session;
struct tcn_verb_actions;

struct tcn_verb {
	const char *name; /* "sweep"; of a group, with it: "tune sweep" */
	const char *was; /* a name from before it was of a group; or NULL */
	const char *summary; /* "print the version": lower case, no full stop */
	const char *usage; /* what may follow the name: "[-c FILE] INPUT..." */
	const char *details; /* paragraphs for --help; may be NULL */
	const struct tcn_verb_actions *actions; /* NULL: has none */
	const struct tcn_opt *opts; /* NULL: none but --help */
	size_t args_bytes; /* size of the struct that opts fill in */
	int args_min, args_max; /* arguments besides options; max < 0: any */

	/* One of the three; none: a group that only leads to its verbs. */
	int (*run)(const void *opts, int argc, char **argv);
	int (*run_conf)(const void *opts, const struct tcn_conf *conf, int argc,
	    char **argv);
	enum tcn_rc (*run_session)(struct tcn_session *session,
	    const void *opts, int argc, char **argv);

	/* Where opts has them. */
	size_t conf_at; /* struct tcn_conf_args: for run_conf and with_conf */
	size_t session_at; /* struct tcn_session_args: for run_session */
	bool with_conf; /* the session needs the settings */
};

struct tcn_verb_row {
	const char *heading; /* above the verbs that follow, or NULL */
	const struct tcn_verb *verb;
};

/* A program: one of two is linked. */
struct tcn_verb_program {
	const char *name, *does, *lab; /* for its help */
	const struct tcn_verb_row *rows;
	size_t n;
	/* Verbs that its help only names, and those of groups; NULL behind. */
	const struct tcn_verb *const *more;
	const char *const *of_lab; /* verbs of tocsin-lab, NULL behind them */
};
extern const struct tcn_verb_program tcn_verb_program;

/*
 * Runs the whole program but for the set-up of the process, and returns its
 * exit code.
 */
int tcn_verb_main(int argc, char **argv);

/* Returns a verb by its number, from 0: rows, then more. NULL behind all. */
const struct tcn_verb *tcn_verb_at(size_t i);

/*
 * Returns the word by which a verb is called within group, or, when that is
 * NULL, as the first word, which may be its name of old. NULL: it is not.
 */
const char *tcn_verb_word(const struct tcn_verb *verb,
    const struct tcn_verb *group);

extern const struct tcn_verb tcn_verb_config;
extern const struct tcn_verb tcn_verb_feed;
extern const struct tcn_verb tcn_verb_feeds;
extern const struct tcn_verb tcn_verb_edition;
extern const struct tcn_verb tcn_verb_event;
extern const struct tcn_verb tcn_verb_explain;
extern const struct tcn_verb tcn_verb_extract;
extern const struct tcn_verb tcn_verb_fingerprint;
extern const struct tcn_verb tcn_verb_fit;
extern const struct tcn_verb tcn_verb_help;
extern const struct tcn_verb tcn_verb_ingest;
extern const struct tcn_verb tcn_verb_judge;
extern const struct tcn_verb tcn_verb_link;
extern const struct tcn_verb tcn_verb_replay;
extern const struct tcn_verb tcn_verb_run;
extern const struct tcn_verb tcn_verb_backup;
extern const struct tcn_verb tcn_verb_bench;
extern const struct tcn_verb tcn_verb_deliveries;
extern const struct tcn_verb tcn_verb_demo;
extern const struct tcn_verb tcn_verb_diff;
extern const struct tcn_verb tcn_verb_cluster;
extern const struct tcn_verb tcn_verb_collapse;
extern const struct tcn_verb tcn_verb_completion;
extern const struct tcn_verb tcn_verb_pairs;
extern const struct tcn_verb tcn_verb_prepare;
extern const struct tcn_verb tcn_verb_recommend;
extern const struct tcn_verb tcn_verb_related;
extern const struct tcn_verb tcn_verb_dups;
extern const struct tcn_verb tcn_verb_search;
extern const struct tcn_verb tcn_verb_send_test;
extern const struct tcn_verb tcn_verb_show;
extern const struct tcn_verb tcn_verb_similar;
extern const struct tcn_verb tcn_verb_silence;
extern const struct tcn_verb tcn_verb_simulate;
extern const struct tcn_verb tcn_verb_stats;
extern const struct tcn_verb tcn_verb_sweep;
extern const struct tcn_verb tcn_verb_check;
extern const struct tcn_verb tcn_verb_report;
extern const struct tcn_verb tcn_verb_restore;
extern const struct tcn_verb tcn_verb_rules;
extern const struct tcn_verb tcn_verb_score;
extern const struct tcn_verb tcn_verb_tune;
extern const struct tcn_verb tcn_verb_upgrade;
extern const struct tcn_verb tcn_verb_vacuum;
extern const struct tcn_verb tcn_verb_version;

#endif
