#include "window/story/baseline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/real.h"
#include "engine/base/sort.h"

#define STEPS 16 /* bytes for each doubling of a level */

void
tcn_baseline_init(struct tcn_baseline_clock *clock,
    const struct tcn_numbers *numbers)
{
	assert(numbers);
	*clock = (struct tcn_baseline_clock){
		.numbers = numbers,
		.period = INT64_MIN,
	};
	clock->decay.half_ms = tcn_numbers_ms(numbers->rate_half_life_h);
	tcn_decay_set_now(&clock->decay, 0);
	for (int byte = 0; byte < UINT8_MAX; byte++)
		clock->above[byte] = tcn_real_exp2((byte + 0.5) / STEPS) - 1;
}

void
tcn_baseline_advance(struct tcn_baseline_clock *clock, int64_t now_ms)
{
	int64_t period =
	    tcn_decay_period(now_ms, tcn_numbers_ms(clock->numbers->period_h));

	if (now_ms != clock->decay.now_ms)
		tcn_decay_set_now(&clock->decay, now_ms);
	if (period == clock->period)
		return;
	clock->adjacent = period - 1 == clock->period;
	clock->period = period;
	clock->active_periods++;
	/* Looked up now, so that whoever asks later needs only to read it. */
	tcn_baseline_level(clock, &clock->volume);
}

/*
 * A level as one byte, to within 3 per cent; 60,000 and more are the same. The
 * search begins at the byte `from`, for most levels are that or little above.
 */
static uint8_t
to_byte(const struct tcn_baseline_clock *clock, double level, uint8_t from)
{
	while (from < UINT8_MAX && level >= clock->above[from])
		from++;
	return from;
}

static uint8_t *
peak_of(const struct tcn_baseline_rate *rate, int32_t active_periods)
{
	return &rate->peaks[(uint32_t)active_periods % TCN_BASELINE_RING];
}

/* Begins new periods; in those that were passed over the peak is 0. */
static void
move_to(struct tcn_baseline_rate *rate, int32_t active_periods)
{
	if (active_periods - rate->active_periods >= TCN_BASELINE_RING) {
		memset(rate->peaks, 0, TCN_BASELINE_RING);
		rate->active_periods = active_periods;
	}
	while (rate->active_periods < active_periods)
		*peak_of(rate, ++rate->active_periods) = 0;
}

void
tcn_baseline_load_peaks(struct tcn_slab *slab, struct tcn_baseline_rate *rate,
    const uint8_t peaks[TCN_BASELINE_RING])
{
	assert(rate->active_periods >= 0);
	rate->peaks = tcn_slab_alloc(slab, TCN_BASELINE_RING);
	memcpy(rate->peaks, peaks, TCN_BASELINE_RING);
	rate->top = *peak_of(rate, rate->active_periods);
}

void
tcn_baseline_count(struct tcn_slab *slab,
    const struct tcn_baseline_clock *clock, struct tcn_baseline_rate *rate)
{
	struct tcn_decay_count next = rate->now;
	double level;
	uint8_t top;

	tcn_decay_add(&clock->decay, &next, 1);
	level = tcn_decay_read(&clock->decay, next);
	if (!rate->peaks && level >= clock->numbers->peak_min) {
		rate->peaks = tcn_slab_alloc(slab, TCN_BASELINE_RING);
		rate->active_periods =
		    clock->active_periods - TCN_BASELINE_RING;
		rate->baseline_at = 0;
	}
	rate->now = next;
	if (!rate->peaks)
		return;
	if (rate->active_periods != clock->active_periods) {
		move_to(rate, clock->active_periods);
		rate->top = 0;
	}
	top = to_byte(clock, level, rate->top);
	if (top != rate->top)
		*peak_of(rate, clock->active_periods) = rate->top = top;
}

/*
 * The largest peak but for those of the present period and of the one just
 * before. The few that are left out are set to 0 in a copy, so that the search
 * through the rest is one loop over bytes in a row.
 */
static double
find_baseline(const struct tcn_baseline_clock *clock,
    const struct tcn_baseline_rate *rate)
{
	struct tcn_baseline_rate left = *rate;
	uint8_t peaks[TCN_BASELINE_RING], most = 0;
	int32_t oldest = rate->active_periods - TCN_BASELINE_RING + 1;
	int32_t last = clock->active_periods - 1 - clock->adjacent;
	int32_t gone =
	    clock->active_periods - (int32_t)clock->numbers->baseline_periods;

	left.peaks = memcpy(peaks, rate->peaks, sizeof peaks);
	for (int32_t p = oldest; p <= gone && p <= rate->active_periods; p++)
		*peak_of(&left, p) = 0;
	for (int32_t p = rate->active_periods; p > last && p >= oldest; p--)
		*peak_of(&left, p) = 0;
	for (size_t i = 0; i < TCN_BASELINE_RING; i++)
		most = peaks[i] > most ? peaks[i] : most;
	return tcn_real_exp2((double)most / STEPS) - 1;
}

double
tcn_baseline_level(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate)
{
	if (!rate->peaks)
		return 0;
	if (rate->baseline_at != clock->active_periods) {
		rate->baseline = (float)find_baseline(clock, rate);
		rate->baseline_at = clock->active_periods;
	}
	return (double)rate->baseline;
}

double
tcn_baseline_burst_ratio(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate)
{
	double baseline = tcn_baseline_level(clock, rate);

	return tcn_decay_read(&clock->decay, rate->now) / (baseline + 1);
}

double
tcn_baseline_volume_ratio(const struct tcn_baseline_clock *clock)
{
	struct tcn_baseline_rate volume = clock->volume;
	double burst_ratio = tcn_baseline_burst_ratio(clock, &volume);

	return volume.baseline > 0 && burst_ratio > 1 ? burst_ratio : 1;
}

void
tcn_baseline_free_rate(struct tcn_slab *slab, struct tcn_baseline_rate *rate)
{
	tcn_slab_free(slab, rate->peaks, TCN_BASELINE_RING);
	*rate = (struct tcn_baseline_rate){ 0 };
}

uint8_t
tcn_baseline_lang(struct tcn_baseline_langs *langs, const char code[8])
{
	uint32_t i = 0;

	while (i < langs->n && memcmp(langs->at[i].code, code, 8) != 0)
		i++;
	if (i == TCN_BASELINE_LANGS)
		return TCN_BASELINE_LANGS - 1;
	if (i == langs->n)
		memcpy(langs->at[langs->n++].code, code, 8);
	return (uint8_t)i;
}

double
tcn_baseline_lang_share(const struct tcn_numbers *numbers,
    const struct tcn_baseline_langs *langs, uint8_t lang,
    const struct tcn_decay *decay, double items)
{
	double docs;

	assert(lang < TCN_BASELINE_LANGS);
	docs = tcn_decay_read(decay, langs->at[lang].docs);
	return items / (docs + numbers->lang_prior);
}

enum tcn_rc
tcn_baseline_check(const struct tcn_baseline_clock *clock,
    const struct tcn_baseline_rate *rate, struct tcn_err *err)
{
	if (!(rate->now.sum >= 0))
		return tcn_err_set(err, TCN_CORRUPT, "a rate of %g",
		    rate->now.sum);
	if (!rate->peaks)
		return TCN_OK;
	if (rate->active_periods > clock->active_periods ||
	    rate->baseline_at > clock->active_periods)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a rate of period %d, the clock being in %d",
		    rate->active_periods, clock->active_periods);
	if (rate->top != *peak_of(rate, rate->active_periods))
		return tcn_err_set(err, TCN_CORRUPT,
		    "a rate's peak of period %d is %u, not %u",
		    rate->active_periods, *peak_of(rate, rate->active_periods),
		    rate->top);
	return TCN_OK;
}
