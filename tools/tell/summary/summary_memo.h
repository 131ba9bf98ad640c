/*
 * tools/tell/summary/summary_memo.h - what was read of texts, for the next
 * reading.
 *
 * The headline of an event is chosen again at each revision, among texts of
 * which most are those of the revision before. What depends on a text alone is
 * kept under all that it depends on: the words of a sentence, what it says,
 * whether it may be quoted. A key is compared in full, so that nothing depends
 * on its hash. Results are the same with a memo and without.
 *
 * Two generations: when the young one has grown to its bound, it becomes the
 * old one, and what the old one held is forgotten. This happens only in
 * tcn_summary_memo_next_generation(), so that what was found lives until its
 * next call. A memo belongs to one struct tcn_prepare and one struct tcn_facts.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_MEMO_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_MEMO_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Of a generation, in bytes. */
#define TCN_SUMMARY_MEMO_BYTES ((size_t)4 * 1024 * 1024)

#define TCN_SUMMARY_MEMO_PARTS 5

struct tcn_summary_memo;

/* What a result depends on. */
struct tcn_summary_memo_key {
	char kind; /* of result */
	int number;
	struct tcn_str parts[TCN_SUMMARY_MEMO_PARTS];
};

/* bytes: of a generation. */
struct tcn_summary_memo *tcn_summary_memo_new(size_t bytes);
void tcn_summary_memo_free(struct tcn_summary_memo *memo); /* or NULL */

/* Begins another reading: results found before may be freed from now on. */
void tcn_summary_memo_next_generation(struct tcn_summary_memo *memo);

/* What was put under the key, or NULL; so of no memo. O(bytes of the key). */
const void *tcn_summary_memo_find(struct tcn_summary_memo *memo,
    const struct tcn_summary_memo_key *key);

/* Where a result that is put must lie. */
struct tcn_arena *tcn_summary_memo_arena(struct tcn_summary_memo *memo);

/* Puts the result under a key that was not found. */
void tcn_summary_memo_put(struct tcn_summary_memo *memo,
    const struct tcn_summary_memo_key *key, const void *result);

#endif
