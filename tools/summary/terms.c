#include "tools/summary/terms.h"

#include <assert.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/lang.h"

#define PART_MIN     10 /* of the origins hold a term */
#define LANGS_MAX    16
#define ITEMS_MIN    2 /* of a language that a story is told in */
#define TITLES_MAX   400
#define POST_BYTES   300
#define DETECT_BYTES 16384

/* How a term is written, by majority (Boyer, Moore, MJRTY, 1981). */
struct form {
	struct tcn_str text;
	uint32_t votes; /* for text, less those for others */
	size_t at; /* index of its word */
};

struct chooser {
	const struct tcn_terms *terms;
	struct tcn_arena arena;
	char langs[LANGS_MAX][TCN_LANG_BYTES]; /* the first: of most items */
	size_t items[LANGS_MAX]; /* of each */
	size_t langs_n;
	struct tcn_map sources; /* ids of sources that are one word */
	struct tcn_map shown; /* ids -> index of forms, plus 1 */
	struct form *forms;
};

static void
count_lang(struct chooser *chooser, struct tcn_str tag)
{
	char lang[TCN_LANG_BYTES] = "";
	size_t i = 0;

	tcn_lang_from_tag(tag, lang);
	while (i < chooser->langs_n && strcmp(chooser->langs[i], lang) != 0)
		i++;
	if (i == LANGS_MAX)
		return;
	if (i == chooser->langs_n)
		memcpy(chooser->langs[chooser->langs_n++], lang, sizeof lang);
	chooser->items[i]++;
}

/* Has the language of most items come first. */
static void
sort_langs(struct chooser *chooser)
{
	size_t most = 0, items;
	char lang[TCN_LANG_BYTES];

	for (size_t i = 1; i < chooser->langs_n; i++)
		if (chooser->items[i] > chooser->items[most])
			most = i;
	memcpy(lang, chooser->langs[0], sizeof lang);
	memcpy(chooser->langs[0], chooser->langs[most], sizeof lang);
	memcpy(chooser->langs[most], lang, sizeof lang);
	items = chooser->items[0];
	chooser->items[0] = chooser->items[most];
	chooser->items[most] = items;
}

/* Adds the language that the titles are in, whatever their sender says. */
static enum tcn_rc
detect_lang(struct chooser *chooser)
{
	const struct tcn_terms *terms = chooser->terms;
	struct tcn_buf titles = { 0 };
	struct tcn_article article = { .ts_ms = TCN_UNDATED };
	char lang[TCN_LANG_BYTES] = "";
	enum tcn_rc rc;

	for (size_t i = 0; i < terms->texts_n && titles.n < DETECT_BYTES; i++) {
		struct tcn_str title = terms->texts[i].title;

		tcn_buf_str(&titles,
		    title.n ? title
			    : tcn_utf8_cut(terms->texts[i].text, POST_BYTES));
		tcn_buf_z(&titles, ".\n");
	}
	article.text = tcn_buf_view(&titles);
	rc = titles.failed
	    ? TCN_NOMEM
	    : tcn_prepare_lang(terms->prep, &article, &chooser->arena, lang);
	for (size_t i = 0; i < ITEMS_MIN && rc == TCN_OK; i++)
		count_lang(chooser, tcn_str(lang));
	tcn_buf_fini(&titles);
	return rc;
}

/* Reads a word as one of a language; *term NULL: it is none, or several. */
static enum tcn_rc
read_word(struct chooser *chooser, struct tcn_str word, const char *lang,
    const struct tcn_term **term)
{
	const struct tcn_article article = {
		.text = word, .lang = tcn_str(lang), .ts_ms = TCN_UNDATED
	};
	struct tcn_doc doc;
	enum tcn_rc rc =
	    tcn_prepare(chooser->terms->prep, &article, &chooser->arena, &doc);

	*term = rc == TCN_OK && doc.terms_n == 1 && word.n > 1 ? &doc.terms[0]
							       : NULL;
	return rc;
}

static enum tcn_rc
read_sources(struct chooser *chooser)
{
	struct tcn_str last = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < chooser->terms->texts_n && rc == TCN_OK; i++) {
		struct tcn_str source = chooser->terms->texts[i].source;
		const struct tcn_term *term;
		uint64_t *slot;

		if (tcn_str_equal(source, last))
			continue;
		last = source;
		rc = read_word(chooser, source, chooser->langs[0], &term);
		if (rc == TCN_OK && term)
			rc = tcn_map_put(&chooser->sources, term->id, &slot,
			    NULL);
	}
	return rc;
}

/* Whether a word is none that tells anything, in one of the languages. */
static enum tcn_rc
is_empty(struct chooser *chooser, struct tcn_str word, bool *is)
{
	const unsigned flags = TCN_TERM_STOP | TCN_TERM_NUMBER | TCN_TERM_DATE;
	enum tcn_rc rc = TCN_OK;

	*is = false;
	for (size_t i = 0; i < chooser->langs_n && rc == TCN_OK && !*is; i++) {
		const struct tcn_term *term;

		if (i && chooser->items[i] < ITEMS_MIN)
			continue;
		rc = read_word(chooser, word, chooser->langs[i], &term);
		*is = rc == TCN_OK && (!term || term->flags & flags);
	}
	return rc;
}

static enum tcn_rc
judge(struct chooser *chooser, size_t i, size_t *n)
{
	const struct tcn_summary_core_part *all =
	    &chooser->terms->core->parts[0];
	struct tcn_str word = chooser->terms->words[i];
	const struct tcn_term *term;
	const uint64_t *origins = NULL;
	uint64_t *slot;
	bool empty, added;
	enum tcn_rc rc = is_empty(chooser, word, &empty);

	if (rc == TCN_OK && !empty)
		rc = read_word(chooser, word, chooser->langs[0], &term);
	if (rc != TCN_OK || empty || !term)
		return rc;
	origins = tcn_map_find(&all->words, term->id);
	if (!origins || *origins * PART_MIN < all->origins ||
	    tcn_map_find(&chooser->sources, term->id))
		return TCN_OK;
	rc = tcn_map_put(&chooser->shown, term->id, &slot, &added);
	if (rc == TCN_OK && added) {
		chooser->forms[(*n)++] = (struct form){ .text = word, .at = i };
		*slot = *n;
	}
	return rc;
}

static void
vote(struct form *form, struct tcn_str text)
{
	if (!form->votes)
		form->text = text;
	if (tcn_str_equal(form->text, text))
		form->votes++;
	else
		form->votes--;
}

/* Sees how a title, or the beginning of a post, writes the terms. */
static enum tcn_rc
read_forms(struct chooser *chooser, const struct tcn_summary_text *text)
{
	const struct tcn_article article = {
		.text = text->title.n ? text->title
				      : tcn_utf8_cut(text->text, POST_BYTES),
		.lang = text->lang,
		.ts_ms = TCN_UNDATED,
	};
	struct tcn_doc doc;
	enum tcn_rc rc =
	    tcn_prepare(chooser->terms->prep, &article, &chooser->arena, &doc);

	for (size_t i = 0; rc == TCN_OK && i < doc.terms_n; i++) {
		const uint64_t *slot =
		    tcn_map_find(&chooser->shown, doc.terms[i].id);
		struct tcn_str word = doc.terms[i].word;

		if (slot && word.at >= article.text.at &&
		    word.at < article.text.at + article.text.n)
			vote(&chooser->forms[*slot - 1], word);
	}
	return rc;
}

static enum tcn_rc
choose(struct chooser *chooser, size_t *n)
{
	const struct tcn_terms *terms = chooser->terms;
	enum tcn_rc rc;

	chooser->forms =
	    tcn_mem_calloc(terms->words_n + 1, sizeof *chooser->forms);
	if (!chooser->forms)
		return TCN_NOMEM;
	rc = detect_lang(chooser);
	if (rc == TCN_OK)
		rc = read_sources(chooser);
	for (size_t i = 0; i < terms->words_n && rc == TCN_OK; i++) {
		tcn_arena_reset(&chooser->arena);
		rc = judge(chooser, i, n);
	}
	for (size_t i = 0; i < terms->texts_n && i < TITLES_MAX && rc == TCN_OK;
	     i++) {
		tcn_arena_reset(&chooser->arena);
		rc = read_forms(chooser, &terms->texts[i]);
	}
	return rc;
}

enum tcn_rc
tcn_terms_choose(const struct tcn_terms *terms, struct tcn_str *shown,
    size_t *at, size_t *n)
{
	struct chooser chooser = { .terms = terms };
	enum tcn_rc rc;

	assert(terms->prep && terms->core);
	*n = 0;
	if (!terms->texts_n)
		return TCN_OK;
	tcn_arena_init(&chooser.arena, 0);
	for (size_t i = 0; i < terms->texts_n; i++)
		count_lang(&chooser, terms->texts[i].lang);
	sort_langs(&chooser);
	rc = choose(&chooser, n);
	for (size_t i = 0; i < *n && rc == TCN_OK; i++) {
		shown[i] = chooser.forms[i].text;
		at[i] = chooser.forms[i].at;
	}
	tcn_mem_free(chooser.forms);
	tcn_map_fini(&chooser.sources);
	tcn_map_fini(&chooser.shown);
	tcn_arena_fini(&chooser.arena);
	return rc;
}
