/*
 * tools/tell/summary/related.h - which other stories are related to one.
 *
 * One rare word in common is chance: a helicopter, a town. A story is related
 * that shares two words or more, one of them part of a name of ours (names.h),
 * which together say eight nats, by the sum of their idf: two words that one
 * story of fifty has are just enough. In an archive of few stories no words say
 * so much; there it is six tenths of what two words of one story alone say. A
 * story that has no names, as of a script without capitals, must share three
 * words.
 *
 * Those that share most come first, of equal ones the earlier given.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_RELATED_H
#define TCN_TOOLS_TELL_SUMMARY_RELATED_H

#include "tools/tell/summary/names.h"

struct tcn_related_word {
	struct tcn_str word;
	double idf; /* ln(1 + stories / stories with the word) */
	bool is_named; /* set by tcn_related_name() */
};

/* What another story shares with ours. */
struct tcn_related {
	struct tcn_related_word *words;
	size_t n;
};

/* Marks the words that are part of a name, in any case and with any accents.
 * O(words + names). */
void tcn_related_name(struct tcn_related *related, size_t n,
    const struct tcn_name *names, size_t names_n);

/* What decides, beside the words. */
struct tcn_related_rule {
	size_t names_n; /* of our story */
	uint64_t stories; /* in the archive; 0: not known, many */
	size_t max; /* to be chosen */
};

/* Sets chosen[0 .. *chosen_n) to indices of related[0 .. n). O(n * max). */
void tcn_related_choose(const struct tcn_related *related, size_t n,
    const struct tcn_related_rule *rule, size_t *chosen, size_t *chosen_n);

#endif
