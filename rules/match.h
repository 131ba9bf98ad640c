/*
 * rules/match.h - which rules an article matches.
 *
 * Rules are standing queries and articles come one at a time, as for a
 * percolator: so the rules are indexed. Their conditions (`where`) are compiled
 * once, and each article is read once, whatever the number of rules.
 *
 * REQUIRED TERMS (Yan and Garcia-Molina, "Index structures for selective
 * dissemination of information under the Boolean model", ACM TODS 19(2), 1994).
 * For every rule, terms are chosen so that an article must have one of them to
 * meet the rule: a single term of `all`, or each term of `any`. An inverted
 * index leads from these terms to the rules. The article's own terms are looked
 * up in it, and only the rules that they lead to are evaluated in full. This is
 * exact: an article with no required term of a rule cannot meet it. The term of
 * `all` that the fewest rules name is chosen, so that a term leads to few
 * rules.
 *
 * PREFILTER, THEN VERIFY. A pattern cannot be looked up, but every match of
 * it contains certain characters (rules/literal.h). All such literals are
 * searched for in one pass over the text, by a hash of a few characters of
 * each (as Wu and Manber, "A fast algorithm for multi-pattern searching",
 * TR-94-17, 1994); where one stands the rule is evaluated, its cheap
 * conditions first and patterns last, each distinct pattern once an article.
 * Suricata selects its rules by a fixed content in the same way. Rules without
 * any required term (/[0-9]{5}/, or conditions on language or source alone)
 * are evaluated for every article, and are counted as `unselected`.
 *
 * WHAT MATCHES. Words are the engine's. A word of a rule has no language, so
 * it is indexed under its stem in each language, and compared with the
 * article's stems in the article's language: "quakes" finds "quake" in an
 * English text, and "quakes" alone in a Turkish one. In a text of unknown
 * language words are compared as they are. Several words must stand next to
 * each other, in this order, in the title or in the text. Words in scripts
 * written without spaces (Chinese, Japanese, Thai ...) match anywhere in the
 * text, since where such a word ends is a matter of opinion. An outlet's own
 * name at the end of a title (engine/text/title_suffix.h) and the words of the
 * article's address are left out. An article that came as features has words
 * but no order, so several words never match it.
 *
 * A place is met by what engine/text/places.h finds in the title and the first
 * sentences, as far as that is sure by the article alone.
 *
 * Patterns are run on the title, a line feed and the text, as plain text, up to
 * TCN_PATTERN_TEXT_MAX bytes. One that exceeds its bounds does not match, and
 * is counted.
 *
 * Where it is:
 *	match_build.c  compiles rules: words, stems, atoms, required terms
 *	match.c        looks an article up and evaluates the rules it leads to
 *	match_text.c   the search for literals
 *	match_counts.c how often patterns were given up
 *
 * Cost: a look-up for each of the article's terms, one pass over its text if
 * there are patterns, and the rules they lead to. Memory: about 100 bytes a
 * word and a language in which its stem differs, 1 to 20 KiB a pattern.
 *
 * Call order: new; doc, and after each doc explain for any of the rules; free.
 * One matcher, one thread.
 */
#ifndef TCN_RULES_MATCH_H
#define TCN_RULES_MATCH_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "rules/rule.h"

struct tcn_match;

/* Indexes of rules, ascending. */
struct tcn_match_list {
	const uint32_t *at;
	size_t n;
};

/*
 * Compiles the rules, which must outlive the matcher and are named by their
 * index. TCN_INVALID: a pattern does not compile; err has the place of its
 * term.
 */
TCN_MUST_USE enum tcn_rc tcn_match_new(const struct tcn_rule *rules, size_t n,
    struct tcn_match **match, struct tcn_err *err);
void tcn_match_free(struct tcn_match *match);

/* The rules that match every article: their `where` is empty. */
struct tcn_match_list tcn_match_always(const struct tcn_match *match);

/* Sets *list to the other rules that match doc; it lives until the next
 * call. */
void tcn_match_doc(struct tcn_match *match, const struct tcn_doc *doc,
    struct tcn_match_list *list);

/* The condition that decided whether a rule matched. */
enum tcn_match_part {
	TCN_MATCH_ALWAYS, /* the rule has no condition */
	TCN_MATCH_LANGUAGE,
	TCN_MATCH_CATEGORY,
	TCN_MATCH_SOURCE,
	TCN_MATCH_PLACE,
	TCN_MATCH_ALL,
	TCN_MATCH_ANY,
	TCN_MATCH_NONE,
};

struct tcn_match_why {
	bool matched;
	/* If not matched, the first condition that was not met; if matched,
	 * the last that was evaluated. */
	enum tcn_match_part part;
	/* The term of that part: the missing one of `all`, the found one of
	 * `none` or `any`. */
	const struct tcn_rule_term *term; /* or NULL */
	/* predicted: matched by its predicted category. unlikely: not matched,
	 * as the prediction is less likely than the rule asks for. */
	bool predicted, unlikely;
};

/* Evaluates one rule, by its index, for the doc of the last tcn_match_doc(),
 * which must still exist. */
void tcn_match_explain(struct tcn_match *match, uint32_t rule,
    struct tcn_match_why *why);

/*
 * How often patterns have exceeded their bounds: of all rules together, O(1);
 * of one rule, O(its terms), where a shared pattern counts for each rule.
 */
uint64_t tcn_match_patterns_over_limit(const struct tcn_match *match);
uint64_t tcn_match_rule_given_up(const struct tcn_match *match, uint32_t rule);

#endif
