/*
 * tools/report/report_names.c - the names and key terms of a report.
 */
#include "tools/base/safe.h"
#include "tools/report/report_view_impl.h"
#include "tools/summary/terms.h"

static enum tcn_rc
find_names(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_names names;
	enum tcn_rc rc =
	    tcn_names_find(view->texts, view->items_n, arena, &names);

	if (rc != TCN_OK)
		return rc;
	view->names = tcn_arena_zalloc(arena, names.n, sizeof *view->names);
	if (!view->names)
		return TCN_NOMEM;
	for (size_t i = 0; i < names.n; i++) {
		struct tcn_report_view_name *show =
		    &view->names[view->names_n++];

		show->kind = names.at[i].kind;
		show->origins = names.at[i].origins;
		if (!tcn_safe_text(arena, names.at[i].text,
			TCN_REPORT_VIEW_TERM_CHARS, &show->text))
			return TCN_NOMEM;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_report_choose_terms(struct tcn_arena *arena, struct tcn_report_view *view,
    const struct tcn_str *words, size_t n, struct tcn_report_view_terms *chosen)
{
	const struct tcn_terms_story story = { view->texts, view->items_n,
		&view->core, view->prep };
	enum tcn_rc rc = TCN_OK;

	*chosen = (struct tcn_report_view_terms){
		.at = tcn_arena_zalloc(arena, n, sizeof *chosen->at),
		.from = tcn_arena_zalloc(arena, n, sizeof *chosen->from),
	};
	if (!chosen->at || !chosen->from)
		return TCN_NOMEM;
	if (!n || !view->items_n)
		return TCN_OK;
	if (!view->terms_of)
		rc = tcn_terms_new(&story, &view->terms_of);
	if (rc == TCN_OK)
		rc = tcn_terms_choose(view->terms_of, words, n, chosen->at,
		    chosen->from, &chosen->n);
	for (size_t i = 0; i < chosen->n && rc == TCN_OK; i++)
		if (!tcn_safe_text(arena, chosen->at[i],
			TCN_REPORT_VIEW_TERM_CHARS, &chosen->at[i]))
			rc = TCN_NOMEM;
	return rc;
}

/* Keeps of the event's terms those that say something. An event whose articles
 * are gone keeps them all. */
static enum tcn_rc
choose_terms(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_report_view_terms chosen;
	enum tcn_rc rc = TCN_OK;

	if (!view->items_n)
		return TCN_OK;
	rc = tcn_report_choose_terms(arena, view, view->terms, view->terms_n,
	    &chosen);
	view->terms = chosen.at;
	view->terms_n = chosen.n;
	return rc;
}

enum tcn_rc
tcn_report_names(struct tcn_arena *arena, struct tcn_report_view *view)
{
	enum tcn_rc rc = find_names(arena, view);

	return rc == TCN_OK ? choose_terms(arena, view) : rc;
}
