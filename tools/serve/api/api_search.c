/*
 * GET /v1/search: articles that hold words, a page at a time, each with the
 * event that it belongs to and with its words marked; where nothing is found,
 * which of the words nothing holds, and what may have been meant.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/severity.h"
#include "sql/store_retain.h"
#include "sql/store_search.h"
#include "tools/base/event_words.h"
#include "tools/base/safe.h"
#include "tools/pipeline/search_filter.h"
#include "tools/serve/api/api_impl.h"

#define TITLE_CHARS   1000
#define SNIPPET_CHARS 400
#define COPIES_MAX    1000

struct asked {
	struct tcn_store_search search;
	size_t limit;
	bool similar; /* near-duplicates are shown once */
	struct tcn_store_search_snippet *snippets; /* of the hits */
};

/* --- one hit --- */

/* A text in which words are marked, as parts: ["the ", false]. */
static void
add_parts(struct tcn_api_answer *a, const char *key, struct tcn_str text,
    size_t chars_max)
{
	static const char begin[] = TCN_STORE_SEARCH_MARK_BEGIN;
	static const char end[] = TCN_STORE_SEARCH_MARK_END;
	struct tcn_str clean;
	bool marked = false;

	if (!text.n)
		return;
	tcn_safe_text(&a->arena, text, chars_max, &clean);
	tcn_json_open(&a->out, key, '[');
	while (clean.n) {
		const char *mark = marked ? end : begin;
		const char *at = memmem(clean.at, clean.n, mark, strlen(mark));
		struct tcn_str part = { clean.at,
			at ? (size_t)(at - clean.at) : clean.n };

		if (part.n) {
			tcn_json_open(&a->out, NULL, '[');
			tcn_json_str(&a->out, NULL, part);
			tcn_json_bool(&a->out, NULL, marked);
			tcn_json_close(&a->out, ']');
		}
		clean.at += part.n + (at ? strlen(mark) : 0);
		clean.n -= part.n + (at ? strlen(mark) : 0);
		marked = at && !marked;
	}
	tcn_json_close(&a->out, ']');
}

enum tcn_rc
tcn_api_add_event_of(struct tcn_api_answer *a,
    const struct tcn_placement *place)
{
	struct tcn_store_event_list events;
	const struct tcn_event *last;
	enum tcn_rc rc =
	    tcn_api_json_events_of(a->store, place, &a->arena, &events);

	if (rc || !events.n)
		return rc;
	last = &events.at[events.n - 1];
	tcn_json_open(&a->out, "event", '{');
	tcn_json_str(&a->out, "event", tcn_str(last->id));
	tcn_json_str(&a->out, "rule", last->rule);
	tcn_json_str(&a->out, "severity",
	    tcn_str(tcn_severity_name(last->severity)));
	tcn_json_str(&a->out, "state",
	    tcn_str(tcn_event_words_state(last->state)));
	tcn_json_time(&a->out, "fired_at", last->fired_ms);
	rc = tcn_api_json_event_title(a->store, last, &a->arena, &a->out);
	tcn_json_close(&a->out, '}');
	return rc;
}

enum tcn_rc
tcn_api_add_copies(struct tcn_api_answer *a, uint64_t article)
{
	struct tcn_store_seq_list copies;
	uint64_t gone = 0;
	enum tcn_rc rc = tcn_store_sighting_seqs(a->store, article, COPIES_MAX,
	    &a->arena, &copies);

	if (!rc)
		rc = tcn_store_copies_gone(a->store, article, &gone);
	if (!rc)
		tcn_json_uint(&a->out, "copies_n", copies.n + gone);
	return rc;
}

/* The i-th; collapsed NULL: the list is not. */
static enum tcn_rc
add_hit(struct tcn_api_answer *a, const struct asked *asked,
    const struct tcn_store_search_hits *hits,
    const struct tcn_api_collapsed *collapsed, size_t i)
{
	const struct tcn_store_search_hit *hit = &hits->at[i];
	struct tcn_store_item_row *item;
	enum tcn_rc rc = tcn_store_item(a->store, hit->seq, &a->arena, &item);

	if (rc || !item)
		return rc;
	tcn_json_open(&a->out, NULL, '{');
	tcn_api_json_article_members(item, &a->arena, &a->out);
	rc = tcn_api_add_copies(a, hit->article);
	if (!rc && asked->search.query.n) {
		/* Its words as they stand in it; of the title only where it is
		 * the text's own: a copy may have another. */
		if (hit->seq == hit->article)
			add_parts(a, "title_parts", asked->snippets[i].title,
			    TITLE_CHARS);
		add_parts(a, "snippet", asked->snippets[i].text, SNIPPET_CHARS);
	}
	if (!rc)
		rc = tcn_api_add_event_of(a, &item->place);
	if (!rc && collapsed)
		rc = tcn_api_collapse_more(a, collapsed, i);
	tcn_json_close(&a->out, '}');
	return rc;
}

/* --- all hits --- */

/* Adds the hits but for near-duplicates, each with what it stands for. What
 * lies behind those that are shown is left to the next page. */
static enum tcn_rc
add_collapsed(struct tcn_api_answer *a, const struct asked *asked,
    struct tcn_store_search_hits *hits)
{
	uint64_t *seqs = tcn_arena_zalloc(&a->arena, hits->n, sizeof *seqs);
	struct tcn_api_collapsed collapsed = { 0 };
	enum tcn_rc rc;

	for (size_t i = 0; i < hits->n; i++)
		seqs[i] = hits->at[i].seq;
	rc = tcn_api_collapse(a, seqs, hits->n, asked->limit, &collapsed);
	for (size_t i = 0; !rc && i < collapsed.n; i++)
		if (tcn_api_collapse_shows(&collapsed, i))
			rc = add_hit(a, asked, hits, &collapsed, i);
	if (!rc && collapsed.n < hits->n)
		tcn_store_search_cut(hits, collapsed.n);
	return rc;
}

static void
add_page(struct tcn_api_answer *a, const struct tcn_store_search_hits *hits)
{
	char cursor[TCN_SEARCH_CURSOR_BYTES];

	if (hits->counted)
		tcn_json_uint(&a->out, "found", hits->found);
	else
		tcn_json_null(&a->out, "found");
	tcn_json_bool(&a->out, "about", hits->about);
	tcn_json_bool(&a->out, "more", hits->more);
	tcn_search_cursor(&hits->next, cursor);
	if (hits->more)
		tcn_json_str(&a->out, "next", tcn_str(cursor));
	else
		tcn_json_null(&a->out, "next");
}

/* --- where nothing was found --- */

/* Adds the query with another word in the place of each that nothing holds, if
 * articles hold all of those. */
static enum tcn_rc
add_meant(struct tcn_api_answer *a, const struct asked *asked,
    const struct tcn_store_search_word_list *words)
{
	struct tcn_store_search search = asked->search;
	struct tcn_store_search_hits hits;
	struct tcn_buf query = { 0 };
	bool other = false;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < words->n; i++) {
		const struct tcn_store_search_word *word = &words->at[i];
		bool is_other = word->instead.n > 0;

		other |= is_other;
		tcn_buf_z(&query, query.n ? " " : "");
		tcn_buf_z(&query, word->phrase ? "\"" : "");
		tcn_buf_str(&query, is_other ? word->instead : word->word);
		tcn_buf_z(&query, word->phrase ? "\"" : "");
	}
	search.query = tcn_buf_view(&query);
	search.limit = 1;
	if (other)
		rc = tcn_store_search_in(a->store, &search, &a->arena, &hits);
	if (!rc && other && hits.n) {
		tcn_json_open(&a->out, "did_you_mean", '{');
		tcn_api_json_text(&a->out, "q", search.query, TITLE_CHARS,
		    &a->arena);
		tcn_json_uint(&a->out, "found", hits.found);
		tcn_json_bool(&a->out, "about", hits.about);
		tcn_json_close(&a->out, '}');
	}
	tcn_buf_fini(&query);
	return rc;
}

/* Which of the words are in no article at all, whatever the filter. */
static enum tcn_rc
add_words(struct tcn_api_answer *a, const struct asked *asked)
{
	struct tcn_store_search_word_list words;
	enum tcn_rc rc = tcn_store_search_words(a->store, asked->search.query,
	    &a->arena, &words);

	tcn_json_open(&a->out, "words", '[');
	for (size_t i = 0; !rc && i < words.n; i++) {
		const struct tcn_store_search_word *word = &words.at[i];

		tcn_json_open(&a->out, NULL, '{');
		tcn_api_json_text(&a->out, "word", word->word, TITLE_CHARS,
		    &a->arena);
		tcn_json_uint(&a->out, "articles", word->articles);
		tcn_api_json_text(&a->out, "instead", word->instead,
		    TITLE_CHARS, &a->arena);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
	return rc ? rc : add_meant(a, asked, &words);
}

/* --- the route --- */

static enum tcn_rc
take(struct tcn_api_answer *a, struct asked *asked)
{
	enum tcn_rc rc = tcn_api_answer_search(a, &asked->search);

	if (!rc)
		rc = tcn_api_answer_limit(a, &asked->limit);
	if (!rc)
		rc = tcn_api_collapse_asked(a, &asked->similar);
	if (!rc && asked->similar &&
	    asked->search.copies == TCN_STORE_SEARCH_ALL)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "copies=all shows every article, collapse=similar each "
		    "text once: leave one out");
	asked->search.limit = asked->similar
	    ? tcn_api_collapse_limit(asked->limit)
	    : asked->limit;
	return rc;
}

/* Whether there is an event of that id; if not, 404 was sent. */
static bool
has_event(struct tcn_api_answer *a, struct tcn_str id)
{
	struct tcn_event *event = NULL;
	struct tcn_str z = { 0 };
	enum tcn_rc rc;

	if (!id.n)
		return true;
	tcn_arena_str(&a->arena, id, &z);
	rc = tcn_store_event(a->store, z.at, &a->arena, &event);
	if (rc)
		tcn_api_answer_send(a, rc);
	else if (!event)
		tcn_api_answer_no_event(a, z.at);
	return !rc && event;
}

void
tcn_api_get_search(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_search_hits hits;
	struct asked asked = { 0 };
	enum tcn_rc rc = take(&a, &asked);
	bool first;

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!has_event(&a, asked.search.event))
		return;
	first = !asked.search.after.top && !asked.search.after.seq;
	tcn_json_open(&a.out, NULL, '{');
	rc = tcn_api_answer_read(&a);
	if (!rc)
		rc = tcn_store_search_in(a.store, &asked.search, &a.arena,
		    &hits);
	if (!rc) {
		rc = tcn_store_search_snippets(a.store, asked.search.query,
		    hits.at, hits.n, &a.arena, &asked.snippets);
		tcn_json_open(&a.out, "articles", '[');
		if (!rc && asked.similar)
			rc = add_collapsed(&a, &asked, &hits);
		for (size_t i = 0; !rc && !asked.similar && i < hits.n; i++)
			rc = add_hit(&a, &asked, &hits, NULL, i);
		tcn_json_close(&a.out, ']');
	}
	if (!rc)
		add_page(&a, &hits);
	if (!rc && !hits.n && !hits.more && first && asked.search.query.n)
		rc = add_words(&a, &asked);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}
