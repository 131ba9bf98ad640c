/*
 * tools/tell/report/report_related.c - the related stories of a report, and
 * what they share with it.
 */
#include "tools/tell/report/report_view_impl.h"
#include "tools/tell/summary/related.h"

#define RELATED_MAX 5

struct choice {
	struct tcn_arena *arena;
	struct tcn_report_view *view;
	struct tcn_related *related; /* of report->related */
	struct tcn_name *names;
};

/* Takes over what another story shares, without words that say nothing. */
static void
take_shared(const struct choice *choice, size_t i)
{
	struct tcn_report_view *view = choice->view;
	const struct tcn_report_related *from = &view->report->related[i];
	struct tcn_related *to = &choice->related[i];
	struct tcn_report_view_terms chosen;

	tcn_report_choose_terms(choice->arena, view, from->shared,
	    from->shared_n, &chosen);
	to->words =
	    tcn_arena_zalloc(choice->arena, from->shared_n, sizeof *to->words);
	for (to->n = 0; to->n < chosen.n; to->n++) {
		to->words[to->n].idf =
		    from->idf ? from->idf[chosen.from[to->n]] : 0;
		to->words[to->n].word = chosen.at[to->n];
	}
}

static void
set_shared(const struct choice *choice, size_t i,
    struct tcn_report_view_related *show)
{
	const struct tcn_related *related = &choice->related[i];

	show->related = &choice->view->report->related[i];
	show->shared =
	    tcn_arena_zalloc(choice->arena, related->n, sizeof *show->shared);
	show->shared_n = related->n;
	for (size_t k = 0; k < related->n; k++)
		show->shared[k] = related->words[k].word;
}

static void
choose(const struct choice *choice)
{
	struct tcn_report_view *view = choice->view;
	const struct tcn_related_rule rule = { view->names_n,
		view->report->stories, RELATED_MAX };
	size_t chosen[RELATED_MAX], n;

	for (size_t i = 0; i < view->names_n; i++)
		choice->names[i].text = view->names[i].text;
	tcn_related_name(choice->related, view->report->related_n,
	    choice->names, view->names_n);
	tcn_related_choose(choice->related, view->report->related_n, &rule,
	    chosen, &n);
	for (size_t i = 0; i < n; i++)
		set_shared(choice, chosen[i],
		    &view->related[view->related_n++]);
}

void
tcn_report_related(struct tcn_arena *arena, struct tcn_report_view *view)
{
	size_t n = view->report->related_n;
	const struct choice choice = { arena, view,
		tcn_arena_zalloc(arena, n, sizeof *choice.related),
		tcn_arena_zalloc(arena, view->names_n, sizeof *choice.names) };

	view->related =
	    tcn_arena_zalloc(arena, RELATED_MAX, sizeof *view->related);
	for (size_t i = 0; i < n; i++)
		take_shared(&choice, i);
	choose(&choice);
}
