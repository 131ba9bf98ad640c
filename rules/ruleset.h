/*
 * rules/ruleset.h - rules, read from a YAML file.
 *
 *	rules:
 *	  - name: breaking
 *	    more_than: 15
 *	    within: 4h
 *	    where: {any: [earthquake, "/s[ée]isme/i"], none: [drill]}
 *	    notify: [world-desk]
 *	  - name: anything-about-acme
 *	    watch: true
 *	    where: {any: acme corp}
 *
 * The fields of a rule are one table (rules/ruleset_table.c): the reader, its
 * messages and the JSON Schema for editors follow from it. Fields that a rule
 * omits are taken from a rule of defaults. All mistakes that can be found in
 * one pass are reported, each with its place: errors, and warnings about rules
 * that work but are probably not meant so.
 *
 * Where it is:
 *	ruleset.c        walks the YAML and puts rules together
 *	ruleset_value.c  reads one value of a row
 *	ruleset_check.c  what is wrong or odd with a rule as a whole
 *	ruleset_words.c  what is wrong or odd with its words
 *	ruleset_names.c  the desks and rules that it names: are there any?
 *
 * Call order: tcn_ruleset_read() or tcn_ruleset_default(); read `rules` and
 * `diags`; tcn_ruleset_fini(). A ruleset owns all it refers to, keeps no view
 * of the bytes or the defaults, and is not changed after it was read, so
 * threads may share it. Cost: O(bytes); each pattern is compiled once, as a
 * check.
 */
#ifndef TCN_RULES_RULESET_H
#define TCN_RULES_RULESET_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "rules/rule.h"

#define TCN_RULESET_BYTES_MAX ((size_t)16 * 1024 * 1024)
/* diags that are kept; more are only counted */
#define TCN_RULESET_DIAGS_MAX 100
#define TCN_RULESET_RULES_MAX 100000

/* A sentence about a place in the file, and how to mend it. */
struct tcn_ruleset_diag {
	bool warning; /* else an error */
	unsigned long line, column; /* from 1; 0: the file as a whole */
	const char *text;
};

struct tcn_ruleset {
	const struct tcn_rule *rules; /* in the order of the file */
	size_t n;
	const struct tcn_ruleset_diag *diags; /* by place */
	size_t diags_n;
	size_t errors_n, warnings_n; /* found, kept or not */
	struct tcn_arena arena; /* the ruleset's own */
};

/* The context in which a file of rules is read. */
struct tcn_ruleset_conf {
	/* The values of fields that the file omits; group_ms applies to watch
	 * rules; the name, where, quiet, notify, not_while and escalate are not
	 * used. */
	const struct tcn_rule *defaults;
	/* Settings that a rule's durations are compared with; 0: not known. */
	int64_t horizon_ms; /* near.horizon: how long copies are known */
	int64_t cluster_horizon_ms; /* lsh.horizon: how long clusters know */
	int64_t quiet_ms; /* rules.quiet: after which an event is closed */
};

/*
 * Reads rules from YAML; name is the file's name in err. TCN_INVALID: there are
 * errors; err is the first, set->diags are all. set needs tcn_ruleset_fini() in
 * every case.
 */
TCN_MUST_USE enum tcn_rc tcn_ruleset_read(struct tcn_str bytes,
    const char *name, const struct tcn_ruleset_conf *conf,
    struct tcn_ruleset *set, struct tcn_err *err);

/* Makes a ruleset without a file, of this one rule, named after its kind. */
void tcn_ruleset_default(const struct tcn_rule *rule, struct tcn_ruleset *set);

void tcn_ruleset_fini(struct tcn_ruleset *set);

/*
 * Appends to the diags an error for each desk to be notified that is not in
 * desks. TCN_INVALID: there was one; err is the first.
 */
TCN_MUST_USE enum tcn_rc tcn_ruleset_check_desks(struct tcn_ruleset *set,
    const char *name, const struct tcn_str *desks, size_t n,
    struct tcn_err *err);

#endif
