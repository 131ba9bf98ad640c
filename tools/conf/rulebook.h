/*
 * tools/conf/rulebook.h - the rules that a run goes by.
 *
 * Those of the file that rules.file names, or the one that the settings
 * rules.* describe. The file is read when the book is opened, and what it
 * refers to lives as long as the book; a changed file is another book. What a
 * rule leaves out comes from the settings.
 */
#ifndef TCN_TOOLS_CONF_RULEBOOK_H
#define TCN_TOOLS_CONF_RULEBOOK_H

#include "engine/base/err.h"
#include "rules/detector.h"
#include "rules/match.h"
#include "rules/ruleset.h"
#include "tools/conf/conf.h"

struct tcn_rulebook {
	struct tcn_ruleset set; /* with the notes on it */
	struct tcn_match *match; /* NULL: no rule asks anything of an item */
	uint64_t hash; /* XXH3 of the text it was read from; 0: settings */
};

/* Whom rules may notify: the names of desks and receivers. */
struct tcn_rulebook_desks {
	const struct tcn_str *names;
	size_t n;
};

/* The rule there is without a file of rules: the settings rules.*. */
void tcn_rulebook_default_rule(const struct tcn_conf *conf,
    struct tcn_rule *rule);

/*
 * The rules of path, or of conf when it is NULL. desks: whom the rules may
 * notify; NULL: not known. book needs tcn_rulebook_close() in every case.
 * TCN_INVALID, TCN_IO: err says what is wrong; the notes say all.
 */
TCN_MUST_USE enum tcn_rc tcn_rulebook_open(const struct tcn_conf *conf,
    const char *path, const struct tcn_rulebook_desks *desks,
    struct tcn_rulebook *book, struct tcn_err *err);
void tcn_rulebook_close(struct tcn_rulebook *book);

/* The same of text; name is what errors call it. */
TCN_MUST_USE enum tcn_rc tcn_rulebook_read(const struct tcn_conf *conf,
    const char *name, struct tcn_str text,
    const struct tcn_rulebook_desks *desks, struct tcn_rulebook *book,
    struct tcn_err *err);

/* How a verb begins that goes by rules.file: says what is wrong, or what
 * works but hardly as meant. An exit code; close in every case. */
int tcn_rulebook_start(const struct tcn_conf *conf, struct tcn_rulebook *book);

/* How one begins that looks at the settings' rule alone: says so, if there
 * are others. */
void tcn_rulebook_warn_ignored(const struct tcn_conf *conf, const char *verb);

/* A detector's configuration with these rules; book must outlive it. */
void tcn_rulebook_use(const struct tcn_rulebook *book,
    struct tcn_detector_conf *conf);

/* The same for one that runs. TCN_NOMEM: it cannot be used any more. */
TCN_MUST_USE enum tcn_rc tcn_rulebook_apply(const struct tcn_rulebook *book,
    struct tcn_detector *det);

#endif
