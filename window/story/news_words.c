#include "window/story/news_words.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

#include "engine/base/real.h"

/* What is added to a ratio before its logarithm is taken (score_burst_floor of
 * numbers.h, and tcn_story_score()). */
#define FLOOR 0.05

#define USUAL (-INFINITY) /* the mean of the feature in the table of weights */
#define ALL   (1 - 1e-9) /* of a share */
#define ANY   INFINITY

/* How a value is written, and what is compared with the ranges. */
enum unit {
	TIMES, /* a ratio; the feature is its logarithm */
	COUNT, /* a number; the feature is its logarithm */
	SHARE, /* 0 to 1 */
	OF_ONE, /* a share; the feature is its logarithm */
	OF_ALL, /* the same, without what is added before */
	WEIGHT, /* never written */
};

static const enum unit units[] = {
#define UNIT_OF(id, name, weight, mean, unit, meaning) [TCN_NEWS_##id] = unit,
	TCN_NEWS_SCORE_TABLE(UNIT_OF)
#undef UNIT_OF
};

/* The first row of the feature that its value is under says it. %s is the
 * value, %r one over it. */
static const struct {
	enum tcn_news_feature feature;
	double under;
	const char *says;
} rows[] = {
	{ TCN_NEWS_LIFT, 0.1,
	    "stories like it were more than ten times as large in the days "
	    "before" },
	{ TCN_NEWS_LIFT, 0.8,
	    "a story like it was %r times as large in the days before" },
	{ TCN_NEWS_LIFT, 1.25,
	    "no larger than the largest story like it in the days before" },
	{ TCN_NEWS_LIFT, ANY,
	    "%s times as large as any story like it in the days before" },
	{ TCN_NEWS_BURST, 0.1,
	    "its words were more than ten times as frequent in the days "
	    "before" },
	{ TCN_NEWS_BURST, 0.8,
	    "its words were %r times as frequent in the days before" },
	{ TCN_NEWS_BURST, 1.25,
	    "its words are as frequent as they ever were in the days before" },
	{ TCN_NEWS_BURST, ANY,
	    "its words are %s times as frequent as they ever were in the days "
	    "before" },
	{ TCN_NEWS_TOLD, 0.005,
	    "no alert of the last two days had the same subject" },
	{ TCN_NEWS_TOLD, ALL,
	    "%s of its subject was in alerts of the last two days" },
	{ TCN_NEWS_TOLD, ANY,
	    "all of its subject was in alerts of the last two days" },
	{ TCN_NEWS_TEXTS, 1.5, "one text only" },
	{ TCN_NEWS_TEXTS, USUAL, "only %s different texts" },
	{ TCN_NEWS_TEXTS, ANY, "%s different texts" },
	{ TCN_NEWS_PUBLISHERS, 1.5, "one publisher only" },
	{ TCN_NEWS_PUBLISHERS, ANY, "%s publishers with texts of their own" },
	{ TCN_NEWS_PHRASE, 0.005, "no two texts hold the same phrase" },
	{ TCN_NEWS_PHRASE, USUAL,
	    "only %s of the texts hold the same three words in a row" },
	{ TCN_NEWS_PHRASE, ALL,
	    "%s of the texts hold the same three words in a row" },
	{ TCN_NEWS_PHRASE, ANY,
	    "all texts hold the same three words in a row" },
	{ TCN_NEWS_FORM, USUAL,
	    "not one form that is filled in again and again" },
	{ TCN_NEWS_FORM, 0.25,
	    "a little like a form that is filled in again and again" },
	{ TCN_NEWS_FORM, 0.6,
	    "much like a form that is filled in again and again" },
	{ TCN_NEWS_FORM, ANY, "a form that is filled in again and again" },
	{ TCN_NEWS_TOPIC, 0.005, "the texts have no subject in common" },
	{ TCN_NEWS_TOPIC, USUAL, "only %s of the texts have the same subject" },
	{ TCN_NEWS_TOPIC, ALL, "%s of the texts have the same subject" },
	{ TCN_NEWS_TOPIC, ANY, "all texts have the same subject" },
	{ TCN_NEWS_WORDLESS, 0.005, "all items have words" },
	{ TCN_NEWS_WORDLESS, ALL,
	    "no words to judge by: %s of the items came as vectors" },
	{ TCN_NEWS_WORDLESS, ANY,
	    "no words to judge by: all items came as vectors" },
	{ TCN_NEWS_NAME, 0.02, "no name that the texts share" },
	{ TCN_NEWS_NAME, USUAL,
	    "few texts share a name, or only a common one" },
	{ TCN_NEWS_NAME, 0.35, "some texts share a name" },
	{ TCN_NEWS_NAME, 0.6, "many texts share a name" },
	{ TCN_NEWS_NAME, ANY, "most texts share a rare name" },
	{ TCN_NEWS_WORD, 0.02, "no rare word that the texts share" },
	{ TCN_NEWS_WORD, 0.25, "few texts share a rare word" },
	{ TCN_NEWS_WORD, USUAL, "some texts share a rare word" },
	{ TCN_NEWS_WORD, 0.65, "many texts share a rare word" },
	{ TCN_NEWS_WORD, ANY, "most texts share a rare word" },
	{ TCN_NEWS_SOLO, 0.05, "no name that stands in one headline only" },
	{ TCN_NEWS_SOLO, 0.35, "few names that stand in one headline only" },
	{ TCN_NEWS_SOLO, USUAL, "some names that stand in one headline only" },
	{ TCN_NEWS_SOLO, 0.8, "many names that stand in one headline only" },
	{ TCN_NEWS_SOLO, 1.5,
	    "each headline names somebody or something else" },
	{ TCN_NEWS_SOLO, ANY,
	    "each headline names several that no other one names" },
	{ TCN_NEWS_FIGURES, 0.005, "no figures in the headlines" },
	{ TCN_NEWS_FIGURES, USUAL, "figures in only %s of the headlines" },
	{ TCN_NEWS_FIGURES, ALL, "figures in %s of the headlines" },
	{ TCN_NEWS_FIGURES, ANY, "figures in all headlines" },
	{ TCN_NEWS_LABEL, 0.005, "no label in capitals before the headlines" },
	{ TCN_NEWS_LABEL, USUAL,
	    "a label in capitals before only %s of the headlines" },
	{ TCN_NEWS_LABEL, ALL,
	    "a label in capitals before %s of the headlines" },
	{ TCN_NEWS_LABEL, ANY, "a label in capitals before all headlines" },
	{ TCN_NEWS_FIRST, 0.1,
	    "nearly every headline begins with a word of its own" },
	{ TCN_NEWS_FIRST, USUAL,
	    "only %s of the headlines begin with the same word" },
	{ TCN_NEWS_FIRST, ALL, "%s of the headlines begin with the same word" },
	{ TCN_NEWS_FIRST, ANY, "all headlines begin with the same word" },
	{ TCN_NEWS_RECURS, 0.005,
	    "nothing like it has come at this time of day" },
	{ TCN_NEWS_RECURS, USUAL,
	    "only %s of what was like it came at this time of day" },
	{ TCN_NEWS_RECURS, ALL,
	    "%s of what was like it came at this time of day" },
	{ TCN_NEWS_RECURS, ANY,
	    "all that was like it came at this time of day" },
	{ TCN_NEWS_SAID, 0.005, "nobody speaks in the headlines" },
	{ TCN_NEWS_SAID, USUAL, "somebody speaks in only %s of the headlines" },
	{ TCN_NEWS_SAID, ALL, "somebody speaks in %s of the headlines" },
	{ TCN_NEWS_SAID, ANY, "somebody speaks in all headlines" },
	{ TCN_NEWS_STREAM, 0.01, "hardly any of all items since its first" },
	{ TCN_NEWS_STREAM, USUAL, "only %s of all items since its first" },
	{ TCN_NEWS_STREAM, 0.095, "%s of all items since its first" },
	{ TCN_NEWS_STREAM, ANY,
	    "a tenth or more of all items since its first" },
};

static double
value_of(enum unit unit, double x)
{
	double e = tcn_real_exp(x < 20 ? x : 20);

	return unit == COUNT ? e
	    : unit == TIMES  ? fmax(e - FLOOR, 0)
	    : unit == OF_ONE ? fmin(fmax(e - FLOOR, 0), 1)
	    : unit == OF_ALL ? e
			     : x;
}

/* "2.3", "2", "12". */
static void
add_times(double n, struct tcn_buf *out)
{
	double tenths = floor(n * 10 + 0.5) / 10;

	tcn_buf_printf(out, "%.*f", n < 9.95 && tenths != floor(tenths), n);
}

static void
add_value(enum unit unit, double value, struct tcn_buf *out)
{
	if (unit == TIMES)
		add_times(value, out);
	else if (unit == COUNT)
		tcn_buf_printf(out, "%.0f", value);
	else /* all but one of two hundred are not all of them */
		tcn_buf_printf(out, "%.0f %%", fmin(value * 100, 99));
}

static const char *
choose(enum tcn_news_feature feature, double value)
{
	double usual =
	    value_of(units[feature], tcn_news_weights_default()->mean[feature]);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double under = rows[i].under == USUAL ? usual : rows[i].under;

		if (rows[i].feature == feature && value < under)
			return rows[i].says;
	}
	return "";
}

/* A phrase that stands in one text alone is shared by none; of few texts that
 * one is a large share. */
static const char *
choose_phrase(const struct tcn_news_score *score)
{
	double share = score->x[TCN_NEWS_PHRASE];

	if (!score->is_known[TCN_NEWS_TEXTS] ||
	    share * value_of(COUNT, score->x[TCN_NEWS_TEXTS]) >= 1.5)
		return choose(TCN_NEWS_PHRASE, share);
	return share < tcn_news_weights_default()->mean[TCN_NEWS_PHRASE]
	    ? choose(TCN_NEWS_PHRASE, 0)
	    : "too few texts to tell a phrase that they share";
}

void
tcn_news_words_say(const struct tcn_news_score *score,
    enum tcn_news_feature feature, struct tcn_buf *out)
{
	enum unit unit;
	const char *at;
	double value;

	assert((unsigned)feature < TCN_NEWS_FEATURES);
	unit = units[feature];
	value = value_of(unit, score->x[feature]);
	at = feature == TCN_NEWS_PHRASE ? choose_phrase(score)
					: choose(feature, value);
	for (; *at; at++) {
		if (*at == '%')
			add_value(unit, *++at == 'r' ? 1 / value : value, out);
		else
			tcn_buf_char(out, *at);
	}
}

void
tcn_news_words_early(uint32_t n, uint32_t of, enum tcn_rule_unit unit,
    struct tcn_buf *out)
{
	static const char *const units_asked[] = {
		[TCN_RULE_ITEMS] = "items",
		[TCN_RULE_ORIGINS] = "texts",
		[TCN_RULE_PUBLISHERS] = "publishers",
	};

	tcn_buf_printf(out, "early: %" PRIu32 " of %" PRIu32 " %s", n, of,
	    units_asked[unit]);
}
