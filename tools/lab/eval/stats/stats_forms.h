/*
 * tools/lab/eval/stats/stats_forms.h - titles that are one form, filled in
 * again and again: prices of the day, dividends, the weather.
 *
 * The *shape* of a title is its words in their order, by stem, with a gap in
 * place of numbers, dates and, where capitals tell them, names. A shape of one
 * source is a *form* once it was filled in with TCN_STATS_FORMS_FILLINGS
 * different fillings; one without a gap, once it came on as many days. From
 * then on all its articles count, those before it too. Two words at least must
 * say something ("shares rise"), or one where there is no gap.
 *
 * At most so many shapes are kept as asked for, about 130 bytes each; the one
 * not seen for longest is given up, with what it counted towards a form.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_FORMS_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_FORMS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "tools/lab/eval/stats/stats_recent.h"

#define TCN_STATS_FORMS_FILLINGS 5

struct tcn_stats_forms {
	struct tcn_stats_recent shapes;
	size_t max;
	uint64_t forms; /* different ones */
	uint64_t articles; /* that are filled-in forms */
};

void tcn_stats_forms_init(struct tcn_stats_forms *forms, size_t max);
void tcn_stats_forms_fini(struct tcn_stats_forms *forms);

/* Counts an article of the publisher; ts_ms: its date. */
void tcn_stats_forms_add(struct tcn_stats_forms *forms,
    const struct tcn_doc *doc, uint64_t publisher, int64_t ts_ms);

#endif
