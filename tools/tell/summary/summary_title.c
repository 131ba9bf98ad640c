#include "tools/tell/summary/summary_title.h"

#include "tools/tell/summary/news.h"

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

	if (known)
		return known;
	tcn_prepare_terms(prep, &article, arena, &doc);
	if (memo) {
		arena = tcn_summary_memo_arena(memo);
		tcn_arena_str(arena, title, &copy);
	}
	read = tcn_arena_zalloc(arena, 1, sizeof *read);
	tcn_summary_terms_take(&doc, arena, &read->terms);
	tcn_news_words(&doc, arena, &read->news);
	take_forms(&doc, title, copy, arena, read);
	if (memo)
		tcn_summary_memo_put(memo, &key, read);
	return read;
}
