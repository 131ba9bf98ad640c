/*
 * window/story/story_judge.c - whether a story is news.
 *
 * The gates are tried in the order of enum tcn_held. Those before the last
 * three, and that no more than a tenth of the items tell a text that was told
 * before (window/story/echo.h), hold for every story; where enough publishers
 * bear each other out, that is enough. Where they do not, it must be larger
 * than such stories are (window/story/past.h), in words as busy as they ever
 * are, and not in words that have just been told: rise = items / (usual + 1),
 * and by the larger of two swells: of the stream's volume, and of its sources'
 * (window/story/sources.h) bar  = burst * (1 + alone^2) stir = geometric mean
 * of the rises of the shared terms, by share * idf, and by the same swell told
 * = share of that weight in terms of stories that fired lately alone counts the
 * alerts that passed these gates, faded with a half-life of a day: who cries
 * often must have more to say. So a wire's busy day ends in a few alerts, its
 * largest ones, and not in a flood.
 */
#include "engine/base/real.h"
#include "window/story/story_impl.h"

#define SPOKEN         0.75 /* of the items asked for must be the story's */
#define COPIED         0.7 /* of the items, when they are mostly copies */
#define NOTICES_MOST   (1 / 3.0) /* of the texts; with more, a template */
#define TEMPLATE_RUN   0.5 /* or: this much in one phrase ... */
#define TEMPLATE_TEXTS 3 /* ... and so many texts, ... */
#define TEMPLATE_RARE  0.25 /* ... and less than this in rare words ... */
#define TEMPLATE_BARE  0.05 /* ... or less than that, though words rise */
#define ECHOES_MOST    0.1 /* of the items; with more, told already */
#define RISE_LEAST     1e-6
#define STIR_LEAST     1.0 /* its terms are as busy as they ever are */
#define TOLD_MOST      0.1

/* One form? Its phrase by number, or 0. */
static enum tcn_rc
measure_form(struct tcn_stories *s, const struct tcn_core *core,
    struct tcn_story_verdict *v, uint64_t *phrase)
{
	struct tcn_usual_text texts[TCN_CORE_TEXTS];
	struct tcn_usual_form form;
	size_t words = 1;

	*phrase = 0;
	for (uint32_t i = 0; i < core->texts_n; i++) {
		const struct tcn_kept *item = core->texts[i];

		texts[i] = (struct tcn_usual_text){
			.terms = item->terms,
			.words = tcn_kept_words(item),
			.terms_n = item->head_n,
			.words_n = item->words_n,
		};
		words += (size_t)item->head_n + item->words_n;
	}
	if (!tcn_story_fit_keys(s, words))
		return TCN_NOMEM;
	tcn_usual_form(texts, core->texts_n, s->keys, s->scratch, &form);
	v->run = form.run;
	v->rare = form.rare;
	v->inner = form.inner;
	for (size_t i = 0; i < 3 && form.run > 0; i++) {
		const struct tcn_df_row *row = &s->df.rows[form.phrase[i]];

		v->phrase[i] = (struct tcn_str){ row->word, row->word_n };
		*phrase = (*phrase ^ row->id) * 0x9e3779b97f4a7c15u;
		*phrase ^= *phrase >> 29;
	}
	return TCN_OK;
}

static enum tcn_rc
look_up_form(struct tcn_stories *s, uint64_t phrase, int64_t now_ms,
    uint32_t texts, struct tcn_story_verdict *v)
{
	struct tcn_form_past past;
	uint64_t gone;
	enum tcn_rc rc = tcn_forms_see(&s->forms, phrase, now_ms,
	    s->conf.within_ms, texts, &past, &gone);

	if (rc ||
	    (gone && s->conf.note_changes &&
		!tcn_u64s_add(&s->forms_gone, gone)))
		return TCN_NOMEM;
	v->form_texts = past.texts;
	v->form_days = past.days;
	v->form_recurs = past.recurs;
	return TCN_OK;
}

/* The largest rise of a term that says something. */
static double
most_risen(const struct tcn_core *core)
{
	double most = 0;

	for (uint32_t i = 0; i < core->terms_n; i++)
		if (!core->terms[i].common && core->terms[i].rise > most)
			most = core->terms[i].rise;
	return most;
}

/*
 * How many rare words the texts of a form must share to be of one event: fewer
 * where some word rises, and more, the more of the items are copies and the
 * more of the texts hold the phrase.
 */
static double
rare_asked(const struct tcn_story_verdict *v, bool rises)
{
	double copied = (double)(v->items - v->origins) / v->items;

	return (rises ? TEMPLATE_BARE : TEMPLATE_RARE) +
	    (v->run - TEMPLATE_RUN) * copied;
}

static enum tcn_rc
judge_form(struct tcn_stories *s, const struct tcn_core *core, int64_t now_ms,
    struct tcn_story_verdict *v)
{
	bool settled = s->clock.spoken > TCN_USUAL_SETTLED;
	bool rises = settled && most_risen(core) >= 1;
	uint64_t phrase;
	enum tcn_rc rc = measure_form(s, core, v, &phrase);
	uint32_t texts = (uint32_t)(v->run * core->texts_n + 0.5);

	if (rc || v->run < TEMPLATE_RUN || texts < TEMPLATE_TEXTS)
		return rc;
	rc = look_up_form(s, phrase, now_ms, texts, v);
	if (v->form_recurs || v->rare < rare_asked(v, rises) ||
	    (!settled &&
		(v->inner < TEMPLATE_RARE ||
		    v->rare < 2 * TEMPLATE_RARE * v->run)))
		v->held = TCN_HELD_TEMPLATE;
	return rc;
}

static bool
was_told(const struct tcn_stories *s, uint32_t slot)
{
	int64_t told_ms = s->df.rows[slot].told_ms;

	return told_ms && s->now_ms - told_ms < s->conf.told_ms;
}

/* The weighted mean of the terms' rises, and how much of the weight was told.
 */
static void
measure_terms(const struct tcn_stories *s, const struct tcn_core *core,
    struct tcn_story_verdict *v)
{
	double weights = 0, sum = 0, told = 0, most = -1;

	for (uint32_t i = 0; i < core->terms_n; i++) {
		const struct tcn_core_term *term = &core->terms[i];
		const struct tcn_df_row *row = &s->df.rows[term->slot];
		double weight = term->share * tcn_same_idf(&s->df, term->slot);

		weights += weight;
		sum += weight * tcn_real_log(term->rise + RISE_LEAST);
		told += was_told(s, term->slot) ? weight : 0;
		if (term->rise > most) {
			most = term->rise;
			v->riser = (struct tcn_str){ row->word, row->word_n };
		}
	}
	v->stir = weights > 0 ? tcn_real_exp(sum / weights) : 0;
	v->told = weights > 0 ? told / weights : 0;
}

static void
measure_rise(struct tcn_stories *s, const struct tcn_story_row *row,
    const struct tcn_core *core, const struct tcn_story_ask *ask,
    struct tcn_story_verdict *v)
{
	double most_swollen;

	measure_terms(s, core, v);
	v->usual = tcn_story_usual(s, row);
	v->swell = tcn_usual_swell(&s->clock);
	v->sources = tcn_story_swell(s, row);
	most_swollen = v->sources > v->swell ? v->sources : v->swell;
	v->rise = row->items.n / (v->usual + 1) / most_swollen;
	v->stir *= v->swell / most_swollen; /* terms know of the stream's */
	v->alone = tcn_decay_read(&s->day, s->alone);
	v->bar = ask->burst * (1 + v->alone * v->alone);
}

/* What makes up a story that fires has been told. */
static enum tcn_rc
tell(struct tcn_stories *s, const struct tcn_story_row *row)
{
	struct tcn_core core;
	enum tcn_rc rc = tcn_core_find(s, row, s->conf.more_than, &core);

	for (uint32_t i = 0; i < core.terms_n && !rc; i++) {
		s->df.rows[core.terms[i].slot].told_ms = s->now_ms;
		rc = tcn_df_touch(&s->df, core.terms[i].slot);
	}
	return rc;
}

enum tcn_rc
tcn_stories_fired(struct tcn_stories *s, uint64_t story)
{
	struct tcn_story_row *row = tcn_story_find(s, story);
	enum tcn_rc rc = row->fired ? TCN_OK : tell(s, row);

	if (rc || row->fired)
		return rc;
	tcn_decay_to(&s->day, s->now_ms);
	if (row->publishers_n < s->conf.min_publishers)
		tcn_decay_add(&s->day, &s->alone, 1);
	row->fired = true;
	row->valley =
	    row->items.n > s->conf.more_than ? row->items.n : TCN_STORY_RISING;
	return tcn_story_touch(s, (uint32_t)(row - s->rows));
}

/* A story that another rule has fired on was told by itself. */
static void
judge_alone(struct tcn_stories *s, const struct tcn_story_row *row,
    const struct tcn_core *core, int64_t now_ms,
    const struct tcn_story_ask *ask, struct tcn_story_verdict *v)
{
	v->held = TCN_HELD_UNSETTLED;
	if (ask->burst > 0 && now_ms < s->first_ms + s->conf.settle_ms)
		return;
	tcn_decay_to(&s->day, s->now_ms);
	measure_rise(s, row, core, ask, v);
	tcn_story_keep_usual(s, row, v->usual);
	if (v->rise < v->bar || (ask->burst > 0 && v->stir < STIR_LEAST))
		v->held = TCN_HELD_USUAL;
	else if (v->told >= TOLD_MOST && !row->fired)
		v->held = TCN_HELD_TOLD;
	else
		v->held = TCN_HELD_NOT;
}

/* Where most items are copies, of one text or of a few, one more must tell. */
static uint32_t
voices_asked(const struct tcn_story_ask *ask, const struct tcn_story_verdict *v)
{
	bool copied = v->items - v->origins > COPIED * v->items;

	return ask->min_origins + copied;
}

static void
set_counts(struct tcn_story_verdict *v, const struct tcn_story_count *count)
{
	v->items = count->items;
	v->origins = count->origins;
	v->publishers = count->publishers;
	v->echoes = count->echoes;
}

static void
set_core(struct tcn_story_verdict *v, const struct tcn_core *core)
{
	v->topics = core->topics;
	v->voices = core->voices;
	v->spoken = core->spoken;
	if (core->notices)
		v->notices =
		    (double)core->notices / (core->notices + core->texts_n);
}

static uint32_t
counted(const struct tcn_story_verdict *v, enum tcn_rule_unit unit)
{
	return unit == TCN_RULE_ITEMS  ? v->items
	    : unit == TCN_RULE_ORIGINS ? v->origins
				       : v->publishers;
}

static enum tcn_held
judge_counts(const struct tcn_story_ask *ask, const struct tcn_story_verdict *v)
{
	return counted(v, ask->unit) <= ask->more_than ? TCN_HELD_COUNT
	    : v->origins < ask->min_origins            ? TCN_HELD_ORIGINS
	    : v->publishers < ask->min_publishers      ? TCN_HELD_PUBLISHERS
						       : TCN_HELD_NOT;
}

static enum tcn_rc
pass_gates(struct tcn_stories *s, const struct tcn_story_row *row,
    int64_t now_ms, const struct tcn_story_ask *ask,
    struct tcn_story_verdict *v)
{
	struct tcn_core core;
	enum tcn_rc rc = tcn_core_find(s, row, ask->more_than, &core);

	set_core(v, &core);
	v->asked = voices_asked(ask, v);
	v->held = TCN_HELD_TEMPLATE;
	if (rc || v->notices > NOTICES_MOST)
		return rc;
	v->held = TCN_HELD_VAGUE;
	if (core.topics < TCN_STORY_TOPICS || core.voices < v->asked ||
	    core.spoken <= SPOKEN * ask->more_than)
		return rc;
	v->held = TCN_HELD_NOT;
	rc = judge_form(s, &core, now_ms, v);
	if (!rc && v->held == TCN_HELD_NOT && !row->fired &&
	    v->echoes > ECHOES_MOST * v->items)
		v->held = TCN_HELD_TOLD;
	if (!rc && v->held == TCN_HELD_NOT &&
	    v->publishers < s->conf.min_publishers)
		judge_alone(s, row, &core, now_ms, ask, v);
	return rc;
}

enum tcn_rc
tcn_stories_judge(struct tcn_stories *s, uint64_t story, int64_t now_ms,
    const struct tcn_story_ask *ask, struct tcn_story_verdict *verdict)
{
	struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_ask asked = tcn_story_asked(s, ask);
	struct tcn_story_count count;

	*verdict = (struct tcn_story_verdict){ .held = TCN_HELD_COUNT };
	if (tcn_story_expire(s, row))
		return TCN_NOMEM;
	verdict->items = row->items.n;
	if (row->items.n <= asked.more_than)
		return TCN_OK;
	if (tcn_story_list(s, row, now_ms, &asked, &count))
		return TCN_NOMEM;
	set_counts(verdict, &count);
	verdict->held = judge_counts(&asked, verdict);
	if (verdict->held != TCN_HELD_NOT)
		return TCN_OK;
	return pass_gates(s, row, now_ms, &asked, verdict);
}

enum tcn_rc
tcn_stories_measure(struct tcn_stories *s, uint64_t story, int64_t now_ms,
    const struct tcn_story_ask *ask, struct tcn_story_verdict *v)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);
	struct tcn_story_ask asked = tcn_story_asked(s, ask);
	struct tcn_story_count count;
	struct tcn_core core;
	uint64_t phrase;
	enum tcn_rc rc = tcn_story_list(s, row, now_ms, &asked, &count);

	if (!rc)
		rc = tcn_core_find(s, row, asked.more_than, &core);
	if (rc)
		return rc;
	set_counts(v, &count);
	set_core(v, &core);
	v->asked = voices_asked(&asked, v);
	tcn_decay_to(&s->day, s->now_ms);
	measure_rise(s, row, &core, &asked, v);
	return measure_form(s, &core, v, &phrase);
}

const char *
tcn_held_text(enum tcn_held held)
{
	static const char *const texts[] = {
		[TCN_HELD_NOT] = "fires",
		[TCN_HELD_FIRED] = "has fired",
		[TCN_HELD_COUNT] = "few items",
		[TCN_HELD_ORIGINS] = "few distinct texts",
		[TCN_HELD_PUBLISHERS] = "few publishers",
		[TCN_HELD_VAGUE] = "little in common",
		[TCN_HELD_TEMPLATE] = "template",
		[TCN_HELD_UNSETTLED] = "no baseline yet",
		[TCN_HELD_USUAL] = "usually this busy",
		[TCN_HELD_TOLD] = "told already",
	};

	return texts[held];
}
