#include "tools/pipeline/expect.h"

#include <assert.h>
#include <string.h>

void
tcn_expect_open(struct tcn_expect *expect, const struct tcn_category_conf *conf)
{
	expect->model = NULL;
	if (conf->half_life_ms)
		expect->model = tcn_category_new(conf);
}

void
tcn_expect_close(struct tcn_expect *expect)
{
	tcn_category_free(expect->model);
	expect->model = NULL;
}

/* A name that outlives what is learnt next. */
static struct tcn_str
keep(char bytes[TCN_CATEGORY_NAME_BYTES], struct tcn_str name)
{
	assert(name.n <= TCN_CATEGORY_NAME_BYTES);
	if (name.n)
		memcpy(bytes, name.at, name.n);
	return (struct tcn_str){ bytes, name.n };
}

/* What the article was sent with, if that says a category. */
static void
find_sent(struct tcn_expect *expect, struct tcn_str sent, struct tcn_str *name)
{
	bool says;

	tcn_category_says(expect->model, sent, &says);
	*name = tcn_str("");
	if (!says)
		return;
	tcn_category_name(expect->model, sent, name);
	*name = keep(expect->sent, *name);
}

void
tcn_expect_doc(struct tcn_expect *expect, const struct tcn_doc *doc,
    int64_t now_ms, struct tcn_doc *told, struct tcn_article *article,
    struct tcn_expect_guess *guess)
{
	*told = *doc;
	*guess = (struct tcn_expect_guess){ .sent = tcn_str("") };
	if (!expect->model)
		return;
	tcn_category_set_now(expect->model, now_ms);
	find_sent(expect, doc->article->category, &guess->sent);
	/* Nothing follows from a guess about one that has a category. */
	if (guess->sent.n && !tcn_category_next_is_sampled(expect->model))
		return;
	tcn_category_guess(expect->model, doc, &guess->best);
	guess->asked = true;
	guess->best.label = keep(expect->guessed, guess->best.label);
	if (guess->sent.n) {
		tcn_category_test(expect->model, &guess->best, guess->sent);
		return;
	}
	if (!guess->best.sure)
		return;
	*article = *doc->article;
	article->predicted = guess->best.label;
	article->margin = guess->best.margin;
	article->probability = guess->best.probability;
	told->article = article;
}

void
tcn_expect_learn(struct tcn_expect *expect, const struct tcn_doc *doc)
{
	if (expect->model && doc->article->category.n)
		tcn_category_learn(expect->model, doc, doc->article->category);
}

void
tcn_expect_archive(struct tcn_expect *expect, const struct tcn_doc *doc)
{
	struct tcn_expect_guess guess;
	struct tcn_article with_category;
	struct tcn_doc told;

	/* Guesses say what a large margin is, and how often one is right. */
	tcn_expect_doc(expect, doc, doc->article->ts_ms, &told, &with_category,
	    &guess);
	tcn_expect_learn(expect, doc);
}

bool
tcn_expect_knows(const struct tcn_expect *expect)
{
	struct tcn_category_stats stats = { 0 };

	if (expect->model)
		tcn_category_stats(expect->model, &stats);
	return stats.labels > 0;
}
