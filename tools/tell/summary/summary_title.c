#include "tools/tell/summary/summary_title.h"

#include <string.h>

#include "engine/base/ascii.h"
#include "tools/tell/summary/news.h"

/* Whether a title, or a post, is written as a sentence. */
static bool
is_sentence(const struct tcn_doc *doc)
{
	struct tcn_word_case_counts counts = { 0 };
	size_t n = doc->title_n ? doc->title_n : doc->words_n;

	for (size_t i = 0; i < doc->terms_n && doc->terms[i].first < n; i++)
		tcn_word_case_count(&counts, doc->terms[i].word,
		    tcn_word_case(doc->terms[i].word));
	return tcn_word_case_form(&counts) == TCN_HEADLINE_SENTENCE;
}

/* The first four letters, small, as Turkey and Turkish are one name. */
static uint32_t
begin_of(struct tcn_str word)
{
	uint32_t begin = 0;

	for (size_t i = 0; i < word.n && i < sizeof begin; i++)
		begin = begin << 8 | (unsigned char)tcn_ascii_lower(word.at[i]);
	return begin;
}

/* As what a title that is a sentence writes a word. */
static uint32_t
name_of(const struct tcn_doc *doc, uint32_t term)
{
	struct tcn_str word = doc->terms[term].word;
	enum tcn_word_case its = tcn_word_case(word);

	if (term >= doc->terms_n || its == TCN_WORD_CASELESS ||
	    !tcn_word_is_inside(doc->title_n ? doc->title : doc->text, word))
		return 0;
	return its == TCN_WORD_SMALL ? TCN_SUMMARY_TITLE_SMALL : begin_of(word);
}

void
tcn_summary_title_names(const struct tcn_doc *doc,
    struct tcn_summary_terms_words *words)
{
	bool sentence = is_sentence(doc);

	for (size_t i = 0; i < words->title_n; i++)
		words->terms[i] = sentence ? name_of(doc, words->terms[i]) : 0;
}

/* Takes the terms that stand in the title as they are, as views into its
 * copy. */
static void
take_forms(const struct tcn_doc *doc, struct tcn_str title, struct tcn_str copy,
    struct tcn_arena *arena, struct tcn_summary_title *read)
{
	struct tcn_summary_form *forms =
	    tcn_arena_zalloc(arena, doc->terms_n, sizeof *forms);

	read->forms = forms;
	for (size_t i = 0; i < doc->terms_n; i++) {
		const struct tcn_term *term = &doc->terms[i];
		struct tcn_str word = term->word;

		if (word.at < title.at || word.at >= title.at + title.n)
			continue;
		word.at = copy.at + (word.at - title.at);
		forms[read->forms_n++] =
		    (struct tcn_summary_form){ term->id, word };
	}
}

const struct tcn_summary_title *
tcn_summary_title_read(struct tcn_prepare *prep, struct tcn_summary_memo *memo,
    struct tcn_str title, struct tcn_str lang, struct tcn_arena *arena)
{
	const struct tcn_summary_memo_key key = { .kind = 't',
		.parts = { title, lang } };
	const struct tcn_article article = {
		.text = title, .lang = lang, .ts_ms = TCN_UNDATED, .plain = true
	};
	const struct tcn_summary_title *known =
	    tcn_summary_memo_find(memo, &key);
	struct tcn_summary_title *read;
	struct tcn_str copy = title;
	struct tcn_doc doc;
	struct tcn_summary_terms_words *words;
	uint64_t *sorted;

	if (known)
		return known;
	tcn_prepare_terms(prep, &article, arena, &doc);
	if (memo) {
		arena = tcn_summary_memo_arena(memo);
		tcn_arena_str(arena, title, &copy);
	}
	read = tcn_arena_zalloc(arena, 1, sizeof *read);
	/* Takes the words of a title, in its order and sorted. */
	words = &read->words;
	tcn_summary_terms_of(&doc, arena, words);
	tcn_summary_title_names(&doc, words);
	sorted = tcn_arena_alloc(arena, words->n * sizeof *sorted);
	if (words->n)
		memcpy(sorted, words->ids, words->n * sizeof *sorted);
	tcn_summary_terms_sort(sorted, words->n);
	read->terms = (struct tcn_summary_terms){ sorted, words->n };
	tcn_news_words(&doc, arena, &read->news);
	take_forms(&doc, title, copy, arena, read);
	if (memo)
		tcn_summary_memo_put(memo, &key, read);
	return read;
}
