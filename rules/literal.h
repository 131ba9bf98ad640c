/*
 * rules/literal.h - characters that every match of a pattern contains.
 *
 * Running a pattern over every text is slow, searching all texts for fixed
 * characters is fast. So a set of literals is derived from the pattern, of
 * which every match contains at least one; the pattern is run only on texts
 * that contain one of them. Grep does so, and Cox, "Regular Expression Matching
 * with a Trigram Index", 2012, by rules much like these:
 *
 *	abc             the run of characters itself
 *	a|b             the literals of a and those of b, since either may be
 *	                what matches; none when one of them has none
 *	(a)             those of a, when it must occur at least once
 *	a* a? a{0,n}    none, and the run before it ends
 *	a+ a{2,}        one a, behind which the run ends
 *	. [a-z] \d      none, and the run ends
 *	^ $ \b          no character, so the run goes on
 *
 * Of the parts that must all occur, the one whose shortest literal is longest
 * is taken, of equals the one with fewest literals. A construct that is not
 * analysed (look-around, references, options within the pattern, quoting) gives
 * no literals, and the pattern is then run on every text: the set may be too
 * weak, but never wrong.
 *
 * Characters are folded one by one (Unicode's simple case folding), as PCRE2
 * does when it ignores case, so they must be searched in text folded by
 * tcn_literal_fold().
 */
#ifndef TCN_RULES_LITERAL_H
#define TCN_RULES_LITERAL_H

#include <stdint.h>

#include "engine/base/str.h"

enum {
	TCN_LITERAL_SET_MAX = 16, /* literals of one pattern */
	TCN_LITERAL_MAX = 32, /* characters of one; the rest is left out */
};

struct tcn_literal {
	int32_t c[TCN_LITERAL_MAX]; /* code points, folded */
	unsigned n;
};

struct tcn_literal_set {
	struct tcn_literal at[TCN_LITERAL_SET_MAX];
	unsigned n; /* 0: no characters are certain in a match */
};

/* The simple case folding of a code point. */
int32_t tcn_literal_fold(int32_t c);

/*
 * Sets *literals to those of a pattern that compiles (valid UTF-8; flags of
 * enum tcn_pattern_flag). O(pattern).
 */
void tcn_literal_from_pattern(struct tcn_str pattern, unsigned flags,
    struct tcn_literal_set *literals);

/* Sets *literal to the folded text; false: it is longer than a literal can
 * be. */
bool tcn_literal_from_text(struct tcn_str text, struct tcn_literal *literal);

#endif
