#include "tools/lab/eval/sweep/sweep_known.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/text/markup.h"

void
tcn_sweep_known_item(struct tcn_known *known, uint64_t number,
    const struct tcn_article *article, struct tcn_arena *arena)
{
	struct tcn_str title;

	assert(known && article);
	if (article->ts_ms == TCN_UNDATED)
		return;
	tcn_markup_strip(article->title.n ? article->title : article->text,
	    arena, &title);
	tcn_known_item(known, number, article->ts_ms, title);
}

static void
add_alert(struct tcn_known *known, const struct tcn_sweep_point *point,
    const struct tcn_sweep_alert *alert, uint64_t *items)
{
	const struct tcn_item_name *central =
	    tcn_sweep_point_cited(point, alert, 0);

	for (size_t i = 0; i < alert->n; i++)
		items[i] = point->evidence[alert->at + i];
	tcn_known_alert(known, tcn_str(alert->id),
	    central ? central->title : tcn_str(""), alert->fired_ms, items,
	    alert->n);
}

void
tcn_sweep_known_match(struct tcn_known *known,
    const struct tcn_sweep_point *point)
{
	uint64_t *items = tcn_mem_calloc(point->evidence_n, sizeof *items);

	assert(!point->det);
	tcn_known_reset_alerts(known);
	for (size_t i = 0; i < point->alerts_n; i++)
		add_alert(known, point, &point->alerts[i], items);
	tcn_mem_free(items);
}

void
tcn_sweep_known_figures(const struct tcn_known *known,
    struct tcn_sweep_figures *figures)
{
	double delays[TCN_KNOWN_MAX];
	size_t n = 0;

	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];

		if (event->alert == SIZE_MAX)
			continue;
		delays[n++] = (double)(known->alerts[event->alert].fired_ms -
				  event->start_ms) /
		    60000;
	}
	figures->true_events = known->n;
	figures->detected = n;
	figures->recall = known->n ? (double)n / (double)known->n : 0;
	figures->missed = 1 - figures->recall;
	figures->delay_median_min = (double)NAN;
	if (!n)
		return;
	qsort(delays, n, sizeof *delays, tcn_compare_double);
	figures->delay_median_min =
	    n % 2 ? delays[n / 2] : (delays[n / 2 - 1] + delays[n / 2]) / 2;
}
