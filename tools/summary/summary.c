#include "tools/summary/summary.h"

#include <assert.h>
#include <math.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "engine/base/utf8.h"
#include "engine/facts/statement.h"
#include "engine/text/lang.h"
#include "engine/text/sentence.h"

#define TEXT_BYTES_MAX   (64 * 1024)
#define TEXT_SENTENCES   24
#define SENTENCES_MAX    4000
#define WORDS_MIN        6
#define WORDS_MAX        60
#define MMR_LAMBDA       0.7 /* weight of centrality; the rest is novelty's */
#define LEAD_WEIGHT      0.5 /* bonus for the first sentence of a text */
#define REDUNDANT_COSINE 0.7 /* cosine from which a line is a repetition */
#define SCORE_SHARE_MIN  (1.0 / 3)

/* A term of a sentence. */
struct term_weight {
	uint32_t term; /* its index in df */
	float weight;
};

struct sentence {
	struct tcn_str text;
	size_t from; /* index of the text */
	struct term_weight *terms;
	size_t terms_n;
	unsigned position; /* in its text, from 0 */
	double score; /* cosine to the mean */
	double redundancy; /* greatest cosine to headline and chosen lines */
};

struct summarizer {
	const struct tcn_summary *summary;
	struct tcn_arena arena;
	struct tcn_map terms; /* term id -> index in df */
	struct sentence *at;
	size_t n, cap;
	uint32_t *df; /* sentences with the term, by its index */
	size_t df_n, df_cap;
	double *term_sums; /* a vector over all terms, for dot products */
};

static void
summarizer_fini(struct summarizer *summarizer)
{
	tcn_arena_fini(&summarizer->arena);
	tcn_map_fini(&summarizer->terms);
	tcn_mem_free(summarizer->at);
	tcn_mem_free(summarizer->df);
}

/* Finds the index of a term; a new one has df 0. */
static enum tcn_rc
term_index(struct summarizer *summarizer, uint64_t id, uint32_t *index)
{
	uint64_t *slot;
	bool added;
	enum tcn_rc rc = tcn_map_put(&summarizer->terms, id, &slot, &added);

	if (rc == TCN_OK && added) {
		void *p = tcn_mem_grow(summarizer->df, &summarizer->df_cap,
		    summarizer->df_n + 1, sizeof *summarizer->df);

		if (!p)
			return TCN_NOMEM;
		summarizer->df = p;
		*slot = summarizer->df_n;
		summarizer->df[summarizer->df_n++] = 0;
	}
	if (rc == TCN_OK)
		*index = (uint32_t)*slot;
	return rc;
}

/* Reads the terms of text without function words, weighted by tf alone. */
static enum tcn_rc
read_terms(struct summarizer *summarizer, struct tcn_str text,
    struct tcn_str lang, struct sentence *sentence, size_t *words_n)
{
	struct tcn_article article = {
		.text = text, .lang = lang, .ts_ms = TCN_UNDATED
	};
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_prepare(summarizer->summary->prep, &article,
	    &summarizer->arena, &doc);

	*sentence = (struct sentence){ .text = text };
	if (rc != TCN_OK)
		return rc;
	*words_n = doc.words_n;
	sentence->terms = tcn_arena_zalloc(&summarizer->arena, doc.terms_n,
	    sizeof *sentence->terms);
	if (!sentence->terms)
		return TCN_NOMEM;
	for (size_t i = 0; i < doc.terms_n && rc == TCN_OK; i++) {
		struct term_weight *term_weight =
		    &sentence->terms[sentence->terms_n];

		if (doc.terms[i].flags & TCN_TERM_STOP)
			continue;
		rc =
		    term_index(summarizer, doc.terms[i].id, &term_weight->term);
		term_weight->weight = 1 + (float)tcn_real_log(doc.terms[i].tf);
		sentence->terms_n++;
	}
	return rc;
}

static enum tcn_rc
add_sentence(struct summarizer *summarizer, struct tcn_str text, size_t from,
    bool any_length, bool *added)
{
	struct sentence sentence;
	size_t words_n;
	void *p;
	enum tcn_rc rc = read_terms(summarizer, text,
	    summarizer->summary->texts[from].lang, &sentence, &words_n);

	*added = false;
	if (rc != TCN_OK || sentence.terms_n == 0)
		return rc;
	if (!any_length && (words_n < WORDS_MIN || words_n > WORDS_MAX))
		return TCN_OK;
	p = tcn_mem_grow(summarizer->at, &summarizer->cap, summarizer->n + 1,
	    sizeof *summarizer->at);
	if (!p)
		return TCN_NOMEM;
	summarizer->at = p;
	sentence.from = from;
	summarizer->at[summarizer->n++] = sentence;
	for (size_t i = 0; i < sentence.terms_n; i++)
		summarizer->df[sentence.terms[i].term]++;
	*added = true;
	return TCN_OK;
}

/* What may be quoted of a sentence, or of a title; empty: nothing. */
static enum tcn_rc
quotable(const struct summarizer *summarizer, size_t from, const char *lang,
    struct tcn_str *sentence, bool title)
{
	const struct tcn_summary *summary = summarizer->summary;
	const struct tcn_summary_text *text = &summary->texts[from];
	const struct tcn_statement_text raw = {
		.raw = *sentence,
		.lang = lang,
		.title = title,
		.begins = sentence->at == text->text.at,
	};
	struct tcn_reading_text reading = { .lang = lang, .year = text->year };
	struct tcn_statement statement;
	enum tcn_figure_says says;
	enum tcn_rc rc;

	if (!summary->facts || !summary->figures)
		return TCN_OK;
	rc = tcn_statement_read(summary->facts, &raw, &statement);
	if (rc != TCN_OK)
		return rc;
	reading.sentence = statement.shown;
	rc = tcn_figure_says_of(summary->figures, summary->facts, &reading,
	    &says);
	*sentence = statement.shown;
	if (statement.faults || says == TCN_FIGURE_SAYS_STALE)
		sentence->n = 0;
	return rc;
}

static enum tcn_rc
split_text(struct summarizer *summarizer, size_t from, size_t *found)
{
	const struct tcn_summary_text *text = &summarizer->summary->texts[from];
	struct tcn_str readable = text->text, sentence;
	struct tcn_sentence_scan scan;
	char lang[8] = "";
	enum tcn_rc rc = TCN_OK;
	bool added;

	*found = 0;
	if (readable.n > TEXT_BYTES_MAX)
		readable = tcn_utf8_cut(readable, TEXT_BYTES_MAX);
	tcn_lang_from_tag(text->lang, lang);
	tcn_sentence_scan(&scan, readable, lang);
	while (rc == TCN_OK && *found < TEXT_SENTENCES &&
	    summarizer->n < SENTENCES_MAX &&
	    tcn_sentence_next(&scan, &sentence)) {
		rc = quotable(summarizer, from, lang, &sentence, false);
		if (rc != TCN_OK || !sentence.n)
			continue;
		rc = add_sentence(summarizer, sentence, from, false, &added);
		if (added)
			summarizer->at[summarizer->n - 1].position =
			    (unsigned)(*found)++;
	}
	return rc;
}

static enum tcn_rc
read_text(struct summarizer *summarizer, struct tcn_map *origins, size_t i)
{
	const struct tcn_summary_text *text = &summarizer->summary->texts[i];
	struct tcn_str title = text->title;
	char lang[8] = "";
	uint64_t *value;
	size_t found;
	bool added;
	enum tcn_rc rc = tcn_map_put(origins, text->origin, &value, &added);

	if (rc != TCN_OK || !added)
		return rc;
	rc = split_text(summarizer, i, &found);
	if (rc != TCN_OK || found > 0)
		return rc;
	tcn_lang_from_tag(text->lang, lang);
	if (title.n)
		rc = quotable(summarizer, i, lang, &title, true);
	if (rc == TCN_OK && title.n)
		rc = add_sentence(summarizer, title, i, true, &added);
	return rc;
}

static enum tcn_rc
read_texts(struct summarizer *summarizer)
{
	struct tcn_map origins = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < summarizer->summary->texts_n && rc == TCN_OK &&
	     summarizer->n < SENTENCES_MAX;
	     i++)
		rc = read_text(summarizer, &origins, i);
	tcn_map_fini(&origins);
	return rc;
}

/* Turns weights of tf into a unit vector of tf * idf. */
static void
weigh(const struct summarizer *summarizer, struct sentence *sentence)
{
	double squares = 0;

	for (size_t i = 0; i < sentence->terms_n; i++) {
		struct term_weight *term_weight = &sentence->terms[i];
		uint32_t df = summarizer->df[term_weight->term];
		double idf =
		    tcn_real_log(1 + (double)summarizer->n / (df ? df : 1));

		term_weight->weight *= (float)idf;
		squares += (double)term_weight->weight * term_weight->weight;
	}
	for (size_t i = 0; i < sentence->terms_n && squares > 0; i++)
		sentence->terms[i].weight /= (float)sqrt(squares);
}

static void
add_scaled(const struct summarizer *summarizer, const struct sentence *sentence,
    double by)
{
	for (size_t i = 0; i < sentence->terms_n; i++)
		summarizer->term_sums[sentence->terms[i].term] +=
		    by * sentence->terms[i].weight;
}

static double
dot_product(const struct summarizer *summarizer,
    const struct sentence *sentence)
{
	double sum = 0;

	for (size_t i = 0; i < sentence->terms_n; i++)
		sum += summarizer->term_sums[sentence->terms[i].term] *
		    sentence->terms[i].weight;
	return sum;
}

/* Scores every sentence by its cosine to the mean of all. */
static void
score_all(struct summarizer *summarizer)
{
	double squares = 0;

	for (size_t i = 0; i < summarizer->n; i++)
		add_scaled(summarizer, &summarizer->at[i], 1);
	for (size_t t = 0; t < summarizer->df_n; t++)
		squares += summarizer->term_sums[t] * summarizer->term_sums[t];
	for (size_t i = 0; i < summarizer->n && squares > 0; i++)
		summarizer->at[i].score =
		    dot_product(summarizer, &summarizer->at[i]) / sqrt(squares);
}

/* Updates redundancies after a sentence was chosen. */
static void
mark_selected(struct summarizer *summarizer, const struct sentence *chosen)
{
	memset(summarizer->term_sums, 0,
	    summarizer->df_n * sizeof *summarizer->term_sums);
	add_scaled(summarizer, chosen, 1);
	for (size_t i = 0; i < summarizer->n; i++) {
		double cosine = dot_product(summarizer, &summarizer->at[i]);

		if (cosine > summarizer->at[i].redundancy)
			summarizer->at[i].redundancy = cosine;
	}
}

/* Whether no line is of the sentence's origin, nor, where `publisher` is set,
 * of its publisher. */
static bool
is_independent(const struct summarizer *summarizer,
    const struct sentence *sentence, const struct tcn_summary_line *lines,
    size_t n, bool publisher)
{
	const struct tcn_summary_text *texts = summarizer->summary->texts;
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
choose(const struct summarizer *summarizer,
    const struct tcn_summary_line *lines, size_t n, bool publisher, double top)
{
	const struct sentence *best = NULL;
	double best_mmr = 0;

	for (size_t i = 0; i < summarizer->n; i++) {
		const struct sentence *s = &summarizer->at[i];
		double lead = LEAD_WEIGHT * top / (1 + s->position);
		double mmr = MMR_LAMBDA * (s->score + lead) -
		    (1 - MMR_LAMBDA) * s->redundancy;

		if (s->score < top * SCORE_SHARE_MIN ||
		    s->redundancy >= REDUNDANT_COSINE ||
		    (best && mmr <= best_mmr) ||
		    !is_independent(summarizer, s, lines, n, publisher))
			continue;
		best = s;
		best_mmr = mmr;
	}
	return best;
}

static void
choose_lines(struct summarizer *summarizer, struct tcn_summary_line *lines,
    size_t *n)
{
	double top = 0;

	for (size_t i = 0; i < summarizer->n; i++) {
		if (summarizer->at[i].score > top)
			top = summarizer->at[i].score;
	}
	for (*n = 0; *n < summarizer->summary->lines_max; ++*n) {
		const struct sentence *best =
		    choose(summarizer, lines, *n, true, top);

		if (!best)
			best = choose(summarizer, lines, *n, false, top);
		if (!best)
			break;
		lines[*n] = (struct tcn_summary_line){ best->from, best->text,
			best->score };
		mark_selected(summarizer, best);
	}
}

enum tcn_rc
tcn_summary_make(const struct tcn_summary *summary,
    struct tcn_summary_line *lines, size_t *n)
{
	struct summarizer summarizer = { .summary = summary };
	struct sentence headline;
	size_t words_n;
	enum tcn_rc rc;

	assert(summary->prep && (lines || !summary->lines_max));
	tcn_arena_init(&summarizer.arena, 0);
	*n = 0;
	rc = read_texts(&summarizer);
	if (rc == TCN_OK)
		rc = read_terms(&summarizer, summary->headline,
		    summary->headline_lang, &headline, &words_n);
	if (rc != TCN_OK || summarizer.n == 0)
		goto out;
	summarizer.term_sums = tcn_arena_zalloc(&summarizer.arena,
	    summarizer.df_n, sizeof *summarizer.term_sums);
	rc = summarizer.term_sums ? TCN_OK : TCN_NOMEM;
	if (rc != TCN_OK)
		goto out;
	for (size_t i = 0; i < summarizer.n; i++)
		weigh(&summarizer, &summarizer.at[i]);
	weigh(&summarizer, &headline);
	score_all(&summarizer);
	mark_selected(&summarizer, &headline);
	choose_lines(&summarizer, lines, n);
out:
	summarizer_fini(&summarizer);
	return rc;
}
