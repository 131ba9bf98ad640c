#include "tools/report/summary.h"

#include <math.h>
#include <stdio.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/real.h"

#define TEXT_BYTES_MAX   (64 * 1024)
#define TEXT_SENTENCES   24
#define SENTENCES_MAX    4000
#define WORDS_MIN        6
#define WORDS_MAX        60
#define FOLD_BYTES_MIN   30 /* a shorter line was ended on purpose */
#define MMR_LAMBDA       0.7 /* centrality against novelty */
#define LEAD_WEIGHT      0.5 /* mmr of standing first in a text */
#define REDUNDANT_COSINE 0.7 /* cosine from which a line is a repetition */
#define SCORE_SHARE_MIN  (1.0 / 3)

/* A term of a sentence. */
struct term_weight {
	uint32_t term; /* index of the term among all */
	float weight;
};

struct sentence {
	struct tcn_str text;
	size_t from; /* index of the text */
	struct term_weight *terms_of;
	size_t parts_n;
	unsigned position; /* in its text, from 0 */
	double score; /* cosine to the mean */
	double redundancy; /* greatest cosine to what is already said */
};

struct work {
	const struct tcn_summary *summary;
	struct tcn_arena arena;
	struct tcn_map terms; /* id -> index + 1 */
	struct sentence *at;
	size_t n, cap;
	uint32_t *df; /* by index of the term */
	size_t df_n, df_cap;
	double *term_sums; /* one vector over all terms, for products */
	UBreakIterator *breaks;
	struct tcn_str lang; /* that breaks was opened for */
	UText utext;
};

static void
work_fini(struct work *work)
{
	tcn_arena_fini(&work->arena);
	tcn_map_fini(&work->terms);
	tcn_mem_free(work->at);
	tcn_mem_free(work->df);
	if (work->breaks)
		ubrk_close(work->breaks);
	utext_close(&work->utext);
}

/* The index of a term among all; a new one has df 0. */
static enum tcn_rc
term_index(struct work *work, uint64_t id, uint32_t *index)
{
	uint64_t *slot;
	bool added;
	enum tcn_rc rc = tcn_map_put(&work->terms, id, &slot, &added);

	if (rc == TCN_OK && added) {
		void *p = tcn_mem_grow(work->df, &work->df_cap, work->df_n + 1,
		    sizeof *work->df);

		if (!p)
			return TCN_NOMEM;
		work->df = p;
		*slot = work->df_n;
		work->df[work->df_n++] = 0;
	}
	if (rc == TCN_OK)
		*index = (uint32_t)*slot;
	return rc;
}

/* The terms of text, function words left out, weighted by tf alone. */
static enum tcn_rc
read_terms(struct work *work, struct tcn_str text, struct tcn_str lang,
    struct sentence *sentence, size_t *words_n)
{
	struct tcn_article article = {
		.text = text, .lang = lang, .ts_ms = TCN_UNDATED
	};
	struct tcn_doc doc;
	enum tcn_rc rc =
	    tcn_prepare(work->summary->prep, &article, &work->arena, &doc);

	*sentence = (struct sentence){ .text = text };
	if (rc != TCN_OK)
		return rc;
	*words_n = doc.words_n;
	sentence->terms_of = tcn_arena_zalloc(&work->arena, doc.terms_n,
	    sizeof *sentence->terms_of);
	if (!sentence->terms_of)
		return TCN_NOMEM;
	for (size_t i = 0; i < doc.terms_n && rc == TCN_OK; i++) {
		struct term_weight *term_weight =
		    &sentence->terms_of[sentence->parts_n];

		if (doc.terms[i].flags & TCN_TERM_STOP)
			continue;
		rc = term_index(work, doc.terms[i].id, &term_weight->term);
		term_weight->weight = 1 + (float)tcn_real_log(doc.terms[i].tf);
		sentence->parts_n++;
	}
	return rc;
}

static enum tcn_rc
add_sentence(struct work *work, struct tcn_str text, size_t from,
    bool any_length, bool *added)
{
	struct sentence sentence;
	size_t words_n;
	void *p;
	enum tcn_rc rc = read_terms(work, text, work->summary->texts[from].lang,
	    &sentence, &words_n);

	*added = false;
	if (rc != TCN_OK || sentence.parts_n == 0)
		return rc;
	if (!any_length && (words_n < WORDS_MIN || words_n > WORDS_MAX))
		return TCN_OK;
	p = tcn_mem_grow(work->at, &work->cap, work->n + 1, sizeof *work->at);
	if (!p)
		return TCN_NOMEM;
	work->at = p;
	sentence.from = from;
	work->at[work->n++] = sentence;
	for (size_t i = 0; i < sentence.parts_n; i++)
		work->df[sentence.terms_of[i].term]++;
	*added = true;
	return TCN_OK;
}

/* The line [from, to) was ended by a fold, not by its writer. */
static bool
is_fold(const char *at, size_t from, size_t to)
{
	char next = at[to + 1];

	if ((next >= 'a' && next <= 'z') || next == '$')
		return true;
	return to - from >= FOLD_BYTES_MIN && next > ' ' &&
	    !strchr(".!?:;\"", at[to - 1]);
}

/*
 * Text that was folded at a width has line feeds inside its sentences, where
 * ICU would end them. One before a small letter, or after a long line without
 * a full stop, is only a fold; one before a blank is not. The copy has a
 * space in its place, hence the same offsets.
 */
static enum tcn_rc
unfold(struct work *work, struct tcn_str text, struct tcn_str *flat)
{
	size_t line = 0;
	char *at;

	if (text.n > TEXT_BYTES_MAX)
		text.n = TEXT_BYTES_MAX;
	if (!tcn_arena_str(&work->arena, text, flat))
		return TCN_NOMEM;
	at = (char *)(uintptr_t)flat->at;
	for (size_t i = 1; i + 1 < text.n; i++) {
		if (at[i] != '\n')
			continue;
		if (is_fold(at, line, i))
			at[i] = ' ';
		line = i + 1;
	}
	return TCN_OK;
}

/* Language matters for abbreviations: "Mr. Smith" is not two sentences. */
static enum tcn_rc
open_breaks(struct work *work, struct tcn_str text, struct tcn_str lang)
{
	UErrorCode status = U_ZERO_ERROR;
	char locale[64] = "en@ss=standard";

	if (lang.n >= 2 && lang.n <= 40)
		snprintf(locale, sizeof locale, "%.*s@ss=standard",
		    TCN_STR_ARG(lang));
	if (!work->breaks || !tcn_str_equal(lang, work->lang)) {
		if (work->breaks)
			ubrk_close(work->breaks);
		work->breaks =
		    ubrk_open(UBRK_SENTENCE, locale, NULL, 0, &status);
		work->lang = lang;
	}
	utext_openUTF8(&work->utext, text.at, (int64_t)text.n, &status);
	if (U_SUCCESS(status))
		ubrk_setUText(work->breaks, &work->utext, &status);
	return U_SUCCESS(status) ? TCN_OK : TCN_NOMEM;
}

/* "J. Smith", "the U.S. dollar": rarely the end of a sentence. */
static bool
ends_in_initial(struct tcn_str s)
{
	char before = s.n > 2 ? s.at[s.n - 3] : ' ';

	return s.n > 1 && s.at[s.n - 1] == '.' && s.at[s.n - 2] >= 'A' &&
	    s.at[s.n - 2] <= 'Z' && (before == ' ' || before == '.');
}

static enum tcn_rc
split_text(struct work *work, size_t from, size_t *found)
{
	const struct tcn_summary_text *text = &work->summary->texts[from];
	struct tcn_str flat, piece;
	bool added;
	int32_t start = 0, end;
	enum tcn_rc rc = unfold(work, text->text, &flat);

	*found = 0;
	if (rc == TCN_OK)
		rc = open_breaks(work, flat, text->lang);
	while (rc == TCN_OK && *found < TEXT_SENTENCES &&
	    work->n < SENTENCES_MAX) {
		end = ubrk_next(work->breaks);
		if (end == UBRK_DONE)
			break;
		piece =
		    (struct tcn_str){ flat.at + start, (size_t)(end - start) };
		piece = tcn_str_trim(piece);
		if (ends_in_initial(piece) && (size_t)end < flat.n)
			continue;
		rc = add_sentence(work, piece, from, false, &added);
		if (added) {
			/* The reader's view is of the text itself. */
			work->at[work->n - 1].text.at =
			    text->text.at + (piece.at - flat.at);
			work->at[work->n - 1].position = (unsigned)(*found)++;
		}
		start = end;
	}
	return rc;
}

static enum tcn_rc
read_text(struct work *work, struct tcn_map *origins, size_t i)
{
	const struct tcn_summary_text *text = &work->summary->texts[i];
	uint64_t *value;
	size_t found;
	bool added;
	enum tcn_rc rc = tcn_map_put(origins, text->origin, &value, &added);

	if (rc != TCN_OK || !added)
		return rc;
	rc = split_text(work, i, &found);
	if (rc == TCN_OK && found == 0 && text->title.n)
		rc = add_sentence(work, text->title, i, true, &added);
	return rc;
}

static enum tcn_rc
read_texts(struct work *work)
{
	struct tcn_map origins = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < work->summary->texts_n && rc == TCN_OK &&
	     work->n < SENTENCES_MAX;
	     i++)
		rc = read_text(work, &origins, i);
	tcn_map_fini(&origins);
	return rc;
}

/* From tf to unit vectors of tf * idf. */
static void
weigh(const struct work *work, struct sentence *sentence)
{
	double squares = 0;

	for (size_t i = 0; i < sentence->parts_n; i++) {
		struct term_weight *term_weight = &sentence->terms_of[i];
		uint32_t df = work->df[term_weight->term];
		double idf = tcn_real_log(1 + (double)work->n / (df ? df : 1));

		term_weight->weight *= (float)idf;
		squares += (double)term_weight->weight * term_weight->weight;
	}
	for (size_t i = 0; i < sentence->parts_n && squares > 0; i++)
		sentence->terms_of[i].weight /= (float)sqrt(squares);
}

static void
add_scaled(const struct work *work, const struct sentence *sentence, double by)
{
	for (size_t i = 0; i < sentence->parts_n; i++)
		work->term_sums[sentence->terms_of[i].term] +=
		    by * sentence->terms_of[i].weight;
}

static double
dot_product(const struct work *work, const struct sentence *sentence)
{
	double sum = 0;

	for (size_t i = 0; i < sentence->parts_n; i++)
		sum += work->term_sums[sentence->terms_of[i].term] *
		    sentence->terms_of[i].weight;
	return sum;
}

/* Cosine of every sentence to the mean of all. */
static void
score_all(struct work *work)
{
	double squares = 0;

	for (size_t i = 0; i < work->n; i++)
		add_scaled(work, &work->at[i], 1);
	for (size_t t = 0; t < work->df_n; t++)
		squares += work->term_sums[t] * work->term_sums[t];
	for (size_t i = 0; i < work->n && squares > 0; i++)
		work->at[i].score =
		    dot_product(work, &work->at[i]) / sqrt(squares);
}

/* From now on, what is near to said is less welcome. */
static void
mark_selected(struct work *work, const struct sentence *said)
{
	memset(work->term_sums, 0, work->df_n * sizeof *work->term_sums);
	add_scaled(work, said, 1);
	for (size_t i = 0; i < work->n; i++) {
		double cosine = dot_product(work, &work->at[i]);

		if (cosine > work->at[i].redundancy)
			work->at[i].redundancy = cosine;
	}
}

/* No line is from this origin (or, when asked, from this publisher). */
static bool
is_independent(const struct work *work, const struct sentence *sentence,
    const struct tcn_summary_line *lines, size_t n, bool publisher)
{
	const struct tcn_summary_text *texts = work->summary->texts;
	const struct tcn_summary_text *mine = &texts[sentence->from];

	for (size_t i = 0; i < n; i++) {
		const struct tcn_summary_text *other = &texts[lines[i].text];

		if (other->origin == mine->origin ||
		    (publisher && other->publisher == mine->publisher))
			return false;
	}
	return true;
}

static const struct sentence *
choose(const struct work *work, const struct tcn_summary_line *lines, size_t n,
    bool publisher, double top)
{
	const struct sentence *best = NULL;
	double best_mmr = 0;

	for (size_t i = 0; i < work->n; i++) {
		const struct sentence *s = &work->at[i];
		double lead = LEAD_WEIGHT * top / (1 + s->position);
		double mmr = MMR_LAMBDA * (s->score + lead) -
		    (1 - MMR_LAMBDA) * s->redundancy;

		if (s->score < top * SCORE_SHARE_MIN ||
		    s->redundancy >= REDUNDANT_COSINE ||
		    (best && mmr <= best_mmr) ||
		    !is_independent(work, s, lines, n, publisher))
			continue;
		best = s;
		best_mmr = mmr;
	}
	return best;
}

static void
choose_lines(struct work *work, struct tcn_summary_line *lines, size_t *n)
{
	double top = 0;

	for (size_t i = 0; i < work->n; i++) {
		if (work->at[i].score > top)
			top = work->at[i].score;
	}
	for (*n = 0; *n < work->summary->lines_max; ++*n) {
		const struct sentence *best =
		    choose(work, lines, *n, true, top);

		if (!best)
			best = choose(work, lines, *n, false, top);
		if (!best)
			break;
		lines[*n] = (struct tcn_summary_line){ best->from, best->text,
			best->score };
		mark_selected(work, best);
	}
}

enum tcn_rc
tcn_summary_make(const struct tcn_summary *summary,
    struct tcn_summary_line *lines, size_t *n)
{
	struct work work = { .summary = summary, .utext = UTEXT_INITIALIZER };
	struct sentence headline;
	size_t words_n;
	enum tcn_rc rc;

	tcn_arena_init(&work.arena, 0);
	*n = 0;
	rc = read_texts(&work);
	if (rc == TCN_OK)
		rc = read_terms(&work, summary->headline,
		    summary->headline_lang, &headline, &words_n);
	if (rc != TCN_OK || work.n == 0)
		goto out;
	work.term_sums =
	    tcn_arena_zalloc(&work.arena, work.df_n, sizeof *work.term_sums);
	rc = work.term_sums ? TCN_OK : TCN_NOMEM;
	if (rc != TCN_OK)
		goto out;
	for (size_t i = 0; i < work.n; i++)
		weigh(&work, &work.at[i]);
	weigh(&work, &headline);
	score_all(&work);
	mark_selected(&work, &headline);
	choose_lines(&work, lines, n);
out:
	work_fini(&work);
	return rc;
}
