/*
 * tools/tell/summary/summary_read.h - the texts of a story, read once.
 *
 * Figures, key lines, headline and timeline all ask the same of a sentence:
 * what of it may be quoted (engine/facts/statement.h), what it counts
 * (engine/facts/reading.h), which words it has (summary_terms.h). Here each
 * text is cut into sentences once, each sentence into words once, and what was
 * found is kept for all of them.
 *
 * Two things are read:
 *
 * - what is told: the readings of a title that its origin did not have before,
 *   and of the sentences of a text that is no copy. Texts without a date, or in
 *   a language without a table, tell nothing; nor does what happened elsewhere:
 *   a sentence that says it is in a country (engine/facts/located.h) which
 *   fewer than a third of the origins name, and which names no country of
 *   theirs and, with a capital, none of the heaviest words of the story, as an
 *   opening with a B under 0.45; and those behind it up to the first that holds
 *   one of these words.
 * - sentences to choose from: of an origin's first text and of those that are
 *   no copies the title and, of many texts, fewer sentences of every second or
 *   third.
 *
 * Bounds: the first 64 KiB and 24 sentences of a text; 20,000 readings told;
 * 4,000 sentences to choose from, and a few titles. Cost: O(bytes).
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_READ_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_READ_H

#include "engine/facts/reading.h"
#include "engine/facts/statement.h"
#include "tools/tell/summary/summary_core.h"
#include "tools/tell/summary/summary_terms.h"

#define TCN_SUMMARY_READ_BYTES     (64 * 1024) /* of a text */
#define TCN_SUMMARY_READ_SENTENCES 24

/* A sentence to choose from, or a title. */
struct tcn_summary_read_sentence {
	size_t from; /* index of its text */
	uint32_t position; /* in its text, from 0; 0 of a title */
	bool title;
	bool opens; /* its text: a title or, where there is none, its first */
	/* A wire files it under a section (statement.label), which is no
	 * subject of the story: markets, views, a list of facts. Without what
	 * stands ahead of a colon, where that says little of the story. */
	bool section;
	bool elsewhere; /* it says that something is in another country */
	struct tcn_str raw; /* a view into the text, as is statement.shown */
	struct tcn_statement statement; /* shows something */
	struct tcn_reading_list says; /* what is shown */
	struct tcn_summary_terms terms; /* of what is shown; not empty */
	struct tcn_summary_terms news; /* the same, if it opens: news.h */
	struct tcn_summary_terms main; /* of statement.main, if it opens */
};

struct tcn_summary_read_told {
	size_t from; /* index of the text */
	struct tcn_reading reading;
};

struct tcn_summary_read {
	const struct tcn_summary_text *texts; /* those given */
	struct tcn_summary_read_sentence *at; /* in the order of texts */
	size_t n, cap;
	struct tcn_summary_read_told *told; /* in the order of texts */
	size_t told_n, told_cap;
	size_t *opens; /* of each text: its sentence; SIZE_MAX: none */
};

/* What a reading needs. */
struct tcn_summary_read_job {
	const struct tcn_summary_text *texts; /* outlive what is read */
	size_t n;
	const struct tcn_summary_core *core; /* of these texts */
	struct tcn_facts *facts;
	struct tcn_prepare *prep;
};

/* Reads the texts; what it points to lives in arena, but for the three arrays.
 * read needs fini in every case. */
void tcn_summary_read_make(const struct tcn_summary_read_job *job,
    struct tcn_arena *arena, struct tcn_summary_read *read);
void tcn_summary_read_fini(struct tcn_summary_read *read);

/*
 * The sentence with which a text opens, where it was read and is raw; else
 * NULL, as of a text that nothing is chosen from.
 */
const struct tcn_summary_read_sentence *
tcn_summary_read_opening(const struct tcn_summary_read *read, size_t text,
    struct tcn_str raw);

#endif
