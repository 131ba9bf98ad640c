#include "window/story/usual.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/real.h"
#include "window/base/sort.h"

/* Below this a counter is not worth remembering. */
#define BUSY_ENOUGH 2.0
#define FEW_TEXTS   7 /* of fewer, no three are fewer than half */
#define STEPS       16 /* of a level, each doubling */

void
tcn_usual_init(struct tcn_usual_clock *clock)
{
	*clock = (struct tcn_usual_clock){ .period = INT64_MIN };
	clock->decay.half_ms = TCN_USUAL_HALF_MS;
	tcn_decay_to(&clock->decay, 0);
	for (int byte = 0; byte < UINT8_MAX; byte++)
		clock->above[byte] = tcn_real_exp2((byte + 0.5) / STEPS) - 1;
}

void
tcn_usual_to(struct tcn_usual_clock *clock, int64_t now_ms)
{
	int64_t period = tcn_decay_period(now_ms, TCN_USUAL_PERIOD_MS);

	if (now_ms != clock->decay.now_ms)
		tcn_decay_to(&clock->decay, now_ms);
	if (period == clock->period)
		return;
	clock->adjacent = period - 1 == clock->period;
	clock->period = period;
	clock->spoken++;
}

/*
 * A level as one byte, to within 3 per cent; 60,000 and more are one. Most
 * levels are that of the byte from, or little above.
 */
static uint8_t
to_byte(const struct tcn_usual_clock *clock, double level, uint8_t from)
{
	while (from < UINT8_MAX && level >= clock->above[from])
		from++;
	return from;
}

static double
to_level(uint8_t byte)
{
	return tcn_real_exp2((double)byte / STEPS) - 1;
}

static uint8_t *
peak_of(const struct tcn_busy *busy, int32_t spoken)
{
	return &busy->peaks[(uint32_t)spoken % TCN_USUAL_PERIODS];
}

/* Moves the memory on: the term was silent in the periods in between. */
static void
move_to(struct tcn_busy *busy, int32_t spoken)
{
	if (spoken - busy->spoken >= TCN_USUAL_PERIODS) {
		memset(busy->peaks, 0, TCN_USUAL_PERIODS);
		busy->spoken = spoken;
	}
	while (busy->spoken < spoken)
		*peak_of(busy, ++busy->spoken) = 0;
}

enum tcn_rc
tcn_usual_load(struct tcn_slab *slab, struct tcn_busy *busy,
    const uint8_t peaks[TCN_USUAL_PERIODS])
{
	busy->peaks = tcn_slab_alloc(slab, TCN_USUAL_PERIODS);
	if (!busy->peaks)
		return TCN_NOMEM;
	memcpy(busy->peaks, peaks, TCN_USUAL_PERIODS);
	busy->top = *peak_of(busy, busy->spoken);
	return TCN_OK;
}

enum tcn_rc
tcn_usual_count(struct tcn_slab *slab, const struct tcn_usual_clock *clock,
    struct tcn_busy *busy)
{
	struct tcn_faded next = busy->now;
	double level;
	uint8_t top;

	tcn_decay_add(&clock->decay, &next, 1);
	level = tcn_decay_read(&clock->decay, next);
	if (!busy->peaks && level >= BUSY_ENOUGH) {
		busy->peaks = tcn_slab_alloc(slab, TCN_USUAL_PERIODS);
		if (!busy->peaks)
			return TCN_NOMEM;
		busy->spoken = clock->spoken - TCN_USUAL_PERIODS;
		busy->usual_at = 0;
	}
	busy->now = next;
	if (!busy->peaks)
		return TCN_OK;
	if (busy->spoken != clock->spoken) {
		move_to(busy, clock->spoken);
		busy->top = 0;
	}
	top = to_byte(clock, level, busy->top);
	if (top != busy->top)
		*peak_of(busy, clock->spoken) = busy->top = top;
	return TCN_OK;
}

/*
 * The largest peak but of the present period and of the one just before. The
 * few that are left out are struck from a copy, so that the search through
 * the rest is one loop over bytes in a row.
 */
static double
find_usual(const struct tcn_usual_clock *clock, const struct tcn_busy *busy)
{
	struct tcn_busy left = *busy;
	uint8_t peaks[TCN_USUAL_PERIODS], most = 0;
	int32_t oldest = busy->spoken - TCN_USUAL_PERIODS + 1;
	int32_t last = clock->spoken - 1 - clock->adjacent;

	left.peaks = memcpy(peaks, busy->peaks, sizeof peaks);
	for (int32_t p = oldest;
	     p <= clock->spoken - TCN_USUAL_PAST && p <= busy->spoken; p++)
		*peak_of(&left, p) = 0;
	for (int32_t p = busy->spoken; p > last && p >= oldest; p--)
		*peak_of(&left, p) = 0;
	for (size_t i = 0; i < TCN_USUAL_PERIODS; i++)
		most = peaks[i] > most ? peaks[i] : most;
	return to_level(most);
}

double
tcn_usual_level(const struct tcn_usual_clock *clock, struct tcn_busy *busy)
{
	if (!busy->peaks)
		return 0;
	if (busy->usual_at != clock->spoken) {
		busy->usual = (float)find_usual(clock, busy);
		busy->usual_at = clock->spoken;
	}
	return (double)busy->usual;
}

double
tcn_usual_rise(const struct tcn_usual_clock *clock, struct tcn_busy *busy)
{
	double usual = tcn_usual_level(clock, busy);

	return tcn_decay_read(&clock->decay, busy->now) / (usual + 1);
}

double
tcn_usual_swell(struct tcn_usual_clock *clock)
{
	double rise = tcn_usual_rise(clock, &clock->volume);

	return clock->volume.usual > 0 && rise > 1 ? rise : 1;
}

void
tcn_usual_forget(struct tcn_slab *slab, struct tcn_busy *busy)
{
	tcn_slab_free(slab, busy->peaks, TCN_USUAL_PERIODS);
	*busy = (struct tcn_busy){ 0 };
}

uint8_t
tcn_usual_lang(struct tcn_usual_langs *langs, const char code[8])
{
	uint32_t i = 0;

	while (i < langs->n && memcmp(langs->at[i].code, code, 8) != 0)
		i++;
	if (i == TCN_USUAL_LANGS)
		return TCN_USUAL_LANGS - 1;
	if (i == langs->n)
		memcpy(langs->at[langs->n++].code, code, 8);
	return (uint8_t)i;
}

double
tcn_usual_share(const struct tcn_usual_langs *langs, uint8_t lang,
    const struct tcn_decay *decay, double items)
{
	double docs = tcn_decay_read(decay, langs->at[lang].docs);

	return items / (docs + TCN_USUAL_DOUBT);
}

static int
by_key(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

/* Length of the run of equal keys that begins at i. */
static size_t
run_at(const uint64_t *keys, size_t n, size_t i)
{
	size_t j = i;

	while (j < n && keys[j] == keys[i])
		j++;
	return j - i;
}

/* Three numbers in one; a false match needs a collision of 64-bit hashes. */
static uint64_t
triple_key(const struct tcn_usual_text *text, size_t at)
{
	uint64_t key = 0;

	for (size_t i = at; i < at + 3; i++) {
		key ^= text->terms[text->words[i]] + (uint64_t)1;
		key *= 0x9e3779b97f4a7c15u;
		key ^= key >> 29;
	}
	return key;
}

/* Adds the text's runs of three to keys, each once. */
static size_t
add_triples(const struct tcn_usual_text *text, uint64_t *keys,
    uint64_t *scratch)
{
	size_t n = 0, kept = 0;

	for (size_t at = 0; at + 3 <= text->words_n; at++)
		keys[n++] = triple_key(text, at);
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || keys[kept - 1] != keys[i])
			keys[kept++] = keys[i];
	return kept;
}

/* How often the key stands among the sorted keys. */
static size_t
count_key(const uint64_t *keys, size_t n, uint64_t key)
{
	const uint64_t *at = bsearch(&key, keys, n, sizeof key, by_key);
	size_t i = (size_t)(at - keys);

	while (i > 0 && keys[i - 1] == key)
		i--;
	return run_at(keys, n, i);
}

/* The first run, in reading order, that stands in `most` texts. */
static void
name_phrase(const struct tcn_usual_text *texts, const uint64_t *keys, size_t n,
    size_t most, struct tcn_usual_form *form)
{
	for (const struct tcn_usual_text *text = texts;; text++)
		for (size_t at = 0; at + 3 <= text->words_n; at++) {
			if (count_key(keys, n, triple_key(text, at)) != most)
				continue;
			for (size_t i = 0; i < 3; i++)
				form->phrase[i] =
				    text->terms[text->words[at + i]];
			return;
		}
}

static void
find_run(const struct tcn_usual_text *texts, size_t texts_n, uint64_t *keys,
    uint64_t *scratch, struct tcn_usual_form *form)
{
	size_t n = 0, most = 0;

	for (size_t i = 0; i < texts_n; i++)
		n += add_triples(&texts[i], keys + n, scratch);
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		most = run > most ? run : most;
		i += run;
	}
	form->run = (double)most / (double)texts_n;
	if (most)
		name_phrase(texts, keys, n, most, form);
}

static bool
has_phrase(const struct tcn_usual_text *text, const uint32_t phrase[3])
{
	for (size_t at = 0; at + 3 <= text->words_n; at++)
		if (text->terms[text->words[at]] == phrase[0] &&
		    text->terms[text->words[at + 1]] == phrase[1] &&
		    text->terms[text->words[at + 2]] == phrase[2])
			return true;
	return false;
}

/* Of all texts, or of those with the phrase. */
static double
shared_rare(const struct tcn_usual_text *texts, size_t texts_n,
    const uint32_t *phrase, uint64_t *keys, uint64_t *scratch)
{
	size_t held = 0, n = 0, all = 0, shared = 0;

	for (size_t i = 0; i < texts_n; i++) {
		if (phrase && !has_phrase(&texts[i], phrase))
			continue;
		held++;
		for (size_t t = 0; t < texts[i].terms_n; t++)
			keys[n++] = texts[i].terms[t];
	}
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		if (run * 2 < held) {
			all += run;
			shared += run >= (held < FEW_TEXTS ? 2 : 3) ? run : 0;
		}
		i += run;
	}
	return all ? (double)shared / (double)all : 1;
}

void
tcn_usual_form(const struct tcn_usual_text *texts, size_t n, uint64_t *keys,
    uint64_t *scratch, struct tcn_usual_form *form)
{
	*form = (struct tcn_usual_form){ .rare = 1, .inner = 1 };
	if (!n)
		return;
	find_run(texts, n, keys, scratch, form);
	form->rare = shared_rare(texts, n, NULL, keys, scratch);
	if (form->run > 0)
		form->inner =
		    shared_rare(texts, n, form->phrase, keys, scratch);
}
