/*
 * tools/tell/summary/news.h - what each title of a story says that none before
 * it said.
 *
 * A word is *supported* when titles of two origins hold it, and of a
 * twenty-fifth of all: what one desk alone writes is not yet news of the event.
 * The news of a title are its supported words that no title told before; a word
 * that many have weighs more, ln(1 + origins with it). So the sum over all
 * titles is the same whichever come first, and what the whole world goes on to
 * repeat counts where it was said first.
 *
 * A title without such a word tells nothing, nor does one that is like an
 * earlier one that told something (cosine of the sets of words >= .5, or in any
 * language as cognates.h has it), nor one that may not be shown: its words stay
 * to be told. A post, which one person writes, tells something where another
 * origin says as much: has one of the new words, and a cosine of .4 (two
 * others, in a story of 100 origins). That words of it are common makes no news
 * of a prayer. Where a second language begins, its first titles say in other
 * words what is known: the news of the first that repeats no title is that
 * there is one, and what it says counts from the next on.
 *
 * Words are stems without function words and names of days (engine/item/
 * prepare.h). Cost: O(words), and for each title with news a comparison with
 * those before it, of which the last 400 are looked at; of a post, with those
 * that hold one of its new words.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_NEWS_H
#define TCN_TOOLS_TELL_SUMMARY_NEWS_H

#include <stdbool.h>

#include "tools/tell/summary/summary_terms.h"

#define TCN_NEWS_ONE 1000 /* news are in thousandths */

struct tcn_news_title {
	struct tcn_str text; /* without what surrounds it; may be empty */
	struct tcn_str lang; /* a language tag, or empty */
	uint64_t origin;
	bool may_show;
	bool is_post; /* the beginning of a text without title */
	bool is_shown; /* whatever it tells, as the first of a story is */
	/* What tcn_news_words() takes of the text; NULL: it is read for it. */
	const struct tcn_summary_terms *words;
};

struct tcn_news_told {
	uint32_t news; /* thousandths; 0: the title tells nothing new */
	bool first_of_lang; /* not of the story's first language */
};

/* Takes the words of a title's doc, in arena; the first 60 of a long one. */
void tcn_news_words(const struct tcn_doc *doc, struct tcn_arena *arena,
    struct tcn_summary_terms *words);

/* Sets told[0 .. n) of titles[0 .. n), which stand in the order of time. */
void tcn_news_read(struct tcn_prepare *prep,
    const struct tcn_news_title *titles, size_t n, struct tcn_news_told *told);

/* Sets *alike to whether two texts say the same by the rule above. */
void tcn_news_alike(struct tcn_prepare *prep, const struct tcn_news_title *a,
    const struct tcn_news_title *b, bool *alike);

#endif
