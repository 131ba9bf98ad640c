/*
 * tools/summary/names_known.c - what is known of names beforehand: countries,
 * cities and languages (engine/text/place_names.h).
 */
#include "engine/text/place_names.h"

#include <string.h>

#include "engine/text/fold.h"
#include "tools/summary/names_impl.h"

#define STEM_BYTES   4 /* that a place and who is of it share, at least: Iran */
#define ENDING_BYTES 3 /* by which the latter is longer: Canada, Canadians */

/* Whether a run is used enough to be a name. */
static bool
is_used(const struct tcn_names_run *run)
{
	return !run->gone && run->uses >= TCN_NAMES_USES &&
	    run->origins >= TCN_NAMES_ORIGINS;
}

/* What the languages of the texts know a run as. */
static enum tcn_rc
look_up(const struct tcn_names_finder *finder, struct tcn_names_run *run)
{
	unsigned kinds, all = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < TCN_NAME_WORDS_LANGS && rc == TCN_OK; i++) {
		const char *code = finder->words.langs[i].code;

		if (!*code)
			continue;
		rc = tcn_place_names_find(tcn_str(code), run->text, &kinds);
		all |= rc == TCN_OK ? kinds : 0;
	}
	run->is_place = all & (TCN_PLACE_COUNTRY | TCN_PLACE_CITY);
	run->gone = all == TCN_PLACE_LANGUAGE;
	return rc;
}

/* --- a pair of names: "India-Pakistan" --- */

static struct tcn_names_run *
find(const struct tcn_names_finder *finder, const uint64_t *keys, size_t n)
{
	const uint64_t *slot =
	    tcn_map_find(&finder->index, tcn_names_join(keys, n));

	return slot ? &finder->runs[*slot - 1] : NULL;
}

static void
count_pair(struct tcn_names_run *name, const struct tcn_names_run *pair)
{
	name->uses += pair->uses;
	name->elsewhere += pair->elsewhere;
}

/* Takes apart what a hyphen joins, if both are names more often by themselves,
 * unlike "Jean-Claude". */
static void
split(struct tcn_names_finder *finder, struct tcn_names_run *run)
{
	struct tcn_names_run *left, *right;

	if (run->n != 2 || !memchr(run->text.at, '-', run->text.n))
		return;
	left = find(finder, run->keys, 1);
	right = find(finder, run->keys + 1, 1);
	if (!left || !right || left->uses <= run->uses ||
	    right->uses <= run->uses)
		return;
	count_pair(left, run);
	count_pair(right, run);
	run->gone = true;
}

/* --- who is of a place: "Israeli" --- */

static size_t
shared_beginning(struct tcn_str a, struct tcn_str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && a.at[n] == b.at[n])
		n++;
	return n;
}

/* Both folded. A place may lose its last letter: Mexico, Mexican. */
static bool
is_formed_of(struct tcn_str word, struct tcn_str place)
{
	size_t shared = shared_beginning(word, place);

	return shared >= STEM_BYTES && shared + 1 >= place.n &&
	    word.n > shared && word.n <= place.n + ENDING_BYTES;
}

/* The places of one word that are names of the story, folded. */
struct places {
	struct tcn_str *at;
	size_t n;
	struct tcn_arena arena;
};

static enum tcn_rc
list_places(struct tcn_names_finder *finder, struct places *places)
{
	struct tcn_buf *folded = &finder->words.folded;
	size_t n = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < finder->runs_n; i++)
		n += finder->runs[i].is_place;
	places->at = tcn_arena_zalloc(&places->arena, n, sizeof *places->at);
	if (!places->at)
		return TCN_NOMEM;
	for (size_t i = 0; i < finder->runs_n && rc == TCN_OK; i++) {
		const struct tcn_names_run *run = &finder->runs[i];

		if (!run->is_place || run->n > 1 || !is_used(run))
			continue;
		rc = tcn_fold(run->text, folded);
		if (rc == TCN_OK &&
		    !tcn_arena_str(&places->arena, tcn_buf_view(folded),
			&places->at[places->n++]))
			rc = TCN_NOMEM;
	}
	return rc;
}

/* Takes a word out that is formed of a place which is a name of the story. */
static enum tcn_rc
drop_formed(struct tcn_names_finder *finder, const struct places *places,
    struct tcn_names_run *run)
{
	struct tcn_buf *folded = &finder->words.folded;
	enum tcn_rc rc = tcn_fold(run->text, folded);

	for (size_t i = 0; i < places->n && rc == TCN_OK; i++)
		run->gone |= is_formed_of(tcn_buf_view(folded), places->at[i]);
	return rc;
}

static enum tcn_rc
drop_all_formed(struct tcn_names_finder *finder)
{
	struct places places = { .n = 0 };
	enum tcn_rc rc;

	tcn_arena_init(&places.arena, 0);
	rc = list_places(finder, &places);
	for (size_t i = 0; i < finder->runs_n && rc == TCN_OK; i++) {
		struct tcn_names_run *run = &finder->runs[i];

		if (is_used(run) && run->n == 1 && !run->is_place)
			rc = drop_formed(finder, &places, run);
	}
	tcn_arena_fini(&places.arena);
	return rc;
}

enum tcn_rc
tcn_names_know(struct tcn_names_finder *finder)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < finder->runs_n; i++)
		split(finder, &finder->runs[i]);
	for (size_t i = 0; i < finder->runs_n && rc == TCN_OK; i++)
		if (is_used(&finder->runs[i]))
			rc = look_up(finder, &finder->runs[i]);
	return rc == TCN_OK ? drop_all_formed(finder) : rc;
}
