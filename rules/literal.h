/*
 * rules/literal.h - what every match of a pattern must contain.
 *
 * Read from the pattern's text: runs of plain characters that no match can do
 * without, the longest there is; of alternatives one each, since any of them
 * may be the one that matches. Whoever looks for these first runs a pattern
 * only on texts that can match it (as grep does, and Cox's "Regular
 * Expression Matching with a Trigram Index", 2012).
 *
 * Careful before clever: what is not certainly understood gives no literal.
 * Characters are folded one by one (Unicode's simple case folding), which is
 * what PCRE2 does without regard to case, so they are to be looked for in
 * text folded by tcn_literal_fold().
 */
#ifndef TCN_RULES_LITERAL_H
#define TCN_RULES_LITERAL_H

#include <stdint.h>

#include "engine/base/str.h"

enum {
	TCN_LITERAL_SET_MAX = 16, /* of one pattern */
	TCN_LITERAL_MAX = 32, /* characters of one; the rest is left out */
};

struct tcn_literal {
	int32_t c[TCN_LITERAL_MAX]; /* code points, folded */
	unsigned n;
};

struct tcn_literal_set {
	struct tcn_literal at[TCN_LITERAL_SET_MAX];
	unsigned n; /* 0: a match need not contain anything known */
};

int32_t tcn_literal_fold(int32_t c);

/*
 * Every match of the pattern (valid UTF-8; flags of enum tcn_pattern_flag)
 * contains one of the literals. O(pattern).
 */
void tcn_literal_from_pattern(struct tcn_str pattern, unsigned flags,
    struct tcn_literal_set *literals);

/* text itself, folded; false: it is longer than a literal can be. */
bool tcn_literal_from_text(struct tcn_str text, struct tcn_literal *literal);

#endif
