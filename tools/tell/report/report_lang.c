/*
 * tools/tell/report/report_lang.c - the language that an item is read in: what
 * it says of itself, unless that is doubted
 * (tools/tell/summary/summary_text.h).
 */
#include "tools/tell/report/report_view_impl.h"

void
tcn_report_langs(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_summary_text *texts =
	    tcn_arena_zalloc(arena, view->items_n, sizeof *texts);

	for (size_t i = 0; i < view->items_n; i++)
		texts[i] = (struct tcn_summary_text){
			.title = view->items[i].item->title,
			.text = view->items[i].item->text,
			.lang = view->items[i].lang,
		};
	tcn_summary_text_langs(texts, view->items_n, view->prep, arena);
	for (size_t i = 0; i < view->items_n; i++)
		view->items[i].lang = texts[i].lang;
}
