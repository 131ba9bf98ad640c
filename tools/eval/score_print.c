/*
 * tools/eval/score_print.c - writes a score for people and for programs.
 *
 * One table of figures serves both, so that names and rounding agree.
 */
#include <inttypes.h>
#include <math.h>

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/eval/truth_impl.h"

struct figure {
	const char *name;
	size_t at; /* offset in struct tcn_score */
	int digits; /* behind the point; -1: a whole number */
	bool placed; /* only written when items were placed */
};

#define COUNT(name, field)                                                     \
	{                                                                      \
		name, offsetof(struct tcn_score, field), -1, false             \
	}
#define RATIO(name, field, digits)                                             \
	{                                                                      \
		name, offsetof(struct tcn_score, field), digits, false         \
	}
#define B3(name, field, digits)                                                \
	{                                                                      \
		name, offsetof(struct tcn_score, field), digits, true          \
	}

static const struct figure figures[] = {
	COUNT("items", items),
	RATIO("days_scored", days, 2),
	COUNT("true_events", true_events),
	COUNT("alerts", alerts_n),
	RATIO("recall", recall, 4),
	RATIO("precision", precision, 4),
	RATIO("f1", f1, 4),
	RATIO("purity", purity, 4),
	COUNT("impure", impure),
	COUNT("repeats", repeats),
	COUNT("unfounded", unfounded),
	COUNT("late", late),
	RATIO("alerts_per_day", alerts_per_day, 2),
	RATIO("delay_min_median", delay_median_min, 1),
	RATIO("delay_min_p90", delay_p90_min, 1),
	COUNT("unknown_ids", unknown_ids),
	B3("b3_precision", b3_precision, 4),
	B3("b3_recall", b3_recall, 4),
	B3("b3_f1", b3_f1, 4),
	B3("unassigned", unassigned, -1),
};

#define FIGURES_N (sizeof figures / sizeof *figures)

static double
value_of(const struct tcn_score *score, const struct figure *figure)
{
	const char *at = (const char *)score + figure->at;

	return figure->digits < 0 ? (double)*(const uint64_t *)(const void *)at
				  : *(const double *)(const void *)at;
}

void
tcn_score_text(const struct tcn_score *score, struct tcn_buf *out)
{
	char text[TCN_JSON_ROUNDED_BYTES];

	for (size_t i = 0; i < FIGURES_N; i++) {
		const struct figure *figure = &figures[i];
		double value = value_of(score, figure);

		if (figure->placed && !score->placed)
			continue;
		if (isnan(value))
			tcn_buf_printf(out, "%-18s None\n", figure->name);
		else if (figure->digits < 0)
			tcn_buf_printf(out, "%-18s %.0f\n", figure->name,
			    value);
		else
			tcn_buf_printf(out, "%-18s %s\n", figure->name,
			    tcn_json_round(value, figure->digits, text));
	}
}

void
tcn_score_members(const struct tcn_score *score, struct tcn_buf *out)
{
	for (size_t i = 0; i < FIGURES_N; i++) {
		const struct figure *figure = &figures[i];
		double value = value_of(score, figure);

		if (figure->placed && !score->placed)
			continue;
		if (isnan(value))
			tcn_json_null(out, figure->name);
		else if (figure->digits < 0)
			tcn_json_uint(out, figure->name, (uint64_t)value);
		else
			tcn_json_rounded(out, figure->name, value,
			    figure->digits);
	}
}

void
tcn_score_json(const struct tcn_score *score, const char *key,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	tcn_score_members(score, out);
	tcn_json_close(out, '}');
}

void
tcn_score_warn(const struct tcn_truth *truth, const char *field)
{
	const struct tcn_score_conf *conf = &truth->conf;
	char warmup[TCN_WHEN_BYTES], window[TCN_WHEN_BYTES];

	tcn_when_span((int64_t)(conf->warmup_s * 1000), warmup);
	tcn_when_span((int64_t)(conf->window_s * 1000), window);
	if (!truth->labelled)
		tcn_say("none of %zu lines has a label in the field \"%s\"; "
			"name another with --labels",
		    truth->n, field ? field : "story");
	else if (tcn_truth_days(truth) <= 1e-9)
		tcn_say("the whole stream lies in its warm-up of %s, in which "
			"nothing is scored; shorten it: --set score.warmup=0s",
		    warmup);
	else if (!truth->events_n)
		tcn_say("no label has more than %" PRIu64 " items inside %s "
			"after the warm-up of %s: see the settings score.*",
		    conf->count, window, warmup);
}
