/*
 * tools/tell/summary/summary_text.h - an item of a story, as this room reads
 * it.
 *
 * Texts come in the order of time, those of one time in the order of arrival;
 * with this order given, nothing depends on which of two equal ones came first
 * in memory. Texts of one origin are copies of each other: its first one is
 * read for it, since copies are no corroboration.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_TEXT_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_prepare;
struct tcn_summary_memo;

struct tcn_summary_text {
	struct tcn_str title;
	struct tcn_str text; /* plain */
	struct tcn_str lang;
	uint64_t origin; /* texts of one origin are copies of each other */
	int year; /* of the text; 0: not known */
	int64_t ms; /* its time; INT64_MIN: not known */
	bool counted; /* is evidence of the event's alarm */
	bool copy; /* of an earlier text of its origin */
	bool heads; /* its title is the event's headline so far; one at most */
	struct tcn_str source; /* its sender's name; may be empty */
	struct tcn_str host; /* of its address; may be empty */
	struct tcn_summary_memo *memo; /* for what is read of it; or NULL */
};

/* The year of a time, from 1970 on; 0: none is known. */
int tcn_summary_text_year(int64_t ms);

/*
 * Corrects the languages of texts[0 .. n). What a text says of itself counts,
 * but feeds are wrong about it: a search in one language may mark all that it
 * finds with that. Where a third of a sample of those that claim a language are
 * in another, each is read as what it is seen to be, and as what most of them
 * are where that cannot be seen. Where two of the sample surely are, each is
 * read as what it surely is seen to be, and else as it claims. Cost: that of
 * preparing 32 texts of each language; of all, where one is doubted.
 */
void tcn_summary_text_langs(struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena);

#endif
