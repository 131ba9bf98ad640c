/*
 * window/story/story_judge.c - whether a story is news.
 *
 * The gates are tried in the order of enum tcn_story_gate. Those before the
 * last three hold for every story, and so does that no more than a tenth of
 * its items are texts that the rule has reported (story_alerts.h). Where
 * enough publishers corroborate each other, that is enough. Where they do not,
 * the story must be larger than such stories are, in words as busy as they
 * ever are, and not in words that have just been reported:
 *
 *     burst_ratio    = items / (baseline + 1) / volume
 *     threshold      = burst * (1 + uncorroborated^2)
 *     term_burst     = geometric mean of the bursts of the shared terms, by
 *                      share * idf, divided by volume
 *     reported_share = share of that weight in terms that the rule reported
 *
 * baseline is what such stories reached in the days before (story_history.h);
 * volume is by how much the stream, or the story's own publishers, exceed
 * their baseline, whichever is more (publisher.h). uncorroborated counts the
 * alerts that passed these gates, fading with a half-life of a day: a rule
 * that alerts often must see more to alert again, so that a wire's busy day
 * ends in a few alerts, of its largest stories.
 *
 * Judging changes nothing; what does not depend on who asks is found once a
 * step (struct tcn_story_figures).
 */
#include <string.h>
#include "engine/base/real.h"
#include "window/story/story_impl.h"

/* The phrase that most of the texts hold, and how alike they are besides. */
static enum tcn_rc
find_phrase(const struct tcn_story_index *s,
    const struct tcn_story_content *content,
    struct tcn_story_template_stats *phrase)
{
	struct tcn_story_template_text texts[TCN_STORY_CONTENT_TEXTS_MAX];
	size_t words = 1;

	for (uint32_t i = 0; i < content->texts_n; i++) {
		const struct tcn_story_member *item = content->texts[i];

		texts[i] = (struct tcn_story_template_text){
			.terms = item->terms,
			.words = tcn_story_member_words(item),
			.terms_n = item->head_n,
			.words_n = item->words_n,
		};
		words += (size_t)item->head_n + item->words_n;
	}
	if (!tcn_story_work_fit(s->work, words))
		return TCN_NOMEM;
	tcn_story_template_stats(&s->conf.numbers, texts, content->texts_n,
	    s->work->keys, s->work->spare, phrase);
	return TCN_OK;
}

/* How far the texts are one template; *key: its phrase by number, or 0. */
static enum tcn_rc
measure_template(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content *content,
    struct tcn_story_verdict *v, uint64_t *key)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	const struct tcn_story_template_stats *phrase = &figures->phrase;

	*key = 0;
	if (!figures->has_template && find_phrase(s, content, &figures->phrase))
		return TCN_NOMEM;
	figures->has_template = true;
	v->trigram_share = phrase->trigram_share;
	v->rare_overlap = phrase->rare_overlap;
	v->inner_overlap = phrase->inner_overlap;
	for (size_t i = 0; i < 3 && phrase->trigram_share > 0; i++) {
		const struct tcn_df_row *term = &s->df.rows[phrase->phrase[i]];

		v->phrase[i] = (struct tcn_str){ term->word, term->word_n };
		*key = (*key ^ term->id) * 0x9e3779b97f4a7c15u;
		*key ^= *key >> 29;
	}
	return TCN_OK;
}

/* The largest rise of a term that says something. */
static double
top_burst(const struct tcn_story_content *content)
{
	double most = 0;

	for (uint32_t i = 0; i < content->terms_n; i++)
		if (!content->terms[i].common &&
		    content->terms[i].burst_ratio > most)
			most = content->terms[i].burst_ratio;
	return most;
}

/*
 * How many rare words the texts of a form must share to be of one event: fewer
 * where some word rises, and more, the more of the items are copies and the
 * more of the texts hold the phrase.
 */
static double
overlap_needed(const struct tcn_numbers *numbers,
    const struct tcn_story_verdict *v, bool rises)
{
	double copied = (double)(v->items - v->origins) / v->items;

	return (rises ? numbers->template_overlap_burst
		      : numbers->template_overlap) +
	    (v->trigram_share - numbers->template_phrase) * copied;
}

/* What the rule knows of the phrase from before. */
static void
find_template(const struct tcn_story_index *s, uint64_t rule, uint64_t phrase,
    int64_t now_ms, uint32_t texts, struct tcn_story_template_past *past)
{
	const struct tcn_story_templates *templates =
	    tcn_story_alerts_templates(s, rule);

	*past = (struct tcn_story_template_past){ 0 };
	if (templates)
		tcn_story_templates_find(&s->conf.numbers, templates, phrase,
		    now_ms, s->conf.within_ms, texts, past);
}

/* Texts as different as an event's, while no baseline says whether a word
 * rises. */
static bool
differs_enough(const struct tcn_numbers *numbers,
    const struct tcn_story_verdict *v)
{
	return v->inner_overlap >= numbers->template_overlap &&
	    v->rare_overlap >= 2 * numbers->template_overlap * v->trigram_share;
}

static enum tcn_rc
judge_template(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_content *content, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_verdict *v)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	bool settled = s->clock.active_periods > numbers->warmup_periods;
	bool rises = settled && top_burst(content) >= numbers->template_burst;
	struct tcn_story_template_past past;
	uint64_t phrase;
	enum tcn_rc rc = measure_template(s, row, content, v, &phrase);
	uint32_t texts = (uint32_t)(v->trigram_share * content->texts_n + 0.5);

	if (rc || v->trigram_share < numbers->template_phrase ||
	    texts < numbers->template_texts)
		return rc;
	find_template(s, ask->rule, phrase, now_ms, texts, &past);
	v->template_key = phrase;
	v->template_now = texts;
	v->template_texts = past.texts;
	v->template_days = past.days;
	v->template_recurs = past.recurs;
	if (v->template_recurs ||
	    v->rare_overlap < overlap_needed(numbers, v, rises) ||
	    (!settled && !differs_enough(numbers, v)))
		v->gate = TCN_STORY_GATE_TEMPLATE;
	return TCN_OK;
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
		    tcn_similarity_idf(numbers, &s->df, term->slot);

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
	double volume_max;

	if (!figures->has_burst)
		find_burst(s, row, content, figures);
	if (figures->top < content->terms_n) {
		const struct tcn_df_row *term =
		    &s->df.rows[content->terms[figures->top].slot];

		v->top_burst_term =
		    (struct tcn_str){ term->word, term->word_n };
	}
	v->reported_share = reported_share(s, content, figures, ask->rule);
	past = tcn_story_baseline(s, row);
	v->baseline = past.baseline;
	v->recurrence = past.recurrence;
	v->volume_ratio = figures->volume_ratio;
	v->publisher_volume = figures->publisher_volume;
	volume_max = v->publisher_volume > v->volume_ratio ? v->publisher_volume
							   : v->volume_ratio;
	v->burst_ratio = row->items.n / (v->baseline + 1) / volume_max;
	/* Terms know of the stream's volume. */
	v->term_burst = figures->term_burst * (v->volume_ratio / volume_max);
	v->uncorroborated = tcn_story_alerts_fatigue(s, ask->rule);
	v->threshold = ask->burst * (1 + v->uncorroborated * v->uncorroborated);
}

enum tcn_rc
tcn_story_mark_fired(struct tcn_story_index *s, uint64_t story, uint64_t rule)
{
	struct tcn_story_row *row = tcn_story_find(s, story);
	enum tcn_rc rc;

	if (tcn_story_alerts_has_fired(s, rule, row))
		return TCN_OK;
	rc = tcn_story_alerts_fire(s, rule, row);
	if (rc || rule != TCN_STORY_ALERTS_OWN)
		return rc;
	row->valley = row->items.n > s->conf.more_than ? row->items.n
						       : TCN_STORY_NO_VALLEY;
	return tcn_story_mark_dirty(s, (uint32_t)(row - s->rows));
}

static void
judge_uncorroborated(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content *content,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	v->gate = TCN_STORY_GATE_WARMUP;
	if (ask->burst > 0 && now_ms < s->first_ms + s->conf.settle_ms)
		return;
	measure_burst(s, row, content, ask, v);
	v->baseline_known = true;
	if (v->burst_ratio < v->threshold ||
	    (ask->burst > 0 && v->term_burst < s->conf.numbers.term_burst_min))
		v->gate = TCN_STORY_GATE_BASELINE;
	else if (v->reported_share >= s->conf.numbers.reported_terms &&
	    !tcn_story_alerts_has_fired(s, ask->rule, row))
		v->gate = TCN_STORY_GATE_REPORTED;
	else
		v->gate = TCN_STORY_GATE_NONE;
}

/* Where most items are copies, of one text or of a few, one more must
 * mark_reported. */
static uint32_t
texts_needed(const struct tcn_story_index *s, const struct tcn_story_query *ask,
    const struct tcn_story_verdict *v)
{
	bool copied =
	    v->items - v->origins > s->conf.numbers.copied_items * v->items;

	return ask->min_origins + copied;
}

static void
set_counts(struct tcn_story_verdict *v, const struct tcn_story_counts *count)
{
	v->items = count->items;
	v->origins = count->origins;
	v->publishers = count->publishers;
	v->reported_items = count->reported;
}

static void
set_content(struct tcn_story_verdict *v, uint32_t enough,
    const struct tcn_story_content *content)
{
	uint32_t items = content->on_topic_items;

	v->content_terms = content->content_terms;
	v->on_topic_texts = content->on_topic_texts;
	v->on_topic_items = items > enough ? enough + 1 : items;
	if (content->notices)
		v->notice_share = (double)content->notices /
		    (content->notices + content->texts_n);
}

static uint32_t
counted(const struct tcn_story_verdict *v, enum tcn_rule_unit unit)
{
	return unit == TCN_RULE_ITEMS  ? v->items
	    : unit == TCN_RULE_ORIGINS ? v->origins
				       : v->publishers;
}

static enum tcn_story_gate
judge_counts(const struct tcn_story_query *ask,
    const struct tcn_story_verdict *v)
{
	return counted(v, ask->unit) <= ask->more_than ? TCN_STORY_GATE_COUNT
	    : v->origins < ask->min_origins            ? TCN_STORY_GATE_ORIGINS
	    : v->publishers < ask->min_publishers ? TCN_STORY_GATE_PUBLISHERS
						  : TCN_STORY_GATE_NONE;
}

/*
 * How many items of the window are asked to be on topic. What a rule counts
 * besides, having left the window, has no words any more: the window must do
 * its share.
 */
static double
items_asked(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask, const struct tcn_story_verdict *v)
{
	if (ask->within_ms <= s->conf.within_ms || v->items <= row->items.n)
		return ask->more_than;
	return (double)ask->more_than * row->items.n / v->items;
}

#include <stdlib.h>
#include <stdio.h>
static double T; static int gates = -1; static struct tcn_news_weights W;
static void env(void)
{
	char *e = getenv("TCN_W"), name[32]; double w, m; int n;
	if (gates >= 0) return;
	T = getenv("TCN_T") ? atof(getenv("TCN_T")) : 0;
	gates = getenv("TCN_G") ? atoi(getenv("TCN_G")) : 0;
	W = *tcn_news_weights_default();
	while (e && *e && sscanf(e, "%31[a-z]=%lf,%lf;%n", name, &w, &m, &n) == 3) {
		for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) if (!strcmp(name, tcn_news_score_name(i))) { W.weight[i] = w; W.mean[i] = m; }
		if (!strcmp(name, "bias")) W.bias = w;
		e += n;
	}
}
static FILE *dumpf;

static enum tcn_rc
measure_score(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_content *content, int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);
	uint64_t key;

	(void)now_ms;
	env();
	measure_burst(s, row, content, ask, v);
	if (measure_template(s, row, content, v, &key))
		return TCN_NOMEM;
	v->baseline_known = true;
	if (!figures->has_score && tcn_story_score(s, row, content, &figures->score))
		return TCN_NOMEM;
	figures->has_score = true;
	v->score = figures->score;
	if (s->now_ms >= s->first_ms + s->conf.settle_ms) {
		tcn_news_score_set(&v->score, TCN_NEWS_LIFT, tcn_real_log(v->burst_ratio + 1e-3));
		tcn_news_score_set(&v->score, TCN_NEWS_RECURS, v->recurrence);
		tcn_news_score_set(&v->score, TCN_NEWS_BURST, tcn_real_log(v->term_burst + 0.05));
	} else {
		v->score.is_known[TCN_NEWS_BUSY] = false;
	}
	if (content->texts_n) tcn_news_score_set(&v->score, TCN_NEWS_PHRASE, v->trigram_share);
	tcn_news_score_set(&v->score, TCN_NEWS_TEXTS, tcn_real_log(v->origins));
	tcn_news_score_set(&v->score, TCN_NEWS_PUBLISHERS, tcn_real_log(v->publishers));
	tcn_news_score_set(&v->score, TCN_NEWS_TOLD, tcn_story_alerts_has_fired(s, ask->rule, row) ? 0 : v->reported_share);
	tcn_news_score_sum(&W, &v->score);
	if (!dumpf && getenv("TCN_DUMP")) dumpf = fopen(getenv("TCN_DUMP"), "w");
	if (dumpf) {
		fprintf(dumpf, "%llu %llu %u items=%u", (unsigned long long)row->id, (unsigned long long)s->items[row->items.at[row->items.head + row->items.n - 1].slot].seq, (unsigned)ask->rule, v->items);
		for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) fprintf(dumpf, v->score.is_known[i] ? " %s=%.4g" : " %s=nan", tcn_news_score_name(i), v->score.x[i]);
		fprintf(dumpf, " terms=%u ontexts=%u onitems=%u tburst=%g rare=%g inner=%g z=%g\n", v->content_terms, v->on_topic_texts, v->on_topic_items, v->term_burst, v->rare_overlap, v->inner_overlap, v->score.z);
	}
	return TCN_OK;
}

static enum tcn_rc
pass_gates(const struct tcn_story_index *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	const struct tcn_story_content *content;
	enum tcn_rc rc =
	    tcn_story_content_find(s, row, ask->more_than, &content);

	if (rc)
		return rc;
	env();
	set_content(v, ask->more_than, content);
	v->texts_needed = texts_needed(s, ask, v);
	v->gate = TCN_STORY_GATE_TEMPLATE;
	if ((gates & 1) && v->notice_share > numbers->notice_texts)
		return TCN_OK;
	v->gate = TCN_STORY_GATE_CONTENT;
	if ((gates & 2) && (content->content_terms < numbers->content_terms_min ||
	    content->on_topic_texts < v->texts_needed ||
	    v->on_topic_items <=
		numbers->on_topic_items * items_asked(s, row, ask, v)))
		return rc;
	v->gate = TCN_STORY_GATE_NONE;
	if (gates & 4)
		rc = judge_template(s, row, content, now_ms, ask, v);
	if (!rc && v->gate == TCN_STORY_GATE_NONE &&
	    v->reported_items > numbers->reported_items * v->items &&
	    !tcn_story_alerts_has_fired(s, ask->rule, row))
		v->gate = TCN_STORY_GATE_REPORTED;
	if (!rc && (gates & 8)) {
		if (v->gate == TCN_STORY_GATE_NONE &&
		    v->publishers < s->conf.min_publishers)
			judge_uncorroborated(s, row, content, now_ms, ask, v);
		return rc;
	}
	if (!rc && v->gate == TCN_STORY_GATE_NONE) {
		rc = measure_score(s, row, content, now_ms, ask, v);
		if (v->score.z < T)
			v->gate = TCN_STORY_GATE_BASELINE;
	}
	return rc;
}

enum tcn_rc
tcn_story_judge(const struct tcn_story_index *s, uint64_t story, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_verdict *verdict)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);
	struct tcn_story_counts count;

	*verdict = (struct tcn_story_verdict){ .gate = TCN_STORY_GATE_COUNT };
	verdict->items = row->items.n;
	if (asked.within_ms > s->conf.within_ms)
		verdict->items += row->tail.n;
	if (verdict->items <= asked.more_than)
		return TCN_OK;
	if (tcn_story_count(s, row, now_ms, &asked, &count))
		return TCN_NOMEM;
	set_counts(verdict, &count);
	verdict->gate = judge_counts(&asked, verdict);
	if (verdict->gate != TCN_STORY_GATE_NONE)
		return TCN_OK;
	if (pass_gates(s, row, now_ms, &asked, verdict))
		return TCN_NOMEM;
	if (verdict->gate == TCN_STORY_GATE_NONE)
		tcn_story_find_kind(s, row, &asked, verdict);
	return TCN_OK;
}

enum tcn_rc
tcn_story_observe(struct tcn_story_index *s, uint64_t story, int64_t now_ms,
    const struct tcn_story_query *ask, const struct tcn_story_verdict *v)
{
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);
	enum tcn_rc rc = TCN_OK;

	if (v->template_key)
		rc = tcn_story_alerts_note_template(s, asked.rule,
		    v->template_key, now_ms, v->template_now);
	if (!rc && v->baseline_known)
		rc = tcn_story_baseline_cache(s, tcn_story_find(s, story),
		    &(struct tcn_story_history_answer){ v->baseline,
			v->recurrence });
	return rc;
}

enum tcn_rc
tcn_story_measure(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_query asked = tcn_story_query_or_conf(s, ask);
	struct tcn_story_counts count;
	const struct tcn_story_content *content;
	uint64_t phrase;
	enum tcn_rc rc = tcn_story_count(s, row, now_ms, &asked, &count);

	if (!rc)
		rc = tcn_story_content_find(s, row, asked.more_than, &content);
	if (rc)
		return rc;
	set_counts(v, &count);
	set_content(v, asked.more_than, content);
	v->texts_needed = texts_needed(s, &asked, v);
	measure_burst(s, row, content, &asked, v);
	tcn_story_find_kind(s, row, &asked, v);
	return measure_template(s, row, content, v, &phrase);
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
		[TCN_STORY_GATE_CONTENT] = "little shared content",
		[TCN_STORY_GATE_TEMPLATE] = "template",
		[TCN_STORY_GATE_WARMUP] = "no baseline yet",
		[TCN_STORY_GATE_BASELINE] = "not above baseline",
		[TCN_STORY_GATE_REPORTED] = "reported already",
		[TCN_STORY_GATE_KIND] = "not a kind asked for",
	};

	return texts[held];
}
