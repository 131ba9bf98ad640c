#include "engine/item/doc.h"

#include <string.h>

#include "engine/base/map.h"

static enum tcn_rc
check_counts(const struct tcn_doc *doc, struct tcn_err *err)
{
	if (doc->suffix_at > doc->title_n || doc->title_n > doc->words_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the suffix begins at word %zu, the title ends at %zu, the "
		    "text at %zu",
		    doc->suffix_at, doc->title_n, doc->words_n);
	if (doc->terms_n > doc->words_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu words cannot be %zu terms", doc->words_n,
		    doc->terms_n);
	if (!doc->text_key != !doc->words_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a text has a key when it has words, and only then");
	if (!memchr(doc->lang, '\0', sizeof doc->lang))
		return tcn_err_set(err, TCN_CORRUPT, "lang has no end");
	return TCN_OK;
}

static enum tcn_rc
check_words(const struct tcn_doc *doc, struct tcn_err *err)
{
	for (size_t i = 0; i < doc->words_n; i++)
		if (doc->words[i] >= doc->terms_n)
			return tcn_err_set(err, TCN_CORRUPT,
			    "word %zu is none of %zu terms", i, doc->terms_n);
	return TCN_OK;
}

static enum tcn_rc
check_term(const struct tcn_doc *doc, size_t i, struct tcn_err *err)
{
	const struct tcn_term *term = &doc->terms[i];
	const uint32_t both = TCN_TERM_TITLE | TCN_TERM_SUFFIX;

	if (term->first >= doc->words_n || doc->words[term->first] != i)
		return tcn_err_set(err, TCN_CORRUPT,
		    "term %zu does not stand at word %u", i,
		    (unsigned)term->first);
	if (i && doc->terms[i - 1].first >= term->first)
		return tcn_err_set(err, TCN_CORRUPT,
		    "term %zu first stands before the term before it", i);
	if (!term->tf)
		return tcn_err_set(err, TCN_CORRUPT, "term %zu never occurs",
		    i);
	if ((term->flags & both) == both)
		return tcn_err_set(err, TCN_CORRUPT,
		    "term %zu stands in the title and in the suffix alone", i);
	return TCN_OK;
}

/* The terms: each is sound, no two are one, and none occurs too often. */
static enum tcn_rc
check_terms(const struct tcn_doc *doc, struct tcn_err *err)
{
	struct tcn_map ids = { 0 };
	enum tcn_rc rc = TCN_OK;
	uint64_t tf = 0, *place;
	bool added;

	tcn_map_reserve(&ids, doc->terms_n);
	for (size_t i = 0; i < doc->terms_n && !rc; i++) {
		tf += doc->terms[i].tf;
		rc = check_term(doc, i, err);
		if (!rc)
			tcn_map_put(&ids, doc->terms[i].id, &place, &added);
		if (!rc && !added)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "term %zu stands in the list twice", i);
	}
	tcn_map_fini(&ids);
	if (!rc && tf > doc->words_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "terms occur more often than there are words");
	return rc;
}

static enum tcn_rc
check_slug_term(const struct tcn_doc *doc, size_t i, struct tcn_err *err)
{
	const uint32_t none = TCN_TERM_TITLE | TCN_TERM_SUFFIX | TCN_TERM_STOP;
	uint32_t at = doc->slug_terms[i];
	const struct tcn_term *term = &doc->terms[at];

	if (term->flags & none)
		return tcn_err_set(err, TCN_CORRUPT,
		    "slug term %zu is a function word or stands in the title",
		    i);
	if (at >= doc->terms_n && (term->tf || term->first != doc->words_n))
		return tcn_err_set(err, TCN_CORRUPT,
		    "slug term %zu is no word of the text, yet occurs in it",
		    i);
	for (size_t k = 0; k < i; k++)
		if (doc->slug_terms[k] == at)
			return tcn_err_set(err, TCN_CORRUPT,
			    "slug terms %zu and %zu are one", k, i);
	return TCN_OK;
}

enum tcn_rc
tcn_doc_check(const struct tcn_doc *doc, struct tcn_err *err)
{
	enum tcn_rc rc = check_counts(doc, err);

	if (!rc)
		rc = check_words(doc, err);
	if (!rc)
		rc = check_terms(doc, err);
	for (size_t i = 0; i < doc->slug_terms_n && !rc; i++)
		rc = check_slug_term(doc, i, err);
	return rc;
}

void
tcn_doc_set_style(struct tcn_doc *doc, const struct tcn_word_case_counts *title,
    const struct tcn_word_case_counts *text)
{
	struct tcn_doc_style *style = &doc->style;

	style->form = tcn_word_case_form(title);
	style->has_figures = title->has_figures;
	style->has_label = tcn_word_case_has_label(doc->title);
	style->is_said =
	    title->has_saying || tcn_word_case_has_colon(doc->title);
	if (style->form == TCN_HEADLINE_SENTENCE) {
		style->capital = TCN_TERM_CAPITAL;
		style->small = TCN_TERM_SMALL;
	} else if (title->spaceless >= 2) {
		style->capital = TCN_TERM_CAPITAL;
		style->small = TCN_TERM_SMALL;
	} else if (tcn_word_case_form(text) == TCN_HEADLINE_SENTENCE) {
		style->capital = TCN_TERM_TEXT_CAPITAL;
		style->small = TCN_TERM_TEXT_SMALL;
	}
}
