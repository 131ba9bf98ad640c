/*
 * tools/tell/report/report_names.c - the names and key terms of a report.
 */
#include "tools/base/safe.h"
#include "tools/tell/report/report_view_impl.h"
#include "tools/tell/summary/terms.h"

void
tcn_report_choose_terms(struct tcn_arena *arena, struct tcn_report_view *view,
    const struct tcn_str *words, size_t n, struct tcn_report_view_terms *chosen)
{
	const struct tcn_terms_story story = { view->texts, view->items_n,
		&view->core, view->prep };
	struct tcn_terms_word *asked =
	    tcn_arena_zalloc(arena, n, sizeof *asked);

	*chosen = (struct tcn_report_view_terms){
		.at = tcn_arena_zalloc(arena, n, sizeof *chosen->at),
		.from = tcn_arena_zalloc(arena, n, sizeof *chosen->from),
	};
	if (!n || !view->items_n)
		return;
	if (!view->terms_of)
		view->terms_of = tcn_terms_new(&story);
	for (size_t i = 0; i < n; i++)
		asked[i].word = words[i];
	tcn_terms_choose(view->terms_of, asked, n, chosen->at, chosen->from,
	    &chosen->n);
	for (size_t i = 0; i < chosen->n; i++)
		tcn_safe_text(arena, chosen->at[i], TCN_REPORT_VIEW_TERM_CHARS,
		    &chosen->at[i]);
}

void
tcn_report_names(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_names names;
	struct tcn_report_view_terms chosen;

	tcn_names_find(view->texts, view->items_n, arena, &names);
	view->names = tcn_arena_zalloc(arena, names.n, sizeof *view->names);
	for (size_t i = 0; i < names.n; i++) {
		struct tcn_report_view_name *show =
		    &view->names[view->names_n++];

		show->kind = names.at[i].kind;
		show->origins = names.at[i].origins;
		tcn_safe_text(arena, names.at[i].text,
		    TCN_REPORT_VIEW_TERM_CHARS, &show->text);
	}
	/* Keeps of the event's terms those that say something. An event whose
	 * articles are gone keeps them all. */
	if (!view->items_n)
		return;
	tcn_report_choose_terms(arena, view, view->terms, view->terms_n,
	    &chosen);
	view->terms = chosen.at;
	view->terms_n = chosen.n;
}
