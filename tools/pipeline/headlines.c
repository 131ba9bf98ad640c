#include "tools/pipeline/headlines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"
#include "engine/facts/facts.h"
#include "engine/item/prepare.h"
#include "sql/store_headlines.h"
#include "tools/base/safe.h"
#include "tools/tell/summary/event_headline.h"
#include "tools/tell/summary/summary_memo.h"
#include "tools/tell/summary/terms.h"

#define TITLE_CHARS 200 /* of a headline that is shown */
#define TEXTS_MAX   20000 /* of an event; older ones are not looked at */
#define COUNTED_MAX 40 /* newest, of what is not stored with it yet */
#define TEXTS       TCN_EVENT_HEADLINE_TEXTS
#define FORMS_TEXTS 100 /* that say how terms are written */
#define TERM_BYTES  48

/* What was chosen last, since the reset, and for what. Rules that fire by one
 * story choose among the same items. */
struct choice {
	bool stored; /* read from the store */
	bool over; /* of an event that is closed */
	struct tcn_event_headline before;
	const uint64_t *seqs; /* in `kept` */
	size_t n; /* 0: nothing was */
	struct tcn_event_headline headline;
	struct tcn_event_places places;
	const struct tcn_story_term *asked,
	    *terms; /* from the detector, said */
	size_t asked_n, terms_n;
};

struct tcn_headlines {
	struct tcn_prepare *beside; /* that of the pipeline */
	struct tcn_prepare *prep; /* NULL: nothing is opened yet */
	struct tcn_facts *facts;
	struct tcn_summary_memo *memo; /* what was read of texts */
	struct tcn_arena kept; /* headlines, until the next reset */
	struct tcn_arena arena; /* of one choice */
	struct choice last;
};

/* Items among which one is chosen. */
struct items {
	struct tcn_summary_text *texts;
	uint64_t *seqs; /* of each text */
	size_t n;
};

/* --- a choice that was made for another event --- */

static bool
same_terms(const struct choice *last, const struct tcn_event *event)
{
	bool same = last->asked_n == event->terms_n;

	for (size_t i = 0; same && i < event->terms_n; i++)
		same = last->asked[i].id == event->terms[i].id;
	return same;
}

/* Whether the choice is made already: among these items, which are sorted or
 * as they were counted, of an event that was called so before. */
static bool
is_made(const struct tcn_headlines *headlines, bool stored,
    const struct tcn_event_headline *before, const struct tcn_event *event,
    const uint64_t *seqs, size_t n)
{
	const struct choice *last = &headlines->last;

	return last->n && last->n == n && last->stored == stored &&
	    same_terms(last, event) &&
	    last->over == (event->state == TCN_EVENT_CLOSED) &&
	    last->before.item == before->item &&
	    tcn_str_equal(last->before.text, before->text) &&
	    memcmp(last->seqs, seqs, n * sizeof *seqs) == 0;
}

static void
take_made(const struct tcn_headlines *headlines, struct tcn_event *event)
{
	event->headline = headlines->last.headline;
	event->places = headlines->last.places;
	event->terms = headlines->last.terms;
	event->terms_n = headlines->last.terms_n;
}

/* Notes it for the next event of the same step. */
static void
note(struct tcn_headlines *headlines, bool stored,
    const struct tcn_event_headline *before, const struct tcn_event *asked,
    const struct tcn_event *event, const uint64_t *seqs, size_t n)
{
	uint64_t *kept;

	if (!n)
		return;
	kept = tcn_arena_zalloc(&headlines->kept, n, sizeof *kept);
	memcpy(kept, seqs, n * sizeof *kept);
	headlines->last = (struct choice){
		.stored = stored,
		.over = event->state == TCN_EVENT_CLOSED,
		.before = *before,
		.seqs = kept,
		.n = n,
		.headline = event->headline,
		.places = event->places,
		.asked = asked->terms,
		.asked_n = asked->terms_n,
		.terms = event->terms,
		.terms_n = event->terms_n,
	};
}

struct tcn_headlines *
tcn_headlines_new(struct tcn_prepare *beside)
{
	struct tcn_headlines *headlines = tcn_mem_calloc(1, sizeof *headlines);

	headlines->beside = beside;
	tcn_arena_init(&headlines->kept, 0);
	tcn_arena_init(&headlines->arena, 0);
	return headlines;
}

void
tcn_headlines_free(struct tcn_headlines *headlines)
{
	if (!headlines)
		return;
	tcn_prepare_free(headlines->prep);
	tcn_facts_free(headlines->facts);
	tcn_summary_memo_free(headlines->memo);
	tcn_arena_fini(&headlines->kept);
	tcn_arena_fini(&headlines->arena);
	tcn_mem_free(headlines);
}

void
tcn_headlines_free_texts(struct tcn_headlines *headlines)
{
	tcn_arena_reset(&headlines->kept);
	headlines->last.n = 0;
}

static void
make_room(struct tcn_headlines *headlines, size_t n, struct items *items)
{
	*items = (struct items){
		tcn_arena_zalloc(&headlines->arena, n, sizeof *items->texts),
		tcn_arena_zalloc(&headlines->arena, n, sizeof *items->seqs),
		0,
	};
}

/* Whether a headline says behind it that it is the source's claim. */
static bool
ends_in_claim(struct tcn_str text, struct tcn_str source)
{
	size_t n = source.n + 3; /* " (" and ")" */

	return source.n && text.n > n && text.at[text.n - 1] == ')' &&
	    memcmp(text.at + text.n - n, " (", 2) == 0 &&
	    memcmp(text.at + text.n - 1 - source.n, source.at, source.n) == 0;
}

/* The headline of the text that was chosen. */
static void
take(struct tcn_headlines *headlines, const struct items *items,
    const struct tcn_summary_headline *chosen,
    const struct tcn_event_headline *before, struct tcn_event *event)
{
	struct tcn_event_headline *headline = &event->headline;
	const struct tcn_summary_text *text;

	if (chosen->text == items->n) {
		*headline = *before;
		return;
	}
	text = &items->texts[chosen->text];
	*headline = (struct tcn_event_headline){
		.text = before->text,
		.item = items->seqs[chosen->text],
		.origins = chosen->origins,
		.first = items->seqs[chosen->first],
	};
	if (!before->text.n || before->item != headline->item ||
	    chosen->claimed != ends_in_claim(before->text, text->source))
		tcn_safe_text(&headlines->kept, chosen->sentence, TITLE_CHARS,
		    &headline->text);
}

static void
open_readers(struct tcn_headlines *headlines)
{
	const struct tcn_prepare_conf prepare = { .beside = headlines->beside };

	if (headlines->prep)
		return;
	headlines->prep = tcn_prepare_new(&prepare);
	headlines->facts = tcn_facts_new();
	headlines->memo = tcn_summary_memo_new(TCN_SUMMARY_MEMO_BYTES);
}

/* Copies the terms that were chosen, which are views into texts. */
static void
take_terms(struct tcn_headlines *headlines, const struct tcn_str *shown,
    const size_t *at, size_t n, struct tcn_event *event)
{
	struct tcn_story_term *terms =
	    tcn_arena_zalloc(&headlines->kept, n, sizeof *terms);

	for (size_t i = 0; i < n; i++) {
		terms[i] = event->terms[at[i]];
		tcn_arena_str(&headlines->kept,
		    tcn_utf8_cut(shown[i], TERM_BYTES), &terms[i].word);
	}
	event->terms = terms;
	event->terms_n = n;
}

/* Says the event's terms in the form that most of its own articles have,
 * without those that tell nothing, as long as any is left. */
static void
say_terms(struct tcn_headlines *headlines, const struct items *items,
    struct tcn_event *event)
{
	struct tcn_arena *arena = &headlines->arena;
	size_t picked[FORMS_TEXTS], all = event->terms_n, n;
	struct tcn_summary_text *texts =
	    tcn_arena_zalloc(arena, FORMS_TEXTS, sizeof *texts);
	struct tcn_terms_word *words =
	    tcn_arena_zalloc(arena, all, sizeof *words);
	struct tcn_str *shown = tcn_arena_zalloc(arena, all, sizeof *shown);
	size_t *at = tcn_arena_zalloc(arena, all, sizeof *at);
	struct tcn_terms_story story = { .texts = texts,
		.prep = headlines->prep };
	struct tcn_terms *terms;

	story.n = tcn_event_headline_pick(items->n, FORMS_TEXTS, picked);
	if (!story.n || !all)
		return;
	for (size_t i = 0; i < story.n; i++)
		texts[i] = items->texts[picked[i]];
	for (size_t i = 0; i < all; i++)
		words[i] = (struct tcn_terms_word){ event->terms[i].word,
			event->terms[i].id };
	terms = tcn_terms_new(&story);
	tcn_terms_choose(terms, words, all, shown, at, &n);
	tcn_terms_free(terms);
	if (n)
		take_terms(headlines, shown, at, n, event);
}

static void
choose(struct tcn_headlines *headlines, const struct items *items,
    const struct tcn_event_headline *before, struct tcn_event *event)
{
	struct tcn_event_headline_ask ask = {
		.texts = items->texts,
		.n = items->n,
		.over = event->state == TCN_EVENT_CLOSED,
		.places = &event->places,
	};
	struct tcn_summary_headline chosen;

	for (size_t i = 0; i < items->n; i++)
		items->texts[i].memo = headlines->memo;
	ask.prep = headlines->prep;
	ask.facts = headlines->facts;
	tcn_event_headline_choose(&ask, &headlines->arena, &chosen);
	take(headlines, items, &chosen, before, event);
	say_terms(headlines, items, event);
}

/* Before the items of a choice are read. */
static void
begin(struct tcn_headlines *headlines)
{
	tcn_arena_reset(&headlines->arena);
	open_readers(headlines);
	tcn_summary_memo_next_generation(headlines->memo);
}

void
tcn_headlines_forget(struct tcn_headlines *headlines)
{
	if (!headlines->memo)
		return;
	tcn_summary_memo_free(headlines->memo);
	headlines->memo = tcn_summary_memo_new(TCN_SUMMARY_MEMO_BYTES);
}

/* --- among items in memory --- */

void
tcn_headlines_choose_fired(struct tcn_headlines *headlines,
    const struct tcn_item_names *names, struct tcn_event *event)
{
	const struct tcn_event_headline none = { 0 };
	const struct tcn_event asked = *event;
	size_t picked[TEXTS], n;
	struct items items;

	assert(event->revision == 1 && (event->evidence || !event->evidence_n));
	if (is_made(headlines, false, &none, event, event->evidence,
		event->evidence_n)) {
		take_made(headlines, event);
		return;
	}
	n = tcn_event_headline_pick(event->evidence_n, TEXTS, picked);
	begin(headlines);
	make_room(headlines, n, &items);
	for (size_t i = 0; i < n; i++) {
		const struct tcn_item_name *name =
		    tcn_item_names_find(names, event->evidence[picked[i]]);

		if (name && !name->copy) {
			items.seqs[items.n] = name->seq;
			items.texts[items.n++] = (struct tcn_summary_text){
				.title = name->post ? (struct tcn_str){ 0 }
						    : name->title,
				.text = name->post ? name->title : name->text,
				.lang = name->lang,
				.origin = name->origin,
				.ms = name->ts_ms,
				.source = name->source,
				.host = tcn_url_site(name->url),
			};
		}
	}
	choose(headlines, &items, &none, event);
	note(headlines, false, &none, &asked, event, event->evidence,
	    event->evidence_n);
}

/* --- among those of a store --- */

/* An item of the store, which is read once and does not change. */
struct stored {
	uint64_t seq;
	struct tcn_summary_text text;
};

static int
by_time(const void *left, const void *right)
{
	const struct stored *l = *(const struct stored *const *)left;
	const struct stored *r = *(const struct stored *const *)right;

	if (l->text.ms != r->text.ms)
		return l->text.ms < r->text.ms ? -1 : 1;
	return (l->seq > r->seq) - (l->seq < r->seq);
}

static struct tcn_summary_memo_key
key_of(const uint64_t *seq)
{
	return (struct tcn_summary_memo_key){ .kind = 's',
		.parts = { { (const char *)seq, sizeof *seq } } };
}

/* The original of that number, if it was read before; else NULL. */
static const struct stored *
find_read(struct tcn_headlines *headlines, uint64_t seq)
{
	const struct tcn_summary_memo_key key = key_of(&seq);

	return tcn_summary_memo_find(headlines->memo, &key);
}

static const struct stored *
keep_read(struct tcn_headlines *headlines,
    const struct tcn_store_beginning *found)
{
	const struct tcn_summary_memo_key key = key_of(&found->seq);
	struct stored *kept =
	    tcn_arena_zalloc(tcn_summary_memo_arena(headlines->memo), 1,
		sizeof *kept);

	kept->seq = found->seq;
	kept->text = (struct tcn_summary_text){
		.title = tcn_str_trim(found->title),
		.text = found->text,
		.lang = found->lang,
		.origin = found->origin,
		.ms = found->ts_ms,
		.source = found->source,
		.host = tcn_url_site(found->url),
	};
	tcn_summary_memo_put(headlines->memo, &key, kept);
	return kept;
}

/* The originals among ids, in any order: those that were not read before are
 * asked for at once. */
static enum tcn_rc
find_items(struct tcn_headlines *headlines, const struct tcn_store *st,
    const struct tcn_store_ids *ids, const struct stored **all, size_t *n)
{
	struct tcn_store_ids unread = {
		tcn_arena_zalloc(&headlines->arena, ids->n, sizeof *ids->at), 0
	};
	struct tcn_store_beginnings found = { 0 };
	enum tcn_rc rc = TCN_OK;

	*n = 0;
	for (size_t i = 0; i < ids->n; i++) {
		all[*n] = find_read(headlines, ids->at[i]);
		if (all[*n])
			++*n;
		else
			unread.at[unread.n++] = ids->at[i];
	}
	if (unread.n)
		rc = tcn_store_beginnings(st, &unread,
		    TCN_EVENT_HEADLINE_TEXT_BYTES,
		    tcn_summary_memo_arena(headlines->memo), &found);
	for (size_t i = 0; i < found.n; i++)
		all[(*n)++] = keep_read(headlines, &found.at[i]);
	return rc;
}

/* Puts the ids in order, each once. */
static void
sort_ids(struct tcn_store_ids *ids)
{
	size_t kept = 0;

	if (ids->n)
		qsort(ids->at, ids->n, sizeof *ids->at, tcn_compare_u64);
	for (size_t i = 0; i < ids->n; i++)
		if (!i || ids->at[i] != ids->at[kept - 1])
			ids->at[kept++] = ids->at[i];
	ids->n = kept;
}

/* Those of the event's texts, by time, that are read; with the newest of what
 * was counted for this revision, which is not stored with it yet, and the item
 * that heads. */
static void
pick_ids(struct tcn_arena *arena, const struct tcn_event *event, uint64_t heads,
    struct tcn_store_ids texts, struct tcn_store_ids *ids)
{
	size_t counted =
	    event->evidence_n < COUNTED_MAX ? event->evidence_n : COUNTED_MAX;
	size_t picked[TEXTS];
	size_t n = tcn_event_headline_pick(texts.n, TEXTS, picked);

	*ids = (struct tcn_store_ids){
		tcn_arena_zalloc(arena, n + counted + 1, sizeof *ids->at), 0
	};
	for (size_t i = 0; i < n; i++)
		ids->at[ids->n++] = texts.at[picked[i]];
	for (size_t i = event->evidence_n - counted;
	     event->revision > 1 && i < event->evidence_n; i++)
		ids->at[ids->n++] = event->evidence[i];
	if (heads)
		ids->at[ids->n++] = heads;
	sort_ids(ids);
}

/* The event's texts, by time: when it fires, those that were counted. */
static enum tcn_rc
find_texts(struct tcn_headlines *headlines, const struct tcn_store *st,
    uint64_t until_seq, const struct tcn_event *event,
    struct tcn_store_ids *texts)
{
	struct tcn_arena *arena = &headlines->arena;

	if (event->revision > 1)
		return tcn_store_event_texts(st, event, until_seq, TEXTS_MAX,
		    arena, texts);
	texts->at =
	    tcn_arena_zalloc(arena, event->evidence_n, sizeof *texts->at);
	texts->n = event->evidence_n;
	for (size_t i = 0; i < texts->n; i++)
		texts->at[i] = event->evidence[i];
	return TCN_OK;
}

static enum tcn_rc
read_items(struct tcn_headlines *headlines, const struct tcn_store *st,
    const struct tcn_store_ids *ids, uint64_t heads, struct items *items)
{
	const struct stored **all =
	    tcn_arena_zalloc(&headlines->arena, ids->n, sizeof *all);
	size_t n;
	enum tcn_rc rc = find_items(headlines, st, ids, all, &n);

	make_room(headlines, ids->n, items);
	if (rc)
		return rc;
	if (n)
		qsort(all, n, sizeof *all, by_time);
	for (size_t i = 0; i < n; i++) {
		items->seqs[items->n] = all[i]->seq;
		items->texts[items->n] = all[i]->text;
		items->texts[items->n++].heads = all[i]->seq == heads;
	}
	return TCN_OK;
}

static enum tcn_rc
choose_stored(struct tcn_headlines *headlines, const struct tcn_store *st,
    uint64_t until_seq, const struct tcn_event_headline *before,
    struct tcn_event *event)
{
	const struct tcn_event asked = *event;
	struct tcn_store_ids texts, ids;
	struct items items;
	enum tcn_rc rc = find_texts(headlines, st, until_seq, event, &texts);

	if (!rc)
		pick_ids(&headlines->arena, event, before->item, texts, &ids);
	if (!rc && is_made(headlines, true, before, event, ids.at, ids.n)) {
		take_made(headlines, event);
		return TCN_OK;
	}
	if (!rc)
		rc = read_items(headlines, st, &ids, before->item, &items);
	if (!rc)
		choose(headlines, &items, before, event);
	if (rc)
		return rc;
	note(headlines, true, before, &asked, event, ids.at, ids.n);
	return TCN_OK;
}

enum tcn_rc
tcn_headlines_choose_revision(struct tcn_headlines *headlines,
    const struct tcn_store *st, uint64_t until_seq, struct tcn_event *event)
{
	struct tcn_event_headline before = { 0 };
	enum tcn_rc rc = TCN_OK;

	assert(event->revision > 0 && (event->evidence || !event->evidence_n));
	begin(headlines);
	if (event->revision > 1)
		rc = tcn_store_event_headline(st, event->id,
		    event->revision - 1, &headlines->kept, &before);
	if (!rc && *event->merged_into) {
		event->headline = before;
		event->terms_n = 0; /* as they were said before */
	} else if (!rc)
		rc = choose_stored(headlines, st, until_seq, &before, event);
	return rc;
}
