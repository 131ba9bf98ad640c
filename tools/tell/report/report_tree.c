/*
 * What the templates of a page read (tools/tell/report/templates): the view as
 * a tree of values, with all sentences in the language of the report. Whether
 * something is shown at all, and how many rows, is decided here; how it is
 * shown, there.
 */
#include <inttypes.h>

#include "engine/base/date.h"
#include "tools/base/event_words.h"
#include "tools/base/html_page.h"
#include "tools/base/target.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_impl.h"
#include "tools/tell/report/report_template.h"

struct tree {
	const struct tcn_report_view *view;
	struct tcn_arena *arena;
	bool is_html; /* with drawings and searches */
	const char *suffix; /* of pages that are linked to */
	struct tcn_json_value root;
};

/* --- parts --- */

static void
put(struct tree *t, struct tcn_json_value *of, const char *name,
    struct tcn_str text)
{
	tcn_json_put_str(t->arena, of, name, text);
}

/* Puts what was said, and frees it. */
static void
put_said(struct tree *t, struct tcn_json_value *of, const char *name,
    struct tcn_buf *said)
{
	put(t, of, name, tcn_buf_view(said));
	tcn_buf_fini(said);
}

static void
put_list(struct tree *t, const char *name, const struct tcn_json_value *list)
{
	tcn_json_put(t->arena, &t->root, name, list);
}

static void
push(struct tree *t, struct tcn_json_value *list,
    const struct tcn_json_value *row)
{
	tcn_json_push(t->arena, list, row);
}

/* "time": of a time that can be written its ISO form, too. */
static void
put_time(struct tree *t, struct tcn_json_value *of, int64_t ms)
{
	struct tcn_json_value time = { 0 };
	char iso[TCN_DATE_BYTES];

	tcn_date_format(ms, iso);
	tcn_json_put_number(t->arena, &time, "ms", (double)ms);
	put(t, &time, "iso", tcn_str(iso));
	tcn_json_put(t->arena, of, "time", &time);
}

/* The members of an item, to which others may be added. */
static struct tcn_json_value
make_item(struct tree *t, const struct tcn_report_view_item *show)
{
	struct tcn_json_value item = { 0 };

	put(t, &item, "title", show->title);
	put(t, &item, "source", show->source);
	put(t, &item, "lang", show->lang);
	put(t, &item, "url", show->url);
	tcn_json_put_bool(t->arena, &item, "link", show->is_link);
	put_time(t, &item, show->item->ts_ms);
	return item;
}

static const struct tcn_report_view_item *
item_at(const struct tree *t, size_t index)
{
	return index < t->view->items_n ? &t->view->items[index] : NULL;
}

/* A translated message in parts: {"text": "First by "}, {"who": true}. */
static void
put_message(struct tree *t, struct tcn_json_value *of, const char *name,
    const char *message)
{
	struct tcn_json_value list = { 0 };

	while (*message) {
		size_t n = strcspn(message, "{");
		struct tcn_json_value text = { 0 }, value = { 0 };
		struct tcn_str key = { message + n + 1,
			message[n] ? strcspn(message + n + 1, "}") : 0 };

		put(t, &text, "text", (struct tcn_str){ message, n });
		push(t, &list, &text);
		message += n;
		if (!*message)
			break;
		message += key.n + 2;
		put(t, &value, "text", tcn_str(""));
		tcn_arena_str(t->arena, key, &key);
		tcn_json_put_bool(t->arena, &value, key.at, true);
		push(t, &list, &value);
	}
	tcn_json_put(t->arena, of, name, &list);
}

static void
push_said(struct tree *t, struct tcn_json_value *list, struct tcn_buf *said)
{
	struct tcn_json_value text = { .kind = TCN_JSON_STRING,
		.s = tcn_buf_view(said) };

	if (said->n)
		push(t, list, &text);
	tcn_buf_fini(said);
}

/* How many more there are than are shown. */
static void
put_more(struct tree *t, const char *name, size_t n, const char *const forms[2])
{
	struct tcn_buf said = { 0 };

	if (n)
		tcn_words_count(t->view->words, forms[0], forms[1], n, &said);
	put_said(t, &t->root, name, &said);
}

static const char *const more_items[] =
    TCN_WORDS_COUNT("And {n} more item.", "And {n} more items.");
static const char *const more_publishers[] =
    TCN_WORDS_COUNT("And {n} more publisher.", "And {n} more publishers.");
static const char *const more_copied[] =
    TCN_WORDS_COUNT("And {n} more source was copied.",
	"And {n} more sources were copied.");

/* --- the head --- */

static void
push_count(struct tree *t, struct tcn_json_value *list, struct tcn_str figure,
    const char *name)
{
	struct tcn_json_value row = { 0 };

	put(t, &row, "figure", figure);
	put(t, &row, "name", tcn_str(name));
	push(t, list, &row);
}

static void
put_counts(struct tree *t)
{
	static const char *const names[][2] = {
		/* TRANSLATORS: below a number, as the next two are. */
		TCN_WORDS_COUNT("item", "items"),
		TCN_WORDS_COUNT("distinct text", "distinct texts"),
		TCN_WORDS_COUNT("publisher", "publishers"),
	};
	const struct tcn_report_view_counts *all = &t->view->life;
	const struct tcn_words *words = t->view->words;
	const uint32_t counts[] = { all->items, all->origins, all->publishers };
	int64_t fired = t->view->report->event->fired_ms;
	struct tcn_json_value list = { 0 };
	char text[TCN_WORDS_BYTES];

	for (size_t i = 0; t->view->items_n && i < 3; i++)
		push_count(t, &list, tcn_words_number(words, counts[i], text),
		    tcn_words_plural(words, names[i][0], names[i][1],
			counts[i]));
	if (list.node && all->first_ms != TCN_UNDATED &&
	    tcn_when_known(fired) && fired >= all->first_ms)
		push_count(t, &list,
		    tcn_words_span(words, fired - all->first_ms, text),
		    tcn_words_text(words, "from first item to alarm"));
	put_list(t, "counts", &list);
}

static void
put_header(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	const struct tcn_event *event = view->report->event;
	const struct tcn_report_view_item *show = item_at(t, view->central);
	struct tcn_buf said = { 0 };
	struct tcn_json_value central = { 0 };

	/* TRANSLATORS: the title of a window. */
	tcn_words_say(view->words, "{headline} \u2014 special report",
	    TCN_WITH({ "headline", view->headline }), &said);
	put_said(t, &t->root, "window_title", &said);
	put(t, &t->root, "code", tcn_str(tcn_words_code(view->words)));
	put(t, &t->root, "style", tcn_str(tcn_html_style));
	put(t, &t->root, "state_class",
	    tcn_str(tcn_event_words_state(event->state)));
	put(t, &t->root, "state",
	    tcn_str(tcn_report_state(view->words, event)));
	if (event->kind != TCN_EVENT_NEWS)
		put(t, &t->root, "kind",
		    tcn_str(tcn_report_kind(view->words, event)));
	if (event->places.n) {
		tcn_event_words_where(&said, tcn_words_code(view->words),
		    &event->places);
		put_said(t, &t->root, "place", &said);
	}
	if (show)
		central = make_item(t, show);
	tcn_json_put(t->arena, &t->root, "central", &central);
	put(t, &t->root, "headline", view->headline);
	put(t, &t->root, "why", view->why);
	tcn_report_say_fired(view, &said);
	put_said(t, &t->root, "fired", &said);
	tcn_report_say_now(view, &said);
	put_said(t, &t->root, "now", &said);
	tcn_words_say(view->words, "Event {id}", TCN_WITH({ "id", view->id }),
	    &said);
	put_said(t, &t->root, "id", &said);
	put_counts(t);
}

/* --- figures and lines --- */

static void
put_figures(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < view->shown_n; i++) {
		const struct tcn_report_view_figure *figure = &view->shown[i];
		struct tcn_json_value row = { 0 };
		struct tcn_json_value item =
		    make_item(t, &view->items[figure->item]);
		struct tcn_buf steps = { 0 };
		struct tcn_buf value = { 0 };
		struct tcn_str rest = figure->said;
		bool begins;

		/* What is said of a figure, of which the value that it begins
		 * with can stand out. */
		tcn_report_say_leader(t->view->words, figure->figure, &value);
		begins = value.n && value.n <= rest.n &&
		    memcmp(rest.at, value.at, value.n) == 0;
		put(t, &row, "said", figure->said);
		if (begins)
			rest = (struct tcn_str){ rest.at + value.n,
				rest.n - value.n };
		else
			tcn_buf_clear(&value);
		put(t, &row, "rest", rest);
		put_said(t, &row, "value", &value);
		put_message(t, &row, "first_by",
		    /* TRANSLATORS: who told a figure first, and when. */
		    tcn_words_text(view->words, "First by {who}"));
		tcn_json_put(t->arena, &row, "item", &item);
		if (t->is_html && tcn_report_figure_has_steps(figure->figure))
			tcn_report_figure_chart(view, figure, &steps);
		put_said(t, &row, "steps", &steps);
		push(t, &list, &row);
	}
	put_list(t, "figures", &list);
}

static void
push_line(struct tree *t, struct tcn_json_value *list, size_t item,
    struct tcn_str text, struct tcn_str said)
{
	struct tcn_json_value row = make_item(t, &t->view->items[item]);

	put(t, &row, "text", text);
	put(t, &row, "said", said);
	push(t, list, &row);
}

static void
push_lines(struct tree *t, struct tcn_json_value *list,
    const struct tcn_report_view_line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tcn_buf said = { 0 };

		tcn_report_say_line(t->view, &lines[i], &said);
		push_line(t, list, lines[i].item, lines[i].text,
		    tcn_buf_view(&said));
		tcn_buf_fini(&said);
	}
}

/* What one of the other languages or another matter tells: its headline, then
 * its lines. */
static void
push_section(struct tree *t, struct tcn_json_value *sections,
    const struct tcn_report_view_section *section)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value row = { 0 }, lines = { 0 };
	struct tcn_buf said = { 0 };

	tcn_report_say_section_heading(view, section, &said);
	put_said(t, &row, "heading", &said);
	if (section->headline.n)
		push_line(t, &lines, section->central, section->headline,
		    tcn_str(tcn_words_text(view->words, "its headline")));
	push_lines(t, &lines, section->lines, section->lines_n);
	tcn_json_put(t->arena, &row, "lines", &lines);
	tcn_report_say_section(view, section, &said);
	put_said(t, &row, "said", &said);
	push(t, sections, &row);
}

static void
put_lines(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value lines = { 0 }, languages = { 0 };

	push_lines(t, &lines, view->lines, view->lines_n);
	put_list(t, "lines", &lines);
	tcn_json_put_bool(t->arena, &t->root, "collection", view->collection);
	for (size_t i = 1; i < view->sections_n; i++)
		if (view->sections[i].lines_n || view->sections[i].headline.n)
			push_section(t, &languages, &view->sections[i]);
	if (view->matter.items)
		push_section(t, &languages, &view->matter);
	put_list(t, "languages", &languages);
}

/* --- the timeline --- */

static void
put_chart(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value chart = { 0 };
	struct tcn_buf drawing = { 0 };

	if (!t->is_html || view->points_n < 2)
		return;
	tcn_report_chart(view, &drawing);
	put_said(t, &chart, "drawing", &drawing);
	put_time(t, &chart, view->all.first_ms);
	put_message(t, &chart, "caption",
	    tcn_words_text(view->words,
		/* TRANSLATORS: line and area are a sample of each. */
		"{area} items {line} distinct texts, running totals from "
		"{when} on"));
	tcn_json_put(t->arena, &t->root, "chart", &chart);
}

static void
put_entries(struct tree *t)
{
	static const char *const kinds[] = {
		[TCN_REPORT_VIEW_FIRST] = "first",
		[TCN_REPORT_VIEW_NEWS] = "news",
		[TCN_REPORT_VIEW_FIRED] = "fired",
		[TCN_REPORT_VIEW_CLOSED] = "closed",
	};
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < view->entries_n; i++) {
		const struct tcn_report_view_entry *entry = &view->entries[i];
		const struct tcn_report_view_item *show =
		    item_at(t, entry->item);
		struct tcn_json_value row = { 0 }, item = { 0 };
		struct tcn_buf said = { 0 };

		put(t, &row, "kind", tcn_str(kinds[entry->kind]));
		put_time(t, &row, entry->from_ms);
		if (show) {
			item = make_item(t, show);
			tcn_json_put_bool(t->arena, &item, "other",
			    show->item->ts_ms != entry->from_ms);
		}
		tcn_json_put(t->arena, &row, "item", &item);
		tcn_report_say_entry(view, entry, &said);
		put_said(t, &row, "said", &said);
		put(t, &row, "line", show ? entry->line : tcn_str(""));
		tcn_report_say_growth(view, entry, &said);
		put_said(t, &row, "grown", &said);
		push(t, &list, &row);
	}
	put_list(t, "entries", &list);
}

/* --- sources --- */

static void
say_langs(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf list = { 0 };
	char items[TCN_WORDS_BYTES];

	for (size_t i = 0; i < view->langs_n; i++) {
		tcn_buf_z(&list, i ? ", " : "");
		tcn_buf_str(&list, view->langs[i].name);
		tcn_buf_z(&list, " (");
		tcn_buf_str(&list,
		    tcn_words_number(view->words, view->langs[i].items, items));
		tcn_buf_char(&list, ')');
	}
	tcn_words_say(view->words, "Languages: {list}.",
	    TCN_WITH({ "list", tcn_buf_view(&list) }), out);
	tcn_words_parts_fini(&list, 1);
}

/* How far a category is only predicted. */
static void
say_predicted(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_category *category = &view->category;
	char text[TCN_WORDS_BYTES];

	tcn_buf_z(out,
	    category->predicted ? tcn_words_semicolon(view->words) : "");
	if (category->predicted == category->items)
		tcn_buf_z(out,
		    tcn_words_text(view->words,
			"predicted, as none came with one"));
	else if (category->predicted)
		tcn_words_say(view->words,
		    "predicted of {n} of these, which came with none",
		    TCN_WITH({ "n",
			tcn_words_number(view->words, category->predicted,
			    text) }),
		    out);
	if (!category->likely_n)
		return;
	tcn_buf_z(out, " (");
	tcn_words_say(view->words, "{percent} likely",
	    TCN_WITH({ "percent",
		tcn_words_percent(view->words, category->probability, text) }),
	    out);
	tcn_buf_char(out, ')');
}

static void
say_category(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_category *category = &view->category;
	char items[TCN_WORDS_BYTES], all[TCN_WORDS_BYTES];

	if (!category->name.n)
		return;
	tcn_words_say(view->words, "Category: {name}, of {n} of {all} items",
	    TCN_WITH({ "name", category->name },
		{ "n", tcn_words_number(view->words, category->items, items) },
		{ "all", tcn_words_number(view->words, view->items_n, all) }),
	    out);
	say_predicted(view, out);
	tcn_buf_char(out, '.');
}

static void
put_sources(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 }, notes = { 0 };
	struct tcn_buf said = { 0 };
	size_t n = view->sources_n < TCN_REPORT_SOURCES_MAX
	    ? view->sources_n
	    : TCN_REPORT_SOURCES_MAX;

	for (size_t i = 0; i < n; i++) {
		const struct tcn_report_view_source *source = &view->sources[i];
		const struct tcn_report_view_item *show =
		    &view->items[source->first];
		struct tcn_json_value row = make_item(t, show);

		put(t, &row, "source", source->name);
		tcn_json_put_number(t->arena, &row, "items", source->items);
		tcn_json_put_number(t->arena, &row, "copies", source->copies);
		tcn_report_say_source(view, source, show, &said);
		put_said(t, &row, "said", &said);
		push(t, &list, &row);
	}
	put_list(t, "sources", &list);
	put_more(t, "sources_more", view->sources_n - n, more_publishers);
	say_langs(view, &said);
	push_said(t, &notes, &said);
	say_category(view, &said);
	push_said(t, &notes, &said);
	if (view->few)
		tcn_buf_z(&said,
		    tcn_words_text(view->words,
			"Few items: those that the alarm counted are all kept, "
			"though some are only near the event."));
	push_said(t, &notes, &said);
	put_list(t, "sources_said", &notes);
}

/* The sources that were copied most. */
static void
put_copies(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	size_t most[TCN_REPORT_COPIED], all;
	size_t n = tcn_report_most_copied(view, most, &all);
	struct tcn_json_value list = { 0 };
	struct tcn_buf said = { 0 };

	if (!view->copies.nodes_n)
		return;
	if (t->is_html)
		tcn_report_copies_chart(view, &said);
	put_said(t, &t->root, "copies_drawing", &said);
	for (size_t i = 0; i < n; i++) {
		tcn_report_say_copies(view, most[i], &said);
		push_said(t, &list, &said);
	}
	put_list(t, "copied", &list);
	put_more(t, "copied_more", all - n, more_copied);
}

/* --- what is near, names, reasons and evidence --- */

static void
put_near(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	size_t n = view->near_n < TCN_REPORT_NEAR_MAX ? view->near_n
						      : TCN_REPORT_NEAR_MAX;
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct tcn_json_value row =
		    make_item(t, &view->items[view->items_n + i]);

		push(t, &list, &row);
	}
	put_list(t, "near", &list);
	put_more(t, "near_more", view->near_n - n, more_items);
}

/* The page of another report. */
static void
put_page(struct tree *t, struct tcn_json_value *of, const char *name,
    struct tcn_str page)
{
	struct tcn_buf path = { 0 };

	if (page.n)
		tcn_buf_printf(&path, "%.*s%s", TCN_STR_ARG(page), t->suffix);
	put_said(t, of, name, &path);
}

static struct tcn_json_value
make_terms(struct tree *t, const struct tcn_str *terms, size_t n)
{
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct tcn_json_value term = { .kind = TCN_JSON_STRING,
			.s = terms[i] };

		push(t, &list, &term);
	}
	return list;
}

/* What a related story shares, as a sentence. */
static void
say_shared(const struct tcn_report_view *view,
    const struct tcn_report_view_related *show, struct tcn_buf *out)
{
	struct tcn_buf list = { 0 };

	for (size_t i = 0; i < show->shared_n; i++) {
		tcn_buf_z(&list, i ? ", " : "");
		tcn_buf_str(&list, show->shared[i]);
	}
	if (list.n) {
		tcn_buf_z(out, tcn_words_semicolon(view->words));
		/* TRANSLATORS: the terms that a related story shares. */
		tcn_words_say(view->words, "shares {terms}",
		    TCN_WITH({ "terms", tcn_buf_view(&list) }), out);
	}
	tcn_words_parts_fini(&list, 1);
}

static void
put_related(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < view->related_n; i++) {
		const struct tcn_report_view_related *show = &view->related[i];
		struct tcn_json_value row = { 0 }, first = { 0 }, last = { 0 };
		struct tcn_json_value shared =
		    make_terms(t, show->shared, show->shared_n);
		struct tcn_buf said = { 0 };

		put(t, &row, "title", show->title);
		put(t, &row, "url", show->url);
		put(t, &row, "lang", tcn_str(""));
		tcn_json_put_bool(t->arena, &row, "link", show->is_link);
		put_page(t, &row, "page", show->related->page);
		put_message(t, &row, "span",
		    tcn_words_text(view->words, "{items}, {from} to {to}"));
		tcn_report_say_items(view->words, show->related->items, &said);
		put_said(t, &row, "counted", &said);
		put_time(t, &first, show->related->first_ms);
		put_time(t, &last, show->related->last_ms);
		tcn_json_put(t->arena, &row, "first", &first);
		tcn_json_put(t->arena, &row, "last", &last);
		tcn_json_put(t->arena, &row, "shared", &shared);
		say_shared(view, show, &said);
		put_said(t, &row, "shares", &said);
		push(t, &list, &row);
	}
	put_list(t, "related", &list);
}

/* Where the newsroom's pages have an event, or what belongs to it. */
static void
put_site(struct tree *t, struct tcn_json_value *of, const char *name,
    struct tcn_str event, const char *part)
{
	const char *site = t->view->report->site;
	struct tcn_buf target = { 0 };

	if (site) {
		tcn_buf_printf(&target, "%s/e/", site);
		tcn_target_segment(&target, event);
		tcn_buf_z(&target, part);
	}
	put_said(t, of, name, &target);
}

/* An episode, which leads to its report beside this one or to its page. */
static struct tcn_json_value
make_episode(struct tree *t, const struct tcn_report_view_episode *show)
{
	const struct tcn_report_episode *episode = show->episode;
	struct tcn_json_value row = { 0 };

	put(t, &row, "title", show->title);
	if (episode->page.n)
		put_page(t, &row, "link", episode->page);
	else
		put_site(t, &row, "link", episode->event, "");
	put_time(t, &row, episode->fired_ms);
	return row;
}

/* The episodes before and after it, or all. */
static void
put_dossier(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	const struct tcn_report_dossier *dossier = view->report->dossier;
	bool whole = view->report->of_dossier;
	struct tcn_json_value row = { 0 }, list = { 0 };
	struct tcn_buf said = { 0 };
	char n[TCN_WORDS_BYTES], all[TCN_WORDS_BYTES];

	if (!dossier)
		return;
	if (!whole)
		/* TRANSLATORS: a dossier is a story that goes on through
		 * several events, its episodes. */
		tcn_words_say(view->words, "Episode {n} of {all} of a dossier",
		    TCN_WITH({ "n",
				 tcn_words_number(view->words,
				     dossier->here + 1, n) },
			{ "all",
			    tcn_words_number(view->words, dossier->n, all) }),
		    &said);
	put_said(t, &row, "said", &said);
	put_site(t, &row, "link", tcn_str(view->report->event->id), "/dossier");
	for (size_t i = 0; i < view->episodes_n; i++) {
		const struct tcn_report_view_episode *show = &view->episodes[i];
		struct tcn_json_value other = make_episode(t, show);

		put_message(t, &other, "message",
		    tcn_words_text(view->words,
			show->episode == &dossier->previous
			    ? TCN_WORDS("before it: {event}")
			    : TCN_WORDS("after it: {event}")));
		put(t, &other, "semicolon",
		    tcn_str(tcn_words_semicolon(view->words)));
		push(t, &list, &other);
	}
	tcn_json_put(t->arena, &row, whole ? "episodes" : "others", &list);
	tcn_json_put(t->arena, &t->root, "dossier", &row);
}

/* Where the archive has what there is of a word or, in quotation marks, of
 * several. */
static void
put_search(struct tree *t, struct tcn_json_value *row, struct tcn_str words)
{
	const char *site = t->view->report->site;
	struct tcn_buf target = { 0 }, query = { 0 };
	const char *mark = memchr(words.at, ' ', words.n) ? "\"" : "";

	if (site) {
		tcn_buf_printf(&query, "%s%.*s%s", mark, TCN_STR_ARG(words),
		    mark);
		tcn_buf_printf(&target, "%s/search", site);
		tcn_target_param(&target, "q", tcn_buf_view(&query));
	}
	tcn_buf_fini(&query);
	put_said(t, row, "search", &target);
}

static void
push_names(struct tree *t, struct tcn_json_value *list, const char *label,
    const struct tcn_str *names, size_t n)
{
	struct tcn_json_value group = { 0 }, terms = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct tcn_json_value term = { 0 };

		put(t, &term, "term", names[i]);
		put_search(t, &term, names[i]);
		push(t, &terms, &term);
	}
	put(t, &group, "label", tcn_str(label));
	tcn_json_put(t->arena, &group, "terms", &terms);
	if (n)
		push(t, list, &group);
}

static void
put_names(struct tree *t)
{
	static const struct {
		const char *label;
		enum tcn_name_kind kind;
	} kinds[] = {
		{ TCN_WORDS("Places"), TCN_NAME_PLACE },
		{ TCN_WORDS("People"), TCN_NAME_PERSON },
		{ TCN_WORDS("Other names"), TCN_NAME_OTHER },
	};
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 };
	struct tcn_str names[TCN_NAMES_MAX];
	const char *key_terms = tcn_words_text(view->words, "Key terms");

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		size_t n = 0;

		for (size_t i = 0; i < view->names_n; i++)
			if (view->names[i].kind == kinds[k].kind)
				names[n++] = view->names[i].text;
		push_names(t, &list,
		    tcn_words_text(view->words, kinds[k].label), names, n);
	}
	push_names(t, &list, view->names_n ? key_terms : "", view->terms,
	    view->terms_n);
	put_list(t, "names", &list);
	put(t, &t->root, "names_heading",
	    tcn_str(view->names_n
		    ? tcn_words_text(view->words, "Names and key terms")
		    : key_terms));
}

/* How sure it was, and the little that weighed most. */
static void
put_reason(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 };
	struct tcn_buf said = { 0 };

	if (!view->report->event->reason)
		return;
	tcn_report_say_sure(view, &said);
	put_said(t, &t->root, "sure", &said);
	for (size_t i = tcn_report_says_asked(view); i < view->parts_n; i++) {
		const struct tcn_report_view_part *part = &view->parts[i];
		struct tcn_json_value row = { 0 };

		tcn_json_put_bool(t->arena, &row, "for", part->part >= 0);
		put(t, &row, "lang", tcn_str(part->stored ? "en" : ""));
		put(t, &row, "says", part->says);
		push(t, &list, &row);
	}
	put_list(t, "parts", &list);
}

static void
put_evidence(struct tree *t)
{
	const struct tcn_report_view *view = t->view;
	struct tcn_json_value list = { 0 };
	uint32_t shown = 0;

	for (size_t i = 0; i < view->items_n + view->near_n &&
	     shown < TCN_REPORT_EVIDENCE_MAX;
	     i++) {
		struct tcn_json_value row;
		struct tcn_buf said = { 0 };

		if (!view->items[i].counted)
			continue;
		row = make_item(t, &view->items[i]);
		tcn_json_put_number(t->arena, &row, "number", ++shown);
		tcn_report_say_item(view, &view->items[i], &said);
		put_said(t, &row, "said", &said);
		push(t, &list, &row);
	}
	put_list(t, "evidence", &list);
	put_more(t, "evidence_more", view->fired.items - shown, more_items);
}

/* --- a page --- */

/* What is said of all times, and of the page. */
static void
put_notes(struct tree *t)
{
	const struct tcn_words *words = t->view->words;
	const struct tcn_words_with *zone =
	    TCN_WITH({ "zone", tcn_str(tcn_words_zone(words)) });
	struct tcn_buf said = { 0 };

	tcn_words_say(words,
	    "As reported, each distinct text once; times are those of the "
	    "texts, {zone}.",
	    zone, &said);
	put_said(t, &t->root, "figures_note", &said);
	tcn_words_say(words, tcn_html_page_made, zone, &said);
	put_said(t, &t->root, "made", &said);
}

static void
write_page(const struct tcn_report_view *view, const char *name, bool is_html,
    struct tcn_buf *out)
{
	bool whole = strcmp(name, "report") == 0;
	struct tcn_arena arena;
	struct tree t = { .view = view,
		.arena = &arena,
		.is_html = is_html,
		.suffix = is_html ? ".html" : ".md" };

	tcn_arena_init(&arena, 0);
	put_notes(&t);
	put_figures(&t);
	put_lines(&t);
	put_chart(&t);
	put_entries(&t);
	put_sources(&t);
	put_copies(&t);
	put_names(&t);
	if (whole) {
		put_header(&t);
		put_near(&t);
		put_related(&t);
		put_dossier(&t);
		put_reason(&t);
		put_evidence(&t);
		put_page(&t, &t.root, "index", view->report->index);
	}
	(void)!tcn_report_template_write(view, name, is_html, &t.root, out);
	tcn_arena_fini(&arena);
}

void
tcn_report_html(const struct tcn_report_view *view, struct tcn_buf *out)
{
	write_page(view, "report", true, out);
}

void
tcn_report_sections(const struct tcn_report_view *view, struct tcn_buf *out)
{
	write_page(view, "sections", true, out);
}

void
tcn_report_md(const struct tcn_report_view *view, struct tcn_buf *out)
{
	write_page(view, "report", false, out);
}
