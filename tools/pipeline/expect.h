/*
 * tools/pipeline/expect.h - the category that an article is expected to have,
 * where it came with none.
 *
 * Articles pass in order; each is asked about, and then learnt from
 * (window/category/category.h). Of those that came with one, every fourth is
 * asked about, which tells how often what is expected is right. A pipeline does
 * this for all that it takes in; who goes through a stream without one does it
 * alone.
 *
 * Call order: open; archive, for each article of one; for each article of the
 * stream doc, then learn; close.
 */
#ifndef TCN_TOOLS_PIPELINE_EXPECT_H
#define TCN_TOOLS_PIPELINE_EXPECT_H

#include "window/category/category.h"

/* All zero is off: nothing is expected and nothing learnt. */
struct tcn_expect {
	struct tcn_category *model;
	/* The last article's: the category that is expected, and was sent. */
	char guessed[TCN_CATEGORY_NAME_BYTES], sent[TCN_CATEGORY_NAME_BYTES];
};

/* What category an article was expected to have, before it was learnt from.
 * The names live until the next article. */
struct tcn_expect_guess {
	struct tcn_category_guess best; /* label is empty: none is expected */
	bool asked; /* `best` is the answer; else nobody asked */
	struct tcn_str sent; /* as it first came; empty: with none */
};

/* Begins without any category learnt; with a half_life_ms of 0 it stays off. */
void tcn_expect_open(struct tcn_expect *expect,
    const struct tcn_category_conf *conf);
void tcn_expect_close(struct tcn_expect *expect);

/*
 * Asks about doc, as of now_ms; an earlier time than before, as TCN_UNDATED is,
 * counts as that. *told and *article are copies of doc and of its article that
 * say the category that is expected, if it came with none. *told refers to what
 * doc does, and to *article.
 */
void tcn_expect_doc(struct tcn_expect *expect, const struct tcn_doc *doc,
    int64_t now_ms, struct tcn_doc *told, struct tcn_article *article,
    struct tcn_expect_guess *guess);

/* Learns from an article of an archive, as of its date, before the stream
 * begins; what is off stays off. */
void tcn_expect_archive(struct tcn_expect *expect, const struct tcn_doc *doc);

/* Whether any category was learnt. */
bool tcn_expect_knows(const struct tcn_expect *expect);

/* Learns from doc, if it came with a category, as of the time that was asked
 * about last. */
void tcn_expect_learn(struct tcn_expect *expect, const struct tcn_doc *doc);

#endif
