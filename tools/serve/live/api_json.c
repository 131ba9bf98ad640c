#include "tools/serve/live/api_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/item/event_kind.h"
#include "engine/item/headline.h"
#include "engine/item/severity.h"
#include "engine/item/sketch.h"
#include "sql/store_now.h"
#include "sql/store_retain.h"
#include "sql/store_sketches.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"

#define LINE_CHARS      1000
#define TEXT_CHARS      1000000
#define BEGINNING_CHARS 120
#define COPIES_MAX      200

void
tcn_api_json_text(struct tcn_buf *out, const char *key, struct tcn_str s,
    size_t chars, struct tcn_arena *arena)
{
	struct tcn_str clean;

	if (s.n == 0)
		return;
	tcn_safe_text(arena, s, chars, &clean);
	tcn_json_str(out, key, clean);
}

/* Why there is this revision; left out when there is no such reason. */
static void
add_why(unsigned why, struct tcn_buf *out)
{
	const char *word;

	if (!why)
		return;
	tcn_json_open(out, "why", '[');
	for (unsigned i = 0; (word = tcn_event_words_change(i)); i++)
		if (why & 1u << i)
			tcn_json_str(out, NULL, tcn_str(word));
	tcn_json_close(out, ']');
}

/* The headline: the event's, else the title, else what stands for it. */
static void
add_headline(const struct tcn_event *event, const struct tcn_article *a,
    size_t chars, struct tcn_arena *arena, struct tcn_buf *out)
{
	if (event->headline.text.n)
		tcn_api_json_text(out, "title", event->headline.text, chars,
		    arena);
	else if (a->title.n)
		tcn_api_json_text(out, "title",
		    tcn_headline(a->title, a->source, a->url), chars, arena);
	else
		tcn_api_json_text(out, "title",
		    tcn_headline_fallback(a->text, a->url, a->id),
		    BEGINNING_CHARS, arena);
}

enum tcn_rc
tcn_api_json_event_title(const struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_article shown = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (!event->headline.text.n)
		rc = tcn_store_headline(store, event->central, arena, &shown);
	if (rc)
		return rc;
	add_headline(event, &shown, LINE_CHARS, arena, out);
	return TCN_OK;
}

/* The event that it became part of, and where that one is. */
static void
add_merged(const struct tcn_event *event, struct tcn_buf *out)
{
	char path[sizeof "/v1/events/" + TCN_EVENT_ID_BYTES];

	if (!*event->merged_into)
		return;
	snprintf(path, sizeof path, "/v1/events/%s", event->merged_into);
	tcn_json_str(out, "merged_into", tcn_str(event->merged_into));
	tcn_json_str(out, "merged_into_path", tcn_str(path));
}

void
tcn_api_json_event_members(const struct tcn_event *event,
    const struct tcn_article *shown, size_t title_chars,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	const struct tcn_article none = { 0 };

	tcn_json_str(out, "event", tcn_str(event->id));
	tcn_json_str(out, "rule", event->rule);
	tcn_json_str(out, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	tcn_json_str(out, "kind", tcn_str(tcn_event_kind_name(event->kind)));
	tcn_json_str(out, "state",
	    tcn_str(tcn_event_words_state(event->state)));
	tcn_json_uint(out, "revision", event->revision);
	add_why(event->why, out);
	add_merged(event, out);
	if (*event->split_from)
		tcn_json_str(out, "split_from", tcn_str(event->split_from));
	tcn_event_words_dossier(out, event);
	if (shown || event->headline.text.n)
		add_headline(event, shown ? shown : &none, title_chars, arena,
		    out);
	if (shown)
		tcn_api_json_text(out, "url", shown->url, LINE_CHARS, arena);
	if (event->story)
		tcn_json_uint(out, "story", event->story);
	tcn_event_words_figures(out, event);
	tcn_event_words_terms(out, event->terms, event->terms_n);
}

/* Adds an event; desk NULL: without "desk". */
static enum tcn_rc
add_event(const struct tcn_store *store, const char *key,
    const struct tcn_event *event, const struct tcn_store_desk_status *desk,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_item_row *shown = NULL;
	enum tcn_rc rc =
	    tcn_store_item(store, tcn_headline_item(event), arena, &shown);

	tcn_json_open(out, key, '{');
	if (!rc)
		tcn_api_json_event_members(event,
		    shown ? &shown->article : NULL, LINE_CHARS, arena, out);
	if (event->reason)
		tcn_event_words_reason(out, event->reason);
	if (!rc) {
		struct tcn_store_str_list ids;

		rc = tcn_store_ids_of(store, event->evidence, event->evidence_n,
		    arena, &ids);
		tcn_json_open(out, "evidence", '[');
		for (size_t i = 0; !rc && i < ids.n; i++)
			tcn_api_json_text(out, NULL, ids.at[i], LINE_CHARS,
			    arena);
		tcn_json_close(out, ']');
	}
	if (!rc && desk)
		tcn_api_json_desk("desk", desk, arena, out);
	if (!rc && desk)
		rc = tcn_api_json_orders(store, event->id, arena, out);
	if (!rc)
		rc = tcn_api_json_also(store, event, arena, out);
	tcn_json_close(out, '}');
	return rc;
}

enum tcn_rc
tcn_api_json_event(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	return add_event(store, NULL, event, NULL, arena, out);
}

enum tcn_rc
tcn_api_json_event_desk(const struct tcn_store *store, const char *key,
    const struct tcn_event *event, struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_desk_status desk;
	enum tcn_rc rc = tcn_store_desk(store, event->id, arena, &desk);

	return rc ? rc : add_event(store, key, event, &desk, arena, out);
}

static void
add_placement(const struct tcn_placement *place, struct tcn_buf *out)
{
	char digits[17];

	tcn_json_uint(out, "seq", place->seq);
	if (place->has_fingerprint) {
		snprintf(digits, sizeof digits, "%016" PRIx64,
		    place->fingerprint);
		tcn_json_str(out, "fingerprint", tcn_str(digits));
	}
	if (place->story)
		tcn_json_uint(out, "story", place->story);
	if (place->duplicate_of) {
		tcn_json_uint(out, "duplicate_of", place->duplicate_of);
		tcn_json_uint(out, "distance", place->distance);
	}
	if (place->excerpt_of)
		tcn_json_uint(out, "excerpt_of", place->excerpt_of);
	if (place->shared) {
		tcn_json_uint(out, "shared_sentences", place->shared);
		tcn_json_uint(out, "compared_sentences", place->sentences);
	}
	if (place->version_of)
		tcn_json_uint(out, "version_of", place->version_of);
	if (place->rewrite_of)
		tcn_json_uint(out, "rewrite_of", place->rewrite_of);
	if (place->form_of)
		tcn_json_uint(out, "form_of", place->form_of);
	if (place->cosine) {
		tcn_json_rounded(out, "cosine", place->cosine / 1000.0, 3);
		tcn_json_rounded(out, "likeness", place->likeness / 1000.0, 3);
	}
	if (place->cluster)
		tcn_json_uint(out, "cluster", place->cluster);
}

/* Who chose the content words by which it was compared with others. */
static void
add_content(const struct tcn_store_item_row *item, struct tcn_buf *out)
{
	const struct tcn_content *content = &item->article.content;
	enum tcn_content_source source = content->source;

	/* What is not kept was made of its own words. */
	if (!source && (item->place.rewrite_of || item->place.form_of))
		source = TCN_CONTENT_WORDS;
	if (!source)
		return;
	tcn_json_str(out, "content_from",
	    tcn_str(tcn_content_source_name(source)));
	if (content->tagger.n)
		tcn_json_str(out, "tagger", content->tagger);
}

/* Adds the members of an article. */
static void
add_article(const struct tcn_store_item_row *item, bool with_text,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	const struct tcn_article *a = &item->article;
	const struct {
		const char *key;
		struct tcn_str value;
		size_t chars;
	} fields[] = {
		{ "id", a->id, LINE_CHARS },
		{ "source", a->source, LINE_CHARS },
		{ "url", a->url, 8192 },
		{ "image", a->image, 8192 },
		{ "title", a->title, LINE_CHARS },
		{ "lang", a->lang, LINE_CHARS },
		{ "category", a->category, LINE_CHARS },
		{ "predicted", a->predicted, LINE_CHARS },
		{ "text", a->text, with_text ? TEXT_CHARS : 0 },
		{ "beginning", a->text,
		    with_text || a->title.n ? 0 : BEGINNING_CHARS },
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (fields[i].chars)
			tcn_api_json_text(out, fields[i].key, fields[i].value,
			    fields[i].chars, arena);
	if (a->predicted.n)
		tcn_json_rounded(out, "margin", a->margin, 2);
	if (a->predicted.n && a->probability > 0)
		tcn_json_rounded(out, "probability", a->probability, 3);
	tcn_json_time(out, "at", item->place.ts_ms);
	add_placement(&item->place, out);
	add_content(item, out);
}

void
tcn_api_json_article_members(const struct tcn_store_item_row *item,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	add_article(item, false, arena, out);
}

void
tcn_api_json_article_as(const char *key, const struct tcn_store_item_row *item,
    bool with_text, struct tcn_arena *arena, struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	add_article(item, with_text, arena, out);
	tcn_json_close(out, '}');
}

void
tcn_api_json_articles(const char *key, const struct tcn_store_item_list *items,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < items->n; i++)
		tcn_api_json_article_as(NULL, &items->at[i], false, arena, out);
	tcn_json_close(out, ']');
}

enum tcn_rc
tcn_api_json_events_of(const struct tcn_store *store,
    const struct tcn_placement *place, struct tcn_arena *arena,
    struct tcn_store_event_list *events)
{
	uint64_t story = place->story;
	enum tcn_rc rc = story
	    ? tcn_store_resolve_story(store, place->story, &story)
	    : TCN_OK;

	*events = (struct tcn_store_event_list){ 0 };
	if (rc)
		return rc;
	return story ? tcn_store_story_events(store, story, arena, events)
		     : tcn_store_fired_with(store, place->seq, arena, events);
}

/* How many of its sentences are not in the first version, where both have
 * sketches. */
static enum tcn_rc
add_differences(const struct tcn_store *store,
    const struct tcn_placement *place, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_sketch now, first;
	struct tcn_sketch_shared shared;
	enum tcn_rc rc = tcn_store_sketch(store, place->seq, arena, &now);

	if (!rc)
		rc = tcn_store_sketch(store, place->version_of, arena, &first);
	if (rc || !now.n || !first.n)
		return rc;
	shared = tcn_sketch_compare(now, first);
	tcn_json_uint(out, "sentences", shared.na);
	tcn_json_uint(out, "differ", shared.na - shared.m);
	return TCN_OK;
}

/* Of a later version of a page: which is the first, and what is new. */
static enum tcn_rc
add_version(const struct tcn_store *store, const struct tcn_placement *place,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_item_row *first = NULL;
	enum tcn_rc rc = TCN_OK;

	if (place->version_of)
		rc = tcn_store_item(store, place->version_of, arena, &first);
	if (rc || !first)
		return rc;
	tcn_json_open(out, "version", '{');
	tcn_api_json_text(out, "of", first->article.id, LINE_CHARS, arena);
	tcn_json_time(out, "first_at", first->place.ts_ms);
	rc = add_differences(store, place, arena, out);
	tcn_json_close(out, '}');
	return rc;
}

static enum tcn_rc
add_versions(const struct tcn_store *store, uint64_t seq,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_item_list versions;
	enum tcn_rc rc =
	    tcn_store_versions(store, seq, COPIES_MAX, arena, &versions);

	if (rc || !versions.n)
		return rc;
	tcn_json_open(out, "versions", '[');
	for (size_t i = 0; !rc && i < versions.n; i++) {
		tcn_json_open(out, NULL, '{');
		add_article(&versions.at[i], false, arena, out);
		rc = add_version(store, &versions.at[i].place, arena, out);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	return rc;
}

static enum tcn_rc
add_copies_gone(const struct tcn_store *store, uint64_t seq,
    struct tcn_buf *out)
{
	uint64_t n;
	enum tcn_rc rc = tcn_store_copies_gone(store, seq, &n);

	if (!rc && n)
		tcn_json_uint(out, "copies_not_kept", n);
	return rc;
}

enum tcn_rc
tcn_api_json_article_whole(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_store_item_row *item,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_item_list copies;
	enum tcn_rc rc;

	tcn_json_open(out, NULL, '{');
	add_article(item, true, arena, out);
	rc = tcn_store_sightings(store, item->place.seq, COPIES_MAX, arena,
	    &copies);
	if (!rc)
		tcn_api_json_articles("copies", &copies, arena, out);
	if (!rc)
		rc = add_copies_gone(store, item->place.seq, out);
	if (!rc)
		rc = tcn_api_json_excerpts(store, prep, item, arena, out);
	if (!rc)
		rc = add_version(store, &item->place, arena, out);
	if (!rc)
		rc = add_versions(store, item->place.seq, arena, out);
	if (!rc) {
		struct tcn_store_event_list events;

		rc =
		    tcn_api_json_events_of(store, &item->place, arena, &events);
		tcn_json_open(out, "events", '[');
		for (size_t i = 0; !rc && i < events.n; i++) {
			tcn_json_open(out, NULL, '{');
			tcn_json_str(out, "event", tcn_str(events.at[i].id));
			tcn_json_str(out, "rule", events.at[i].rule);
			tcn_json_time(out, "fired_at", events.at[i].fired_ms);
			tcn_json_close(out, '}');
		}
		tcn_json_close(out, ']');
	}
	tcn_json_close(out, '}');
	return rc;
}
