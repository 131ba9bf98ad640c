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
	/* As tcn_summary_terms_of(), named by tcn_summary_title_names(). */
	struct tcn_summary_terms_words words;
};

/* A word that is written as no name. */
#define TCN_SUMMARY_TITLE_SMALL 1

/*
 * Replaces of each of the title's words its term by what it is written as: the
 * first four letters, small, of one with a capital inside a title, or a post,
 * that is a sentence; TCN_SUMMARY_TITLE_SMALL of one without; 0: not seen.
 */
void tcn_summary_title_names(const struct tcn_doc *doc,
    struct tcn_summary_terms_words *words);

/* Reads a title of a language, a tag: with a memo once, and what is answered
 * lives until the memo's next beginning; else (NULL) as long as arena and the
 * title. O(bytes). */
const struct tcn_summary_title *tcn_summary_title_read(struct tcn_prepare *prep,
    struct tcn_summary_memo *memo, struct tcn_str title, struct tcn_str lang,
    struct tcn_arena *arena);

#endif
