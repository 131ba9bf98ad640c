#include <stdlib.h>
#include <xxhash.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "sql/store_dossier.h"
#include "sql/store_group.h"
#include "tools/tell/edition/edition_impl.h"

/*
 * The figures of an event beside those that were told of it: which are new,
 * which have changed, which are corrections.
 */

/* A value over a range this much wider than what sources differ by is a word,
 * such as "dozens", and no family of values: one in so many. */
#define FAMILY 20

static const struct tcn_store_told_figure *
find_told(const struct tcn_store_told_event *told, enum tcn_slot slot,
    struct tcn_str unit)
{
	for (size_t i = 0; told && i < told->figures_n; i++)
		if (tcn_slot_find(told->figures[i].slot) == slot &&
		    tcn_str_equal(told->figures[i].unit, unit))
			return &told->figures[i];
	return NULL;
}

static bool
is_withdrawn(const struct tcn_store_told_figure *told)
{
	return told->lo == 0;
}

/* Whether a reader of what was told learns nothing from the figure. */
static bool
is_told(const struct tcn_store_told_figure *told,
    const struct tcn_report_brief_figure *now)
{
	return (now->lo == told->lo && now->hi == told->hi) ||
	    (now->lo >= told->lo && now->hi <= told->hi &&
		told->hi - told->lo <= told->hi / FAMILY);
}

/* Whether older ledgers, which had hashes only, have it. */
static bool
was_told_as_line(const struct tcn_store_told_event *told,
    const struct tcn_report_brief_figure *now)
{
	for (size_t i = 0; told && i < told->lines_n; i++)
		if (told->lines[i].terms_n == 0 &&
		    told->lines[i].hash == now->key)
			return true;
	return false;
}

static bool
is_lowered(const struct tcn_store_told_figure *told,
    const struct tcn_report_brief_figure *now)
{
	return now->hi < told->lo && tcn_slot_kind(now->slot) != TCN_SLOT_LEVEL;
}

/* Whether the episode before it was told to have the same value. */
static bool
was_told_before(const struct tcn_edition_entry *entry,
    const struct tcn_report_brief_figure *now)
{
	const struct tcn_store_told_figure *told =
	    find_told(entry->before, now->slot, now->unit);

	return told && is_told(told, now);
}

/* Adds those of the brief that are new or have another value. */
static void
add_current(struct tcn_edition_entry *entry, struct tcn_edition_figure *to,
    bool corrections)
{
	const struct tcn_report_brief *brief = &entry->brief;

	for (size_t i = 0; i < brief->figures_n; i++) {
		struct tcn_edition_figure figure = {
			.now = &brief->figures[i],
			.slot = brief->figures[i].slot,
			.unit = brief->figures[i].unit,
		};

		figure.told = find_told(entry->told, figure.slot, figure.unit);
		if (figure.told ? is_told(figure.told, figure.now)
				: was_told_as_line(entry->told, figure.now) ||
			    was_told_before(entry, figure.now))
			continue;
		if (figure.told && is_withdrawn(figure.told))
			figure.told = NULL;
		figure.correction =
		    figure.told && is_lowered(figure.told, figure.now);
		if (figure.correction == corrections)
			to[entry->figures_n++] = figure;
	}
}

/* Whether the brief has a figure of this kind. */
static bool
has_figure(const struct tcn_report_brief *brief,
    const struct tcn_store_told_figure *told)
{
	for (size_t i = 0; i < brief->figures_n; i++)
		if (brief->figures[i].slot == tcn_slot_find(told->slot) &&
		    tcn_str_equal(brief->figures[i].unit, told->unit))
			return true;
	return false;
}

/* Adds those that were told and are no more. */
static void
add_withdrawn(struct tcn_edition_entry *entry, struct tcn_edition_figure *to)
{
	const struct tcn_store_told_event *told = entry->told;
	const struct tcn_report_brief *brief = &entry->brief;

	for (size_t i = 0; told && i < told->figures_n; i++) {
		struct tcn_edition_figure figure = {
			.slot = tcn_slot_find(told->figures[i].slot),
			.unit = told->figures[i].unit,
			.told = &told->figures[i],
			.correction = true,
		};

		if (figure.slot != TCN_SLOTS &&
		    !is_withdrawn(&told->figures[i]) &&
		    !has_figure(brief, &told->figures[i]))
			to[entry->figures_n++] = figure;
	}
}

void
tcn_edition_choose_figures(struct tcn_arena *arena,
    struct tcn_edition_entry *entry)
{
	size_t most =
	    entry->brief.figures_n + (entry->told ? entry->told->figures_n : 0);
	struct tcn_edition_figure *figures =
	    tcn_arena_zalloc(arena, most, sizeof *figures);

	add_withdrawn(entry, figures);
	add_current(entry, figures, true);
	entry->corrections = entry->figures_n;
	add_current(entry, figures, false);
	entry->figures = figures;
}

/* --- the ledger --- */

/* Sets the figures of told, whose number is set, as they go into the ledger. */
static void
told_figures(const struct tcn_edition_entry *entry, struct tcn_arena *arena,
    struct tcn_store_told_event *told)
{
	const struct tcn_store_told_event *before =
	    entry->told ? entry->told : entry->before;
	size_t most = entry->figures_n + (before ? before->figures_n : 0);
	struct tcn_store_told_figure *figures =
	    tcn_arena_zalloc(arena, most, sizeof *figures);

	for (size_t i = 0; i < entry->figures_n; i++) {
		const struct tcn_edition_figure *figure = &entry->figures[i];

		figures[told->figures_n++] = (struct tcn_store_told_figure){
			.slot = tcn_str(tcn_slot_name(figure->slot)),
			.unit = figure->unit,
			.lo = figure->now ? figure->now->lo : 0,
			.hi = figure->now ? figure->now->hi : 0,
			.number = told->number,
		};
	}
	told->figures = figures;
	/* And those that still stand, also of events that it took in; of the
	 * episode before it those that it has, too. */
	for (size_t i = 0; before && i < before->figures_n; i++) {
		const struct tcn_store_told_figure *old = &before->figures[i];

		if (!find_told(told, tcn_slot_find(old->slot), old->unit) &&
		    (entry->told || has_figure(&entry->brief, old)))
			figures[told->figures_n++] = *old;
	}
}

/* --- in words --- */

void
tcn_edition_say_before(const struct tcn_edition *edition, uint64_t number,
    struct tcn_str what, struct tcn_buf *out)
{
	const struct tcn_words *words = edition->conf->words;
	char n[TCN_WORDS_BYTES];

	if (number + 1 == edition->number)
		tcn_words_say(words, "{value} in the last edition",
		    TCN_WITH({ "value", what }), out);
	else
		tcn_words_say(words, "{value} in no. {n}",
		    TCN_WITH({ "value", what },
			{ "n", tcn_words_number(words, number, n) }),
		    out);
}

static void
say_told(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, bool bare, struct tcn_buf *out)
{
	struct tcn_buf value = { 0 };

	tcn_report_brief_say(edition->conf->words, figure->slot, figure->unit,
	    figure->told->lo, figure->told->hi, bare, &value);
	tcn_edition_say_before(edition, figure->told->number,
	    tcn_buf_view(&value), out);
	tcn_words_parts_fini(&value, 1);
}

/* "9 dead (4 in the last edition; 2 origins)" */
static void
say_change(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, struct tcn_buf *out)
{
	struct tcn_buf before = { 0 };

	say_told(edition, figure, true, &before);
	tcn_words_count_with(edition->conf->words,
	    "{figure} ({before}; {n} origin)",
	    "{figure} ({before}; {n} origins)", figure->now->origins,
	    TCN_WITH({ "figure", figure->now->leads },
		{ "before", tcn_buf_view(&before) }),
	    out);
	tcn_words_parts_fini(&before, 1);
}

void
tcn_edition_say_figure(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, struct tcn_buf *out)
{
	const struct tcn_words *words = edition->conf->words;
	const struct tcn_words_with *with;
	struct tcn_buf said = { 0 };

	if (!figure->told) {
		tcn_buf_str(out, figure->now->said);
		return;
	}
	if (figure->now)
		say_change(edition, figure, &said);
	else
		say_told(edition, figure, false, &said);
	with = TCN_WITH({ "figure", tcn_buf_view(&said) });
	/* TRANSLATORS: a value is lower than it was told. */
	if (figure->correction && figure->now)
		tcn_words_say(words, "Correction: {figure}", with, out);
	else if (figure->correction)
		tcn_words_say(words, "Withdrawn: {figure}", with, out);
	else
		tcn_buf_str(out, tcn_buf_view(&said));
	tcn_words_parts_fini(&said, 1);
}

enum {
	LINES_MAX =
	    4096, /* of what was told of one event; more are forgotten */
	LEDGER_CHUNK = 2048, /* bytes: some lines of an event */
};

/* --- lines --- */

struct tcn_store_told_line
tcn_edition_line(struct tcn_str text, struct tcn_summary_terms terms)
{
	return (struct tcn_store_told_line){
		.hash = XXH3_64bits(text.at, text.n),
		.terms = terms.at,
		.terms_n = terms.n < TCN_STORE_TOLD_TERMS_MAX
		    ? terms.n
		    : TCN_STORE_TOLD_TERMS_MAX,
	};
}

static struct tcn_summary_terms
terms_of(const struct tcn_store_told_line *line)
{
	return (struct tcn_summary_terms){ line->terms, line->terms_n };
}

bool
tcn_edition_line_is_like(const struct tcn_store_told_line *a,
    const struct tcn_store_told_line *b)
{
	return a->hash == b->hash ||
	    tcn_summary_terms_cosine(terms_of(a), terms_of(b)) >=
	    TCN_SUMMARY_TERMS_ALIKE;
}

void
tcn_edition_known(const struct tcn_store_told_event *told,
    struct tcn_arena *arena, struct tcn_report_told *known)
{
	struct tcn_report_told_figure *figures;
	struct tcn_summary_terms *lines;

	*known = (struct tcn_report_told){ 0 };
	if (!told)
		return;
	lines = tcn_arena_zalloc(arena, told->lines_n, sizeof *lines);
	figures = tcn_arena_zalloc(arena, told->figures_n, sizeof *figures);
	for (size_t i = 0; i < told->lines_n; i++)
		if (told->lines[i].terms_n)
			lines[known->lines_n++] = terms_of(&told->lines[i]);
	for (size_t i = 0; i < told->figures_n; i++)
		figures[i] = (struct tcn_report_told_figure){
			.slot = tcn_slot_find(told->figures[i].slot),
			.unit = told->figures[i].unit,
			.lo = told->figures[i].lo,
			.hi = told->figures[i].hi,
		};
	known->lines = lines;
	known->figures = figures;
	known->figures_n = told->figures_n;
}

/* --- what was told before --- */

/* What was told of an event in editions that are not stored. */
struct tcn_edition_ledger_row {
	struct tcn_store_told_event told;
	struct tcn_arena arena; /* owns all that it points to */
};

static struct tcn_edition_ledger_row *
find(const struct tcn_edition_ledger *ledger, struct tcn_str event)
{
	for (size_t i = ledger ? ledger->n : 0; i-- > 0;)
		if (tcn_str_equal(ledger->at[i].told.event, event))
			return &ledger->at[i];
	return NULL;
}

enum tcn_rc
tcn_edition_told_of(const struct tcn_edition_job *job, const char *event,
    struct tcn_arena *arena, const struct tcn_store_told_event **told)
{
	const struct tcn_edition_ledger_row *kept =
	    find(job->ledger, tcn_str(event));
	struct tcn_store_told_event *found = NULL;
	enum tcn_rc rc = TCN_OK;

	if (!kept) {
		rc = tcn_store_told_of(job->st, tcn_str(job->conf->name),
		    tcn_str(event), job->number, arena, &found);
	} else {
		/* A copy: the ledger moves its rows as it grows. */
		found = tcn_arena_zalloc(arena, 1, sizeof *found);
		*found = kept->told;
	}
	*told = found;
	return rc;
}

static bool
is_story_since(const struct tcn_store_told_event *told, uint64_t from)
{
	return told->number >= from &&
	    memmem(told->event.at, told->event.n, TCN_STORE_TOLD_STORY,
		strlen(TCN_STORE_TOLD_STORY)) == told->event.at;
}

void
tcn_edition_ledger_stories(const struct tcn_edition_ledger *ledger,
    uint64_t from, struct tcn_arena *arena, struct tcn_store_told_event *told)
{
	struct tcn_store_told_line *lines;
	size_t most = 0;

	for (size_t i = 0; i < ledger->n; i++)
		most += ledger->at[i].told.lines_n;
	lines = tcn_arena_zalloc(arena, most, sizeof *lines);
	told->lines = lines;
	for (size_t i = 0; i < ledger->n; i++) {
		const struct tcn_store_told_event *of = &ledger->at[i].told;

		if (!is_story_since(of, from))
			continue;
		memcpy(lines + told->lines_n, of->lines,
		    of->lines_n * sizeof *lines);
		told->lines_n += of->lines_n;
	}
}

static bool
is_higher(const struct tcn_store_told_figure *a,
    const struct tcn_store_told_figure *b)
{
	return a->hi != b->hi ? a->hi > b->hi
	    : a->lo != b->lo  ? a->lo > b->lo
			      : a->number > b->number;
}

/* Adds a figure, or its value where that of another is to give way. */
static void
add_figure(struct tcn_store_told_figure *to, size_t *n,
    const struct tcn_store_told_figure *figure, bool gives_way)
{
	size_t i = 0;

	while (i < *n &&
	    !(tcn_str_equal(to[i].slot, figure->slot) &&
		tcn_str_equal(to[i].unit, figure->unit)))
		i++;
	if (i == *n)
		to[(*n)++] = *figure;
	else if (gives_way && is_higher(figure, &to[i]))
		to[i] = *figure;
}

/* Adds the lines and figures of another event; its counts where there were
 * none. Of a figure that both have the higher value stays, or, if `own`, that
 * of *told. */
static void
take_over(const struct tcn_store_told_event *from, bool own,
    struct tcn_arena *arena, const struct tcn_store_told_event **told)
{
	static const struct tcn_store_told_event nothing;
	const struct tcn_store_told_event *to = *told ? *told : &nothing;
	struct tcn_store_told_event *both;
	struct tcn_store_told_line *lines;
	struct tcn_store_told_figure *figures;
	size_t n = to->lines_n + from->lines_n;

	both = tcn_arena_zalloc(arena, 1, sizeof *both);
	lines = tcn_arena_zalloc(arena, n, sizeof *lines);
	figures = tcn_arena_zalloc(arena, to->figures_n + from->figures_n,
	    sizeof *figures);
	*both = *told ? **told : *from;
	both->closed = *told && (*told)->closed; /* its own end */
	both->figures_n = 0;
	for (size_t i = 0; i < to->figures_n; i++)
		add_figure(figures, &both->figures_n, &to->figures[i], false);
	for (size_t i = 0; i < from->figures_n; i++)
		add_figure(figures, &both->figures_n, &from->figures[i], !own);
	both->figures = figures;
	if (to->lines_n)
		memcpy(lines, to->lines, to->lines_n * sizeof *lines);
	if (from->lines_n)
		memcpy(lines + to->lines_n, from->lines,
		    from->lines_n * sizeof *lines);
	both->lines = lines;
	both->lines_n = n < LINES_MAX ? n : LINES_MAX;
	*told = both;
}

/* What was told of an event, with what was told of its parts. */
static enum tcn_rc
told_whole(const struct tcn_edition_job *job, const char *event,
    struct tcn_arena *arena, const struct tcn_store_told_event **told)
{
	const struct tcn_store_told_event *parts = NULL;
	struct tcn_store_str_list all;
	enum tcn_rc rc =
	    tcn_store_merged_at(job->st, &job->cut, event, arena, &all);

	*told = NULL;
	for (size_t i = 0; !rc && i < all.n; i++) {
		const struct tcn_store_told_event *one;

		rc = tcn_edition_told_of(job, all.at[i].at, arena, &one);
		if (tcn_str_equal(all.at[i], tcn_str(event)))
			*told = one;
		else if (!rc && one)
			take_over(one, false, arena, &parts);
	}
	if (!rc && parts)
		take_over(parts, true, arena, told);
	return rc;
}

/* Adds what was told of an event that tells of the same in another language.
 * What was told later is true of both: each edition since they were linked
 * tells of all of them. Told by one edition they were two, and are counted
 * together; of a figure that both have, the higher value stays. */
static void
unite(const struct tcn_store_told_event *other, struct tcn_arena *arena,
    const struct tcn_store_told_event **told)
{
	const struct tcn_store_told_event *own = *told;
	bool newer = own && other->cut > own->cut;
	bool same = own && other->cut == own->cut;
	struct tcn_store_told_event *both;
	struct tcn_buf text = { 0 };

	if (newer)
		*told = other;
	take_over(newer ? own : other, own && !same, arena, told);
	both = tcn_arena_zalloc(arena, 1, sizeof *both);
	*both = **told;
	both->closed = own && own->closed;
	if (same) {
		both->items += other->items;
		both->origins += other->origins;
		both->publishers += other->publishers;
	}
	*told = both;
	/* The languages of both, some of them perhaps twice. */
	if (own)
		tcn_buf_str(&text, own->languages);
	tcn_buf_z(&text, own ? " " : "");
	tcn_buf_str(&text, other->languages);
	tcn_arena_str(arena, tcn_buf_view(&text), &both->languages);
	tcn_buf_fini(&text);
}

static void
add_rule(struct tcn_str rule, struct tcn_str *rules, size_t *n)
{
	for (size_t i = 0; i < *n; i++)
		if (tcn_str_equal(rules[i], rule))
			return;
	rules[(*n)++] = rule;
}

enum tcn_rc
tcn_edition_lead(const struct tcn_edition_job *job, struct tcn_arena *arena,
    const struct tcn_event *event, struct tcn_edition_entry *entry,
    bool *several)
{
	struct tcn_store_group group = { 0 };
	struct tcn_event *lead;
	struct tcn_str *rules;
	bool may = false;
	enum tcn_rc rc = TCN_OK;

	entry->event = event;
	entry->rules = &event->rule;
	entry->rules_n = 1;
	*several = false;
	if (!job->event.n)
		rc = tcn_store_may_group(job->st, event->id, &may);
	if (!rc && may)
		rc = tcn_store_group_at(job->st, &job->cut, event->id, arena,
		    &group);
	if (rc || group.events.n < 2)
		return rc;
	*several = true;
	lead = &group.events.at[0];
	rules = tcn_arena_zalloc(arena, group.events.n, sizeof *rules);
	entry->event = lead;
	entry->rules = rules;
	entry->rules_n = 0;
	for (size_t i = 0; i < group.events.n; i++) {
		add_rule(group.events.at[i].rule, rules, &entry->rules_n);
		if (group.events.at[i].severity > lead->severity)
			lead->severity = group.events.at[i].severity;
	}
	return TCN_OK;
}

static enum tcn_rc
told_group(const struct tcn_edition_job *job, const struct tcn_event *event,
    struct tcn_arena *arena, const struct tcn_store_told_event **told)
{
	struct tcn_store_group group;
	enum tcn_rc rc =
	    tcn_store_group_at(job->st, &job->cut, event->id, arena, &group);

	for (size_t i = 0; !rc && i < group.events.n; i++) {
		const struct tcn_event *one = &group.events.at[i];
		const struct tcn_store_told_event *other = NULL;

		if (strcmp(one->id, event->id) != 0)
			rc = told_whole(job, one->id, arena, &other);
		if (!rc && other)
			unite(other, arena, told);
	}
	return rc;
}

enum tcn_rc
tcn_edition_told_before(const struct tcn_edition_job *job,
    const struct tcn_event *event, struct tcn_arena *arena,
    const struct tcn_store_told_event **told)
{
	bool may;
	enum tcn_rc rc = told_whole(job, event->id, arena, told);

	if (!rc)
		rc = tcn_store_may_group(job->st, event->id, &may);
	return rc || !may ? rc : told_group(job, event, arena, told);
}

enum tcn_rc
tcn_edition_goes_on(const struct tcn_edition_job *job, struct tcn_arena *arena,
    struct tcn_edition_entry *entry)
{
	struct tcn_store_dossier dossier;
	struct tcn_event *from = NULL;
	enum tcn_rc rc = tcn_store_dossier(job->st, &job->cut, entry->event->id,
	    arena, &dossier);

	for (size_t i = dossier.here; i-- && !rc && !entry->before;) {
		rc = tcn_store_event_at(job->st, &job->cut, dossier.at[i].id,
		    arena, &from);
		if (!rc && from)
			rc = tcn_edition_told_before(job, from, arena,
			    &entry->before);
	}
	if (entry->before)
		entry->goes_on_from = from->headline.text;
	else if (!rc && *entry->event->split_from)
		rc = told_whole(job, entry->event->split_from, arena,
		    &entry->before);
	return rc;
}

/* --- what is told now --- */

static void
join_langs(const struct tcn_report_brief *brief, struct tcn_arena *arena,
    struct tcn_str *joined)
{
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < brief->langs_n; i++) {
		tcn_buf_z(&text, i ? " " : "");
		tcn_buf_str(&text, brief->langs[i]);
	}
	tcn_arena_str(arena, tcn_buf_view(&text), joined);
	tcn_buf_fini(&text);
}

void
tcn_edition_told(const struct tcn_edition *edition,
    const struct tcn_edition_entry *entry, struct tcn_arena *arena,
    struct tcn_store_told_event *told, bool *tells)
{
	const struct tcn_event *event = entry->event;
	struct tcn_store_told_line *lines;
	const struct tcn_store_told_event *known =
	    entry->told ? entry->told : entry->before;
	size_t before = known ? known->lines_n : 0;

	*tells = entry->section != TCN_EDITION_UNCHANGED;
	*told = (struct tcn_store_told_event){
		.event = tcn_str(event->id),
		.number = edition->number,
		.cut = edition->cut.seq,
		.revision = event->revision,
		.closed = event->state == TCN_EVENT_CLOSED,
		.items = entry->brief.items,
		.origins = entry->brief.origins,
		.publishers = entry->brief.publishers,
	};
	lines =
	    tcn_arena_zalloc(arena, before + entry->lines_n + 1, sizeof *lines);
	/* With what was told before, of this event, of those that it took in,
	 * or of the episode before it: so each row is whole. */
	lines[told->lines_n++] = entry->headline;
	for (size_t i = 0; i < entry->lines_n; i++)
		lines[told->lines_n++] = entry->lines[i].told;
	for (size_t i = 0; i < before && told->lines_n < LINES_MAX; i++)
		lines[told->lines_n++] = known->lines[i];
	told->lines = lines;
	told_figures(entry, arena, told);
	join_langs(&entry->brief, arena, &told->languages);
}

/* --- the ledger of a dry run --- */

static const struct tcn_store_told_line *
copy_lines(struct tcn_arena *arena, const struct tcn_store_told_event *told)
{
	struct tcn_store_told_line *lines =
	    tcn_arena_zalloc(arena, told->lines_n, sizeof *lines);

	for (size_t i = 0; i < told->lines_n; i++) {
		uint64_t *terms = tcn_arena_zalloc(arena,
		    told->lines[i].terms_n, sizeof *terms);

		if (told->lines[i].terms_n)
			memcpy(terms, told->lines[i].terms,
			    told->lines[i].terms_n * sizeof *terms);
		lines[i] = told->lines[i];
		lines[i].terms = terms;
	}
	return lines;
}

static const struct tcn_store_told_figure *
copy_figures(struct tcn_arena *arena, const struct tcn_store_told_event *told)
{
	struct tcn_store_told_figure *figures =
	    tcn_arena_zalloc(arena, told->figures_n, sizeof *figures);

	for (size_t i = 0; i < told->figures_n; i++) {
		const struct tcn_store_told_figure *from = &told->figures[i];

		figures[i] = *from;
		tcn_arena_str(arena, from->slot, &figures[i].slot);
		tcn_arena_str(arena, from->unit, &figures[i].unit);
	}
	return figures;
}

static void
keep(struct tcn_edition_ledger *ledger, const struct tcn_store_told_event *told)
{
	struct tcn_edition_ledger_row row;
	struct tcn_arena *arena = &row.arena;
	struct tcn_edition_ledger_row *kept;
	void *more;

	/* Copies what was told, with all that it points to. */
	tcn_arena_init(arena, LEDGER_CHUNK);
	row.told = *told;
	row.told.lines = copy_lines(arena, told);
	row.told.figures = copy_figures(arena, told);
	tcn_arena_str(arena, told->event, &row.told.event);
	tcn_arena_str(arena, told->languages, &row.told.languages);
	/* Puts the row in the place of the event's last one. */
	kept = find(ledger, row.told.event);
	more = kept ? tcn_mem_grow(ledger->old, &ledger->old_cap,
			  ledger->old_n + 1, sizeof *ledger->old)
		    : tcn_mem_grow(ledger->at, &ledger->cap, ledger->n + 1,
			  sizeof *ledger->at);
	if (kept) {
		ledger->old = more;
		ledger->old[ledger->old_n++] = kept->arena;
	} else {
		ledger->at = more;
		kept = &ledger->at[ledger->n++];
	}
	*kept = row;
}

static void
free_old(struct tcn_edition_ledger *ledger)
{
	while (ledger->old_n)
		tcn_arena_fini(&ledger->old[--ledger->old_n]);
}

void
tcn_edition_ledger_add(struct tcn_edition_ledger *ledger,
    const struct tcn_edition *edition)
{
	struct tcn_arena arena;

	free_old(ledger);
	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < edition->entries_n; i++) {
		struct tcn_store_told_event told;
		bool tells;

		tcn_arena_reset(&arena);
		tcn_edition_told(edition, &edition->entries[i], &arena, &told,
		    &tells);
		if (tells)
			keep(ledger, &told);
	}
	tcn_arena_fini(&arena);
}

void
tcn_edition_ledger_fini(struct tcn_edition_ledger *ledger)
{
	free_old(ledger);
	for (size_t i = 0; i < ledger->n; i++)
		tcn_arena_fini(&ledger->at[i].arena);
	tcn_mem_free(ledger->at);
	tcn_mem_free(ledger->old);
	*ledger = (struct tcn_edition_ledger){ 0 };
}
