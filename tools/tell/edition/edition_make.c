#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "sql/store_members.h"
#include "tools/pipeline/event_view.h"
#include "tools/pipeline/search_filter.h"
#include "tools/tell/edition/edition_impl.h"

/* The order in which an edition tells of its events. */

/* Numbers the categories of each section in the order in which they appear,
 * which is that of the rank of their first events; none comes last. */
static void
number_categories(struct tcn_edition *edition)
{
	struct tcn_edition_entry *at = edition->entries;

	for (size_t i = 0; i < edition->entries_n; i++) {
		size_t k = 0;

		while (k < i &&
		    (at[k].section != at[i].section ||
			!tcn_str_equal(at[k].brief.category,
			    at[i].brief.category)))
			k++;
		at[i].group = !at[i].brief.category.n ? SIZE_MAX
		    : k < i                           ? at[k].group
						      : i;
	}
}

/* Where they differ in nothing else, by where they stand. */
static int
by_place(const void *left, const void *right)
{
	const struct tcn_edition_entry *l = *(void *const *)left;
	const struct tcn_edition_entry *r = *(void *const *)right;

	if (l->section != r->section)
		return l->section < r->section ? -1 : 1;
	if (l->group != r->group)
		return l->group < r->group ? -1 : 1;
	if (!l->corrections != !r->corrections)
		return l->corrections ? -1 : 1;
	return l < r ? -1 : 1;
}

/* Puts the entries, which were found in the order of their ranks, in that of
 * their sections: and of categories, if it is told by these. */
static void
put_in_order(struct tcn_edition *edition, struct tcn_arena *arena)
{
	size_t n = edition->entries_n;
	struct tcn_edition_entry *sorted =
	    tcn_arena_zalloc(arena, n, sizeof *sorted);
	struct tcn_edition_entry **places =
	    tcn_arena_zalloc(arena, n, sizeof *places);

	if (edition->conf->by == TCN_EDITION_BY_CATEGORY)
		number_categories(edition);
	for (size_t i = 0; i < n; i++)
		places[i] = &edition->entries[i];
	if (n)
		qsort(places, n, sizeof *places, by_place);
	for (size_t i = 0; i < n; i++)
		sorted[i] = *places[i];
	edition->entries = sorted;
}

enum {
	LINES = 5, /* of an event; a long one has more */
	SPARE_LINES = 10, /* looked at where these are too few */
	SOURCES_SHOWN = 6,
	LOOKED_AT = 4, /* events that are read, in the number of those told */
	LOOKED_AT_LEAST = 200,
	HITS_MAX = 1000, /* of a saved search in one event */
	LANG_OF = 4, /* the language of one item in so many is the event's */
};

struct tcn_edition_work {
	struct tcn_edition_job job;
	struct tcn_store_search search; /* of job->search */
	struct tcn_event_view view; /* the same where that is a view */
	struct tcn_facts *facts; /* of job, or its own */
	struct tcn_arena *arena;
	struct tcn_store_event_list events; /* by rank */
	struct tcn_edition *edition;
	const struct tcn_event **seen; /* each stands for several */
	size_t seen_n;
	size_t next; /* of events */
	struct tcn_edition_fill fill;
	bool filling; /* fill has begun */
	uint64_t told, looked_at; /* of them */
};

static bool
has_word(const struct tcn_edition_strs *words, struct tcn_str word)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->at[i].n == word.n &&
		    strncasecmp(words->at[i].at, word.at, word.n) == 0)
			return true;
	return false;
}

/* --- which events --- */

static bool
speaks(const struct tcn_edition_conf *conf, const struct tcn_event *event)
{
	for (uint32_t i = 0; i < event->languages.n; i++)
		if (has_word(&conf->languages, tcn_str(event->languages.at[i])))
			return true;
	return conf->languages.n == 0;
}

/* What its row tells. One that another took in is told of there. */
static bool
is_wanted(const struct tcn_edition_work *m, const struct tcn_event *event)
{
	const struct tcn_edition_conf *conf = m->job.conf;

	return !event->merged_into[0] &&
	    (int)event->severity >= conf->severity &&
	    (conf->rules.n == 0 || has_word(&conf->rules, event->rule)) &&
	    speaks(conf, event);
}

/* What only its articles tell. The languages that its row tells are those which
 * the stream says, of posts often those of who sends them. */
static bool
is_wanted_by_items(const struct tcn_edition_work *m,
    const struct tcn_report_brief *brief)
{
	const struct tcn_edition_conf *conf = m->job.conf;
	bool source = conf->sources.n == 0, language = conf->languages.n == 0;

	for (size_t i = 0; i < brief->sources_n && !source; i++)
		source = has_word(&conf->sources, brief->sources[i].name);
	for (size_t i = 0; i < brief->langs_n && !language; i++)
		language = has_word(&conf->languages, brief->langs[i]) &&
		    (i == 0 || brief->langs_items[i] * LANG_OF >= brief->items);
	return source && language &&
	    (conf->categories.n == 0 ||
		has_word(&conf->categories, brief->category));
}

/* Whether the saved search finds one of the event's items that had come by the
 * cut. */
static enum tcn_rc
is_found(struct tcn_edition_work *m, const struct tcn_event *event,
    const struct tcn_report *report, bool *found)
{
	struct tcn_store_search search = m->search;
	struct tcn_store_search_hits hits;
	enum tcn_rc rc;

	*found = !m->job.conf->search;
	if (!*found && tcn_event_view_is(m->job.search))
		return tcn_event_view_lets_event(&m->view, m->job.st, event,
		    m->arena, found);
	if (*found || !m->job.search.at ||
	    (search.event.n &&
		!tcn_str_equal(search.event, tcn_str(event->id))))
		return TCN_OK;
	search.event = tcn_str(event->id);
	search.copies = TCN_STORE_SEARCH_ALL;
	search.limit = HITS_MAX;
	rc = tcn_store_search_in(m->job.st, &search, m->arena, &hits);
	for (size_t i = 0; !rc && i < hits.n && !*found; i++)
		for (size_t k = 0; k < report->items_n && !*found; k++)
			*found = report->items[k].seq == hits.at[i].seq;
	return rc;
}

/* The more severe, told by more publishers and origins, comes first. */
static int
by_rank(const void *left, const void *right)
{
	const struct tcn_event *l = left, *r = right;

	if (l->severity != r->severity)
		return l->severity > r->severity ? -1 : 1;
	if (l->publishers != r->publishers)
		return l->publishers > r->publishers ? -1 : 1;
	if (l->origins != r->origins)
		return l->origins > r->origins ? -1 : 1;
	if (l->fired_ms != r->fired_ms)
		return l->fired_ms > r->fired_ms ? -1 : 1;
	return strcmp(l->id, r->id);
}

static enum tcn_rc
find_events(struct tcn_edition_work *m)
{
	const struct tcn_edition_job *job = &m->job;
	struct tcn_event *event;
	enum tcn_rc rc;

	if (!job->event.n)
		return tcn_store_events_at(job->st, &job->cut, job->since_ms,
		    m->arena, &m->events);
	rc = tcn_store_event_at(job->st, &job->cut, job->event.at, m->arena,
	    &event);
	m->events = (struct tcn_store_event_list){ event, event != NULL };
	return rc;
}

/* --- one event --- */

static bool
was_told(const struct tcn_store_told_event *told,
    const struct tcn_store_told_line *line)
{
	for (size_t i = 0; told && i < told->lines_n; i++)
		if (tcn_edition_line_is_like(&told->lines[i], line))
			return true;
	return false;
}

/* --- the rest of it --- */

/* Whether a source before this one, at another address, has its name. */
static bool
has_twin(const struct tcn_report_brief *brief, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (tcn_str_equal(brief->sources[k].name,
			brief->sources[i].name))
			return true;
	return false;
}

/* Those that came since the event was told, or all; some are shown. */
static void
choose_sources(struct tcn_edition_work *m, struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;
	struct tcn_str *names =
	    tcn_arena_zalloc(m->arena, SOURCES_SHOWN, sizeof *names);

	entry->sources = names;
	for (size_t i = 0; i < brief->sources_n; i++) {
		if ((entry->told &&
			brief->sources[i].first_seq <= entry->told->cut) ||
		    has_twin(brief, i))
			continue;
		if (entry->sources_n == SOURCES_SHOWN)
			entry->sources_more++;
		else
			names[entry->sources_n++] = brief->sources[i].name;
	}
}

static bool
has_new_language(const struct tcn_edition_entry *entry)
{
	for (size_t i = 0; i < entry->brief.langs_n; i++) {
		struct tcn_str told = entry->told->languages;
		struct tcn_str lang = entry->brief.langs[i];

		if (!lang.n || !memmem(told.at, told.n, lang.at, lang.n))
			return true;
	}
	return false;
}

/* Whether no article of the event has come since it was told. */
static bool
has_not_grown(const struct tcn_edition_entry *entry)
{
	return entry->told && entry->brief.items <= entry->told->items;
}

/* Whether there is more to tell than was told, or than was told of the episode
 * before it: that one's counts are not its own. */
static bool
has_developed(const struct tcn_edition_entry *entry)
{
	const struct tcn_store_told_event *told = entry->told;

	return entry->lines_n > 0 || entry->figures_n > 0 ||
	    !was_told(told ? told : entry->before, &entry->headline) ||
	    (told &&
		(told->closed ||
		    4 * (uint64_t)entry->brief.origins >=
			5 * (uint64_t)told->origins ||
		    has_new_language(entry)));
}

/* What was never told is new, whether it goes on or not: most events of a day
 * have ended before the next day's edition. */
static enum tcn_edition_section
section_of(const struct tcn_edition_work *m,
    const struct tcn_edition_entry *entry)
{
	bool closed = entry->event->state == TCN_EVENT_CLOSED;

	if (closed && (entry->told || m->job.event.n))
		return TCN_EDITION_CLOSED;
	if ((entry->told || entry->before) && !has_developed(entry))
		return TCN_EDITION_UNCHANGED;
	return entry->told || entry->goes_on_from.n ? TCN_EDITION_DEVELOPING
						    : TCN_EDITION_NEW;
}

/* An article may be dated behind the cut, by mistake or by minutes. */
static int64_t
until_cut(const struct tcn_edition_work *m, int64_t ms)
{
	int64_t as_of_ms = m->job.cut.as_of_ms;

	return ms != TCN_UNDATED && ms > as_of_ms ? as_of_ms : ms;
}

/* What there is to say of the event, in how many lines; *wanted: whether it is
 * to be told. */
static enum tcn_rc
gather(struct tcn_edition_work *m, struct tcn_edition_entry *entry,
    size_t *lines, bool *wanted)
{
	struct tcn_report report = {
		.lines_max = LINES,
		.prep = m->job.prep,
		.words = m->job.conf->words,
		.facts = m->facts,
	};
	enum tcn_rc rc = tcn_report_gather_at(m->job.st, &m->job.cut,
	    entry->event, m->arena, &report);

	if (!rc)
		tcn_edition_known(entry->told ? entry->told : entry->before,
		    m->arena, &report.told);
	if (!rc)
		rc = is_found(m, entry->event, &report, wanted);
	if (rc || !*wanted)
		return rc;
	tcn_report_brief(&report, m->arena, &entry->brief);
	*lines = entry->brief.lines_n > LINES ? entry->brief.lines_n : LINES;
	if (tcn_edition_lacks_ours(m->job.conf, &entry->brief)) {
		report.lines_max = SPARE_LINES;
		tcn_report_brief(&report, m->arena, &entry->brief);
	}
	entry->brief.first_ms = until_cut(m, entry->brief.first_ms);
	entry->brief.last_ms = until_cut(m, entry->brief.last_ms);
	*wanted = is_wanted_by_items(m, &entry->brief);
	return TCN_OK;
}

/* Adds the entry, unless there is nothing to say of its event. */
static enum tcn_rc
add_event(struct tcn_edition_work *m, struct tcn_edition_entry entry,
    bool *added)
{
	struct tcn_edition *edition = m->edition;
	const struct tcn_event *event = entry.event;
	struct tcn_summary_terms headline;
	size_t lines = 0;
	bool wanted = false;
	enum tcn_rc rc =
	    tcn_edition_told_before(&m->job, event, m->arena, &entry.told);

	*added = false;
	if (rc ||
	    (entry.told && entry.told->closed &&
		event->state == TCN_EVENT_CLOSED))
		return rc;
	if (!entry.told)
		rc = tcn_edition_goes_on(&m->job, m->arena, &entry);
	if (!rc)
		rc = gather(m, &entry, &lines, &wanted);
	if (rc || !wanted)
		return rc;
	tcn_summary_terms_read(m->job.prep, entry.brief.headline,
	    entry.brief.lang.n || !entry.brief.langs_n ? entry.brief.lang
						       : entry.brief.langs[0],
	    m->arena, &headline);
	entry.headline = tcn_edition_line(entry.brief.headline, headline);
	tcn_edition_choose_figures(m->arena, &entry);
	/* What was left out is no news because an hour has passed. */
	if (!has_not_grown(&entry))
		tcn_edition_take_lines(m->job.conf, &entry, lines, m->arena);
	choose_sources(m, &entry);
	entry.section = section_of(m, &entry);
	if (!(m->job.conf->sections & 1u << entry.section))
		return TCN_OK;
	edition->counts[entry.section]++;
	edition->corrections += entry.corrections;
	edition->entries[edition->entries_n++] = entry;
	*added = entry.section != TCN_EDITION_UNCHANGED;
	return TCN_OK;
}

static bool
was_seen(const struct tcn_event *const *seen, size_t n,
    const struct tcn_event *event)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(seen[i]->id, event->id) == 0)
			return true;
	return false;
}

/* Looks at the next event: each is told once, and some of them are looked at.
 */
static enum tcn_rc
look_at(struct tcn_edition_work *m, const struct tcn_event *event)
{
	uint64_t top = m->job.conf->top;
	bool alone = false, several = false, added = false;
	struct tcn_edition_entry entry = { 0 };
	enum tcn_rc rc;
	char standing[TCN_EVENT_ID_BYTES];

	if (!is_wanted(m, event))
		return TCN_OK;
	/* Whether a desk has made it a part of another. */
	rc = tcn_store_standing_event(m->job.st, event->id, standing);
	alone = !rc && strcmp(standing, event->id) == 0;
	if (!rc && alone)
		rc = tcn_edition_lead(&m->job, m->arena, event, &entry,
		    &several);
	if (rc || !alone || was_seen(m->seen, m->seen_n, entry.event))
		return rc;
	if (several)
		m->seen[m->seen_n++] = entry.event;
	if (m->told >= top ||
	    m->looked_at >= LOOKED_AT * top + LOOKED_AT_LEAST) {
		m->edition->more++;
		return TCN_OK;
	}
	m->looked_at++;
	rc = add_event(m, entry, &added);
	m->told += added;
	return rc;
}

/* --- what did not fire --- */

/* How many of its stories the edition is still to be filled up with. */
static size_t
count_lacking(const struct tcn_edition_work *m)
{
	size_t told = m->told + m->edition->counts[TCN_EDITION_ALSO];
	size_t most = m->job.conf->fill < m->job.conf->top ? m->job.conf->fill
							   : m->job.conf->top;

	return told < most && tcn_edition_is_filled(&m->job) ? most - told : 0;
}

/* Looks at the next story that did not fire; *done: there is none, or there are
 * enough. */
static enum tcn_rc
fill_up(struct tcn_edition_work *m, bool *done)
{
	struct tcn_edition *edition = m->edition;
	struct tcn_report report = {
		.lines_max = LINES,
		.prep = m->job.prep,
		.words = m->job.conf->words,
		.facts = m->facts,
	};
	struct tcn_edition_entry entry;
	bool wanted = false;
	enum tcn_rc rc = TCN_OK;

	*done = !count_lacking(m);
	if (!*done && !m->filling)
		rc = tcn_edition_fill_begin(&m->job, m->arena, &m->fill);
	m->filling |= !*done;
	*done |= m->fill.next == m->fill.stories.n;
	if (rc || *done)
		return rc;
	rc = tcn_edition_fill_read(&m->job, &m->fill, m->arena, &report, &entry,
	    &wanted);
	if (rc || !wanted || !is_wanted_by_items(m, &entry.brief))
		return rc;
	entry.brief.last_ms = until_cut(m, entry.brief.last_ms);
	edition->counts[TCN_EDITION_ALSO]++;
	edition->entries[edition->entries_n++] = entry;
	return TCN_OK;
}

/* --- the whole --- */

static void
name_edition(struct tcn_edition_work *m)
{
	const struct tcn_edition_job *job = &m->job;
	char wall[TCN_SCHEDULE_WALL_BYTES], number[TCN_WORDS_BYTES];
	struct tcn_buf title = { 0 };

	tcn_schedule_wall(job->conf->clock, job->due_ms, wall);
	/* TRANSLATORS: the title of an edition, and its number. */
	tcn_words_say(job->conf->words, "{title}, no. {n}",
	    TCN_WITH({ "title", tcn_edition_title(job->conf) },
		{ "n",
		    tcn_words_number(job->conf->words, job->number, number) }),
	    &title);
	tcn_arena_str(m->arena, tcn_buf_view(&title), &m->edition->title);
	tcn_arena_str(m->arena, tcn_str(wall), &m->edition->wall);
	tcn_buf_fini(&title);
}

/* Reads what the saved search asks for. One that is no good finds nothing; and
 * where there is none that is said, unless the edition has a reason already. */
static enum tcn_rc
read_search(struct tcn_edition_work *m)
{
	const struct tcn_edition_job *job = &m->job;
	struct tcn_err unused;
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (!job->conf->search)
		return TCN_OK;
	if (tcn_event_view_is(job->search))
		rc = tcn_event_view_read(job->search, m->arena, &m->view, NULL,
		    &unused);
	else if (job->search.at)
		rc = tcn_search_filter_read(job->search, m->arena, &m->search,
		    NULL, &unused);
	if (job->search.at || m->edition->reason.n)
		return rc == TCN_INVALID ? TCN_OK : rc;
	tcn_words_say(job->conf->words,
	    "there is no saved search called '{name}'",
	    TCN_WITH({ "name", tcn_str(job->conf->search) }), &text);
	tcn_arena_str(m->arena, tcn_buf_view(&text), &m->edition->reason);
	tcn_buf_fini(&text);
	return rc;
}

/* Finds the events, and room for what is told of them. */
static enum tcn_rc
begin(struct tcn_edition_work *m)
{
	enum tcn_rc rc;

	name_edition(m);
	rc = read_search(m);
	if (!rc)
		rc = find_events(m);
	if (!rc && !m->facts)
		m->facts = tcn_facts_new();
	if (rc)
		return rc;
	m->seen = tcn_arena_zalloc(m->arena, m->events.n, sizeof *m->seen);
	m->edition->entries = tcn_arena_zalloc(m->arena,
	    m->events.n + m->job.conf->fill, sizeof *m->edition->entries);
	if (m->events.n)
		qsort(m->events.at, m->events.n, sizeof *m->events.at, by_rank);
	return TCN_OK;
}

enum tcn_rc
tcn_edition_work_new(const struct tcn_edition_job *job, struct tcn_arena *arena,
    struct tcn_edition *edition, struct tcn_edition_work **out)
{
	struct tcn_edition_work *m = tcn_mem_calloc(1, sizeof *m);
	enum tcn_rc rc;

	*out = NULL;
	m->job = *job;
	m->facts = job->facts;
	m->arena = arena;
	m->edition = edition;
	*edition = (struct tcn_edition){
		.conf = job->conf,
		.number = job->number,
		.due_ms = job->due_ms,
		.since_ms = job->since_ms,
		.cut = job->cut,
		.event = job->event,
		.reason = job->reason,
		.search = job->search,
	};
	rc = begin(m);
	if (rc)
		tcn_edition_work_free(m);
	else
		*out = m;
	return rc;
}

enum tcn_rc
tcn_edition_work_step(struct tcn_edition_work *work, bool *done)
{
	enum tcn_rc rc;

	*done = false;
	if (work->next < work->events.n)
		return look_at(work, &work->events.at[work->next++]);
	rc = fill_up(work, done);
	if (!rc && *done)
		put_in_order(work->edition, work->arena);
	return rc;
}

void
tcn_edition_work_free(struct tcn_edition_work *work)
{
	if (work && !work->job.facts)
		tcn_facts_free(work->facts);
	tcn_mem_free(work);
}

enum tcn_rc
tcn_edition_make(const struct tcn_edition_job *job, struct tcn_arena *arena,
    struct tcn_edition *edition)
{
	struct tcn_edition_work *work;
	bool done = false;
	enum tcn_rc rc = tcn_edition_work_new(job, arena, edition, &work);

	while (!rc && !done)
		rc = tcn_edition_work_step(work, &done);
	tcn_edition_work_free(work);
	return rc;
}

static void (*const writers[TCN_EDITION_FORMATS])(const struct tcn_edition
						      *edition,
    struct tcn_buf *out) = {
	[TCN_EDITION_JSON] = tcn_edition_json,
	[TCN_EDITION_NINJS] = tcn_edition_ninjs,
};

void
tcn_edition_write(const struct tcn_edition *edition,
    enum tcn_edition_format format, struct tcn_buf *out)
{
	assert((unsigned)format < TCN_EDITION_FORMATS);
	if (writers[format])
		writers[format](edition, out);
	else
		tcn_edition_page(edition, format, out);
}
