#include "engine/base/compare.h"
#include "tools/tell/report/report_view_impl.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/url.h"
#include "engine/facts/statement.h"
#include "engine/item/headline.h"
#include "tools/base/event_words.h"
#include "tools/base/safe.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_time_impl.h"
#include "tools/tell/summary/terms.h"
#include "tools/tell/words/reason.h"

#define SOURCE_CHARS 60
#define ID_CHARS     120

static void
clean(struct tcn_arena *arena, struct tcn_str s, size_t chars,
    struct tcn_str *to)
{
	tcn_safe_text(arena, s, chars, to);
}

/* Cleans an address; one that is a link is not cut, for it would lead
 * elsewhere. */
static void
clean_url(struct tcn_arena *arena, struct tcn_str url, struct tcn_str *to,
    bool *is_link)
{
	*is_link = tcn_safe_is_link(url);
	if (!*is_link)
		clean(arena, url, TCN_REPORT_VIEW_TITLE_CHARS, to);
	else
		*to = url;
}

/* The first of three that is not empty. */
static struct tcn_str
first_nonempty(struct tcn_str a, struct tcn_str b, const char *c)
{
	if (a.n)
		return a;
	return b.n ? b : tcn_str(c);
}

static void
show_item(struct tcn_arena *arena, const struct tcn_report_view *view,
    struct tcn_report_view_item *show)
{
	const struct tcn_report_item *item = show->item;
	struct tcn_str title, text = { 0 }, source, other, host = { 0 };

	clean(arena, item->id, ID_CHARS, &show->id);
	clean(arena, item->title, TCN_REPORT_VIEW_TITLE_CHARS, &title);
	if (!title.n)
		clean(arena, item->text, TCN_REPORT_VIEW_TITLE_CHARS, &text);
	clean(arena, item->source, SOURCE_CHARS, &source);
	clean(arena, item->excerpt_id, ID_CHARS, &show->excerpt_id);
	clean(arena, item->excerpt_source, SOURCE_CHARS, &other);
	clean_url(arena, item->url, &show->url, &show->is_link);
	show->title = first_nonempty(title,
	    tcn_headline_fallback(text, show->url, show->id),
	    tcn_words_text(view->words, "(untitled)"));
	if (show->is_link)
		host = tcn_url_site(item->url);
	show->source = first_nonempty(source, host,
	    tcn_words_text(view->words, "unknown source"));
	show->excerpt_of = first_nonempty(other, show->excerpt_id,
	    tcn_words_text(view->words, "an earlier item"));
	if (tcn_safe_is_lang(item->lang))
		show->lang = item->lang;
	show->origin = item->origin ? item->origin : item->seq;
	show->is_excerpt = item->excerpt_of && !item->duplicate_of;
	show->is_rewrite = item->rewrite_of && !item->duplicate_of;
}

static int
by_time(const void *one, const void *other)
{
	const struct tcn_report_item *a =
	    ((const struct tcn_report_view_item *)one)->item;
	const struct tcn_report_item *b =
	    ((const struct tcn_report_view_item *)other)->item;

	return tcn_compare_moment(a->ts_ms, a->seq, b->ts_ms, b->seq);
}

static void
make_items(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_report *report = view->report;

	view->items =
	    tcn_arena_zalloc(arena, report->items_n, sizeof *view->items);
	view->items_n = report->items_n;
	for (size_t i = 0; i < view->items_n; i++) {
		view->items[i].item = &report->items[i];
		show_item(arena, view, &view->items[i]);
	}
	qsort(view->items, view->items_n, sizeof *view->items, by_time);
}

static void
mark_counted(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_event *event = view->report->event;
	struct tcn_map seqs = { 0 };
	size_t n = event->fired_n ? event->fired_n : event->evidence_n;
	uint64_t *value;

	tcn_map_reserve(&seqs, n);
	(void)arena;
	for (size_t i = 0; i < n; i++)
		tcn_map_put(&seqs, event->evidence[i], &value, NULL);
	for (size_t i = 0; i < view->items_n; i++) {
		struct tcn_report_view_item *show = &view->items[i];

		show->counted = tcn_map_remove(&seqs, show->item->seq);
	}
	view->evidence_missing = seqs.n;
	tcn_map_fini(&seqs);
}

/* Counts how often each text was seen, for every item of it. */
static void
count_sightings(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_map origins = { 0 };

	(void)arena;
	for (size_t i = 0; i < view->items_n; i++)
		tcn_map_count(&origins, view->items[i].origin);
	for (size_t i = 0; i < view->items_n; i++)
		view->items[i].sightings =
		    (uint32_t)*tcn_map_find(&origins, view->items[i].origin);
	tcn_map_fini(&origins);
}

/* The window's hash of the publisher or, where there is none, a hash of the
 * source's name. */
static uint64_t
publisher_key(const struct tcn_report_view_item *show)
{
	if (show->item->publisher)
		return show->item->publisher;
	return XXH3_64bits(show->source.at, show->source.n);
}

static void
count_source(struct tcn_report_view *view, size_t at, uint64_t *slot,
    bool added)
{
	struct tcn_report_view_item *show = &view->items[at];
	struct tcn_report_view_source *source;

	if (added) {
		*slot = view->sources_n++;
		source = &view->sources[*slot];
		*source = (struct tcn_report_view_source){ .name = show->source,
			.first = at };
	}
	source = &view->sources[*slot];
	source->items++;
	source->copies += show->item->duplicate_of != 0;
	source->excerpts += show->is_excerpt;
	source->rewrites += show->is_rewrite;
	view->excerpts += show->is_excerpt;
	show->publisher = *slot;
}

/* Gives the near items the sources of others, or numbers beyond: they are
 * counted as evidence. */
static void
number_near(const struct tcn_report_view *view, struct tcn_map *keys)
{
	size_t n = view->sources_n;

	for (size_t i = 0; i < view->near_n; i++) {
		struct tcn_report_view_item *show =
		    &view->items[view->items_n + i];
		uint64_t *slot;
		bool added;

		tcn_map_put(keys, publisher_key(show), &slot, &added);
		if (added)
			*slot = n++;
		show->publisher = *slot;
	}
}

static int
by_items(const void *one, const void *other)
{
	const struct tcn_report_view_source *a = one, *b = other;

	if (a->items != b->items)
		return a->items > b->items ? -1 : 1;
	return (a->first > b->first) - (a->first < b->first);
}

/* Sorts the sources, and has items[].publisher follow them to their new
 * places. */
static void
sort_sources(struct tcn_arena *arena, struct tcn_report_view *view)
{
	size_t *first =
	    tcn_arena_alloc(arena, (view->sources_n + 1) * sizeof *first);
	size_t *place =
	    tcn_arena_zalloc(arena, view->items_n + 1, sizeof *place);

	for (size_t i = 0; i < view->sources_n; i++)
		first[i] = view->sources[i].first;
	qsort(view->sources, view->sources_n, sizeof *view->sources, by_items);
	for (size_t i = 0; i < view->sources_n; i++)
		place[view->sources[i].first] = i;
	for (size_t i = 0; i < view->items_n + view->near_n; i++) {
		size_t *publisher = &view->items[i].publisher;

		if (*publisher < view->sources_n)
			*publisher = place[first[*publisher]];
	}
}

static void
make_sources(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_map keys = { 0 };

	view->sources =
	    tcn_arena_zalloc(arena, view->items_n, sizeof *view->sources);
	for (size_t i = 0; i < view->items_n; i++) {
		uint64_t *slot;
		bool added;

		tcn_map_put(&keys, publisher_key(&view->items[i]), &slot,
		    &added);
		count_source(view, i, slot, added);
	}
	number_near(view, &keys);
	tcn_map_fini(&keys);
	sort_sources(arena, view);
}

static void
name_lang(struct tcn_arena *arena, const struct tcn_report_view *view,
    struct tcn_report_view_lang *lang)
{
	char name[TCN_WORDS_BYTES];

	if (lang->code.n == 0)
		lang->name =
		    tcn_str(tcn_words_text(view->words, "language not known"));
	else
		tcn_arena_str(arena,
		    tcn_words_language_name(view->words, lang->code, name),
		    &lang->name);
}

static int
by_lang_items(const void *one, const void *other)
{
	const struct tcn_report_view_lang *a = one, *b = other;

	if (a->items != b->items)
		return a->items > b->items ? -1 : 1;
	return tcn_str_compare(a->code, b->code);
}

#define LANGS_MAX 64

static void
count_lang(struct tcn_report_view *view, struct tcn_str code)
{
	size_t i = 0;

	while (i < view->langs_n && !tcn_str_equal(view->langs[i].code, code))
		i++;
	if (i == LANGS_MAX)
		return; /* so many languages are nonsense: not counted */
	if (i == view->langs_n)
		view->langs[view->langs_n++].code = code;
	view->langs[i].items++;
}

static void
make_langs(struct tcn_arena *arena, struct tcn_report_view *view)
{
	view->langs = tcn_arena_zalloc(arena, LANGS_MAX, sizeof *view->langs);
	for (size_t i = 0; i < view->items_n; i++)
		count_lang(view, tcn_report_lang_code(view->items[i].lang));
	qsort(view->langs, view->langs_n, sizeof *view->langs, by_lang_items);
	for (size_t i = 0; i < view->langs_n; i++)
		name_lang(arena, view, &view->langs[i]);
}

static void
make_terms(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_event *event = view->report->event;

	view->terms =
	    tcn_arena_zalloc(arena, event->terms_n, sizeof *view->terms);
	clean(arena, tcn_str(event->id), ID_CHARS, &view->id);
	clean(arena, event->rule, ID_CHARS, &view->rule);
	for (size_t i = 0; i < event->terms_n; i++) {
		clean(arena, event->terms[i].word, TCN_REPORT_VIEW_TERM_CHARS,
		    &view->terms[i]);
	}
	view->terms_n = event->terms_n;
}

/* Cleans the title and the address of a related story. */
static void
show_related(struct tcn_arena *arena, const struct tcn_report_view *view,
    struct tcn_report_view_related *show)
{
	const struct tcn_report_related *related = show->related;
	const struct tcn_statement_text raw = {
		.raw = related->title, .lang = "", .begins = true
	};
	struct tcn_statement statement;
	struct tcn_str title;

	tcn_statement_read(view->facts, &raw, &statement);
	clean(arena, first_nonempty(statement.shown, related->title, ""),
	    TCN_REPORT_VIEW_TITLE_CHARS, &title);
	clean_url(arena, related->url, &show->url, &show->is_link);
	show->title = first_nonempty(title, (struct tcn_str){ 0 },
	    tcn_words_text(view->words, "(untitled)"));
}

static void
make_related(struct tcn_arena *arena, struct tcn_report_view *view)
{
	for (size_t i = 0; i < view->related_n; i++)
		show_related(arena, view, &view->related[i]);
}

static void
show_episode(struct tcn_arena *arena, struct tcn_report_view *view,
    const struct tcn_report_episode *episode)
{
	struct tcn_report_view_episode *show =
	    &view->episodes[view->episodes_n];
	struct tcn_str title;

	if (!episode->event.n)
		return;
	view->episodes_n++;
	clean(arena, episode->event, ID_CHARS, &show->id);
	clean(arena, episode->title, TCN_REPORT_VIEW_TITLE_CHARS, &title);
	show->episode = episode;
	show->title = first_nonempty(title, (struct tcn_str){ 0 },
	    tcn_words_text(view->words, "(untitled)"));
}

static void
make_episodes(struct tcn_arena *arena, struct tcn_report_view *view)
{
	const struct tcn_report_dossier *dossier = view->report->dossier;

	if (!dossier)
		return;
	view->episodes =
	    tcn_arena_zalloc(arena, dossier->n, sizeof *view->episodes);
	clean(arena, dossier->id, ID_CHARS, &view->dossier);
	for (size_t i = 0; dossier->all && i < dossier->n; i++)
		show_episode(arena, view, &dossier->all[i]);
	show_episode(arena, view, &dossier->previous);
	show_episode(arena, view, &dossier->next);
}

/* Takes the heaviest parts of one side. */
static void
take_parts(struct tcn_arena *arena, struct tcn_report_view *view, bool is_for)
{
	const struct tcn_event_reason *reason = view->report->event->reason;
	size_t taken = 0;

	for (size_t i = 0;
	     reason && i < reason->parts_n && taken < TCN_REPORT_VIEW_PARTS;
	     i++) {
		const struct tcn_event_part *part = &reason->parts[i];
		struct tcn_report_view_part *show = &view->parts[view->parts_n];
		struct tcn_buf text = { 0 };

		if (is_for ? !tcn_event_words_is_for(part->part)
			   : !tcn_event_words_is_against(part->part))
			continue;
		show->part = part->part;
		clean(arena, part->name, TCN_REPORT_VIEW_TERM_CHARS,
		    &show->name);
		/* What it says in the reader's language, or as it is stored. */
		show->stored = !tcn_reason_say(view->words, part->says, &text);
		clean(arena, tcn_buf_view(&text), TCN_REPORT_VIEW_TITLE_CHARS,
		    &show->says);
		tcn_buf_fini(&text);
		view->parts_n++;
		taken++;
	}
}

static void
make_parts(struct tcn_arena *arena, struct tcn_report_view *view)
{
	take_parts(arena, view, true);
	take_parts(arena, view, false);
}

/* An event's languages begin with that of most of its items. */
static void
open_words(struct tcn_report_view *view)
{
	const struct tcn_report *report = view->report;
	const struct tcn_event_languages *of = &report->event->languages;
	enum tcn_words_language language = report->language;

	if (language == TCN_WORDS_AUTO && of->n)
		language = tcn_words_language_of(tcn_str(of->at[0]));
	if (!report->words)
		view->own_words = tcn_words_in_zone(language, report->zone);
	view->words = report->words ? report->words : view->own_words;
}

static void (*const steps[])(struct tcn_arena *,
    struct tcn_report_view *) = { make_items, tcn_report_langs, mark_counted,
	tcn_report_about, count_sightings, make_sources, tcn_report_copies,
	make_langs, tcn_report_several, tcn_report_category, make_terms,
	tcn_report_names, tcn_report_related, make_related, make_episodes,
	tcn_report_facts, tcn_report_said, make_parts, tcn_report_time };

void
tcn_report_view_begin(const struct tcn_report *report,
    struct tcn_report_view *view)
{
	*view = (struct tcn_report_view){
		.report = report, .facts = report->facts, .prep = report->prep
	};
	open_words(view);
	if (!view->facts)
		view->facts = tcn_facts_new();
	if (!view->prep)
		view->prep = tcn_prepare_new(NULL);
}

/* Gives back what is needed only while the view is made. */
static void
end_making(struct tcn_report_view *view)
{
	if (view->facts != view->report->facts)
		tcn_facts_free(view->facts);
	if (view->prep != view->report->prep)
		tcn_prepare_free(view->prep);
	tcn_summary_core_fini(&view->core);
	tcn_summary_read_fini(&view->read);
	tcn_terms_free(view->terms_of);
	view->facts = view->report->facts;
	view->prep = view->report->prep;
	view->core = (struct tcn_summary_core){ 0 };
	view->terms_of = NULL;
}

bool
tcn_report_view_step(struct tcn_arena *arena, struct tcn_report_view *view)
{
	bool done;

	assert(view->step < sizeof steps / sizeof *steps);
	steps[view->step++](arena, view);
	done = view->step == sizeof steps / sizeof *steps;
	if (done)
		end_making(view);
	return done;
}

void
tcn_report_view_fini(struct tcn_report_view *view)
{
	end_making(view);
	tcn_words_free(view->own_words);
	view->own_words = NULL;
}

void
tcn_report_view_make(const struct tcn_report *report, struct tcn_arena *arena,
    struct tcn_report_view *view)
{
	tcn_report_view_begin(report, view);
	while (!tcn_report_view_step(arena, view))
		;
}
