/*
 * tools/tell/summary/summary_title.h - a title, or the beginning of a post, as
 * it is read once for all that asks about its words.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_TITLE_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_TITLE_H

#include "tools/tell/summary/summary_memo.h"
#include "tools/tell/summary/summary_terms.h"

/* How it writes a term. */
struct tcn_summary_form {
	uint64_t id;
	struct tcn_str word;
};

struct tcn_summary_title {
	struct tcn_summary_terms terms; /* as tcn_summary_terms_read() */
	struct tcn_summary_terms news; /* as tcn_news_words() */
	const struct tcn_summary_form *forms; /* in the order of its words */
	size_t forms_n;
};

/* Reads a title of a language, a tag: with a memo once, and what is answered
 * lives until the memo's next beginning; else (NULL) as long as arena and the
 * title. O(bytes). */
const struct tcn_summary_title *tcn_summary_title_read(struct tcn_prepare *prep,
    struct tcn_summary_memo *memo, struct tcn_str title, struct tcn_str lang,
    struct tcn_arena *arena);

#endif
