/*
 * rules/match.h - which rules is this article about?
 *
 * What the `where` of many rules asks for is compiled once; each article is
 * then looked at once, whatever the number of rules. Of every rule some terms
 * are chosen that an article must have to meet it: one word of `all`, or one
 * of each term of `any`. Those are in an index, from word to rules; only the
 * rules that an article's own words lead to are looked at in full, the cheap
 * conditions first and patterns last, each distinct pattern once an article.
 * Of a pattern it is the characters that every match must contain
 * (rules/literal.h) that lead to it. Rules without such terms (patterns as
 * /[0-9]{5}/, conditions on language or source alone) are looked at for every
 * article. (The plan is Suricata's: a rare fixed content first, all the rest
 * behind it.)
 *
 * Words are the engine's. A word of a rule has no language, so it is filed
 * under its stem in each of them, and matched when the article has the stem of
 * the article's own language: "quakes" finds "quake" in an English text and
 * "quakes" alone in a Turkish one. In a text whose language is not known,
 * words are matched as they are. Several words are matched side by side, in
 * this order, in the title or in the text. Words in scripts written without
 * spaces (Chinese, Japanese, Thai ...) are matched anywhere, since where such a
 * word ends is a matter of opinion. An outlet's own name at the end of a title
 * (engine/text/title_suffix.h) is not looked at, nor are the words of an
 * address. An article that came as features has words and no order.
 *
 * Patterns look at the title, a line feed and the text, as plain text, up to
 * TCN_PATTERN_TEXT_MAX bytes. One that exceeds its bounds is no match, and is
 * counted.
 *
 * Cost: a look-up of each of the article's terms, one pass over its text when
 * there are patterns, and the rules it leads to. Memory: about 100 bytes a
 * word and a language in which its stem differs, 1-20 KiB a pattern. One
 * matcher, one thread.
 */
#ifndef TCN_RULES_MATCH_H
#define TCN_RULES_MATCH_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "rules/rule.h"

struct tcn_match;

/* Numbers of rules, ascending. */
struct tcn_match_list {
	const uint32_t *at;
	size_t n;
};

/*
 * The rules must outlive the matcher and are named by their number. A pattern
 * that does not compile is TCN_INVALID, with the place of its term in err.
 */
TCN_MUST_USE enum tcn_rc tcn_match_new(const struct tcn_rule *rules, size_t n,
    struct tcn_match **match, struct tcn_err *err);
void tcn_match_free(struct tcn_match *match);

/* Rules that are about every article: their `where` is empty. */
struct tcn_match_list tcn_match_always(const struct tcn_match *match);

/*
 * The other rules that doc meets; the list lives until the next call. Errors:
 * TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_match_doc(struct tcn_match *match,
    const struct tcn_doc *doc, struct tcn_match_list *list);

/* Why a rule is matched or not. */
enum tcn_match_part {
	TCN_MATCH_ALWAYS, /* it asks for nothing */
	TCN_MATCH_LANGUAGE,
	TCN_MATCH_CATEGORY,
	TCN_MATCH_SOURCE,
	TCN_MATCH_ALL,
	TCN_MATCH_ANY,
	TCN_MATCH_NONE,
};

struct tcn_match_why {
	bool matched;
	/* When not matched, the first condition that is not; when matched, the
	 * last that was looked at. */
	enum tcn_match_part part;
	/* Of it: the missing one of all, the found one of none or any. */
	const struct tcn_rule_term *term; /* or NULL */
};

/* About the doc of the last tcn_match_doc(), which must still be there. */
TCN_MUST_USE enum tcn_rc tcn_match_explain(struct tcn_match *match,
    uint32_t rule, struct tcn_match_why *why);

struct tcn_match_counts {
	uint64_t docs, looked_at; /* rules looked at in full */
	uint64_t patterns_run, patterns_given_up;
	size_t words, patterns, unselected; /* of the rules */
};

struct tcn_match_counts tcn_match_counts(const struct tcn_match *match);

#endif
