#include "window/story/story_trace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "window/story/story_impl.h"

void
tcn_story_index_trace(struct tcn_story_index *s, struct tcn_story_trace *trace)
{
	s->trace = trace;
}

/* A word as the item writes it, and not as the stream had its stem first. */
static struct tcn_str
find_form(const struct tcn_doc *doc, const struct tcn_df_row *row)
{
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].id == row->id)
			return doc->terms[i].word;
	return (struct tcn_str){ row->word, row->word_n };
}

static void
note_words(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_similarity_item *item, struct tcn_story_trace *trace)
{
	trace->words_n = item->n;
	for (size_t i = 0; i < item->n; i++) {
		struct tcn_df_row *row = &s->df.rows[item->terms[i]];

		trace->words[i] = (struct tcn_story_trace_word){
			.word = find_form(doc, row),
			.weight = item->x[i],
			.stories = tcn_df_stories(&s->df, item->terms[i]),
			.burst_ratio =
			    tcn_baseline_burst_ratio(&s->clock, &row->rate),
		};
	}
}

/* What the item and a story have in common, word by word. */
static void
weigh(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_similarity_item *item, int64_t ts_ms,
    struct tcn_story_trace_candidate *story)
{
	double length = sqrt(row->vec.norm2);

	*story = (struct tcn_story_trace_candidate){
		.story = row->id,
		.items = row->n,
		.ageing = tcn_story_ageing(s, row, ts_ms),
	};
	for (size_t i = 0; i < item->n; i++) {
		int at = tcn_similarity_find(&row->vec, item->terms[i]);

		if (at < 0)
			continue;
		story->contributions[i] = item->x[i] *
		    (double)row->vec.at[at].damped * story->ageing / length;
		story->score += story->contributions[i];
	}
}

/* The same by their vectors, of a story that has one. */
static void
weigh_vector(const struct tcn_story_index *s, uint32_t slot, int64_t ts_ms,
    struct tcn_story_trace_candidate *story)
{
	const struct tcn_story_row *row = &s->rows[slot];

	*story = (struct tcn_story_trace_candidate){
		.story = row->id,
		.items = row->n,
		.ageing = tcn_story_ageing(s, row, ts_ms),
		.cosine = tcn_story_vector_cosine(s, slot),
	};
	story->score = story->cosine * story->ageing;
}

/* Keeps the best, best first; of equals the older story. */
static void
keep_best(struct tcn_story_trace *trace,
    const struct tcn_story_trace_candidate *story)
{
	size_t at = trace->stories_n;

	while (at > 0 &&
	    (trace->stories[at - 1].score < story->score ||
		(trace->stories[at - 1].score == story->score &&
		    trace->stories[at - 1].story > story->story)))
		at--;
	if (at == TCN_STORY_TRACE_MAX)
		return;
	if (trace->stories_n < TCN_STORY_TRACE_MAX)
		trace->stories_n++;
	memmove(&trace->stories[at + 1], &trace->stories[at],
	    (trace->stories_n - 1 - at) * sizeof *story);
	trace->stories[at] = *story;
}

/* O(open stories x words): only items that are asked about are traced. */
void
tcn_story_trace_item(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_similarity_item *item, int64_t ts_ms)
{
	struct tcn_story_trace *trace = s->trace;
	struct tcn_story about;

	assert(trace);
	*trace = (struct tcn_story_trace){
		.join = tcn_story_threshold(s, s->conf.join),
		.merge = tcn_story_threshold(s, s->conf.merge),
		.by_vector = s->vectors.decides,
	};
	if (trace->by_vector) {
		trace->join = s->conf.vector_join;
		trace->merge = s->conf.vector_merge;
	}
	note_words(s, doc, item, trace);
	for (uint32_t slot = s->oldest; slot != TCN_STORY_NONE;
	     slot = s->rows[slot].newer) {
		struct tcn_story_trace_candidate story;

		if (trace->by_vector && s->rows[slot].vector == TCN_STORY_NONE)
			continue;
		if (trace->by_vector)
			weigh_vector(s, slot, ts_ms, &story);
		else
			weigh(s, &s->rows[slot], item, ts_ms, &story);
		if (story.score <= 0)
			continue;
		trace->shared_n++;
		keep_best(trace, &story);
	}
	for (size_t i = 0; i < trace->stories_n; i++) {
		tcn_story_describe(s,
		    tcn_story_find(s, trace->stories[i].story), &about);
		trace->stories[i].central = about.central;
	}
}
