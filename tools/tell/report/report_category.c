#include "tools/base/safe.h"
#include "tools/tell/report/report_view_impl.h"

#define CATEGORIES_MAX 64 /* of one story: more are not counted */
#define NAME_CHARS     60

static void
count_item(const struct tcn_report_item *item,
    struct tcn_report_view_category *categories, size_t *n)
{
	struct tcn_str name =
	    item->predicted.n ? item->predicted : item->category;
	size_t i = 0;

	if (!name.n)
		return;
	while (i < *n && !tcn_str_equal(categories[i].name, name))
		i++;
	if (i == CATEGORIES_MAX)
		return;
	if (i == *n)
		categories[(*n)++].name = name;
	categories[i].items++;
	if (!item->predicted.n)
		return;
	categories[i].predicted++;
	categories[i].probability += item->probability;
	categories[i].likely_n += item->probability > 0;
}

/* Of as many, the first by name. */
static bool
is_better(const struct tcn_report_view_category *a,
    const struct tcn_report_view_category *b)
{
	if (a->items != b->items)
		return a->items > b->items;
	return tcn_str_compare(a->name, b->name) < 0;
}

void
tcn_report_category(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_report_view_category categories[CATEGORIES_MAX] = { 0 };
	struct tcn_report_view_category *best = &view->category;
	size_t n = 0;

	for (size_t i = 0; i < view->items_n; i++)
		count_item(view->items[i].item, categories, &n);
	for (size_t i = 0; i < n; i++)
		if (!best->items || is_better(&categories[i], best))
			*best = categories[i];
	if (best->likely_n)
		best->probability /= best->likely_n;
	tcn_safe_text(arena, best->name, NAME_CHARS, &best->name);
}
