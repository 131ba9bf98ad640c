/*
 * tools/conf/rulebook.h - the rules of a run.
 *
 * They are those of the file that rules.file names or, without one, the single
 * rule that the settings rules.* describe. A rule of the file takes what it
 * leaves out from the settings. The file is read when the book is opened; a
 * changed file needs another book. The book owns its rules and all that they
 * refer to.
 *
 * Call order: open, read or start; use or apply, as often as needed; close,
 * when no detector uses the book any more.
 */
#ifndef TCN_TOOLS_CONF_RULEBOOK_H
#define TCN_TOOLS_CONF_RULEBOOK_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "rules/detector.h"
#include "rules/match.h"
#include "rules/ruleset.h"
#include "tools/conf/conf.h"

struct tcn_rulebook {
	struct tcn_ruleset set; /* with its diagnostics */
	struct tcn_match *match; /* NULL: no rule has conditions on items */
	uint64_t hash; /* XXH3 of the text that was read; 0: none was */
	struct tcn_buf text; /* that was read */
};

/* Whom rules may notify: the names of desks and receivers. */
struct tcn_rulebook_desks {
	const struct tcn_str *names;
	size_t n;
};

/* Fills in the rule that the settings rules.* describe. */
void tcn_rulebook_default_rule(const struct tcn_conf *conf,
    struct tcn_rule *rule);

/*
 * Reads the rules of path, or takes the rule of conf when path is NULL. desks:
 * whom the rules may notify; NULL: not known, and not checked. book needs
 * tcn_rulebook_close() in every case. TCN_INVALID, TCN_IO: err has the first
 * mistake, book->set.diags all of them.
 */
TCN_MUST_USE enum tcn_rc tcn_rulebook_open(const struct tcn_conf *conf,
    const char *path, const struct tcn_rulebook_desks *desks,
    struct tcn_rulebook *book, struct tcn_err *err);
void tcn_rulebook_close(struct tcn_rulebook *book);

/* Reads the rules of text; name is what errors call it. */
TCN_MUST_USE enum tcn_rc tcn_rulebook_read(const struct tcn_conf *conf,
    const char *name, struct tcn_str text,
    const struct tcn_rulebook_desks *desks, struct tcn_rulebook *book,
    struct tcn_err *err);

/* Opens the rules of rules.file for a verb: prints errors and warnings and
 * returns an exit code. book needs tcn_rulebook_close() in every case. */
int tcn_rulebook_start(const struct tcn_conf *conf, struct tcn_rulebook *book);

/* For a verb that knows the rule of the settings only: warns when rules.file
 * names others. */
void tcn_rulebook_warn_ignored(const struct tcn_conf *conf, const char *verb);

/* Puts the rules into a detector's configuration; book must outlive it. */
void tcn_rulebook_use(const struct tcn_rulebook *book,
    struct tcn_detector_conf *conf);

/* Whether a rule asks for the category that an article is expected to have. */
bool tcn_rulebook_predicts(const struct tcn_rulebook *book);

/* Gives the rules to a running detector. */
void tcn_rulebook_apply(const struct tcn_rulebook *book,
    struct tcn_detector *det);

#endif
