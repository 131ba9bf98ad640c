#include "tools/tell/summary/summary_core.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/lang.h"
#include "engine/text/title_suffix.h"
#include "tools/tell/summary/summary_memo.h"
#include "tools/tell/summary/summary_terms.h"
#include "tools/tell/summary/summary_title.h"

#define BODY_BYTES    600
#define BODY_WEIGHT   0.6
#define LANG_LEAST    8 /* origins of a language with its own shares */
#define SHARE_PARTS   10 /* of a word that counts: a tenth */
#define CAPITALS      2 /* for each small letter a name has more of them */
#define LARGEST       6 /* shares that make up 1 */
#define OPENING_WORDS 2 /* which say who a headline is of */
#define SHARED        4 /* texts of a story that a word stands in, about */

/* A word and how many hold it. */
struct held {
	uint64_t id;
	uint64_t origins;
};

/* The words of all texts, each once: they are counted by their numbers, so that
 * each word of a text is looked up once. */
struct words {
	uint64_t *ids;
	size_t n, cap;
	uint32_t *origins[1 + TCN_SUMMARY_CORE_LANGS]; /* of each part's */
};

/* --- reading --- */

static void
take_words(const struct tcn_summary_terms_words *words,
    struct tcn_summary_core_text *text)
{
	text->ids = words->ids;
	text->n = words->n;
	text->title_n = words->title_n;
	text->names = words->terms;
}

/* scratch: of one text. */
static void
read_new_text(const struct tcn_summary_text *from, struct tcn_prepare *prep,
    struct tcn_arena *scratch, struct tcn_arena *arena,
    struct tcn_summary_core_text *text)
{
	const struct tcn_article article = {
		.title = from->title,
		.text = tcn_utf8_cut(from->text, BODY_BYTES),
		.lang = from->lang,
		.source = from->source,
		.ts_ms = TCN_UNDATED,
		.plain = true,
	};
	struct tcn_summary_terms_words words;
	struct tcn_doc doc;

	tcn_arena_reset(scratch);
	tcn_prepare_terms(prep, &article, scratch, &doc);
	tcn_summary_terms_of(&doc, arena, &words);
	tcn_summary_title_names(&doc, &words);
	take_words(&words, text);
}

/* Whether the words of a text are those of its title read as a post, or of the
 * post that it is: no outlet's name ends the title, which a post is not asked
 * for, and no hashtag in it stands for words of its own. */
static bool
is_one_title(const struct tcn_summary_text *from)
{
	struct tcn_str name;
	size_t at;

	if (!from->memo || from->text.n > BODY_BYTES)
		return false;
	return !from->title.n ||
	    (!from->text.n && !memchr(from->title.at, '#', from->title.n) &&
		!tcn_title_suffix_find(from->title, &at, &name));
}

/* The same, of a text that was perhaps read before. */
static void
read_text(const struct tcn_summary_text *from, struct tcn_prepare *prep,
    struct tcn_arena *scratch, struct tcn_arena *arena,
    struct tcn_summary_core_text *text)
{
	const struct tcn_summary_memo_key key = { .kind = 'w',
		.parts = { from->title, tcn_utf8_cut(from->text, BODY_BYTES),
		    from->lang, from->source } };
	struct tcn_summary_core_text *kept;
	const struct tcn_summary_core_text *known;

	if (is_one_title(from)) {
		tcn_arena_reset(scratch);
		take_words(&tcn_summary_title_read(prep, from->memo,
			       from->title.n ? from->title : from->text,
			       from->lang, scratch)
				->words,
		    text);
		return;
	}
	known = tcn_summary_memo_find(from->memo, &key);
	if (known) {
		*text = *known;
		return;
	}
	if (!from->memo) {
		read_new_text(from, prep, scratch, arena, text);
		return;
	}
	arena = tcn_summary_memo_arena(from->memo);
	kept = tcn_arena_zalloc(arena, 1, sizeof *kept);
	read_new_text(from, prep, scratch, arena, kept);
	tcn_summary_memo_put(from->memo, &key, kept);
	*text = *kept;
}

static void
read_texts(const struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_summary_core *core)
{
	struct tcn_map origins = { 0 };
	struct tcn_arena scratch;

	tcn_arena_init(&scratch, 0);
	for (size_t i = 0; i < n; i++) {
		uint64_t *at;
		bool added;

		tcn_map_put(&origins, texts[i].origin, &at, &added);
		if (added) {
			*at = core->texts_n++;
			read_text(&texts[i], prep, &scratch, arena,
			    &core->texts[*at]);
		}
		core->origins[i] = (uint32_t)*at;
	}
	tcn_map_fini(&origins);
	tcn_arena_fini(&scratch);
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

static void
number_word(struct words *words, struct tcn_map *numbers, uint64_t id,
    uint32_t *number)
{
	uint64_t *slot;
	bool added;

	tcn_map_put(numbers, id, &slot, &added);
	if (added) {
		words->ids = tcn_mem_grow(words->ids, &words->cap, words->n + 1,
		    sizeof *words->ids);
		words->ids[words->n] = id;
		*slot = words->n++;
	}
	*number = (uint32_t)*slot;
}

/* Numbers the words of all texts. */
static void
number_words(struct tcn_summary_core *core, struct tcn_arena *arena,
    struct words *words)
{
	struct tcn_map numbers = { 0 };
	size_t all = 0;

	for (size_t t = 0; t < core->texts_n; t++)
		all += core->texts[t].n;
	tcn_map_reserve(&numbers, all / SHARED);
	for (size_t t = 0; t < core->texts_n; t++) {
		struct tcn_summary_core_text *text = &core->texts[t];

		text->numbers =
		    tcn_arena_alloc(arena, text->n * sizeof *text->numbers);
		for (size_t i = 0; i < text->n; i++)
			number_word(words, &numbers, text->ids[i],
			    &text->numbers[i]);
	}
	core->words_n = words->n;
	tcn_map_fini(&numbers);
}

/* Finds the words that are names. */
static void
find_names(struct tcn_summary_core *core, struct tcn_arena *scratch,
    struct tcn_arena *arena)
{
	int32_t *more = tcn_arena_zalloc(scratch, core->words_n, sizeof *more);

	core->names =
	    tcn_arena_zalloc(arena, core->words_n, sizeof *core->names);
	for (size_t t = 0; t < core->texts_n; t++) {
		const struct tcn_summary_core_text *text = &core->texts[t];

		for (size_t i = 0; i < text->title_n; i++) {
			uint32_t number = text->numbers[i];

			if (text->names[i] == TCN_SUMMARY_TITLE_SMALL)
				more[number] -= CAPITALS;
			else if (text->names[i]) {
				more[number]++;
				core->names[number] = text->names[i];
			}
		}
	}
	for (size_t w = 0; w < core->words_n; w++)
		if (more[w] <= 0)
			core->names[w] = 0;
}

static void
count_words(struct tcn_summary_core *core, size_t t, uint32_t part,
    struct words *words)
{
	core->parts[part].origins++;
	for (size_t i = 0; i < core->texts[t].n; i++)
		words->origins[part][core->texts[t].numbers[i]]++;
}

/* Finds the parts, and the part of each text. */
static void
find_parts(const struct tcn_summary_text *texts, size_t n,
    struct tcn_summary_core *core)
{
	size_t next = 0;

	core->parts_n = 1;
	for (size_t i = 0; i < n; i++) {
		struct tcn_summary_core_text *text;
		char lang[TCN_LANG_BYTES] = "";

		if (core->origins[i] != next)
			continue;
		text = &core->texts[next++];
		tcn_lang_from_tag(texts[i].lang, lang);
		text->part = text->lang = note_lang(core, lang);
	}
}

static void
count_texts(struct tcn_summary_core *core, struct tcn_arena *arena,
    struct words *words)
{
	for (size_t p = 0; p < core->parts_n; p++)
		words->origins[p] = tcn_arena_zalloc(arena, words->n,
		    sizeof *words->origins[p]);
	for (size_t t = 0; t < core->texts_n; t++) {
		count_words(core, t, 0, words);
		if (core->texts[t].part)
			count_words(core, t, core->texts[t].part, words);
	}
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

/* Finds the heaviest words of a part, and keeps how many hold each. */
static void
weigh_part(const struct words *words, uint32_t index,
    struct tcn_summary_core_part *part)
{
	const uint32_t *origins = words->origins[index];
	struct held heaviest[LARGEST];
	size_t n = 0, held = 0;

	for (size_t w = 0; w < words->n; w++)
		held += origins[w] > 0;
	tcn_map_reserve(&part->words, held);
	for (size_t w = 0; w < words->n; w++) {
		uint64_t *slot;

		if (!origins[w])
			continue;
		tcn_map_put(&part->words, words->ids[w], &slot, NULL);
		*slot = origins[w];
		if (share_of(part, origins[w]) > 0)
			rank(heaviest, &n,
			    (struct held){ words->ids[w], origins[w] });
	}
	for (size_t i = 0; i < n; i++)
		part->six += share_of(part, heaviest[i].origins);
	part->heaviest_n =
	    n < TCN_SUMMARY_CORE_HEAVIEST ? n : TCN_SUMMARY_CORE_HEAVIEST;
	for (size_t i = 0; i < part->heaviest_n; i++)
		part->heaviest[i] = heaviest[i].id;
	if (n >= TCN_SUMMARY_CORE_HEAVIEST)
		part->share = share_of(part,
		    heaviest[TCN_SUMMARY_CORE_HEAVIEST - 1].origins);
}

/* --- what a text is about --- */

static double
part_of_six(const struct tcn_summary_core_part *by, double sum)
{
	return sum >= by->six ? (sum > 0 ? 1 : 0) : sum / by->six;
}

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
	return part_of_six(by, sum);
}

double
tcn_summary_core_opening(const struct tcn_summary_core *core, uint32_t part,
    const uint64_t *words, size_t n)
{
	const struct tcn_summary_core_part *by = &core->parts[part];
	uint64_t held = 0;

	if (!by->heaviest_n)
		return 1;
	for (size_t i = 0; i < n && i < OPENING_WORDS; i++) {
		const uint64_t *origins = tcn_map_find(&by->words, words[i]);

		if (origins && *origins > held)
			held = *origins;
	}
	return (double)held /
	    (double)*tcn_map_find(&by->words, by->heaviest[0]);
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

bool
tcn_summary_core_judges(const struct tcn_summary_core *core, uint32_t part)
{
	return core->parts[part].origins >= LANG_LEAST &&
	    (part || core->parts_n <= 2);
}

/* Sets what a text is about, as tcn_summary_core_about() has it. */
static void
measure(const struct tcn_summary_core *core, const struct words *words,
    size_t t)
{
	struct tcn_summary_core_text *text = &core->texts[t];
	const struct tcn_summary_core_part *by;
	double sum = 0, all;

	if (core->parts[text->part].origins < LANG_LEAST)
		text->part = 0;
	by = &core->parts[text->part];
	text->about = 0;
	for (size_t i = 0; i <= text->n; i++) {
		if (i == text->title_n)
			text->about = part_of_six(by, sum);
		if (i < text->n)
			sum += share_of(by,
			    words->origins[text->part][text->numbers[i]]);
	}
	all = BODY_WEIGHT * part_of_six(by, sum);
	if (all > text->about)
		text->about = all;
}

void
tcn_summary_core_make(const struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_summary_core *core)
{
	struct words words = { 0 };
	struct tcn_arena scratch;

	*core = (struct tcn_summary_core){ 0 };
	tcn_arena_init(&scratch, 0);
	core->texts = tcn_arena_zalloc(arena, n, sizeof *core->texts);
	core->origins = tcn_arena_zalloc(arena, n, sizeof *core->origins);
	read_texts(texts, n, prep, arena, core);
	number_words(core, arena, &words);
	find_names(core, &scratch, arena);
	find_parts(texts, n, core);
	count_texts(core, &scratch, &words);
	for (uint32_t i = 0; i < core->parts_n; i++)
		weigh_part(&words, i, &core->parts[i]);
	for (size_t t = 0; t < core->texts_n; t++)
		measure(core, &words, t);
	tcn_mem_free(words.ids);
	tcn_arena_fini(&scratch);
}

void
tcn_summary_core_fini(struct tcn_summary_core *core)
{
	for (size_t i = 0; i < core->parts_n; i++)
		tcn_map_fini(&core->parts[i].words);
}
