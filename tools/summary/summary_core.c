#include "tools/summary/summary_core.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/text/lang.h"
#include "tools/summary/summary_terms.h"

#define BODY_BYTES  600
#define BODY_WEIGHT 0.6
#define LANG_LEAST  8 /* origins of a language with its own shares */
#define SHARE_PARTS 10 /* of a word that counts: a tenth */
#define LARGEST     6 /* shares that make up 1 */

/* A word and how many hold it. */
struct held {
	uint64_t id;
	uint64_t origins;
};

/* --- reading --- */

static enum tcn_rc
read_text(const struct tcn_summary_text *from, struct tcn_prepare *prep,
    struct tcn_arena *arena, struct tcn_summary_core_text *text)
{
	const struct tcn_article article = {
		.title = from->title,
		.text = tcn_utf8_cut(from->text, BODY_BYTES),
		.lang = from->lang,
		.source = from->source,
		.ts_ms = TCN_UNDATED,
	};
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_prepare(prep, &article, arena, &doc);

	return rc == TCN_OK ? tcn_summary_terms_of(&doc, arena, &text->ids,
				  &text->n, &text->title_n)
			    : rc;
}

static enum tcn_rc
read_texts(const struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_summary_core *core)
{
	struct tcn_map origins = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && rc == TCN_OK; i++) {
		uint64_t *at;
		bool added;

		rc = tcn_map_put(&origins, texts[i].origin, &at, &added);
		if (rc == TCN_OK && added) {
			*at = core->texts_n++;
			rc = read_text(&texts[i], prep, arena,
			    &core->texts[*at]);
		}
		if (rc == TCN_OK)
			core->origins[i] = (uint32_t)*at;
	}
	tcn_map_fini(&origins);
	return rc;
}

/* --- shares --- */

/* Finds the part of a language, or adds it where there is room. */
static uint32_t
note_lang(struct tcn_summary_core *core, const char *lang)
{
	for (uint32_t i = 1; i < core->parts_n; i++)
		if (strcmp(core->parts[i].lang, lang) == 0)
			return i;
	if (!*lang || core->parts_n > TCN_SUMMARY_CORE_LANGS)
		return 0;
	strcpy(core->parts[core->parts_n].lang, lang);
	return (uint32_t)core->parts_n++;
}

static enum tcn_rc
count_words(const struct tcn_summary_core_text *text,
    struct tcn_summary_core_part *part)
{
	enum tcn_rc rc = TCN_OK;

	part->origins++;
	for (size_t i = 0; i < text->n && rc == TCN_OK; i++)
		rc = tcn_map_count(&part->words, text->ids[i]);
	return rc;
}

static enum tcn_rc
count_texts(const struct tcn_summary_text *texts, size_t n,
    struct tcn_summary_core *core)
{
	size_t next = 0;
	enum tcn_rc rc = TCN_OK;

	core->parts_n = 1;
	for (size_t i = 0; i < n && rc == TCN_OK; i++) {
		struct tcn_summary_core_text *text;
		char lang[TCN_LANG_BYTES] = "";

		if (core->origins[i] != next)
			continue;
		text = &core->texts[next++];
		tcn_lang_from_tag(texts[i].lang, lang);
		text->part = text->lang = note_lang(core, lang);
		rc = count_words(text, &core->parts[0]);
		if (rc == TCN_OK && text->part)
			rc = count_words(text, &core->parts[text->part]);
	}
	return rc;
}

static double
share_of(const struct tcn_summary_core_part *part, uint64_t origins)
{
	return origins * SHARE_PARTS < part->origins || origins < 2
	    ? 0
	    : (double)origins / part->origins;
}

static bool
is_heavier(const struct held *a, const struct held *b)
{
	return a->origins != b->origins ? a->origins > b->origins
					: a->id < b->id;
}

/* Puts a word among the heaviest, largest first. */
static void
rank(struct held *heaviest, size_t *n, struct held word)
{
	size_t at;

	if (*n == LARGEST && !is_heavier(&word, &heaviest[LARGEST - 1]))
		return;
	at = *n < LARGEST ? (*n)++ : LARGEST - 1;
	for (; at && is_heavier(&word, &heaviest[at - 1]); at--)
		heaviest[at] = heaviest[at - 1];
	heaviest[at] = word;
}

/* Finds the heaviest words of a part. A word is met as often as it is held; it
 * is ranked where it is met first. */
static enum tcn_rc
weigh_part(const struct tcn_summary_core *core,
    struct tcn_summary_core_part *part, uint32_t index)
{
	struct held heaviest[LARGEST];
	struct tcn_map met = { 0 };
	size_t n = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t t = 0; t < core->texts_n; t++) {
		const struct tcn_summary_core_text *text = &core->texts[t];

		if (index && text->part != index)
			continue;
		for (size_t i = 0; i < text->n && rc == TCN_OK; i++) {
			uint64_t id = text->ids[i], *slot;
			uint64_t origins = *tcn_map_find(&part->words, id);
			bool added = false;

			if (share_of(part, origins) > 0)
				rc = tcn_map_put(&met, id, &slot, &added);
			if (added)
				rank(heaviest, &n,
				    (struct held){ id, origins });
		}
	}
	tcn_map_fini(&met);
	for (size_t i = 0; i < n; i++)
		part->six += share_of(part, heaviest[i].origins);
	part->heaviest_n =
	    n < TCN_SUMMARY_CORE_HEAVIEST ? n : TCN_SUMMARY_CORE_HEAVIEST;
	for (size_t i = 0; i < part->heaviest_n; i++)
		part->heaviest[i] = heaviest[i].id;
	if (n >= TCN_SUMMARY_CORE_HEAVIEST)
		part->share = share_of(part,
		    heaviest[TCN_SUMMARY_CORE_HEAVIEST - 1].origins);
	if (n >= 2)
		part->second = share_of(part, heaviest[1].origins);
	return rc;
}

/* --- what a text is about --- */

double
tcn_summary_core_about(const struct tcn_summary_core *core, uint32_t part,
    const uint64_t *words, size_t n)
{
	const struct tcn_summary_core_part *by = &core->parts[part];
	double sum = 0;

	assert(part < core->parts_n);
	for (size_t i = 0; i < n; i++) {
		const uint64_t *origins = tcn_map_find(&by->words, words[i]);

		sum += origins ? share_of(by, *origins) : 0;
	}
	return sum >= by->six ? (sum > 0 ? 1 : 0) : sum / by->six;
}

size_t
tcn_summary_core_holds(const struct tcn_summary_core *core, uint32_t part,
    const uint64_t *words, size_t n)
{
	const struct tcn_summary_core_part *by = &core->parts[part];
	size_t held = 0;

	for (size_t h = 0; h < by->heaviest_n; h++) {
		size_t i = 0;

		while (i < n && words[i] != by->heaviest[h])
			i++;
		held += i < n;
	}
	return held;
}

uint32_t
tcn_summary_core_part_of(const struct tcn_summary_core *core, const char *lang)
{
	for (uint32_t i = 1; i < core->parts_n; i++)
		if (strcmp(core->parts[i].lang, lang) == 0 &&
		    core->parts[i].origins >= LANG_LEAST)
			return i;
	return 0;
}

bool
tcn_summary_core_judges(const struct tcn_summary_core *core, uint32_t part)
{
	return core->parts[part].origins >= LANG_LEAST &&
	    (part || core->parts_n <= 2);
}

static void
measure(const struct tcn_summary_core *core, struct tcn_summary_core_text *text)
{
	double all;

	if (core->parts[text->part].origins < LANG_LEAST)
		text->part = 0;
	text->about =
	    tcn_summary_core_about(core, text->part, text->ids, text->title_n);
	all = BODY_WEIGHT *
	    tcn_summary_core_about(core, text->part, text->ids, text->n);
	if (all > text->about)
		text->about = all;
}

enum tcn_rc
tcn_summary_core_make(const struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_summary_core *core)
{
	enum tcn_rc rc;

	*core = (struct tcn_summary_core){ 0 };
	core->texts = tcn_arena_zalloc(arena, n, sizeof *core->texts);
	core->origins = tcn_arena_zalloc(arena, n, sizeof *core->origins);
	rc = core->texts && core->origins ? TCN_OK : TCN_NOMEM;
	if (rc == TCN_OK)
		rc = read_texts(texts, n, prep, arena, core);
	if (rc == TCN_OK)
		rc = count_texts(texts, n, core);
	for (uint32_t i = 0; i < core->parts_n && rc == TCN_OK; i++)
		rc = weigh_part(core, &core->parts[i], i);
	for (size_t i = 0; i < core->texts_n && rc == TCN_OK; i++)
		measure(core, &core->texts[i]);
	return rc;
}

void
tcn_summary_core_fini(struct tcn_summary_core *core)
{
	for (size_t i = 0; i < core->parts_n; i++)
		tcn_map_fini(&core->parts[i].words);
}
