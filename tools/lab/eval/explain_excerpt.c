/*
 * tools/lab/eval/explain_excerpt.c - who shares sentences with an item that was
 * asked about: noted as the stream passes, while the window knows the texts.
 */
#include <inttypes.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/explain_impl.h"

#define EXCERPTS_MAX 50

/* The item that this one was found to share sentences, or runs of words, with;
 * 0: none. */
static uint64_t
earlier_of(const struct tcn_placement *place)
{
	if (place->excerpt_of)
		return place->excerpt_of;
	return place->shared ? place->duplicate_of : 0;
}

/* Notes what the article, which has just come, shares with an earlier one. */
static void
note(struct tcn_explain *e, uint64_t item, uint64_t other,
    const struct tcn_placement *place, const struct tcn_article *article)
{
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(e->pipe));
	struct tcn_explain_excerpt *excerpts = tcn_mem_grow(e->excerpts,
	    &e->excerpts_cap, e->excerpts_n + 1, sizeof *excerpts);
	struct tcn_explain_excerpt *excerpt;

	e->excerpts = excerpts;
	excerpt = &excerpts[e->excerpts_n];
	*excerpt = (struct tcn_explain_excerpt){
		.item = item,
		.later = other == place->seq,
		.shared = place->shared,
		.sentences = place->sentences,
	};
	tcn_explain_name_item(e, other, &excerpt->other);
	tcn_excerpts_sentences_of(window, tcn_pipeline_prepare(e->pipe),
	    article, earlier_of(place), &e->arena, &excerpt->texts);
	e->excerpts_n++;
}

void
tcn_explain_note_excerpt(struct tcn_explain *e,
    const struct tcn_placement *place, const struct tcn_article *article)
{
	const uint64_t earlier = earlier_of(place);

	for (size_t i = 0;
	     earlier && i < e->items_n && e->excerpts_n < EXCERPTS_MAX; i++) {
		const uint64_t seq = e->items[i].place.seq;

		if (seq == place->seq)
			note(e, seq, earlier, place, article);
		else if (seq == earlier)
			note(e, seq, place->seq, place, article);
	}
}

/* ---- text ---- */

static void
add_sentences(const struct tcn_explain_excerpt *excerpt, struct tcn_buf *out)
{
	for (size_t i = 0; i < excerpt->texts.n; i++) {
		tcn_buf_z(out, "                \"");
		tcn_safe_terminal(out, excerpt->texts.at[i]);
		tcn_buf_z(out, "\"\n");
	}
}

void
tcn_explain_add_excerpts(const struct tcn_explain *e,
    const struct tcn_explain_item *item, bool later, struct tcn_buf *out)
{
	for (size_t i = 0; i < e->excerpts_n; i++) {
		const struct tcn_explain_excerpt *excerpt = &e->excerpts[i];
		char span[TCN_WHEN_BYTES];
		int64_t apart_ms = excerpt->other.ts_ms - item->place.ts_ms;

		if (excerpt->item != item->place.seq || excerpt->later != later)
			continue;
		tcn_buf_z(out, later ? "  taken by    " : "              ");
		tcn_explain_add_name(out, &excerpt->other);
		tcn_explain_add_quoted(out, excerpt->other.title);
		tcn_buf_printf(out, ", %s %s",
		    tcn_when_span(apart_ms < 0 ? -apart_ms : apart_ms, span),
		    apart_ms < 0 ? "earlier" : "later");
		if (later && !excerpt->sentences)
			tcn_buf_z(out, ": most of its words");
		else if (later)
			tcn_buf_printf(out,
			    ": %" PRIu32 " of its %" PRIu32 " sentences",
			    excerpt->shared, excerpt->sentences);
		tcn_buf_z(out, excerpt->texts.n ? ":\n" : "\n");
		add_sentences(excerpt, out);
	}
}

/* ---- JSON ---- */

void
tcn_explain_put_excerpts(const struct tcn_explain *e,
    const struct tcn_explain_item *item, struct tcn_buf *out)
{
	tcn_json_open(out, "excerpts", '[');
	for (size_t i = 0; i < e->excerpts_n; i++) {
		const struct tcn_explain_excerpt *excerpt = &e->excerpts[i];

		if (excerpt->item != item->place.seq)
			continue;
		tcn_json_open(out, NULL, '{');
		tcn_explain_put_name(&excerpt->other, out);
		tcn_json_bool(out, "later", excerpt->later);
		tcn_json_uint(out, "shared_sentences", excerpt->shared);
		tcn_json_uint(out, "compared_sentences", excerpt->sentences);
		tcn_json_open(out, "sentences", '[');
		for (size_t k = 0; k < excerpt->texts.n; k++)
			tcn_json_str(out, NULL, excerpt->texts.at[k]);
		tcn_json_close(out, ']');
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}
