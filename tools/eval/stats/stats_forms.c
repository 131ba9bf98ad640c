#include "tools/eval/stats/stats_forms.h"

#include <xxhash.h>

#include "engine/base/duration.h"

struct shape {
	uint64_t articles;
	uint32_t fillings_n;
	uint64_t fillings[TCN_STATS_FORMS_FILLINGS]; /* the different ones */
};

/* What a title is when it is cut into shape and filling. */
struct cut {
	uint64_t shape, filling; /* hashes */
	unsigned plain; /* words of the shape that are no stop words */
	unsigned gaps;
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

/* Whether the word is one of those that another filling would change. */
static bool
fills_gap(const struct tcn_doc *doc, const struct tcn_term *term)
{
	if (term->flags & (TCN_TERM_NUMBER | TCN_TERM_DATE))
		return true;
	return (term->flags & TCN_TERM_CAPITAL) &&
	    !(term->flags & TCN_TERM_SMALL) && doc->style.capital;
}

static struct cut
cut_title(const struct tcn_doc *doc, uint64_t publisher)
{
	struct cut cut = { .shape = publisher };
	bool in_gap = false;

	for (size_t i = 0; i < doc->suffix_at; i++) {
		const struct tcn_term *term = &doc->terms[doc->words[i]];

		if (fills_gap(doc, term)) {
			cut.filling = mix(cut.filling, term->id);
			if (!in_gap)
				cut.shape = mix(cut.shape, 0);
			cut.gaps += !in_gap;
			in_gap = true;
			continue;
		}
		cut.shape = mix(cut.shape, term->id);
		cut.plain += !(term->flags & TCN_TERM_STOP);
		in_gap = false;
	}
	return cut;
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

enum tcn_rc
tcn_stats_forms_add(struct tcn_stats_forms *forms, const struct tcn_doc *doc,
    uint64_t publisher, int64_t ts_ms)
{
	struct cut cut = cut_title(doc, publisher);
	struct shape *shape;
	uint64_t oldest;
	bool was_form;

	if (cut.plain < (cut.gaps ? 2 : 1))
		return TCN_OK;
	if (!cut.gaps)
		cut.filling = (uint64_t)(ts_ms / TCN_DAY_MS);
	shape = tcn_stats_recent_touch(&forms->shapes, cut.shape);
	if (!shape)
		return TCN_NOMEM;
	was_form = shape->fillings_n == TCN_STATS_FORMS_FILLINGS;
	note_filling(shape, cut.filling);
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
	return TCN_OK;
}
