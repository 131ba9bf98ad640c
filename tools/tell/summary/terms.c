#include "tools/tell/summary/terms.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/lang.h"
#include "tools/tell/summary/summary_title.h"

#define PART_MIN     10 /* of the origins hold a term */
#define LANGS_MAX    16
#define ITEMS_MIN    2 /* of a language that a story is told in */
#define NEW_FORMS    3 /* of a title, mostly: room that is made for them */
#define TITLES_MAX   400
#define POST_BYTES   300
#define DETECT_BYTES 1500 /* more is not looked at: lang.c */

/* One way to write a term. */
struct form {
	struct tcn_str text;
	uint32_t texts; /* that write it so */
};

struct tcn_terms {
	struct tcn_terms_story story;
	struct tcn_arena arena; /* of one text or word */
	char langs[LANGS_MAX][TCN_LANG_BYTES]; /* the first: of most items */
	size_t items[LANGS_MAX]; /* of each */
	size_t langs_n;
	struct tcn_map sources; /* ids of sources that are one word */
	struct tcn_map known; /* a term and its form -> index of forms */
	struct tcn_map written; /* ids -> index of the form most texts have */
	struct tcn_map read; /* forms -> ids */
	struct form *forms;
	size_t forms_n, forms_cap;
};

static void
count_lang(struct tcn_terms *terms, struct tcn_str tag)
{
	char lang[TCN_LANG_BYTES] = "";
	size_t i = 0;

	tcn_lang_from_tag(tag, lang);
	while (i < terms->langs_n && strcmp(terms->langs[i], lang) != 0)
		i++;
	if (i == LANGS_MAX)
		return;
	if (i == terms->langs_n)
		memcpy(terms->langs[terms->langs_n++], lang, sizeof lang);
	terms->items[i]++;
}

/* Has the language of most items come first. */
static void
sort_langs(struct tcn_terms *terms)
{
	size_t most = 0, items;
	char lang[TCN_LANG_BYTES];

	for (size_t i = 1; i < terms->langs_n; i++)
		if (terms->items[i] > terms->items[most])
			most = i;
	memcpy(lang, terms->langs[0], sizeof lang);
	memcpy(terms->langs[0], terms->langs[most], sizeof lang);
	memcpy(terms->langs[most], lang, sizeof lang);
	items = terms->items[0];
	terms->items[0] = terms->items[most];
	terms->items[most] = items;
}

/* Adds the language that the titles are in, whatever their sender says, where
 * the votes of their words agree: of titles in several languages libexttextcat,
 * which is asked about texts alone, knows no better. */
static void
detect_lang(struct tcn_terms *terms)
{
	const struct tcn_terms_story *story = &terms->story;
	struct tcn_buf titles = { 0 };
	struct tcn_article article = { .ts_ms = TCN_UNDATED, .plain = true };
	char lang[TCN_LANG_BYTES] = "";
	bool sure;

	for (size_t i = 0; i < story->n && titles.n < DETECT_BYTES; i++) {
		struct tcn_str title = story->texts[i].title;

		tcn_buf_str(&titles,
		    title.n ? title
			    : tcn_utf8_cut(story->texts[i].text, POST_BYTES));
		tcn_buf_z(&titles, ".\n");
	}
	article.title = tcn_buf_view(&titles);
	tcn_prepare_lang_detected(story->prep, &article, &terms->arena, lang,
	    &sure);
	for (size_t i = 0; sure && i < ITEMS_MIN; i++)
		count_lang(terms, tcn_str(lang));
	tcn_buf_fini(&titles);
}

/* Reads a word as one of a language; NULL: it is none, or several. */
static const struct tcn_term *
read_word(struct tcn_terms *terms, struct tcn_str word, const char *lang)
{
	const struct tcn_article article = { .text = word,
		.lang = tcn_str(lang),
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_doc doc;

	tcn_prepare_terms(terms->story.prep, &article, &terms->arena, &doc);
	return doc.terms_n == 1 && word.n > 1 ? &doc.terms[0] : NULL;
}

/* The id of a source whose name is one word; 0: it is several. Read once,
 * where its text has a memo. */
static uint64_t
read_source(struct tcn_terms *terms, const struct tcn_summary_text *text)
{
	const struct tcn_summary_memo_key key = { .kind = 'o',
		.parts = { text->source, tcn_str(terms->langs[0]) } };
	const uint64_t *known = tcn_summary_memo_find(text->memo, &key);
	const struct tcn_term *term;
	uint64_t *id;

	if (known)
		return *known;
	tcn_arena_reset(&terms->arena);
	term = read_word(terms, text->source, terms->langs[0]);
	if (!text->memo)
		return term ? term->id : 0;
	id =
	    tcn_arena_zalloc(tcn_summary_memo_arena(text->memo), 1, sizeof *id);
	*id = term ? term->id : 0;
	tcn_summary_memo_put(text->memo, &key, id);
	return *id;
}

static void
read_sources(struct tcn_terms *terms)
{
	struct tcn_map seen = { 0 };

	for (size_t i = 0; i < terms->story.n; i++) {
		const struct tcn_summary_text *text = &terms->story.texts[i];
		uint64_t *slot, id;
		bool added;

		tcn_map_put(&seen, XXH3_64bits(text->source.at, text->source.n),
		    &slot, &added);
		id = added ? read_source(terms, text) : 0;
		if (id)
			tcn_map_put(&terms->sources, id, &slot, NULL);
	}
	tcn_map_fini(&seen);
}

/* Counts a form of a term. Of equally many that is kept which was first. */
static void
count_form(struct tcn_terms *terms, uint64_t id, struct tcn_str text)
{
	uint64_t hash = XXH3_64bits(text.at, text.n);
	uint64_t *known, *most, *read;
	bool added;

	tcn_map_put(&terms->known, XXH3_64bits_withSeed(&hash, sizeof hash, id),
	    &known, &added);
	if (added) {
		terms->forms = tcn_mem_grow(terms->forms, &terms->forms_cap,
		    terms->forms_n + 1, sizeof *terms->forms);
		*known = terms->forms_n;
		terms->forms[terms->forms_n++] = (struct form){ text, 0 };
	}
	terms->forms[*known].texts++;
	tcn_map_put(&terms->written, id, &most, &added);
	if (added || terms->forms[*known].texts > terms->forms[*most].texts)
		*most = *known;
	tcn_map_put(&terms->read, hash, &read, &added);
	if (added)
		*read = id;
}

/* Sees how a title, or the beginning of a post, writes its words. */
static void
read_forms(struct tcn_terms *terms, const struct tcn_summary_text *text)
{
	struct tcn_str title =
	    text->title.n ? text->title : tcn_utf8_cut(text->text, POST_BYTES);
	const struct tcn_summary_title *read =
	    tcn_summary_title_read(terms->story.prep, text->memo, title,
		text->lang, &terms->arena);

	for (size_t i = 0; i < read->forms_n; i++)
		count_form(terms, read->forms[i].id, read->forms[i].word);
}

static void
read_story(struct tcn_terms *terms)
{
	const struct tcn_terms_story *story = &terms->story;
	size_t titles = story->n < TITLES_MAX ? story->n : TITLES_MAX;

	tcn_map_reserve(&terms->known, titles * NEW_FORMS);
	tcn_map_reserve(&terms->written, titles * NEW_FORMS);
	tcn_map_reserve(&terms->read, titles * NEW_FORMS);
	for (size_t i = 0; i < story->n; i++)
		count_lang(terms, story->texts[i].lang);
	sort_langs(terms);
	detect_lang(terms);
	read_sources(terms);
	for (size_t i = 0; i < titles; i++) {
		tcn_arena_reset(&terms->arena);
		read_forms(terms, &story->texts[i]);
	}
}

struct tcn_terms *
tcn_terms_new(const struct tcn_terms_story *story)
{
	struct tcn_terms *made = tcn_mem_calloc(1, sizeof *made);

	assert(story->prep);
	made->story = *story;
	tcn_arena_init(&made->arena, 0);
	read_story(made);
	return made;
}

void
tcn_terms_free(struct tcn_terms *terms)
{
	if (!terms)
		return;
	tcn_mem_free(terms->forms);
	tcn_map_fini(&terms->sources);
	tcn_map_fini(&terms->known);
	tcn_map_fini(&terms->written);
	tcn_map_fini(&terms->read);
	tcn_arena_fini(&terms->arena);
	tcn_mem_free(terms);
}

/* --- the choice --- */

/* Whether a word is none that tells anything, in one of the languages. */
static void
is_empty(struct tcn_terms *terms, struct tcn_str word, bool *is)
{
	const unsigned flags = TCN_TERM_STOP | TCN_TERM_NUMBER | TCN_TERM_DATE;

	*is = false;
	for (size_t i = 0; i < terms->langs_n && !*is; i++) {
		const struct tcn_term *term;

		if (i && terms->items[i] < ITEMS_MIN)
			continue;
		term = read_word(terms, word, terms->langs[i]);
		*is = !term || term->flags & flags;
	}
}

/* The term of a word: which it is of those that the titles hold, or of the
 * language of most of them; 0: it is none. */
static uint64_t
find_id(struct tcn_terms *terms, struct tcn_str word)
{
	const uint64_t *read =
	    tcn_map_find(&terms->read, XXH3_64bits(word.at, word.n));
	const struct tcn_term *term;

	if (read)
		return *read;
	term = read_word(terms, word, terms->langs[0]);
	return term ? term->id : 0;
}

/* Whether enough of the origins hold a term, which no source is named by. */
static bool
may_show(const struct tcn_terms *terms, uint64_t id)
{
	const struct tcn_summary_core *core = terms->story.core;
	const uint64_t *origins;

	if (tcn_map_find(&terms->sources, id))
		return false;
	if (!core)
		return true;
	origins = tcn_map_find(&core->parts[0].words, id);
	return origins && *origins * PART_MIN >= core->parts[0].origins;
}

void
tcn_terms_choose(struct tcn_terms *terms, const struct tcn_terms_word *words,
    size_t n, struct tcn_str *shown, size_t *at, size_t *shown_n)
{
	struct tcn_map chosen = { 0 };

	*shown_n = 0;
	for (size_t i = 0; i < n; i++) {
		struct tcn_str word = words[i].word;
		uint64_t id = words[i].id, *slot;
		const uint64_t *form;
		bool added = false, empty;

		tcn_arena_reset(&terms->arena);
		if (!id)
			id = find_id(terms, word);
		form = tcn_map_find(&terms->written, id);
		if (form)
			word = terms->forms[*form].text;
		is_empty(terms, word, &empty);
		if (id && !empty && may_show(terms, id))
			tcn_map_put(&chosen, id, &slot, &added);
		if (!added)
			continue;
		shown[*shown_n] = word;
		at[(*shown_n)++] = i;
	}
	tcn_map_fini(&chosen);
}
