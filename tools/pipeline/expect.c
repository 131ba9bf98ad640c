#include "tools/pipeline/expect.h"

#include <assert.h>
#include <string.h>

enum tcn_rc
tcn_expect_open(struct tcn_expect *expect, const struct tcn_category_conf *conf)
{
	expect->model = NULL;
	return conf->half_life_ms ? tcn_category_new(conf, &expect->model)
				  : TCN_OK;
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
static enum tcn_rc
find_sent(struct tcn_expect *expect, struct tcn_str sent, struct tcn_str *name)
{
	bool says;
	enum tcn_rc rc = tcn_category_says(expect->model, sent, &says);

	*name = tcn_str("");
	if (rc || !says)
		return rc;
	rc = tcn_category_name(expect->model, sent, name);
	*name = keep(expect->sent, *name);
	return rc;
}

enum tcn_rc
tcn_expect_doc(struct tcn_expect *expect, const struct tcn_doc *doc,
    int64_t now_ms, struct tcn_doc *told, struct tcn_article *article,
    struct tcn_expect_guess *guess)
{
	enum tcn_rc rc;

	*told = *doc;
	*guess = (struct tcn_expect_guess){ .sent = tcn_str("") };
	if (!expect->model)
		return TCN_OK;
	tcn_category_set_now(expect->model, now_ms);
	rc = find_sent(expect, doc->article->category, &guess->sent);
	/* Nothing follows from a guess about one that has a category. */
	if (rc || (guess->sent.n && !tcn_category_is_turn(expect->model)))
		return rc;
	rc = tcn_category_guess(expect->model, doc, &guess->best);
	if (rc)
		return rc;
	guess->asked = true;
	guess->best.label = keep(expect->guessed, guess->best.label);
	if (guess->sent.n)
		return tcn_category_test(expect->model, &guess->best,
		    guess->sent);
	if (!guess->best.sure)
		return TCN_OK;
	*article = *doc->article;
	article->predicted = guess->best.label;
	article->margin = guess->best.margin;
	article->probability = guess->best.probability;
	told->article = article;
	return TCN_OK;
}

enum tcn_rc
tcn_expect_learn(struct tcn_expect *expect, const struct tcn_doc *doc)
{
	return expect->model && doc->article->category.n
	    ? tcn_category_learn(expect->model, doc, doc->article->category)
	    : TCN_OK;
}

enum tcn_rc
tcn_expect_archive(struct tcn_expect *expect, const struct tcn_doc *doc)
{
	struct tcn_expect_guess guess;
	struct tcn_article with_category;
	struct tcn_doc told;
	/* Guesses say what a large margin is, and how often one is right. */
	enum tcn_rc rc = tcn_expect_doc(expect, doc, doc->article->ts_ms, &told,
	    &with_category, &guess);

	return rc ? rc : tcn_expect_learn(expect, doc);
}

bool
tcn_expect_knows(const struct tcn_expect *expect)
{
	struct tcn_category_stats stats = { 0 };

	if (expect->model)
		tcn_category_stats(expect->model, &stats);
	return stats.labels > 0;
}
