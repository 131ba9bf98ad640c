/*
 * tools/eval/explain_text_item.c - an item's decision, for people.
 */
#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/safe.h"
#include "tools/eval/explain_write_impl.h"
#include "tools/pipeline/content_from.h"

#define WORDS_SHOWN 12

static void
add_copy(const struct tcn_placement *place, struct tcn_buf *out)
{
	if (place->version_of)
		tcn_buf_printf(out,
		    "  version     of #%" PRIu64
		    ", the same page: in no story, and in no count\n",
		    place->version_of);
	if (place->rewrite_of || place->form_of)
		tcn_buf_printf(out,
		    "  %-12sof #%" PRIu64
		    ": alike in words %.3f, in content %.3f\n",
		    place->rewrite_of ? "rewrite" : "form",
		    place->rewrite_of ? place->rewrite_of : place->form_of,
		    place->cosine / 1000.0, place->likeness / 1000.0);
	if (place->duplicate_of)
		tcn_buf_printf(out,
		    "  copy        of #%" PRIu64
		    ", at %u bits: no origin of its own\n",
		    place->duplicate_of, place->distance);
	else if (place->excerpt_of)
		tcn_buf_printf(out,
		    "  excerpt     shares %u of its %u sentences with #%" PRIu64
		    ": of the origin of #%" PRIu64 "\n",
		    place->shared, place->sentences, place->excerpt_of,
		    place->text);
	else if (place->similar_to)
		tcn_buf_printf(out,
		    "  similar     to #%" PRIu64
		    ", at %u bits; not near enough for a "
		    "copy\n",
		    place->similar_to, place->distance);
	else
		tcn_buf_z(out, "  copy        of nothing in the window\n");
}

/* Writes who chose the content words by which it is compared, where it is. */
static void
add_content(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_content_from_text(&text, tcn_str(item->content_from), item->tagger);
	if (text.n) {
		tcn_buf_z(out, "  content     ");
		tcn_buf_add(out, text.at, text.n);
		tcn_buf_char(out, '\n');
	}
	out->failed |= text.failed;
	tcn_buf_fini(&text);
}

static void
add_leader(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	if (!item->leader)
		return;
	tcn_buf_z(out, "  origin      ");
	if (item->leader == item->place.seq) {
		tcn_buf_z(out,
		    "its own: the first text of this kind in its story\n");
		return;
	}
	tcn_buf_z(out, "none: its story has a text like it in ");
	tcn_explain_add_name(out, &item->leader_name);
	tcn_explain_add_quoted(out, item->leader_name.title);
	tcn_buf_char(out, '\n');
}

/*
 * Writes the words that the story shares, those that add most first; then those
 * it lacks.
 */
static void
add_shared(const struct tcn_story_trace *trace,
    const struct tcn_story_trace_candidate *story, struct tcn_buf *out)
{
	size_t shown = 0, lacking = 0;

	tcn_buf_z(out,
	    "    word                score  weight  stories  burst\n");
	for (size_t i = 0; i < trace->words_n && shown < WORDS_SHOWN; i++) {
		const struct tcn_story_trace_word *word = &trace->words[i];

		if (story->contributions[i] <= 0)
			continue;
		shown++;
		tcn_buf_printf(out, "    %-18.*s %6.3f  %6.3f  %7.1f %6.1f\n",
		    TCN_STR_ARG(word->word), story->contributions[i],
		    word->weight, word->stories, word->burst_ratio);
	}
	for (size_t i = 0; i < trace->words_n; i++)
		if (story->contributions[i] <= 0 && lacking++ < WORDS_SHOWN) {
			tcn_buf_z(out,
			    lacking == 1 ? "    not shared: " : ", ");
			tcn_safe_terminal(out, trace->words[i].word);
		}
	tcn_buf_z(out, lacking ? "\n" : "");
}

/*
 * Writes half a line about a story that the item did not join: the words it
 * shares and lacks.
 */
static void
add_words(const struct tcn_story_trace *trace,
    const struct tcn_story_trace_candidate *story, bool shared,
    struct tcn_buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < trace->words_n && n < 4; i++) {
		if ((story->contributions[i] > 0) != shared)
			continue;
		if (!n++)
			tcn_buf_z(out, shared ? "; shares " : "; lacks ");
		else
			tcn_buf_z(out, ", ");
		tcn_safe_terminal(out, trace->words[i].word);
	}
}

/* Writes by what the item was placed, where that is no word. */
static void
add_by_vector(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	if (!trace->by_vector)
		return;
	tcn_buf_printf(out,
	    "  by vector   it has %zu word%s, too few to go by: it is compared "
	    "with the sum of the vectors of each story\n"
	    "  left out    what needs words: those that a story shares, like "
	    "headlines, phrases, names, bursts, the days before\n",
	    trace->words_n, trace->words_n == 1 ? "" : "s");
}

static void
add_runners_up(const struct tcn_explain_item *item, size_t from,
    struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	if (from < trace->stories_n)
		tcn_buf_z(out, "runners-up\n");
	for (size_t i = from; i < trace->stories_n; i++) {
		const struct tcn_story_trace_candidate *story =
		    &trace->stories[i];

		tcn_buf_printf(out, "  story %" PRIu64, story->story);
		tcn_explain_add_quoted(out, item->titles[i]);
		tcn_buf_printf(out, "\n    %.3f", story->score);
		if (story->score < trace->join)
			tcn_buf_printf(out, ", %.3f short",
			    trace->join - story->score);
		if (trace->by_vector)
			tcn_buf_printf(out, "; cosine %.3f", story->cosine);
		if (!trace->by_vector)
			add_words(trace, story, true, out);
		if (!trace->by_vector)
			add_words(trace, story, false, out);
		tcn_buf_char(out, '\n');
	}
}

/*
 * Returns which of the traced stories the item joined; stories_n when it opened
 * a story.
 */
static size_t
joined_at(const struct tcn_explain_item *item)
{
	const struct tcn_story_trace *trace = &item->trace;
	size_t i = 0;

	if (item->score <= 0)
		return trace->stories_n;
	while (i < trace->stories_n &&
	    (trace->stories[i].score > item->score * (1 + 1e-6) ||
		trace->stories[i].score < item->score * (1 - 1e-6)))
		i++;
	return i;
}

static void
add_decision(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;
	size_t at = joined_at(item);

	if (item->score <= 0) {
		tcn_buf_printf(out,
		    "opened story %" PRIu64 ": of %zu open stories that %s "
		    "none reached %.2f\n",
		    item->story, trace->shared_n,
		    trace->by_vector ? "hold vectors like its own"
				     : "share a word",
		    trace->join);
		add_runners_up(item, 0, out);
		return;
	}
	if (at == trace->stories_n) {
		tcn_buf_printf(out, "joined story %" PRIu64 " by %.3f\n",
		    item->story, item->score);
		return;
	}
	tcn_buf_printf(out, "joined story %" PRIu64, trace->stories[at].story);
	tcn_explain_add_quoted(out, item->titles[at]);
	tcn_buf_printf(out,
	    "\n  by %.3f, where %.2f is enough; %" PRIu32
	    " items before, recency %.0f %%\n",
	    item->score, trace->join, trace->stories[at].items,
	    trace->stories[at].ageing * 100);
	if (trace->by_vector)
		tcn_buf_printf(out, "  cosine %.3f of the two vectors\n",
		    trace->stories[at].cosine);
	else
		add_shared(trace, &trace->stories[at], out);
	add_runners_up(item, at + 1, out);
}

static void
add_merge(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	if (trace->split)
		tcn_buf_printf(out,
		    "the story had fired and came back with other words, so it "
		    "splits: with this item story %" PRIu64 " begins\n",
		    item->story);
	if (!trace->other)
		return;
	tcn_buf_printf(out,
	    "story %" PRIu64 " fits as well; the similarity of the two is "
	    "%.2f, and %.2f is enough: ",
	    trace->other, trace->similarity, trace->merge);
	if (item->merged_from)
		tcn_buf_printf(out,
		    "story %" PRIu64 " was merged into %" PRIu64 "\n",
		    item->merged_from, item->story);
	else
		tcn_buf_z(out, "they were not merged\n");
}

/* Writes which story it merged into, and whether that fired in the end. */
static void
add_afterwards(const struct tcn_explain *e, uint64_t id, struct tcn_buf *out)
{
	const uint64_t *at = tcn_map_find(&e->by_id, id);
	uint32_t story = at ? (uint32_t)*at : TCN_EXPLAIN_NONE;

	if (story == TCN_EXPLAIN_NONE)
		return;
	tcn_buf_z(out, "afterwards\n");
	for (; e->stories[story].into != TCN_EXPLAIN_NONE;
	     story = e->stories[story].into) {
		tcn_buf_z(out, "  ");
		tcn_explain_add_when(out, e->stories[story].into_ms);
		tcn_buf_printf(out,
		    "  story %" PRIu64 " was merged into %" PRIu64 "\n",
		    e->stories[story].id,
		    e->stories[e->stories[story].into].id);
	}
	tcn_explain_add_outcome(e, &e->stories[story], out);
}

void
tcn_explain_text_item(const struct tcn_explain *e,
    const struct tcn_explain_item *item, struct tcn_buf *out)
{
	tcn_buf_z(out, "item ");
	tcn_explain_add_name(out, &item->name);
	tcn_explain_add_quoted(out, item->name.title);
	tcn_buf_printf(out, "\n  arrival     #%" PRIu64 ", ", item->name.seq);
	tcn_explain_add_when(out, item->place.ts_ms);
	tcn_buf_z(out, item->name.source.n ? ", " : "");
	tcn_safe_terminal(out, item->name.source);
	tcn_buf_char(out, '\n');
	add_copy(&item->place, out);
	add_content(item, out);
	tcn_explain_add_excerpts(e, item, false, out);
	tcn_explain_add_excerpts(e, item, true, out);
	add_leader(item, out);
	tcn_explain_add_cluster(e, item, out);
	if (!item->story) {
		tcn_buf_z(out,
		    "in no story: it came too late to count (see "
		    "time.lateness)\n");
		return;
	}
	add_by_vector(item, out);
	add_decision(item, out);
	add_merge(item, out);
	add_afterwards(e, item->story, out);
}
