/*
 * tools/tell/summary/summary_core.h - the words that the texts of a story
 * share, and how much of them a text holds.
 *
 * Each origin is read once: its title and the first 600 bytes of its text, or
 * of a post, which has no title, these bytes alone. A word (a stem without
 * function words, engine/item/prepare.h) counts for the share of the origins
 * that hold it; one that less than a tenth hold counts for nothing. What a text
 * is about is then
 *
 *     B = sum of its words' shares / sum of the six largest shares
 *
 * at most 1: of the title in full, of title and text together three fifths of
 * it, whichever is more. 1 is said by a text with all that the others tell of,
 * 0 by one with none of it.
 *
 * A story may be told in several languages. A language with eight origins or
 * more has its own shares, and its texts are measured by them; a text of
 * another language is measured by those of all, which its names and numbers
 * may meet, and is not to be judged by the result: see tcn_summary_core_judges.
 *
 * Cost: O(bytes read).
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_CORE_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_CORE_H

#include <stddef.h>

#include "engine/base/map.h"
#include "engine/item/prepare.h"
#include "tools/tell/summary/summary_text.h"

#define TCN_SUMMARY_CORE_LANGS    8 /* that have shares of their own */
#define TCN_SUMMARY_CORE_HEAVIEST 4

/* The shares of a language, or of all. */
struct tcn_summary_core_part {
	char lang[8]; /* "": of all */
	uint32_t origins;
	struct tcn_map words; /* term id -> origins that hold it */
	double six; /* sum of the six largest shares */
	uint64_t heaviest[TCN_SUMMARY_CORE_HEAVIEST]; /* ids, by share */
	size_t heaviest_n;
	double share; /* the fourth largest; 0: there are fewer */
};

/* The words of an origin. */
struct tcn_summary_core_text {
	uint64_t *ids; /* the first title_n: of its title, or its post */
	uint32_t *numbers; /* of each: the same, from 0 to words_n */
	uint32_t *names; /* of each of the title: its first four letters where
			  * it is written as a name; 1: as none; 0: not seen */
	size_t n, title_n;
	uint32_t lang; /* index of its language's part; 0: not known */
	uint32_t part; /* index of the one that measures it */
	double about; /* B */
};

struct tcn_summary_core {
	struct tcn_summary_core_part
	    parts[1 + TCN_SUMMARY_CORE_LANGS]; /* [0]: of all */
	size_t parts_n;
	struct tcn_summary_core_text *texts; /* one for each origin */
	size_t texts_n;
	uint32_t *origins; /* of each text given: index into texts */
	size_t words_n; /* different ones of all texts */
	/* Of each: its first four letters, small, as those of Turkey and
	 * Turkish are, where it is a name: inside a sentence titles write it
	 * with a capital more than twice as often as without; else 0. */
	uint32_t *names;
};

/* Reads texts; what it points to lives in arena, but for the maps. core needs
 * fini in every case. */
void tcn_summary_core_make(const struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_summary_core *core);
void tcn_summary_core_fini(struct tcn_summary_core *core);

/* B of words[0 .. n), distinct, by the shares of a part. O(n). */
double tcn_summary_core_about(const struct tcn_summary_core *core,
    uint32_t part, const uint64_t *words, size_t n);

/*
 * How usual the beginning of words[0 .. n), in their order, is: of the first
 * two the greater number of origins that hold it, by that of the part's most
 * usual word; 1 where the part has none. Who is spoken of stands at the
 * beginning of a headline.
 */
double tcn_summary_core_opening(const struct tcn_summary_core *core,
    uint32_t part, const uint64_t *words, size_t n);

/* Of the heaviest words of a part, how many are among words[0 .. n). */
size_t tcn_summary_core_holds(const struct tcn_summary_core *core,
    uint32_t part, const uint64_t *words, size_t n);

/* Whether a low B of a text that the part measures says anything: the part is
 * that of its own language, or all are of one, and has eight origins. */
bool tcn_summary_core_judges(const struct tcn_summary_core *core,
    uint32_t part);

#endif
