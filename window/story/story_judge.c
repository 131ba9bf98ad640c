/*
 * window/story/story_judge.c - is a large story news?
 *
 * First it must be counted: items, distinct texts and publishers, as the rule
 * asks; or nearly, where the score is all the higher (rules.early). Then most
 * of it must be new to those who were alerted before: where more than
 * reported_items of the items repeat a text that the rule has reported, nothing
 * is. What is left is one decision: the score of
 * window/story/news_score.h must reach the probability that the rule asks for.
 * Counts of publishers, bursts over the baselines of terms, stories and
 * publishers, and how the texts are written are all parts of that score.
 *
 * Judging changes nothing; what does not depend on who asks is found once a
 * step (struct tcn_story_figures).
 */
#include "engine/base/real.h"
#include "window/story/story_impl.h"

/* The phrase that most of the texts hold. */
static void
find_phrase(const struct tcn_story_index *s,
    const struct tcn_story_content *content, struct tcn_story_phrase *phrase)
{
	struct tcn_story_phrase_text texts[TCN_STORY_CONTENT_TEXTS_MAX];

	for (uint32_t i = 0; i < content->texts_n; i++) {
		const struct tcn_story_member *item = content->texts[i];

		texts[i] = (struct tcn_story_phrase_text){
			.terms = item->terms,
			.words = tcn_story_member_words(item),
			.terms_n = item->head_n,
			.words_n = item->words_n,
		};
	}
	tcn_story_phrase_find(texts, content->texts_n, &s->work->tally, phrase);
}

static void
measure_phrase(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_content *content, struct tcn_story_verdict *v)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	const struct tcn_story_phrase *phrase = &figures->phrase;

	if (!figures->has_phrase)
		find_phrase(s, content, &figures->phrase);
	figures->has_phrase = true;
	v->phrase_share = phrase->share;
	for (size_t i = 0; i < 3 && phrase->share > 0; i++) {
		const struct tcn_df_row *term = &s->df.rows[phrase->terms[i]];

		v->phrase[i] = (struct tcn_str){ term->word, term->word_n };
	}
}

/* The weighted mean of the terms' bursts, and how busy the stream and the
 * story's publishers are. */
static void
find_burst(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_content *content, struct tcn_story_figures *figures)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double sum = 0, most = -1;

	figures->weight = 0;
	figures->top = content->terms_n;
	for (uint32_t i = 0; i < content->terms_n; i++) {
		const struct tcn_story_content_term *term = &content->terms[i];
		double weight = term->share *
		    tcn_similarity_idf(numbers, &s->df, term->slot, term->stop);

		figures->weights[i] = weight;
		figures->weight += weight;
		sum += weight *
		    tcn_real_log(term->burst_ratio + numbers->term_burst_floor);
		if (term->burst_ratio > most) {
			most = term->burst_ratio;
			figures->top = i;
		}
	}
	figures->term_burst =
	    figures->weight > 0 ? tcn_real_exp(sum / figures->weight) : 0;
	figures->volume_ratio = tcn_baseline_volume_ratio(&s->clock);
	figures->publisher_volume = tcn_story_volume_ratio(s, row);
	figures->has_burst = true;
}

/* The share of the weight in terms that the rule has reported. */
static double
reported_share(const struct tcn_story_index *s,
    const struct tcn_story_content *content,
    const struct tcn_story_figures *figures, uint64_t rule)
{
	double reported = 0;

	if (!tcn_story_alerts_has_terms(s, rule))
		return 0;
	for (uint32_t i = 0; i < content->terms_n; i++)
		if (tcn_story_alerts_has_term(s, rule, content->terms[i].slot))
			reported += figures->weights[i];
	return figures->weight > 0 ? reported / figures->weight : 0;
}

static void
measure_burst(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_content *content, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	struct tcn_story_history_answer past;
	double volume_max, items;

	if (!figures->has_burst)
		find_burst(s, row, content, figures);
	if (figures->top < content->terms_n) {
		const struct tcn_df_row *term =
		    &s->df.rows[content->terms[figures->top].slot];

		v->top_burst_term =
		    (struct tcn_str){ term->word, term->word_n };
	}
	v->reported_share = v->score.is_known[TCN_NEWS_WORDLESS]
	    ? tcn_story_baseline_reported(s, row, ask->rule)
	    : reported_share(s, content, figures, ask->rule);
	past = tcn_story_baseline(s, row);
	v->baseline = past.baseline;
	v->recurrence = past.recurrence;
	v->volume_ratio = figures->volume_ratio;
	v->publisher_volume = figures->publisher_volume;
	volume_max = v->publisher_volume > v->volume_ratio ? v->publisher_volume
							   : v->volume_ratio;
	items = ask->together ? ask->together->items : row->items.n;
	v->burst_ratio = items / (v->baseline + 1) / volume_max;
	/* Terms know of the stream's volume. */
	v->term_burst = figures->term_burst * (v->volume_ratio / volume_max);
	v->baseline_known = true;
}

void
tcn_story_mark_fired(struct tcn_story_index *s, uint64_t story, uint64_t rule)
{
	struct tcn_story_row *row = tcn_story_find(s, story);

	if (tcn_story_alerts_has_fired(s, rule, row))
		return;
	tcn_story_alerts_fire(s, rule, row);
	if (rule != TCN_STORY_ALERTS_OWN)
		return;
	row->valley = row->items.n > s->conf.more_than ? row->items.n
						       : TCN_STORY_NO_VALLEY;
	tcn_story_mark_dirty(s, (uint32_t)(row - s->rows));
}

static void
set_counts(struct tcn_story_verdict *v, const struct tcn_story_counts *count)
{
	v->items = count->items;
	v->origins = count->origins;
	v->publishers = count->publishers;
	v->reported_items = count->reported;
}

/* What counts of the story, or of all that it is counted with. */
static void
take_counts(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	struct tcn_story_counts count;

	tcn_story_count(s, row, now_ms, ask, &count);
	v->own_origins = count.origins;
	v->own_publishers = count.publishers;
	set_counts(v, ask->together ? ask->together : &count);
}

static uint32_t
counted(const struct tcn_story_verdict *v, enum tcn_rule_unit unit)
{
	return unit == TCN_RULE_ITEMS  ? v->items
	    : unit == TCN_RULE_ORIGINS ? v->origins
				       : v->publishers;
}

/* Where most items are copies, of one text or of a few, one more text is
 * asked for: copies of one wire are not ten sources. */
static uint32_t
texts_needed(const struct tcn_story_index *s, const struct tcn_story_query *ask,
    const struct tcn_story_verdict *v)
{
	bool copied =
	    v->items - v->origins > s->conf.numbers.copied_items * v->items;

	return ask->min_origins + (copied && ask->min_origins > 1);
}

/* The least whole count that is such a share of what the query asks for. */
static uint32_t
part_of(const struct tcn_story_query *ask, double share)
{
	double n = share * (ask->more_than + 1);

	return (uint32_t)n + (n > (uint32_t)n);
}

uint32_t
tcn_story_count_least(const struct tcn_story_index *s,
    const struct tcn_story_query *ask)
{
	return ask->least > 0 && ask->early > ask->least
	    ? part_of(ask, s->conf.numbers.early_from)
	    : ask->more_than + 1;
}

bool
tcn_story_is_worth_judging(const struct tcn_story_index *s,
    const struct tcn_story_query *ask, uint32_t items)
{
	return items >= tcn_story_count_least(s, ask) &&
	    (items % 2 == 0 ||
		items >= part_of(ask, s->conf.numbers.early_share));
}

static enum tcn_story_gate
judge_counts(const struct tcn_story_index *s, const struct tcn_story_query *ask,
    const struct tcn_story_verdict *v)
{
	uint32_t n = counted(v, ask->unit);

	return n < tcn_story_count_least(s, ask)   ? TCN_STORY_GATE_COUNT
	    : v->origins < texts_needed(s, ask, v) ? TCN_STORY_GATE_ORIGINS
	    : v->publishers < ask->min_publishers  ? TCN_STORY_GATE_PUBLISHERS
						   : TCN_STORY_GATE_NONE;
}

/*
 * How far it is a form that somebody fills in: a third of the texts or more
 * hold one phrase, and no name stands in most; in a new stream: and most share
 * nothing else. 0 to 1; where names are not known, half of it.
 */
static double
form_of(double phrase_share, const struct tcn_story_content *content,
    const struct tcn_news_score *score)
{
	double named = 0.5, form = (phrase_share - 0.3) / 0.7;

	if (score->is_known[TCN_NEWS_NAME])
		named = 2 * score->x[TCN_NEWS_NAME];
	if (content->is_new && content->texts_n &&
	    content->on_topic_texts > named * content->texts_n)
		named = (double)content->on_topic_texts / content->texts_n;
	if (form <= 0 || named >= 1)
		return 0;
	return form * (1 - named);
}

/* Thirty publishers of five texts are five voices; and in a new stream, of
 * thirty publishers half of whose texts are on topic fifteen are. */
static double
voices(const struct tcn_story_content *content,
    const struct tcn_story_verdict *v)
{
	uint32_t texts = content->texts_n + content->notices_n;
	double n = v->own_publishers < v->own_origins ? v->own_publishers
						      : v->own_origins;

	if (content->is_new && texts && !v->score.is_known[TCN_NEWS_WORDLESS])
		n *= (double)content->on_topic_texts / texts;
	return n < 1 ? 1 : n;
}

/* Adds to the score of the story how many texts and publishers it has. */
static void
score_voices(const struct tcn_story_content *content,
    struct tcn_story_verdict *v)
{
	tcn_news_score_set(&v->score, TCN_NEWS_TEXTS,
	    tcn_real_log(v->own_origins));
	tcn_news_score_set(&v->score, TCN_NEWS_PUBLISHERS,
	    tcn_real_log(voices(content, v)));
}

/* The same of what was reported, and of the days before. Of the first day the
 * baselines say nothing yet. */
static void
score_past(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask, struct tcn_story_verdict *v)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	struct tcn_news_score *score = &v->score;
	double reported = v->reported_share;

	if (tcn_story_alerts_has_fired(s, ask->rule, row))
		reported = 0; /* by itself */
	tcn_news_score_set(score, TCN_NEWS_TOLD, reported);
	if (s->clock.active_periods <= numbers->warmup_periods)
		return;
	tcn_news_score_set(score, TCN_NEWS_LIFT,
	    tcn_real_log(v->burst_ratio + numbers->score_burst_floor));
	tcn_news_score_set(score, TCN_NEWS_RECURS, v->recurrence);
}

/* The same of what its words say. */
static void
score_words(const struct tcn_story_index *s,
    const struct tcn_story_content *content, struct tcn_story_verdict *v)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	struct tcn_news_score *score = &v->score;

	tcn_news_score_set(score, TCN_NEWS_PHRASE, v->phrase_share);
	tcn_news_score_set(score, TCN_NEWS_FORM,
	    form_of(v->phrase_share, content, score));
	if (s->clock.active_periods <= numbers->warmup_periods)
		return;
	tcn_news_score_set(score, TCN_NEWS_BURST,
	    tcn_real_log(v->term_burst + numbers->score_burst_floor));
}

/* The share of a week that is still missing in the stream's past. */
static double
young_of(const struct tcn_story_index *s)
{
	double week = s->conf.numbers.week_periods;
	double missing = week - s->clock.active_periods;

	return missing > 0 ? missing / week : 0;
}

/* Every figure of the verdict, and the score. */
static void
measure(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask, struct tcn_story_verdict *v)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	const struct tcn_story_content *content;

	content = tcn_story_content_find(s, row);
	measure_phrase(s, row, content, v);
	if (!figures->has_score)
		tcn_story_score(s, row, content, &figures->score,
		    &figures->titled);
	figures->has_score = true;
	v->on_topic_texts = content->on_topic_texts;
	v->score = figures->score;
	measure_burst(s, row, content, ask, v);
	v->titled_share = figures->titled.share;
	score_voices(content, v);
	score_past(s, row, ask, v);
	if (!v->score.is_known[TCN_NEWS_WORDLESS])
		score_words(s, content, v);
	v->score.young = young_of(s);
	tcn_news_score_sum(&s->conf.weights, &v->score);
}

static double
logit(double p)
{
	return tcn_real_log(p / (1 - p));
}

/* What more is asked for, as log odds, of a story that is early. */
static void
find_early(const struct tcn_story_index *s, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	uint32_t n = counted(v, ask->unit), all = ask->more_than + 1;
	uint32_t least = tcn_story_count_least(s, ask);

	if (n >= all || least >= all)
		return;
	v->early.n = n;
	v->early.of = all;
	v->early.unit = ask->unit;
	v->early.z = v->score.part[TCN_NEWS_PUBLISHERS] +
	    (logit(ask->early) - logit(ask->least)) *
		tcn_real_log((double)all / (n < least ? least : n)) /
		-tcn_real_log(s->conf.numbers.early_share);
}

static double
probability_needed(const struct tcn_story_index *s,
    const struct tcn_story_query *ask, double more)
{
	double z;

	if (!(ask->budget > 0 &&
		tcn_news_budget_threshold(&s->budget, ask->budget, &z))) {
		if (more <= 0)
			return ask->least;
		z = logit(ask->least);
	}
	return 1 / (1 + tcn_real_exp(-z - more));
}

static void
judge_score(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask, struct tcn_story_verdict *v)
{
	measure(s, row, ask, v);
	find_early(s, ask, v);
	v->least = probability_needed(s, ask, v->early.z);
	if (v->score.p < v->least)
		v->gate =
		    v->early.of ? TCN_STORY_GATE_COUNT : TCN_STORY_GATE_SCORE;
}

void
tcn_story_judge(const struct tcn_story_index *s, uint64_t story, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_verdict *verdict)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);

	*verdict = (struct tcn_story_verdict){ .gate = TCN_STORY_GATE_COUNT };
	verdict->items = row->items.n;
	if (asked.within_ms > s->conf.within_ms)
		verdict->items += row->tail.n;
	if (!asked.together &&
	    verdict->items < tcn_story_count_least(s, &asked))
		return;
	take_counts(s, row, now_ms, &asked, verdict);
	verdict->gate = judge_counts(s, &asked, verdict);
	if (verdict->gate != TCN_STORY_GATE_NONE ||
	    (asked.least <= 0 && !asked.kinds))
		return;
	if (asked.least > 0 &&
	    verdict->reported_items >
		s->conf.numbers.reported_items * verdict->items &&
	    !tcn_story_alerts_has_fired(s, asked.rule, row)) {
		verdict->gate = TCN_STORY_GATE_REPORTED;
		return;
	}
	judge_score(s, row, &asked, verdict);
	if (verdict->gate == TCN_STORY_GATE_NONE)
		tcn_story_find_kind(s, row, &asked, verdict);
}

void
tcn_story_cache_verdict(struct tcn_story_index *s, uint64_t story,
    const struct tcn_story_verdict *v)
{
	struct tcn_story_row *row = tcn_story_find(s, story);

	if (!v->baseline_known)
		return;
	tcn_story_budget_count(s, row, v->score.z - v->early.z);
	tcn_story_mark_dirty(s, (uint32_t)(row - s->rows));
	tcn_story_baseline_cache(s, row,
	    &(struct tcn_story_history_answer){ v->baseline, v->recurrence });
}

void
tcn_story_measure(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);

	take_counts(s, row, now_ms, &asked, v);
	measure(s, row, &asked, v);
	find_early(s, &asked, v);
	v->least = probability_needed(s, &asked, v->early.z);
	tcn_story_find_kind(s, row, &asked, v);
}

const char *
tcn_story_gate_text(enum tcn_story_gate held)
{
	static const char *const texts[] = {
		[TCN_STORY_GATE_NONE] = "fires",
		[TCN_STORY_GATE_FIRED] = "has fired",
		[TCN_STORY_GATE_COUNT] = "few items",
		[TCN_STORY_GATE_ORIGINS] = "few distinct texts",
		[TCN_STORY_GATE_PUBLISHERS] = "few publishers",
		[TCN_STORY_GATE_REPORTED] = "reported already",
		[TCN_STORY_GATE_SCORE] = "little like news",
		[TCN_STORY_GATE_KIND] = "not a kind asked for",
	};

	return texts[held];
}
