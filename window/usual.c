#include "window/usual.h"

#include <stdlib.h>
#include <string.h>

/* Below this a counter is not worth remembering. */
#define BUSY_ENOUGH 2.0

static size_t
place_of(int32_t period)
{
	return (size_t)(((period % TCN_USUAL_PERIODS) + TCN_USUAL_PERIODS) %
	    TCN_USUAL_PERIODS);
}

/* Moves the memory on to period: the periods in between were silent. */
static void
move_to(struct tcn_busy *busy, int32_t period)
{
	if (period - busy->period >= TCN_USUAL_PERIODS) {
		memset(busy->peaks, 0, TCN_USUAL_PERIODS * sizeof *busy->peaks);
		busy->period = period;
	}
	while (busy->period < period)
		busy->peaks[place_of(++busy->period)] = 0;
}

enum tcn_rc
tcn_usual_count(struct tcn_slab *slab, const struct tcn_decay *clock,
    struct tcn_busy *busy)
{
	int32_t period =
	    (int32_t)tcn_decay_period(clock->now_ms, TCN_USUAL_PERIOD_MS);
	struct tcn_faded next = busy->now;
	float level;

	tcn_decay_add(clock, &next, 1);
	level = (float)tcn_decay_read(clock, next);
	if (!busy->peaks && level >= BUSY_ENOUGH) {
		busy->peaks = tcn_slab_alloc(slab,
		    TCN_USUAL_PERIODS * sizeof *busy->peaks);
		if (!busy->peaks)
			return TCN_NOMEM;
		busy->period = period - TCN_USUAL_PERIODS;
	}
	busy->now = next;
	if (busy->peaks) {
		move_to(busy, period);
		if (level > busy->peaks[place_of(period)])
			busy->peaks[place_of(period)] = level;
	}
	return TCN_OK;
}

double
tcn_usual_rise(const struct tcn_decay *clock, const struct tcn_busy *busy)
{
	int32_t now =
	    (int32_t)tcn_decay_period(clock->now_ms, TCN_USUAL_PERIOD_MS);
	float peak = 0;

	if (busy->peaks)
		for (int32_t p = now - TCN_USUAL_PERIODS + 1; p <= now - 2; p++)
			if (p <= busy->period &&
			    p > busy->period - TCN_USUAL_PERIODS &&
			    busy->peaks[place_of(p)] > peak)
				peak = busy->peaks[place_of(p)];
	return tcn_decay_read(clock, busy->now) / ((double)peak + 1);
}

void
tcn_usual_forget(struct tcn_slab *slab, struct tcn_busy *busy)
{
	tcn_slab_free(slab, busy->peaks,
	    TCN_USUAL_PERIODS * sizeof *busy->peaks);
	*busy = (struct tcn_busy){ 0 };
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
add_triples(const struct tcn_usual_text *text, uint64_t *keys)
{
	size_t n = 0, kept = 0;

	for (size_t at = 0; at + 3 <= text->words_n; at++)
		keys[n++] = triple_key(text, at);
	qsort(keys, n, sizeof *keys, by_key);
	for (size_t i = 0; i < n; i++)
		if (!kept || keys[kept - 1] != keys[i])
			keys[kept++] = keys[i];
	return kept;
}

static double
commonest_run(const struct tcn_usual_text *texts, size_t texts_n,
    uint64_t *keys)
{
	size_t n = 0, most = 0;

	for (size_t i = 0; i < texts_n; i++)
		n += add_triples(&texts[i], keys + n);
	qsort(keys, n, sizeof *keys, by_key);
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		most = run > most ? run : most;
		i += run;
	}
	return (double)most / (double)texts_n;
}

static double
shared_rare(const struct tcn_usual_text *texts, size_t texts_n, uint64_t *keys)
{
	size_t n = 0, all = 0, shared = 0;

	for (size_t i = 0; i < texts_n; i++)
		for (size_t t = 0; t < texts[i].terms_n; t++)
			keys[n++] = texts[i].terms[t];
	qsort(keys, n, sizeof *keys, by_key);
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		if (run * 2 < texts_n) {
			all += run;
			shared += run >= 3 ? run : 0;
		}
		i += run;
	}
	return all ? (double)shared / (double)all : 1;
}

void
tcn_usual_form(const struct tcn_usual_text *texts, size_t n, uint64_t *scratch,
    struct tcn_usual_form *form)
{
	*form = (struct tcn_usual_form){ .rare = 1 };
	if (!n)
		return;
	form->run = commonest_run(texts, n, scratch);
	form->rare = shared_rare(texts, n, scratch);
}
