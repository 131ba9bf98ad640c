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

/* Keeps of the event's terms those that say something. An event whose articles
 * are gone keeps them all. */
static enum tcn_rc
choose_terms(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_terms terms = {
		.words = view->terms,
		.words_n = view->terms_n,
		.texts = view->texts,
		.texts_n = view->items_n,
		.core = &view->core,
		.prep = view->prep,
	};
	size_t *at = tcn_arena_zalloc(arena, view->terms_n, sizeof *at);
	struct tcn_str *shown =
	    tcn_arena_zalloc(arena, view->terms_n, sizeof *shown);
	enum tcn_rc rc;

	if (!shown || !at)
		return TCN_NOMEM;
	if (!view->items_n)
		return TCN_OK;
	rc = tcn_terms_choose(&terms, shown, at, &view->terms_n);
	for (size_t i = 0; i < view->terms_n && rc == TCN_OK; i++) {
		if (!tcn_safe_text(arena, shown[i], TCN_REPORT_VIEW_TERM_CHARS,
			&view->terms[i]))
			rc = TCN_NOMEM;
	}
	return rc;
}

enum tcn_rc
tcn_report_names(struct tcn_arena *arena, struct tcn_report_view *view)
{
	enum tcn_rc rc = find_names(arena, view);

	return rc == TCN_OK ? choose_terms(arena, view) : rc;
}
