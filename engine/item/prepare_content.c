/*
 * A doc's content set: of what its article came with, of its own words, or of
 * what a tagger says.
 */
#include <assert.h>

#include "engine/item/prepare_impl.h"

/* What is known of a term's part of speech without a tagger. Two texts of one
 * day share its date: the numbers of that tell no two of them apart. */
static enum tcn_content_class
class_of(const struct tcn_doc *doc, const struct tcn_term *term)
{
	if (term->flags & TCN_TERM_DATE)
		return TCN_CONTENT_WORD;
	if (term->flags & TCN_TERM_NUMBER)
		return TCN_CONTENT_NUMBER;
	return term->flags & doc->style.capital &&
		!(term->flags & doc->style.small)
	    ? TCN_CONTENT_NAME
	    : TCN_CONTENT_WORD;
}

/* Makes the set of words that somebody named. */
static void
make_named(struct tcn_prepare *prep, const struct tcn_content_word *words,
    size_t n, struct tcn_arena *arena, const struct tcn_doc *doc,
    struct tcn_content *content)
{
	tcn_content_maker_start(&prep->content, 0);
	tcn_content_maker_words(&prep->content, prep->tokenizer, prep->stemmer,
	    doc->lang, words, n);
	tcn_content_maker_finish(&prep->content, arena, content);
}

void
tcn_prepare_content(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc)
{
	const struct tcn_article *article = doc->article;

	if (article->content.source > TCN_CONTENT_WORDS) {
		doc->content = article->content;
		return;
	}
	if (article->content_words_n) {
		doc->content.source = TCN_CONTENT_SENT;
		make_named(prep, article->content_words,
		    article->content_words_n, arena, doc, &doc->content);
		return;
	}
	if (!doc->terms_n)
		return;
	doc->content.source = TCN_CONTENT_WORDS;
	tcn_content_maker_start(&prep->content, doc->terms_n);
	/* Adds the terms of title and text but for function words and
	 * adverbs. */
	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];
		enum tcn_content_class class = class_of(doc, term);

		if (term->flags & (TCN_TERM_STOP | TCN_TERM_SUFFIX))
			continue;
		if (class != TCN_CONTENT_WORD ||
		    !tcn_content_is_adverb(doc->lang, term->word))
			tcn_content_maker_term(&prep->content, term->id, class);
	}
	tcn_content_maker_finish(&prep->content, arena, &doc->content);
}

void
tcn_prepare_tagged(struct tcn_prepare *prep,
    const struct tcn_content_word *words, size_t n, struct tcn_str tagger,
    struct tcn_arena *arena, struct tcn_doc *doc)
{
	struct tcn_content content = { .source = TCN_CONTENT_TAGGER };

	assert(doc->content.source == TCN_CONTENT_WORDS);
	make_named(prep, words, n, arena, doc, &content);
	tcn_arena_str(arena, tagger, &content.tagger);
	doc->content = content;
}
