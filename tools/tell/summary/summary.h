/*
 * tools/tell/summary/summary.h - chooses the sentences that say what a story
 * is.
 *
 * The summary is an extract, never a paraphrase: each line is a sentence that
 * was published, as engine/facts/statement.h says that it may be quoted. Of an
 * origin its first text is read, and later ones that are no copies, as figures
 * are revised in them (summary_read.h); of the upper half alone
 * (summary_about.h) a sentence is quoted. A text without one to be quoted is
 * represented by its title.
 *
 * A line has a worth of its own, from
 *
 *     0.35 B        what it holds of the story's words (summary_core.h)
 *     0.25 center   mean share of origins that hold its words, an origin of the
 *                   newer half counting double: what is said now
 *     0.15 recency  its rank by time
 *     0.15 / (1 + position in its text)
 *     0.12 support  log2 of the origins that say as much, / 4: a cosine of
 *                   0.5, and a third of its words, where one counts the less
 *                   the more origins have it (all name the event)
 *     0.20          for a leading figure in it (engine/facts/figure.h), 0.40
 *                   for two or more
 *
 * and lines are taken one by one, the best at each step, by this and by what it
 * adds: 0.25 B gain + 0.25 for each slot not told yet - 0.20 for each told
 * - 0.35 of the highest cosine to a line taken - 0.20 where one origin alone
 * says so - 0.15 where half of it is a quotation, or where it begins with a
 * small letter or is all capitals - 0.15 where it has an exclamation mark
 * - 0.15 where a wire files it under a section (0.4 more of the first line)
 * + 0.1 where a post leads to an article - 0.5 in another language than the
 * headline's. The gain is the sum of log(1 + origins) over the words that no
 * line holds yet, of words that two origins hold (one, in a story of under
 * eight), by the greatest such and the root of the length: a submodular
 * function, of which greedy choice reaches 1 - 1/e of the best (Nemhauser,
 * Wolsey, Fisher 1978; Lin and Bilmes, "A class of submodular functions for
 * document summarization", 2011). The first line says what happened: there B,
 * support and the beginning of a text weigh more, and what is early goes before
 * what is new; 0.3 is taken from what one origin alone says.
 *
 * Where two openings and a third of those since, which are a third of all, say
 * how the event came out (elected, dies, arrested; statement.h), what was said
 * before is not quoted, and 0.5 is taken from it as a headline; not where
 * people were killed, injured or are missing, as the event is that.
 *
 * No line states a figure that was replaced, or tells of another country
 * (summary_read.h), or says what another line says (a cosine of 0.6, or
 * cognates.h; 0.5 to what was told before). A line without a new figure or
 * number does not repeat the headline or another line: at most half of its
 * words are of one of them and, where half are, what is new in it weighs 2, a
 * word 1 less the share of origins that hold it; 4 in a story of 15 origins,
 * where a line like it (a cosine of 0.5) has all its numbers from 3 on, years
 * apart: "seeks funds at 10 bln". But where no line is left, the best may (a
 * cosine to the headline under 0.7). Lines behind the first tell a new figure,
 * or have a gain of 0.35 (0.2 where three origins say as much), the headline's
 * language, and a B of 0.4, as sentence or as text: fewer good lines are better
 * than many. In a story of thirty origins and more, what one origin alone says
 * needs a figure. A line that states a told figure again needs a gain of 0.5,
 * and none says "dozens" of what two origins count. Where most texts have no
 * more than a title there are two lines in place of five, three in place of
 * eight: of the lines of such stories every second said in other words what
 * others did (80 of 173 that were read), and no count of words told which.
 *
 * In a story of under thirty origins the last line is kept for what came late:
 * a sentence with two words that no line has and none of the older half; where
 * it is like the headline, each of two origins. Half of what it says, a word
 * weighed as in support, is of no line. It may else repeat one, as who tells
 * that the driver was arrested names the whole event beside it; the same goes
 * for what was told before.
 *
 * A sentence of a post, in a story of thirty origins and more, is said by
 * somebody else in other words (two of them differ) and by somebody who leads
 * to an article, where a tenth of the posts do; in one of a hundred origins by
 * three. In any story at most a third of those who say so speak of themselves
 * or to their readers beside it: I, you, prayers, questions, cries, demands.
 * What is repeated word for word, by nobody with a source, is a joke, an appeal
 * or a feeling, whatever its words.
 *
 * The headline is a title, or the first sentence of a post, that may be quoted:
 * with a verb, 4 to 20 words, a B of 0.4, and told by two origins where there
 * are many; where there is none such, less is asked, as of a title that tells
 * the leading toll or magnitude. The best is that of
 *
 *     0.5 B + 0.6 center + 0.2 of the same in the older or the newer half of
 *     the origins, whichever is less + 0.1 support + 0.35 for the leading toll
 *     + 0.2 for the leading magnitude + 0.05 a post that leads to an article
 *     + 0.05 recency (-0.1 where no figure goes on) - 0.02 a word over 13 - 0.2
 *     all capitals - 0.05 a retweet - 0.25 no verb - 0.15 a quotation, an
 *     exclamation mark, or a small letter at its beginning - 0.3 a section or a
 *     label ("US STOCKS-...") - 0.15 As a Title where most are sentences - up
 *     to 0.2 where what it has of B stands beside what it says ("Markets fall
 *     after the quake") - up to 0.3 where of its first two words none is held
 *     by two fifths of the origins that hold the most usual word ("Insurers
 *     prepare for the storm") - 0.15 where one of many tells a figure in these
 *     words - 0.25 in another language than most - 0.35 where one witness alone
 *     tells its toll, in a story of three origins; whose it is stands behind it
 *     then - 0.35 "dozens" where they, or the dead, are counted
 *
 * In a story of thirty origins and more, most of them posts, two must tell the
 * value that leads.
 *
 * An event keeps its headline from revision to revision: one that stands is
 * kept until it is stale, or has a fault that others have not, or another is
 * better in itself, whenever that came: by 0.08 where the other tells a leading
 * figure which it does not tell; by 0.1 when the event is over; else by three
 * tenths of what it is worth, 0.08 to 0.2, as a poor one is soon replaced. So
 * an event is not renamed at each revision, and a new toll leads at once. A
 * report has the headline of the event's revision, unless that states a figure
 * which was replaced since. Where none is known, of an event of before
 * headlines were stored, the story is followed as it doubled.
 *
 * A headline is told in this form by the texts that open in nearly the same
 * words: a cosine of 0.7.
 *
 * A headline in capitals is put as its texts write its words, where they write
 * all of them (a word's form, or that of a word of its stem, inside sentences)
 * but function words and news verbs; else it is left as it is.
 *
 * What the reader was told before (an edition's ledger) counts as taken: so the
 * same function finds what is new. The gain is then held against the greatest
 * of a word that was not told, since those of the subject were, and counts what
 * one origin holds in a story of under thirty; and all texts but the last sixth
 * are quoted, in a story of thirty and more what three origins say: else what
 * comes late, of few origins and in other words, is never told. That is update
 * summarization (Dang and Owczarzak, "Overview of the TAC 2008 Update
 * Summarization Task", 2008).
 *
 * A group that is no event has no figure that three origins tell, and its
 * titles have little in common: on the mean they hold less than 0.43 of the
 * words that the texts share most (B), where those of an event hold 0.5 to 0.9;
 * less than 0.3 where most texts have more than a title. It is a collection:
 * its lines are its subjects, each with the origins of it, most first. (By
 * labels of headlines that is so of 8 of 618 stories with one label, most of
 * them of markets, and of 6 of 33 with several.) Posts are not judged so, as
 * many of an event say what people feel.
 *
 * The order is deterministic: ties go to the earlier sentence.
 *
 * Bounds: of 4,000 sentences, 300 are candidates. Cost: O(words), and for
 * support O(candidates * sentences that share a word).
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_H

#include "engine/facts/figure.h"
#include "tools/tell/summary/summary_read.h"

/* What a line is for; lines are in this order, those of one by time. */
enum tcn_summary_kind {
	TCN_SUMMARY_WHAT, /* happened: the first */
	TCN_SUMMARY_FIGURES, /* states a leading one */
	TCN_SUMMARY_CAUSE,
	TCN_SUMMARY_RESPONSE,
	TCN_SUMMARY_MORE,
};

#define TCN_SUMMARY_KINDS 5

/* The name of a kind of line in JSON. */
const char *tcn_summary_kind_name(enum tcn_summary_kind kind); /* "cause" */

struct tcn_summary_line {
	size_t text; /* index of the text it is from */
	struct tcn_str sentence; /* a view into it */
	struct tcn_summary_terms terms; /* of it, in arena */
	enum tcn_summary_kind kind;
	uint32_t figures; /* leading ones that it states: 1 << slot */
	uint32_t origins; /* that say as much, its own among them */
	bool single; /* its origin alone says so */
	bool newest; /* of the lines */
	double score; /* its own worth */
};

/* How the headline is found. */
enum tcn_summary_naming {
	TCN_SUMMARY_NAMING_NEW, /* none is known of */
	TCN_SUMMARY_NAMING_REVISION, /* that of the text that heads may stand */
	TCN_SUMMARY_NAMING_LAST, /* the same, and the event is over */
	TCN_SUMMARY_NAMING_KEPT, /* it stands, unless it is stale */
};

struct tcn_summary {
	const struct tcn_summary_read *read; /* of the texts: its sentences */
	const struct tcn_figures *figures;
	const struct tcn_summary_text *texts;
	size_t texts_n;
	const struct tcn_summary_core *core; /* of these texts */
	const double *ranks; /* of these texts */
	const struct tcn_summary_terms *told; /* lines told before */
	size_t told_n;
	uint32_t told_figures; /* slots whose leading value was told before */
	const struct tcn_str *said; /* lines that the same report has already */
	size_t said_n;
	size_t lines_max;
	enum tcn_summary_naming naming;
};

struct tcn_summary_headline {
	size_t text; /* index of the text whose title it is; texts_n: none */
	struct tcn_str sentence; /* a view into it, or in arena */
	struct tcn_summary_terms terms; /* of it, in arena */
	uint32_t origins; /* texts in this form, its own among them */
	size_t first; /* index of the first of these */
	bool capitals; /* it is written in these */
	bool claimed; /* the sentence says whose claim it is, behind it */
};

struct tcn_summary_said {
	struct tcn_summary_headline headline;
	struct tcn_summary_line *lines; /* in the order in which they stand */
	size_t n;
	bool collection;
};

/* Chooses headline and lines; what they point to is in arena, or a view into
 * the texts. */
void tcn_summary_make(const struct tcn_summary *summary,
    struct tcn_arena *arena, struct tcn_summary_said *said);

#endif
