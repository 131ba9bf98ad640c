/*
 * tools/lab/demo/demo_grammar_impl.h - the texts of the generator, read from
 * the files texts/LANG.txt and texts/LANG_PART.txt. Private to
 * tools/lab/demo/demo*.c.
 *
 * A section is a rule, of which each line is an alternative, or several with |
 * between them:
 *
 *	[days]
 *	Monday|Tuesday|Wednesday
 *
 *	[council.l]
 *	After {r:2-6} hours the council of {place1} decided on {=plan}.
 *	{^=plan} divided the town hall of {place1} until close to midnight.
 *
 * demo_text_impl.h says what holes are. names.txt holds the syllables of names,
 * which are a language of their own here: TCN_DEMO_LANGS.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_GRAMMAR_IMPL_H
#define TCN_TOOLS_LAB_DEMO_DEMO_GRAMMAR_IMPL_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/str.h"

enum tcn_demo_lang {
	TCN_DEMO_EN,
	TCN_DEMO_ES,
	TCN_DEMO_FR,
	TCN_DEMO_DE,
	TCN_DEMO_PT,
	TCN_DEMO_IT,
	TCN_DEMO_ZH,
	TCN_DEMO_JA,
	TCN_DEMO_LANGS
};

/* "en", "es", ... */
const char *tcn_demo_lang_code(enum tcn_demo_lang lang);

#define TCN_DEMO_RULES_MAX 1200
#define TCN_DEMO_TEXTS_MAX 9000

struct tcn_demo_rule {
	struct tcn_str name;
	enum tcn_demo_lang lang;
	const struct tcn_str *texts; /* its alternatives */
	uint32_t n;
};

struct tcn_demo_grammar {
	struct tcn_demo_rule rules[TCN_DEMO_RULES_MAX]; /* in order */
	size_t rules_n;
	struct tcn_str texts[TCN_DEMO_TEXTS_MAX];
	size_t texts_n;
};

/* The grammar that is built in; the first call reads it. Thread safe. */
const struct tcn_demo_grammar *tcn_demo_grammar(void);

/* NULL: there is no such rule. O(log(rules)). */
const struct tcn_demo_rule *
tcn_demo_grammar_find(const struct tcn_demo_grammar *grammar,
    enum tcn_demo_lang lang, struct tcn_str name);

/* How many alternatives a rule has; 0 when there is no such rule. */
uint32_t tcn_demo_rule_alternatives(enum tcn_demo_lang lang, const char *name);

/* The nth alternative as it is written in the grammar, from 0: for lists of
 * topics. nth is less than their number. */
struct tcn_str tcn_demo_rule_nth(enum tcn_demo_lang lang, const char *name,
    uint32_t nth);

/* Adds the rules of a text, which must outlive the grammar. Errors:
 * TCN_INVALID, TCN_LIMIT; err says what is wrong and in which line. */
TCN_MUST_USE enum tcn_rc tcn_demo_grammar_read(struct tcn_demo_grammar *grammar,
    enum tcn_demo_lang lang, const char *text, struct tcn_err *err);

/* Adds the rules that are built in; err names the file as well. */
TCN_MUST_USE enum tcn_rc
tcn_demo_grammar_read_all(struct tcn_demo_grammar *grammar,
    struct tcn_err *err);

#endif
