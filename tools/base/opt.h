/*
 * tools/base/opt.h - command line options, each declared once.
 *
 * A verb describes its options in a table of rows; parsing, checking and
 * --help all come from it. A row names the field of the verb's own struct
 * that takes the value, so that a verb only ever reads a filled-in struct:
 *
 *	struct args {
 *		const char *db;
 *		bool strict;
 *	};
 *	static const struct tcn_opt opts[] = {
 *		{ "db", 0, "FILE", "keep what is found in FILE",
 *		    TCN_OPT_TEXT, offsetof(struct args, db) },
 *		{ "strict", 's', NULL, "stop at the first bad line",
 *		    TCN_OPT_FLAG, offsetof(struct args, strict) },
 *		{ 0 },
 *	};
 *
 * The struct starts out all zero. Values are views of argv; only lists own
 * memory, which tcn_opt_fini() gives back. --help (-h) is always known.
 * getopt_long splits argv: options and arguments may be mixed, `--` ends the
 * options, a unique beginning of a long name will do. getopt_long keeps its
 * state in globals, so that one thread at a time may parse.
 */
#ifndef TCN_TOOLS_BASE_OPT_H
#define TCN_TOOLS_BASE_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum tcn_opt_kind {
	TCN_OPT_FLAG, /* bool; takes no argument */
	TCN_OPT_TEXT, /* const char *; the last one given wins */
	TCN_OPT_COUNT, /* struct tcn_opt_count; a whole number */
	TCN_OPT_LIST, /* struct tcn_opt_list; may be given many times */
	/* const char *; one of the words that `arg` names: "newest|best". In
	 * brackets, "[similar|copies]", it may be left out, and is "" then:
	 * what follows is an argument of the verb unless it is one of the
	 * words. */
	TCN_OPT_CHOICE,
};

struct tcn_opt_count {
	uint64_t n;
	bool given;
};

struct tcn_opt_list {
	const char **at;
	size_t n, cap;
};

struct tcn_opt {
	const char *name; /* long name; NULL ends the table */
	char letter; /* short name, or 0 */
	const char *arg; /* what --help calls the argument; the choices */
	const char *help; /* one sentence without a full stop */
	enum tcn_opt_kind kind;
	size_t at; /* offset of the field */
};

/*
 * Reads argv[1..argc-1] into args by table. *rest becomes the index in argv of
 * the first argument that is no option (argv is reordered for it); *help
 * becomes true when --help was given, and parsing ends there. TCN_INVALID: err
 * says what is wrong. Call tcn_opt_fini() in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_opt_parse(const struct tcn_opt *table, void *args,
    int argc, char **argv, int *rest, bool *help, struct tcn_err *err);
void tcn_opt_fini(const struct tcn_opt *table, void *args);

/* Row i of the table, from 0; behind the last that of --help, then NULL. */
const struct tcn_opt *tcn_opt_row(const struct tcn_opt *table, size_t i);

/* Takes the next word off the `arg` of a choice; n 0: there is none. */
struct tcn_str tcn_opt_next_choice(const char **choices);

/* Appends the table as --help shows it: two columns, 80 characters wide. */
void tcn_opt_help(const struct tcn_opt *table, struct tcn_buf *out);

/*
 * Appends text folded at 80 columns, each line indented by indent; the first
 * line goes on at column `at`. Line feeds in text are kept.
 */
void tcn_opt_wrap(struct tcn_buf *out, const char *text, size_t at,
    size_t indent);

#endif
