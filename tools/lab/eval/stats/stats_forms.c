#include "tools/lab/eval/stats/stats_forms.h"

#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/item/title_form.h"

struct shape {
	uint64_t articles;
	uint32_t fillings_n;
	uint64_t fillings[TCN_STATS_FORMS_FILLINGS]; /* the different ones */
};

void
tcn_stats_forms_init(struct tcn_stats_forms *forms, size_t max)
{
	*forms = (struct tcn_stats_forms){ .max = max };
	tcn_stats_recent_init(&forms->shapes, sizeof(struct shape));
}

void
tcn_stats_forms_fini(struct tcn_stats_forms *forms)
{
	tcn_stats_recent_fini(&forms->shapes);
}

static uint64_t
mix(uint64_t hash, uint64_t word)
{
	return XXH3_64bits_withSeed(&word, sizeof word, hash);
}

static void
note_filling(struct shape *shape, uint64_t filling)
{
	for (uint32_t i = 0; i < shape->fillings_n; i++)
		if (shape->fillings[i] == filling)
			return;
	if (shape->fillings_n < TCN_STATS_FORMS_FILLINGS)
		shape->fillings[shape->fillings_n++] = filling;
}

void
tcn_stats_forms_add(struct tcn_stats_forms *forms, const struct tcn_doc *doc,
    uint64_t publisher, int64_t ts_ms)
{
	struct tcn_title_form form = tcn_title_form(doc);
	struct shape *shape;
	uint64_t oldest;
	bool was_form;

	if (form.plain < (form.gaps ? 2 : 1))
		return;
	if (!form.gaps)
		form.filling = (uint64_t)(ts_ms / TCN_DAY_MS);
	shape =
	    tcn_stats_recent_touch(&forms->shapes, mix(publisher, form.shape));
	was_form = shape->fillings_n == TCN_STATS_FORMS_FILLINGS;
	note_filling(shape, form.filling);
	shape->articles++;
	if (was_form) {
		forms->articles++;
	} else if (shape->fillings_n == TCN_STATS_FORMS_FILLINGS) {
		forms->forms++;
		forms->articles += shape->articles;
	}
	if (tcn_stats_recent_n(&forms->shapes) > forms->max) {
		(void)tcn_stats_recent_oldest(&forms->shapes, &oldest);
		tcn_stats_recent_drop(&forms->shapes, oldest);
	}
}
