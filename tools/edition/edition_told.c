#include <stdlib.h>
#include <xxhash.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "tools/edition/edition_impl.h"

enum {
	LINES_MAX =
	    4096, /* of what was told of one event; more are forgotten */
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

enum tcn_rc
tcn_edition_known(const struct tcn_store_told_event *told,
    struct tcn_arena *arena, struct tcn_report_told *known)
{
	struct tcn_report_told_figure *figures;
	struct tcn_summary_terms *lines;

	*known = (struct tcn_report_told){ 0 };
	if (!told)
		return TCN_OK;
	lines = tcn_arena_zalloc(arena, told->lines_n, sizeof *lines);
	figures = tcn_arena_zalloc(arena, told->figures_n, sizeof *figures);
	if (!lines || !figures)
		return TCN_NOMEM;
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
	return TCN_OK;
}

/* --- what was told before --- */

static struct tcn_store_told_event *
find(const struct tcn_edition_ledger *ledger, struct tcn_str event)
{
	for (size_t i = ledger ? ledger->n : 0; i-- > 0;)
		if (tcn_str_equal(ledger->at[i].event, event))
			return &ledger->at[i];
	return NULL;
}

static enum tcn_rc
told_of(const struct tcn_edition_job *job, const char *event,
    struct tcn_arena *arena, const struct tcn_store_told_event **told)
{
	struct tcn_store_told_event *found = find(job->ledger, tcn_str(event));
	enum tcn_rc rc = TCN_OK;

	if (!found)
		rc = tcn_store_told_of(job->st, tcn_str(job->conf->name),
		    tcn_str(event), job->number, arena, &found);
	*told = found;
	return rc;
}

static bool
has_figure(const struct tcn_store_told_event *told,
    const struct tcn_store_told_figure *figure)
{
	for (size_t i = 0; i < told->figures_n; i++)
		if (tcn_str_equal(told->figures[i].slot, figure->slot) &&
		    tcn_str_equal(told->figures[i].unit, figure->unit))
			return true;
	return false;
}

/* Adds the lines and figures of another event; its counts where there were
 * none. Of a figure that both have the own value stays. */
static enum tcn_rc
take_over(const struct tcn_store_told_event *from, struct tcn_arena *arena,
    const struct tcn_store_told_event **told)
{
	struct tcn_store_told_event *both;
	struct tcn_store_told_line *lines;
	struct tcn_store_told_figure *figures;
	size_t own = *told ? (*told)->lines_n : 0;
	size_t own_figures = *told ? (*told)->figures_n : 0;
	size_t n = own + from->lines_n;

	both = tcn_arena_zalloc(arena, 1, sizeof *both);
	lines = tcn_arena_zalloc(arena, n, sizeof *lines);
	figures = tcn_arena_zalloc(arena, own_figures + from->figures_n,
	    sizeof *figures);
	if (!both || !lines || !figures)
		return TCN_NOMEM;
	*both = *told ? **told : *from;
	if (own_figures)
		memcpy(figures, (*told)->figures,
		    own_figures * sizeof *figures);
	both->figures = figures;
	both->figures_n = own_figures;
	for (size_t i = 0; i < from->figures_n; i++)
		if (!has_figure(both, &from->figures[i]))
			figures[both->figures_n++] = from->figures[i];
	if (own)
		memcpy(lines, (*told)->lines, own * sizeof *lines);
	if (from->lines_n)
		memcpy(lines + own, from->lines, from->lines_n * sizeof *lines);
	both->lines = lines;
	both->lines_n = n < LINES_MAX ? n : LINES_MAX;
	*told = both;
	return TCN_OK;
}

enum tcn_rc
tcn_edition_told_before(const struct tcn_edition_job *job,
    const struct tcn_store_event_list *all, const struct tcn_event *event,
    struct tcn_arena *arena, const struct tcn_store_told_event **told)
{
	const struct tcn_store_told_event *other;
	enum tcn_rc rc = told_of(job, event->id, arena, told);

	for (size_t i = 0; !rc && i < all->n; i++) {
		if (strcmp(all->at[i].merged_into, event->id) != 0)
			continue;
		rc = told_of(job, all->at[i].id, arena, &other);
		if (!rc && other)
			rc = take_over(other, arena, told);
	}
	if (!rc && !*told && event->split_from[0]) {
		rc = told_of(job, event->split_from, arena, &other);
		if (!rc && other)
			rc = take_over(other, arena, told);
		/* It is new itself, and its end was not told. */
		if (!rc && *told)
			((struct tcn_store_told_event *)(uintptr_t)*told)
			    ->closed = false;
	}
	return rc;
}

/* --- what is told now --- */

static enum tcn_rc
join_langs(const struct tcn_report_brief *brief, struct tcn_arena *arena,
    struct tcn_str *joined)
{
	struct tcn_buf text = { 0 };
	bool ok;

	for (size_t i = 0; i < brief->langs_n; i++) {
		tcn_buf_z(&text, i ? " " : "");
		tcn_buf_str(&text, brief->langs[i]);
	}
	ok = !text.failed && tcn_arena_str(arena, tcn_buf_view(&text), joined);
	tcn_buf_fini(&text);
	return ok ? TCN_OK : TCN_NOMEM;
}

enum tcn_rc
tcn_edition_told(const struct tcn_edition *edition,
    const struct tcn_edition_entry *entry, struct tcn_arena *arena,
    struct tcn_store_told_event *told, bool *tells)
{
	const struct tcn_event *event = entry->event;
	struct tcn_store_told_line *lines;
	size_t before = entry->told ? entry->told->lines_n : 0;
	enum tcn_rc rc;

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
	if (!lines)
		return TCN_NOMEM;
	/* With what was told before, of this event or of those that it took
	 * in: so each row is whole. */
	lines[told->lines_n++] = entry->headline;
	for (size_t i = 0; i < entry->lines_n; i++)
		lines[told->lines_n++] = entry->lines[i].told;
	for (size_t i = 0; i < before && told->lines_n < LINES_MAX; i++)
		lines[told->lines_n++] = entry->told->lines[i];
	told->lines = lines;
	rc = tcn_edition_told_figures(entry, arena, told);
	return rc ? rc : join_langs(&entry->brief, arena, &told->languages);
}

/* --- the ledger of a dry run --- */

static const struct tcn_store_told_line *
copy_lines(struct tcn_arena *arena, const struct tcn_store_told_event *told)
{
	struct tcn_store_told_line *lines =
	    tcn_arena_zalloc(arena, told->lines_n, sizeof *lines);

	for (size_t i = 0; lines && i < told->lines_n; i++) {
		uint64_t *terms = tcn_arena_zalloc(arena,
		    told->lines[i].terms_n, sizeof *terms);

		if (!terms)
			return NULL;
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

	for (size_t i = 0; figures && i < told->figures_n; i++) {
		const struct tcn_store_told_figure *from = &told->figures[i];

		figures[i] = *from;
		if (!tcn_arena_str(arena, from->slot, &figures[i].slot) ||
		    !tcn_arena_str(arena, from->unit, &figures[i].unit))
			return NULL;
	}
	return figures;
}

/* Copies it, with all that it points to. */
static enum tcn_rc
keep(struct tcn_edition_ledger *ledger, const struct tcn_store_told_event *told)
{
	struct tcn_store_told_event *kept = find(ledger, told->event);
	struct tcn_store_told_event copy = *told, *more;
	struct tcn_arena *arena = &ledger->arena;

	copy.lines = copy_lines(arena, told);
	copy.figures = copy_figures(arena, told);
	if (!copy.lines || !copy.figures ||
	    !tcn_arena_str(arena, told->event, &copy.event) ||
	    !tcn_arena_str(arena, told->languages, &copy.languages))
		return TCN_NOMEM;
	if (!kept) {
		more = tcn_mem_grow(ledger->at, &ledger->cap, ledger->n + 1,
		    sizeof *more);
		if (!more)
			return TCN_NOMEM;
		ledger->at = more;
		kept = &more[ledger->n++];
	}
	*kept = copy;
	return TCN_OK;
}

enum tcn_rc
tcn_edition_ledger_add(struct tcn_edition_ledger *ledger,
    const struct tcn_edition *edition)
{
	struct tcn_arena arena;
	enum tcn_rc rc = TCN_OK;

	if (!ledger->open)
		tcn_arena_init(&ledger->arena, 0);
	ledger->open = true;
	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < edition->entries_n && !rc; i++) {
		struct tcn_store_told_event told;
		bool tells;

		rc = tcn_edition_told(edition, &edition->entries[i], &arena,
		    &told, &tells);
		if (!rc && tells)
			rc = keep(ledger, &told);
	}
	tcn_arena_fini(&arena);
	return rc;
}

void
tcn_edition_ledger_fini(struct tcn_edition_ledger *ledger)
{
	if (ledger->open)
		tcn_arena_fini(&ledger->arena);
	tcn_mem_free(ledger->at);
	*ledger = (struct tcn_edition_ledger){ 0 };
}
