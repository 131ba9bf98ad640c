#include "tools/intake/tagger/tagger.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/intake/tagger/apertium.h"
#include "tools/intake/tagger/tagger_impl.h"

/*
 * What all threads share: the languages, their faults, the counts.
 */

#define MINUTE_MS ((int64_t)60 * 1000)

enum tcn_rc
tcn_taggers_open(const struct tcn_taggers_conf *conf, struct tcn_taggers **out,
    struct tcn_err *err)
{
	struct tcn_taggers *taggers = tcn_mem_calloc(1, sizeof *taggers);
	enum tcn_rc rc;

	assert(conf->deadline_ms > 0);
	*out = NULL;
	taggers->deadline_ms = conf->deadline_ms;
	pthread_mutex_init(&taggers->lock, NULL);
	rc = tcn_tagger_data_list(conf->dir, taggers->list, &taggers->n, err);
	for (size_t i = 0; !rc && i < taggers->n; i++)
		rc = tcn_tagger_data_name(&taggers->list[i], err);
	if (rc)
		tcn_taggers_close(taggers);
	else
		*out = taggers;
	return rc;
}

void
tcn_taggers_close(struct tcn_taggers *taggers)
{
	if (!taggers)
		return;
	tcn_tagger_data_free(taggers->list, taggers->n);
	pthread_mutex_destroy(&taggers->lock);
	tcn_mem_free(taggers);
}

size_t
tcn_taggers_langs(const struct tcn_taggers *taggers)
{
	return taggers->n;
}

/* The number of the language; SIZE_MAX: there is none. */
static size_t
taggers_find(const struct tcn_taggers *taggers, const char *lang)
{
	for (size_t i = 0; i < taggers->n; i++)
		if (strcmp(taggers->list[i].lang, lang) == 0)
			return i;
	return SIZE_MAX;
}

const char *
tcn_taggers_name(const struct tcn_taggers *taggers, const char *lang)
{
	size_t i = taggers_find(taggers, lang);

	return i < taggers->n ? taggers->list[i].name : NULL;
}

void
tcn_taggers_names(const struct tcn_taggers *taggers, struct tcn_buf *out)
{
	tcn_tagger_data_names(taggers->list, taggers->n, out);
}

void
tcn_taggers_count(struct tcn_taggers *taggers,
    struct tcn_taggers_counts *counts)
{
	pthread_mutex_lock(&taggers->lock);
	*counts = taggers->counts;
	pthread_mutex_unlock(&taggers->lock);
}

static bool
is_off(struct tcn_taggers *taggers, size_t lang)
{
	bool off;

	pthread_mutex_lock(&taggers->lock);
	off = taggers->states[lang].off;
	pthread_mutex_unlock(&taggers->lock);
	return off;
}

static void
tell(const struct tcn_tagger_data *data, const char *program, const char *why,
    int error)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "tagger_off");
	tcn_log_str(&log, "lang", tcn_str(data->lang));
	tcn_log_str(&log, "program", tcn_str(program));
	tcn_log_str(&log, "fault", tcn_str(why));
	if (error)
		tcn_log_str(&log, "error", tcn_str(strerror(error)));
	tcn_log_str(&log, "note",
	    error ? tcn_str("install it, or set text.tagger to none; articles "
			    "go by their plain words")
		  : tcn_str("three faults within a minute; articles go by "
			    "their plain words until the program is started "
			    "again"));
	tcn_log_end(&log);
}

/*
 * Notes a fault of one of the language's programs, and turns the language off
 * when it is one too many, or when the program is missing (`error`: why).
 */
static void
taggers_fault(struct tcn_taggers *taggers, size_t lang, const char *program,
    enum tcn_filter_end end, bool lied, int error)
{
	struct tcn_taggers_state *state = &taggers->states[lang];
	int64_t now = tcn_now_monotonic_ms(), *slot;
	bool off;

	pthread_mutex_lock(&taggers->lock);
	taggers->counts.faults++;
	slot = &state->faults_ms[state->faults % TCN_TAGGERS_FAULTS];
	*slot = now;
	state->faults++;
	/* The oldest of the latest three is next in the ring. */
	slot = &state->faults_ms[state->faults % TCN_TAGGERS_FAULTS];
	off = !state->off &&
	    (end == TCN_FILTER_MISSING ||
		(state->faults >= TCN_TAGGERS_FAULTS &&
		    now - *slot <= MINUTE_MS));
	state->off |= off;
	taggers->counts.off += off;
	pthread_mutex_unlock(&taggers->lock);
	if (off)
		tell(&taggers->list[lang], program,
		    lied ? "it answered something else"
			 : tcn_filter_end_text(end),
		    end == TCN_FILTER_MISSING ? error : 0);
}

#define CHUNK_TEXTS 64
#define CHUNK_BYTES ((size_t)256 * 1024) /* of requests; one text may be more */
#define READINGS_MAX                                                           \
	((size_t)128 * 1024) /* remembered; then all are forgotten */
/* An answer is rarely ten times as long as its text. */
#define ANSWER_TIMES 64
#define ANSWER_BYTES ((size_t)16 * 1024)

enum {
	ANALYSER,
	TAGGER,
	PROBE,
	PROGRAMS
};

/* What a combination of readings is to the model, by the hash of it. */
enum {
	KNOWN = 1,
	UNKNOWN = 2,
	ASKED = 3
};

/* The programs of a language. */
struct work {
	struct tcn_filter filters[PROGRAMS];
	const char *commands[PROGRAMS][8];
	struct tcn_map readings;
};

/* A part of one of the buffers below. */
struct span {
	size_t from, n;
};

/* A text on its way. */
struct piece {
	size_t text; /* its number */
	size_t title_n; /* bytes of the request */
	struct span request; /* in requests; the NUL is behind it */
	struct span analysed; /* in analyses */
	struct span chosen; /* in choices: what the tagger is asked */
	struct span tagged; /* in tags */
	bool failed;
};

struct tcn_tagger {
	struct tcn_taggers *shared;
	struct work *works; /* of each language */
	struct piece pieces[CHUNK_TEXTS];
	size_t n; /* pieces */
	struct tcn_buf requests, analyses, choices, tags;
	struct tcn_buf probe, probed, complaints;
	uint64_t *asked; /* hashes of the readings that are in probe */
	size_t asked_n, asked_cap;
	struct tcn_arena arena;
};

static void
set_commands(struct work *work, const struct tcn_tagger_data *data)
{
	const char *const commands[PROGRAMS][8] = {
		[ANALYSER] = { "lt-proc", "-w", "-z", data->analyser },
		[TAGGER] = { "apertium-tagger", "-g", "-p", "-z", data->model },
		[PROBE] = { "apertium-tagger", "-d", "-g", "-p", "-z",
		    data->model },
	};

	memcpy(work->commands, commands, sizeof commands);
	for (size_t i = 0; i < PROGRAMS; i++)
		work->filters[i] = (struct tcn_filter){
			.command = work->commands[i],
			.complains = i == PROBE,
		};
}

struct tcn_tagger *
tcn_tagger_new(struct tcn_taggers *taggers)
{
	struct tcn_tagger *tagger = tcn_mem_calloc(1, sizeof *tagger);

	tagger->shared = taggers;
	tcn_arena_init(&tagger->arena, CHUNK_BYTES);
	tagger->works = tcn_mem_calloc(taggers->n, sizeof *tagger->works);
	for (size_t i = 0; i < taggers->n; i++)
		set_commands(&tagger->works[i], &taggers->list[i]);
	return tagger;
}

static void
stop(struct work *work)
{
	for (size_t i = 0; i < PROGRAMS; i++)
		tcn_filter_stop(&work->filters[i]);
}

void
tcn_tagger_free(struct tcn_tagger *tagger)
{
	if (!tagger)
		return;
	for (size_t i = 0; tagger->works && i < tagger->shared->n; i++) {
		stop(&tagger->works[i]);
		tcn_map_fini(&tagger->works[i].readings);
	}
	tcn_mem_free(tagger->works);
	tcn_buf_fini(&tagger->requests);
	tcn_buf_fini(&tagger->analyses);
	tcn_buf_fini(&tagger->choices);
	tcn_buf_fini(&tagger->tags);
	tcn_buf_fini(&tagger->probe);
	tcn_buf_fini(&tagger->probed);
	tcn_buf_fini(&tagger->complaints);
	tcn_mem_free(tagger->asked);
	tcn_arena_fini(&tagger->arena);
	tcn_mem_free(tagger);
}

struct tcn_taggers *
tcn_tagger_shared(const struct tcn_tagger *tagger)
{
	return tagger->shared;
}

static struct tcn_str
view(const struct tcn_buf *buf, struct span span)
{
	return (struct tcn_str){ buf->at + span.from, span.n };
}

/* Whether the answer says the whole request. */
static bool
is_answer(struct tcn_str answer, struct tcn_str request)
{
	struct tcn_apertium_reader reader = { answer, request, 0, 0 };
	struct tcn_apertium_unit unit;
	enum tcn_rc rc;

	while (!(rc = tcn_apertium_next(&reader, &unit)))
		continue;
	return rc == TCN_DONE;
}

/* A program that is asked about pieces: from one buffer into another. */
struct stage {
	unsigned program;
	struct tcn_buf *asks, *answers;
	size_t ask, answer; /* offsets of the spans in struct piece */
};

static struct span *
span_of(struct piece *piece, size_t offset)
{
	return (struct span *)(void *)((char *)piece + offset);
}

/*
 * Gives the answers behind `at` to the pieces of list, and says how many are
 * right; behind one that is wrong none can be trusted.
 */
static size_t
take_answers(struct tcn_tagger *tagger, const struct stage *stage,
    struct piece **list, size_t n, size_t at)
{
	for (size_t i = 0; i < n; i++) {
		struct span *answer = span_of(list[i], stage->answer);
		const char *from = stage->answers->at + at;

		answer->from = at;
		answer->n = strlen(from); /* each ends with its NUL */
		at += answer->n + 1;
		if (!is_answer(view(stage->answers, *answer),
			view(&tagger->requests, list[i]->request)))
			return i;
	}
	return n;
}

/*
 * Asks a program about the pieces of list, in order. One that it fails with is
 * marked; those behind it are asked again.
 */
static void
run_stage(struct tcn_tagger *tagger, size_t lang, const struct stage *stage,
    struct piece **list, size_t n)
{
	struct tcn_filter *filter =
	    &tagger->works[lang].filters[stage->program];

	while (n && !is_off(tagger->shared, lang)) {
		const struct span *first = span_of(list[0], stage->ask);
		const struct span *last = span_of(list[n - 1], stage->ask);
		struct span all = { first->from,
			last->from + last->n + 1 - first->from };
		const struct tcn_filter_ask ask = {
			.requests = view(stage->asks, all),
			.n = n,
			.deadline_ms = tagger->shared->deadline_ms,
			.most = ANSWER_TIMES * all.n + n * ANSWER_BYTES,
			.answers = stage->answers,
		};
		size_t at = stage->answers->n, answered, right;
		enum tcn_filter_end end;
		int error;

		tcn_filter_ask(filter, &ask, &end, &answered);
		error = errno;
		right = take_answers(tagger, stage, list, answered, at);
		if (right < answered)
			tcn_filter_stop(filter);
		if (right < answered || end != TCN_FILTER_ANSWERED)
			taggers_fault(tagger->shared, lang, filter->command[0],
			    end, right < answered, error);
		if (right < n)
			list[right++]->failed = true;
		list += right;
		n -= right;
	}
	while (n)
		list[--n]->failed = true;
}

/* Lists the pieces that have not failed; returns how many. */
static size_t
list_sound(struct tcn_tagger *tagger, struct piece *list[CHUNK_TEXTS])
{
	size_t n = 0;

	for (size_t i = 0; i < tagger->n; i++)
		if (!tagger->pieces[i].failed)
			list[n++] = &tagger->pieces[i];
	return n;
}

static uint64_t
hash_readings(struct tcn_str readings)
{
	return XXH3_64bits(readings.at, readings.n);
}

static bool
is_ambiguous(struct tcn_str readings)
{
	return tcn_apertium_first(readings).n < readings.n;
}

/* Adds the readings of a piece that have not been met before to the probe. */
static void
look_for_new(struct tcn_tagger *tagger, struct work *work,
    const struct piece *piece)
{
	struct tcn_apertium_reader reader = {
		.answer = view(&tagger->analyses, piece->analysed),
		.request = view(&tagger->requests, piece->request),
	};
	struct tcn_apertium_unit unit;

	while (!tcn_apertium_next(&reader, &unit)) {
		uint64_t hash = hash_readings(unit.readings), *what;
		bool added;

		if (!is_ambiguous(unit.readings))
			continue;
		tcn_map_put(&work->readings, hash, &what, &added);
		if (added) {
			uint64_t *asked;

			*what = ASKED;
			/* Adds readings to the probe, as those of a word
			 * spelled as their number. */
			asked = tcn_mem_grow(tagger->asked, &tagger->asked_cap,
			    tagger->asked_n + 1, sizeof *asked);
			tagger->asked = asked;
			tcn_buf_printf(&tagger->probe, "^%zu/",
			    tagger->asked_n);
			tcn_buf_str(&tagger->probe, unit.readings);
			tcn_buf_z(&tagger->probe, "$ ");
			asked[tagger->asked_n++] = hash;
		}
	}
}

/*
 * Marks what the program complained of: "Word 'NUMBER'." in a line of its own.
 * If it was not asked in full, the readings are forgotten, so that they are
 * asked again.
 */
static void
note_probed(struct tcn_tagger *tagger, struct work *work, bool answered)
{
	static const char begin[] = "Word '";
	const char *at =
	    answered && tagger->complaints.n ? tagger->complaints.at : NULL;

	for (size_t i = 0; i < tagger->asked_n; i++)
		if (answered)
			*tcn_map_find(&work->readings, tagger->asked[i]) =
			    KNOWN;
		else
			tcn_map_remove(&work->readings, tagger->asked[i]);
	while (at && (at = strstr(at, begin))) {
		char *behind;
		unsigned long number = strtoul(at + strlen(begin), &behind, 10);

		at += strlen(begin);
		if (behind > at && *behind == '\'' && number < tagger->asked_n)
			*tcn_map_find(&work->readings, tagger->asked[number]) =
			    UNKNOWN;
	}
}

/* Asks which of the new readings the model does not know. */
static void
run_probe(struct tcn_tagger *tagger, size_t lang)
{
	struct work *work = &tagger->works[lang];
	struct tcn_filter *filter = &work->filters[PROBE];
	struct tcn_filter_ask ask = {
		.n = 1,
		.deadline_ms = tagger->shared->deadline_ms,
		.answers = &tagger->probed,
		.complaints = &tagger->complaints,
	};
	enum tcn_filter_end end;
	size_t answered;

	tcn_buf_add(&tagger->probe, "^./.<sent>$[][\n]",
	    sizeof "^./.<sent>$[][\n]");
	tcn_buf_clear(&tagger->probed);
	tcn_buf_clear(&tagger->complaints);
	ask.requests = tcn_buf_view(&tagger->probe);
	ask.most = 2 * ask.requests.n + tagger->asked_n * 1024 + ANSWER_BYTES;
	tcn_filter_ask(filter, &ask, &end, &answered);
	if (end != TCN_FILTER_ANSWERED)
		taggers_fault(tagger->shared, lang, filter->command[0], end,
		    false, errno);
	note_probed(tagger, work, end == TCN_FILTER_ANSWERED);
}

/* Makes sure that all readings of the pieces were tried, as far as can be. */
static void
try_new(struct tcn_tagger *tagger, size_t lang, struct piece *const *list,
    size_t n)
{
	struct work *work = &tagger->works[lang];

	tagger->asked_n = 0;
	tcn_buf_clear(&tagger->probe);
	if (work->readings.n > READINGS_MAX)
		tcn_map_clear(&work->readings);
	for (size_t i = 0; i < n; i++)
		look_for_new(tagger, work, list[i]);
	if (tagger->asked_n)
		run_probe(tagger, lang);
}

/*
 * Writes what the tagger is asked about a piece: the analysis, in which words
 * with readings that the model does not know have their first one only.
 */
static void
choose(struct tcn_tagger *tagger, const struct work *work, struct piece *piece)
{
	struct tcn_str analysed = view(&tagger->analyses, piece->analysed);
	struct tcn_apertium_reader reader = {
		.answer = analysed,
		.request = view(&tagger->requests, piece->request),
	};
	struct tcn_buf *out = &tagger->choices;
	struct tcn_apertium_unit unit;
	size_t done = 0; /* bytes of the analysis */

	piece->chosen.from = out->n;
	while (!tcn_apertium_next(&reader, &unit)) {
		struct tcn_str first = tcn_apertium_first(unit.readings);
		uint64_t *what;

		if (!is_ambiguous(unit.readings))
			continue;
		what =
		    tcn_map_find(&work->readings, hash_readings(unit.readings));
		piece->failed |= !what;
		if (!what || *what == KNOWN)
			continue;
		tcn_buf_add(out, analysed.at + done,
		    (size_t)(first.at - analysed.at) + first.n - done);
		tcn_buf_char(out, '$');
		done = reader.at;
	}
	tcn_buf_add(out, analysed.at + done, analysed.n - done);
	piece->chosen.n = out->n - piece->chosen.from;
	tcn_buf_char(out, '\0');
	if (piece->failed)
		out->n = piece->chosen.from;
}

/* Analyses and tags the pieces; those that failed are marked. */
static void
tag_pieces(struct tcn_tagger *tagger, size_t lang)
{
	const struct stage analyse = {
		ANALYSER,
		&tagger->requests,
		&tagger->analyses,
		offsetof(struct piece, request),
		offsetof(struct piece, analysed),
	};
	const struct stage tag = {
		TAGGER,
		&tagger->choices,
		&tagger->tags,
		offsetof(struct piece, chosen),
		offsetof(struct piece, tagged),
	};
	struct piece *list[CHUNK_TEXTS];
	size_t n = list_sound(tagger, list);

	run_stage(tagger, lang, &analyse, list, n);
	n = list_sound(tagger, list);
	try_new(tagger, lang, list, n);
	for (size_t i = 0; i < n; i++)
		choose(tagger, &tagger->works[lang], list[i]);
	n = list_sound(tagger, list);
	run_stage(tagger, lang, &tag, list, n);
}

/* Hands out the words of the pieces, and counts them. */
static enum tcn_rc
hand_out(struct tcn_tagger *tagger, tcn_tagger_words_fn *words, void *ctx)
{
	struct tcn_content_word *list;
	struct piece *pieces[CHUNK_TEXTS];
	size_t n = list_sound(tagger, pieces), words_n;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		tcn_arena_reset(&tagger->arena);
		rc = tcn_apertium_words(view(&tagger->tags, pieces[i]->tagged),
		    view(&tagger->requests, pieces[i]->request),
		    pieces[i]->title_n, &tagger->arena, &list, &words_n);
		if (!rc)
			words(ctx, pieces[i]->text, list, words_n);
	}
	pthread_mutex_lock(&tagger->shared->lock);
	tagger->shared->counts.tagged += n;
	tagger->shared->counts.failed += tagger->n - n;
	pthread_mutex_unlock(&tagger->shared->lock);
	return rc;
}

/* Begins a chunk. */
static void
clear(struct tcn_tagger *tagger)
{
	tagger->n = 0;
	tcn_buf_clear(&tagger->requests);
	tcn_buf_clear(&tagger->analyses);
	tcn_buf_clear(&tagger->choices);
	tcn_buf_clear(&tagger->tags);
}

static enum tcn_rc
run_chunk(struct tcn_tagger *tagger, size_t lang, tcn_tagger_words_fn *words,
    void *ctx)
{
	enum tcn_rc rc;

	tag_pieces(tagger, lang);
	rc = hand_out(tagger, words, ctx);
	if (rc || is_off(tagger->shared, lang))
		stop(&tagger->works[lang]);
	clear(tagger);
	return rc;
}

/* Tags those of the texts that are in one language. */
static enum tcn_rc
run_lang(struct tcn_tagger *tagger, size_t lang,
    const struct tcn_tagger_text *texts, size_t n, tcn_tagger_words_fn *words,
    void *ctx)
{
	const char *name = tagger->shared->list[lang].lang;
	enum tcn_rc rc = TCN_OK;

	clear(tagger);
	for (size_t i = 0; i < n && !rc; i++) {
		if (strcmp(texts[i].lang, name) == 0) {
			struct piece *piece = &tagger->pieces[tagger->n++];

			*piece = (struct piece){
				.text = i,
				.request.from = tagger->requests.n,
			};
			tcn_apertium_write(texts[i].title, texts[i].text,
			    &tagger->requests, &piece->title_n);
			piece->request.n =
			    tagger->requests.n - piece->request.from - 1;
		}
		if (tagger->n == CHUNK_TEXTS ||
		    tagger->requests.n > CHUNK_BYTES)
			rc = run_chunk(tagger, lang, words, ctx);
	}
	return rc || !tagger->n ? rc : run_chunk(tagger, lang, words, ctx);
}

enum tcn_rc
tcn_tagger_run(struct tcn_tagger *tagger, const struct tcn_tagger_text *texts,
    size_t n, tcn_tagger_words_fn *words, void *ctx)
{
	bool todo[TCN_TAGGER_DATA_MAX] = { false };
	enum tcn_rc rc = TCN_OK;

	assert(tagger && words);
	for (size_t i = 0; i < n; i++) {
		size_t lang = taggers_find(tagger->shared, texts[i].lang);

		if (lang < tagger->shared->n)
			todo[lang] = true;
	}
	for (size_t lang = 0; lang < tagger->shared->n && !rc; lang++)
		if (todo[lang])
			rc = run_lang(tagger, lang, texts, n, words, ctx);
	return rc;
}
