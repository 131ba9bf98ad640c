#include "tools/pipeline/dossiers.h"

#include <string.h>
#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/text/fold.h"

enum {
	TERMS = 8, /* the heaviest */
	SHARED = 3, /* of them, at least */
};

#define CHAIN_MS (4 * TCN_DAY_MS)
#define AGAIN_MS (2 * TCN_DAY_MS) /* what was told of is no alert again */

/* The share of what an event is about that must be old news. */
#define REPORTED 0.5

/* The cosine of two events' terms, at least, and where they share no more terms
 * than they must; and without the heaviest that they share, so that it is more
 * than one name. */
#define COSINE     0.35
#define COSINE_FEW 0.6
#define REST       0.25

struct entry {
	char id[TCN_EVENT_ID_BYTES];
	char dossier[TCN_EVENT_ID_BYTES]; /* its own, too, when it is first */
	uint64_t story, rule; /* rule: hash of its name */
	struct term {
		uint64_t word; /* hash of it, folded */
		double weight;
	} terms[TERMS];
	size_t terms_n;
	int64_t fired_ms;
	enum tcn_severity severity;
};

struct tcn_dossiers {
	struct entry *at; /* by when they fired, of those at once by id */
	size_t n, cap;
};

struct tcn_dossiers *
tcn_dossiers_new(void)
{
	return tcn_mem_calloc(1, sizeof(struct tcn_dossiers));
}

void
tcn_dossiers_free(struct tcn_dossiers *dossiers)
{
	if (dossiers)
		tcn_mem_free(dossiers->at);
	tcn_mem_free(dossiers);
}

static uint64_t
hash(struct tcn_str s)
{
	return XXH3_64bits(s.at, s.n);
}

static void
set_terms(struct entry *entry, const struct tcn_event *event)
{
	struct tcn_buf word = { 0 };

	if (!event->terms_n) /* as before */
		return;
	entry->terms_n = event->terms_n < TERMS ? event->terms_n : TERMS;
	for (size_t i = 0; i < entry->terms_n; i++) {
		tcn_fold(event->terms[i].word, &word);
		entry->terms[i] = (struct term){ hash(tcn_buf_view(&word)),
			event->terms[i].weight };
	}
	tcn_buf_fini(&word);
}

static struct entry
entry_of(const struct tcn_event *event)
{
	struct entry entry = { .story = event->story,
		.rule = hash(event->rule),
		.fired_ms = event->fired_ms,
		.severity = event->severity };

	memcpy(entry.id, event->id, sizeof entry.id);
	memcpy(entry.dossier, *event->dossier ? event->dossier : event->id,
	    sizeof entry.dossier);
	set_terms(&entry, event);
	return entry;
}

static bool
is_before(const struct entry *entry, int64_t fired_ms, const char *id)
{
	return entry->fired_ms != fired_ms ? entry->fired_ms < fired_ms
					   : strcmp(entry->id, id) < 0;
}

/* How many entries come before an event. */
static size_t
place_of(const struct tcn_dossiers *dossiers, int64_t fired_ms, const char *id)
{
	size_t low = 0, high = dossiers->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (is_before(&dossiers->at[mid], fired_ms, id))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void
add(struct tcn_dossiers *dossiers, const struct entry *entry)
{
	size_t place = place_of(dossiers, entry->fired_ms, entry->id);

	dossiers->at = tcn_mem_grow(dossiers->at, &dossiers->cap,
	    dossiers->n + 1, sizeof *dossiers->at);
	memmove(dossiers->at + place + 1, dossiers->at + place,
	    (dossiers->n - place) * sizeof *dossiers->at);
	dossiers->at[place] = *entry;
	dossiers->n++;
}

static void
expire(struct tcn_dossiers *dossiers, int64_t now_ms)
{
	size_t gone = place_of(dossiers, now_ms - CHAIN_MS, "");

	if (!gone)
		return;
	dossiers->n -= gone;
	memmove(dossiers->at, dossiers->at + gone,
	    dossiers->n * sizeof *dossiers->at);
}

static struct entry *
find(const struct tcn_dossiers *dossiers, const struct tcn_event *event)
{
	size_t place = place_of(dossiers, event->fired_ms, event->id);

	return place < dossiers->n &&
		strcmp(dossiers->at[place].id, event->id) == 0
	    ? &dossiers->at[place]
	    : NULL;
}

static double
sum_of_squares(const struct entry *entry)
{
	double sum = 0;

	for (size_t i = 0; i < entry->terms_n; i++)
		sum += entry->terms[i].weight * entry->terms[i].weight;
	return sum;
}

/* Whether both are about the same: squares are compared in place of cosines. */
static bool
is_alike(const struct entry *a, const struct entry *b)
{
	double dot = 0, top = 0, in_a = sum_of_squares(a),
	       in_b = sum_of_squares(b), rest_a = in_a, rest_b = in_b;
	double least;
	size_t shared = 0;

	for (size_t i = 0; i < a->terms_n * b->terms_n; i++) {
		const struct term *of_a = &a->terms[i / b->terms_n];
		const struct term *of_b = &b->terms[i % b->terms_n];
		double both = of_a->weight * of_b->weight;

		if (of_a->word != of_b->word)
			continue;
		shared++;
		dot += both;
		if (both <= top)
			continue;
		top = both;
		rest_a = in_a - of_a->weight * of_a->weight;
		rest_b = in_b - of_b->weight * of_b->weight;
	}
	least = shared > SHARED ? COSINE : COSINE_FEW;
	return shared >= SHARED && dot * dot >= least * least * in_a * in_b &&
	    (dot - top) * (dot - top) >= REST * REST * rest_a * rest_b;
}

static bool
is_same_story(const struct entry *a, const struct entry *b)
{
	return a->story && a->story == b->story && a->rule != b->rule;
}

/* The latest that the entry goes on, or NULL. Of rules that fire by one story
 * each but the first finds the one before it at once. */
static const struct entry *
find_before(const struct tcn_dossiers *dossiers, const struct entry *entry)
{
	for (size_t i = dossiers->n; i-- > 0;) {
		const struct entry *one = &dossiers->at[i];

		if (is_same_story(entry, one) || is_alike(entry, one))
			return one;
	}
	return NULL;
}

/* Whether half of what the event is about had been reported by its rule. */
static bool
is_reported(const struct tcn_detector_changes *changes,
    const struct tcn_event *event)
{
	for (size_t i = 0; i < changes->rulings_n; i++) {
		const struct tcn_detector_ruling *ruling = &changes->rulings[i];

		if (tcn_str_equal(ruling->rule->name, event->rule) &&
		    ruling->verdict.gate == TCN_STORY_GATE_NONE)
			return ruling->verdict.reported_share >= REPORTED;
	}
	return false;
}

void
tcn_dossiers_take(struct tcn_dossiers *dossiers,
    const struct tcn_detector_changes *changes, struct tcn_event *event)
{
	struct entry *known = find(dossiers, event), entry;
	const struct entry *before;

	if (event->revision > 1) {
		if (!known)
			return;
		known->story = event->story;
		known->severity = event->severity;
		set_terms(known, event);
		return;
	}
	expire(dossiers, event->fired_ms);
	entry = entry_of(event);
	before = find_before(dossiers, &entry);
	if (before) {
		memcpy(entry.dossier, before->dossier, sizeof entry.dossier);
		memcpy(event->dossier, before->dossier, sizeof event->dossier);
		event->goes_on = !is_same_story(&entry, before) &&
		    event->fired_ms - before->fired_ms <= AGAIN_MS &&
		    event->severity <= before->severity &&
		    is_reported(changes, event);
	}
	add(dossiers, &entry);
}

enum tcn_rc
tcn_dossiers_restore(struct tcn_dossiers *dossiers,
    const struct tcn_store *store, int64_t now_ms)
{
	struct tcn_store_event_list events;
	struct tcn_arena arena;
	enum tcn_rc rc;

	dossiers->n = 0;
	tcn_arena_init(&arena, 0);
	rc = tcn_store_events(store, now_ms - CHAIN_MS, INT64_MAX, 0, &arena,
	    &events);
	for (size_t i = 0; !rc && i < events.n; i++) {
		struct entry entry = entry_of(&events.at[i]);

		if (events.at[i].item) /* else a desk made it */
			add(dossiers, &entry);
	}
	tcn_arena_fini(&arena);
	return rc;
}
