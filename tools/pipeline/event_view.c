#include "tools/pipeline/event_view.h"

#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/utf8.h"
#include "engine/item/headline.h"
#include "engine/text/fold.h"
#include "sql/store_desk.h"
#include "sql/store_read.h"
#include "tools/base/event_words.h"
#include "tools/base/target.h"
#include "tools/pipeline/event_filter.h"

/* --- reading --- */

static enum tcn_rc
take_state(struct tcn_event_view *view, const char *value, struct tcn_err *err)
{
	static const char *const words[] = { "all", "unacked", "acked",
		"silenced" };

	view->state = value;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(value, words[i]) == 0)
			return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "state is all, unacked, acked or silenced, not '%.40s'", value);
}

static enum tcn_rc
take_severity(struct tcn_event_view *view, const char *value,
    struct tcn_err *err)
{
	return tcn_event_filter_severity(value, &view->severity, err);
}

static enum tcn_rc
take_place(struct tcn_event_view *view, const char *value, struct tcn_err *err)
{
	return tcn_event_filter_place(value, &view->place, err);
}

#define AT(member) NULL, offsetof(struct tcn_event_view, member)

static const struct {
	const char *name;
	/* NULL: a text, which goes to this offset */
	enum tcn_rc (*take)(struct tcn_event_view *view, const char *value,
	    struct tcn_err *err);
	size_t at;
} conditions[] = {
	{ "state", take_state, 0 },
	{ "severity", take_severity, 0 },
	{ "lang", AT(lang) },
	{ "place", take_place, 0 },
	{ "rule", AT(rule) },
	{ "owner", AT(owner) },
	{ "source", AT(source) },
	{ "category", AT(category) },
	{ "q", AT(q) },
};

#define CONDITIONS (sizeof conditions / sizeof *conditions)

const char *
tcn_event_view_name(size_t i)
{
	return i < CONDITIONS ? conditions[i].name : NULL;
}

enum tcn_rc
tcn_event_view_take(struct tcn_event_view *view, const char *name,
    const char *value, struct tcn_arena *arena, struct tcn_err *err)
{
	struct tcn_buf words = { 0 };
	size_t i = 0;

	while (i < CONDITIONS && strcmp(conditions[i].name, name) != 0)
		i++;
	if (i == CONDITIONS)
		return tcn_err_set(err, TCN_INVALID,
		    "a view has no '%.100s': it has state, severity, lang, "
		    "place, rule, owner, source, category and q",
		    name);
	if (!value ||
	    (!tcn_str_trim(tcn_str(value)).n && strcmp(name, "owner") != 0))
		return TCN_OK;
	if (conditions[i].take)
		return conditions[i].take(view, value, err);
	*(const char **)((char *)view + conditions[i].at) = value;
	if (strcmp(name, "q") == 0) {
		tcn_event_view_fold(tcn_str(value), &words);
		tcn_arena_str(arena, tcn_buf_view(&words), &view->words);
		tcn_buf_fini(&words);
	}
	return TCN_OK;
}

bool
tcn_event_view_is_all(const struct tcn_event_view *view)
{
	bool texts = view->state || view->owner || view->lang || view->rule ||
	    view->place || view->source || view->category || view->q;

	return !texts && view->severity == TCN_SEVERITY_INFO;
}

bool
tcn_event_view_is(struct tcn_str query)
{
	size_t n = strlen(TCN_EVENT_VIEW_PAGE);

	return query.n >= n && memcmp(query.at, TCN_EVENT_VIEW_PAGE, n) == 0 &&
	    (query.n == n || query.at[n] == '&');
}

static enum tcn_rc
take_pair(struct tcn_event_view *view, const struct evkeyval *pair,
    struct tcn_arena *arena, struct tcn_buf *target, struct tcn_err *err)
{
	struct tcn_str value = tcn_str(pair->value), kept;

	if (strcmp(pair->key, "page") == 0)
		return TCN_OK;
	if (!tcn_utf8_valid(value))
		return tcn_err_set(err, TCN_INVALID,
		    "\"query\" must be UTF-8, %%XX for each byte");
	tcn_arena_str(arena, value, &kept);
	if (!tcn_str_trim(kept).n)
		return TCN_OK;
	tcn_target_param(target, pair->key, kept);
	return tcn_event_view_take(view, pair->key, kept.at, arena, err);
}

enum tcn_rc
tcn_event_view_read(struct tcn_str query, struct tcn_arena *arena,
    struct tcn_event_view *view, struct tcn_buf *clean, struct tcn_err *err)
{
	struct evkeyvalq pairs;
	struct tcn_buf target = { 0 };
	struct tcn_str text;
	enum tcn_rc rc = TCN_OK;

	*view = (struct tcn_event_view){ 0 };
	tcn_arena_str(arena, query, &text);
	tcn_buf_z(&target, "?" TCN_EVENT_VIEW_PAGE);
	TAILQ_INIT(&pairs);
	if (evhttp_parse_query_str(text.at, &pairs))
		rc = tcn_err_set(err, TCN_INVALID,
		    "\"query\" must be as in an address: "
		    "page=now&severity=high");
	for (struct evkeyval *at = pairs.tqh_first; !rc && at;
	     at = at->next.tqe_next)
		rc = take_pair(view, at, arena, &target, err);
	evhttp_clear_headers(&pairs);
	if (!rc && target.n == strlen("?" TCN_EVENT_VIEW_PAGE))
		rc = tcn_err_set(err, TCN_INVALID,
		    "a view must ask for something: state, severity, lang, "
		    "place, rule, owner, source, category or q");
	if (!rc && clean)
		tcn_buf_add(clean, target.at + 1, target.n - 1);
	tcn_buf_fini(&target);
	return rc;
}

/* --- looking --- */

/* Takes the next word off a text; false: there is none. */
static bool
next_word(struct tcn_str *text, struct tcn_str *word)
{
	*text = tcn_str_trim(*text);
	word->at = text->at;
	word->n = 0;
	while (word->n < text->n && text->at[word->n] != ' ')
		word->n++;
	text->at += word->n;
	text->n -= word->n;
	return word->n > 0;
}

void
tcn_event_view_fold(struct tcn_str text, struct tcn_buf *out)
{
	struct tcn_buf folded = { 0 }, plain = { 0 };
	struct tcn_str word;

	while (next_word(&text, &word)) {
		tcn_fold(word, &folded);
		tcn_fold_accents(tcn_buf_view(&folded), &plain);
		tcn_buf_char(out, ' ');
		tcn_buf_str(out, tcn_buf_view(&plain));
	}
	tcn_buf_fini(&folded);
	tcn_buf_fini(&plain);
}

/* Whether each of what is asked for begins one of the words; both folded. */
static bool
has_words(struct tcn_str asked, struct tcn_str words)
{
	struct tcn_str word;
	bool all = true;

	while (all && next_word(&asked, &word))
		all = memmem(words.at, words.n, word.at - 1, word.n + 1);
	return all;
}

static bool
has_language(const struct tcn_event_languages *languages, const char *lang)
{
	for (uint32_t i = 0; i < languages->n; i++)
		if (strcmp(languages->at[i], lang) == 0)
			return true;
	return false;
}

static bool
has_state(const char *state, const struct tcn_event_view_of *of)
{
	switch (state ? state[0] : '\0') {
	case 'u':
		return !of->acknowledged;
	case 's':
		return of->silenced;
	case 'a':
		return state[1] == 'l' || of->acknowledged;
	default:
		return true;
	}
}

enum tcn_rc
tcn_event_view_matches(const struct tcn_event_view *view,
    const struct tcn_store *store, const struct tcn_event_view_of *of,
    bool *lets)
{
	*lets = of->severity >= view->severity && has_state(view->state, of) &&
	    (!view->lang || has_language(of->languages, view->lang)) &&
	    (!view->place || tcn_event_words_is_in(of->places, view->place)) &&
	    (!view->rule || tcn_str_equal(of->rule, tcn_str(view->rule))) &&
	    (!view->owner || tcn_str_equal(of->owner, tcn_str(view->owner))) &&
	    (!view->q || has_words(view->words, of->words));
	if (!*lets || (!view->source && !view->category))
		return TCN_OK;
	return tcn_store_stories_have(store, &of->stories, view->source,
	    view->category, lets);
}

/* The words of an event as those of the page's rows: of its headline, or of the
 * article that it shows, and of its terms. */
static enum tcn_rc
words_of(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *words)
{
	struct tcn_article shown;
	enum tcn_rc rc = TCN_OK;

	tcn_event_view_fold(event->headline.text, words);
	if (!event->headline.text.n) {
		rc = tcn_store_headline(store, tcn_headline_item(event), arena,
		    &shown);
		if (!rc)
			tcn_event_view_fold(shown.title, words);
	}
	for (size_t i = 0; i < event->terms_n; i++)
		tcn_event_view_fold(event->terms[i].word, words);
	return rc;
}

enum tcn_rc
tcn_event_view_lets_event(const struct tcn_event_view *view,
    const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, bool *lets)
{
	struct tcn_event_view_of of = {
		.severity = event->severity,
		.rule = event->rule,
		.languages = &event->languages,
		.places = &event->places,
	};
	struct tcn_store_action_list actions = { 0 };
	struct tcn_store_desk_status desk = { .acked_ms = TCN_UNDATED };
	struct tcn_buf words = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (view->state || view->owner)
		rc = tcn_store_actions(store, event->id, arena, &actions);
	if (!rc && (view->state || view->owner))
		tcn_store_desk_fold(&actions, &desk);
	if (!rc && event->story && (view->source || view->category))
		rc = tcn_store_story_parts(store, event->story, arena,
		    &of.stories);
	of.owner = desk.owner;
	of.acknowledged = desk.acked_ms != TCN_UNDATED;
	if (!rc && view->q)
		rc = words_of(store, event, arena, &words);
	of.words = tcn_buf_view(&words);
	if (!rc)
		rc = tcn_event_view_matches(view, store, &of, lets);
	tcn_buf_fini(&words);
	return rc;
}
