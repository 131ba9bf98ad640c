/*
 * Long reports that each site cuts in its own way: nobody prints the whole,
 * neighbours have sentences in common, the ends have none. They are one origin
 * as far as a chain of them leads, as a plain model of the cuts says, in
 * whatever order they come, over restarts; and no alert.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "window/excerpt.h"

enum {
	TEXTS = 40,
	SITES = 24,
	SENTENCES_MAX = 64, /* of a text */
	WORDS = 9, /* of a sentence */
	HOURS = 3, /* from text to text */
};

/* Which sentences of a text each site prints: n from nth site * step on; step
 * 0: n that the site draws. */
struct plan {
	unsigned n, step;
	unsigned order; /* site number i comes as i * order % SITES; 0: drawn */
};

static const struct plan plans[] = {
	{ 6, 1, 1 }, /* from the top */
	{ 6, 2, 1 },
	{ 8, 5, 1 }, /* neighbours share three of eight */
	{ 6, 2, 23 }, /* from the end */
	{ 8, 1, 0 },
	{ 8, 2, 0 },
	{ 8, 2, 7 },
	{ 12, 0, 0 },
};

struct cut {
	uint64_t sentences; /* a bit each */
	uint64_t seq, origin, story;
};

/* A number below n that the seed alone decides. */
static unsigned
draw(uint64_t *seed, unsigned n)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)((*seed >> 33) % n);
}

static uint64_t
cut_of(const struct plan *plan, unsigned site, uint64_t *seed)
{
	uint64_t sentences = 0;

	if (plan->step)
		return (((uint64_t)1 << plan->n) - 1)
		    << (site * plan->step % (SENTENCES_MAX - plan->n));
	while ((unsigned)__builtin_popcountll(sentences) < plan->n)
		sentences |= (uint64_t)1 << draw(seed, 36);
	return sentences;
}

static void
order_sites(const struct plan *plan, unsigned sites[static SITES],
    uint64_t *seed)
{
	for (unsigned i = 0; i < SITES; i++)
		sites[i] = plan->order ? i * plan->order % SITES : i;
	for (unsigned i = SITES - 1; !plan->order && i > 0; i--) {
		unsigned j = draw(seed, i + 1), site = sites[i];

		sites[i] = sites[j];
		sites[j] = site;
	}
}

/* Names, which all reports of a text have in their headlines. */
static void
put_names(struct tcn_buf *out, unsigned text)
{
	for (unsigned i = 0; i < 2; i++) {
		size_t at = out->n;

		piped_word(out, 30000000 + text * 2 + i);
		out->at[at] = (char)(out->at[at] - 'a' + 'A');
		tcn_buf_char(out, ' ');
	}
}

static void
put_words(struct tcn_buf *out, uint64_t first, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		tcn_buf_char(out, ' ');
		piped_word(out, first + i);
	}
}

/* A sentence has words of its own, and one that its whole text has. */
static void
put_sentence(struct tcn_buf *out, unsigned text, unsigned nth)
{
	uint64_t line = (uint64_t)text * SENTENCES_MAX + nth;

	tcn_buf_z(out, "So");
	put_words(out, line * WORDS, WORDS);
	put_words(out, 20000000 + text * 8 + nth % 8, 1);
	tcn_buf_z(out, ". ");
}

static void
put_article(struct tcn_buf *out, unsigned text, unsigned nth, unsigned site,
    uint64_t sentences)
{
	unsigned minute = (text * HOURS * 60) + nth * 2;

	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"t%us%u\",\"ts\":%u,\"source\":\"site %u\","
	    "\"lang\":\"en\",\"title\":\"",
	    text, site, 1000000 + minute * 60, site);
	put_names(out, text);
	put_words(out, 10000000 + (text * SITES + nth) * 4, 4);
	tcn_buf_z(out, "\",\"text\":\"");
	for (unsigned i = 0; i < SENTENCES_MAX; i++)
		if (sentences >> i & 1)
			put_sentence(out, text, i);
	tcn_buf_z(out, "\"}");
}

/* Whether two cuts, which are of one length, are linked in a story. */
static bool
is_link(const struct cut *a, const struct cut *b)
{
	unsigned n = (unsigned)__builtin_popcountll(a->sentences);
	unsigned need = TCN_EXCERPT_LINK + (n < TCN_EXCERPT_LONG);

	return __builtin_popcountll(a->sentences & b->sentences) >= (int)need;
}

/* The model: labels of components, by going over all pairs until nothing
 * changes; `apart`: cuts of two stories have nothing in common. */
static void
connect(const struct cut *cuts, unsigned n, bool apart,
    unsigned labels[static SITES])
{
	bool changed = true;

	for (unsigned i = 0; i < n; i++)
		labels[i] = i;
	while (changed) {
		changed = false;
		for (unsigned i = 0; i < n * n; i++) {
			const struct cut *a = &cuts[i / n], *b = &cuts[i % n];
			unsigned *x = &labels[i / n], *y = &labels[i % n];

			if (*x >= *y || (apart && a->story != b->story) ||
			    !is_link(a, b))
				continue;
			*y = *x;
			changed = true;
		}
	}
}

/* Whether two of a story are of one origin when the story connects them, and
 * not unless all that came does: that is what they are linked by when two
 * stories merge. */
static void
check_origins(const struct cut *cuts, unsigned n)
{
	unsigned inside[SITES], all[SITES];

	connect(cuts, n, true, inside);
	connect(cuts, n, false, all);
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < i; j++) {
			bool one = cuts[i].origin == cuts[j].origin;

			if (cuts[i].story != cuts[j].story)
				continue;
			ck_assert(one || inside[i] != inside[j]);
			ck_assert(!one || all[i] == all[j]);
		}
}

/* What an item's step tells of the cuts of its text so far, n with itself. */
static void
note_step(const struct tcn_pipeline_outcome *outcome, struct cut *cuts,
    unsigned n)
{
	const struct tcn_detector_changes *changes = &outcome->changes;

	cuts[n - 1].seq = outcome->placement.seq;
	cuts[n - 1].origin = outcome->placement.origin;
	cuts[n - 1].story = outcome->placement.story;
	for (size_t k = 0; k < changes->moved_n; k++)
		for (unsigned i = 0; i < n; i++)
			if (cuts[i].seq == changes->moved[k].seq)
				cuts[i].origin = changes->moved[k].origin;
	for (unsigned i = 0; i < n && changes->merged_from; i++)
		if (cuts[i].story == changes->merged_from)
			cuts[i].story = changes->merged_into;
}

static unsigned
count_fired(const struct tcn_detector_changes *changes)
{
	unsigned n = 0;

	for (size_t i = 0; i < changes->events_n; i++)
		n += changes->events[i].state == TCN_EVENT_OPEN;
	return n;
}

/* Feeds all cuts; *pipe is opened anew every so many. Returns how many events
 * fire; *sum is what the store comes to. */
static unsigned
run(const struct plan *plan, const char *db, bool linked, unsigned every,
    uint64_t *sum)
{
	const char *const settings[] = {
		linked ? "shingle.origin=true" : "shingle.origin=false", NULL
	};
	struct tcn_pipeline *pipe = piped_open(db, settings, 0);
	uint64_t seed = (uint64_t)(plan - plans);
	struct tcn_buf line = { 0 };
	unsigned fired = 0;

	for (unsigned i = 0; i < TEXTS * SITES; i++) {
		unsigned text = i / SITES, nth = i % SITES;
		static unsigned sites[SITES];
		static struct cut cuts[SITES];
		struct tcn_pipeline_outcome outcome;

		if (!nth)
			order_sites(plan, sites, &seed);
		cuts[nth].sentences = cut_of(plan, sites[nth], &seed);
		put_article(&line, text, nth, sites[nth], cuts[nth].sentences);
		outcome = piped_feed(pipe, tcn_buf_view(&line));
		note_step(&outcome, cuts, nth + 1);
		fired += count_fired(&outcome.changes);
		if (linked)
			check_origins(cuts, nth + 1);
		if (every && i % every == 0) {
			piped_finish(pipe);
			pipe = piped_open(db, settings, 0);
		}
	}
	*sum = piped_finish(pipe);
	tcn_buf_fini(&line);
	return fired;
}

START_TEST(no_chain_of_cuts_rings)
{
	uint64_t sum;

	ck_assert_uint_eq(run(&plans[_i], NULL, true, 0, &sum), 0);
	ck_assert_uint_ge(run(&plans[_i], NULL, false, 0, &sum), TEXTS * 3 / 4);
}
END_TEST

START_TEST(a_restart_cuts_no_chain)
{
	const struct plan *plan = &plans[5];
	uint64_t whole, cut;
	char dir[64], db[96];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/whole.db", dir);
	run(plan, db, true, 0, &whole);
	snprintf(db, sizeof db, "%s/cut.db", dir);
	run(plan, db, true, 37, &cut);
	ck_assert(whole && whole == cut);
	temp_drop(dir);
}
END_TEST

TCN_TESTS(chains)
{
	tcase_set_timeout(tc, 60);
	TCN_EACH(no_chain_of_cuts_rings, plans);
	tcase_add_test(tc, a_restart_cuts_no_chain);
}
