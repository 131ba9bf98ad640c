/*
 * tools/summary/summary.h - chooses the sentences that best summarize a story.
 *
 * The summary is an extract, never a paraphrase: each line is a sentence that
 * was published.
 *
 * Sentences are cut by engine/text/sentence.h, their terms are found by
 * engine/item/prepare.h (stems, without function words). A sentence is a vector
 * of tf * idf, idf over the sentences of this story: ln(1 + sentences /
 * sentences with the term). A sentence is central when its cosine to the mean
 * of all sentence vectors is high: the centroid method (Radev, Jing, Stys, Tam,
 * "Centroid-based summarization of multiple documents", 2004), which ranks
 * about as LexRank's graph does (Erkan, Radev, 2004) at linear cost. Lines are
 * then taken one by one, by maximal marginal relevance (Carbonell, Goldstein,
 * "The use of MMR", 1998): central, yet unlike the headline and the lines taken
 * so far; a sentence near the start of its text gets a bonus, as in MEAD by the
 * authors of the centroid method.
 *
 * No two lines come from one origin; a publisher is quoted twice only when
 * there is no other. A line that is far less central than the best one, or
 * nearly repeats another, is left out: the summary is then shorter.
 *
 * What may be quoted of a sentence is decided by engine/facts/statement.h; a
 * sentence whose figure was replaced (engine/facts/figure.h) is never a line.
 *
 * Of each origin only the first text is read, since copies are no
 * corroboration. A text without usable sentences is represented by its title.
 * The order is deterministic: ties go to the earlier text.
 *
 * Bounds: the first 64 KiB and 24 sentences of a text, 4,000 sentences in
 * all. Cost: O(bytes) for words, O(sentences * words * lines) to choose.
 */
#ifndef TCN_TOOLS_REPORT_SUMMARY_H
#define TCN_TOOLS_REPORT_SUMMARY_H

#include "engine/facts/figure.h"
#include "engine/item/prepare.h"
#include "tools/summary/summary_text.h"

struct tcn_summary_line {
	size_t text; /* index of the text it is from */
	struct tcn_str sentence; /* a view into it */
	double score; /* cosine to the mean, 0..1 */
};

struct tcn_summary {
	struct tcn_prepare *prep; /* splits sentences into words */
	const struct tcn_summary_text *texts;
	size_t texts_n;
	struct tcn_str headline; /* lines should add to it; may be empty */
	struct tcn_str headline_lang;
	size_t lines_max;
	/* With both: no line has a fault, none states a figure that another
	 * replaced, and each is shown without what surrounds it. */
	struct tcn_facts *facts;
	const struct tcn_figures *figures;
};

/*
 * Fills in lines[0 .. *n) in the order they were chosen, *n <= lines_max.
 * Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_summary_make(const struct tcn_summary *summary,
    struct tcn_summary_line *lines, size_t *n);

#endif
