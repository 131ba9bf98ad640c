/*
 * The page Search: a form, what was found with the words marked, how it can be
 * narrowed, and the searches that were saved.
 */
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/item/record.h"
#include "tools/base/json_out.h"
#include "tools/serve/web/web_impl.h"

/* What can be asked, in the order of addresses; the last is the cursor. */
enum asked {
	ASKED_Q,
	ASKED_SINCE,
	ASKED_UNTIL,
	ASKED_SOURCE,
	ASKED_LANG,
	ASKED_CATEGORY,
	ASKED_EVENT,
	ASKED_COPIES,
	ASKED_ORDER,
	ASKED_AFTER,
	ASKED
};

static const char *const names[ASKED] = { "q", "since", "until", "source",
	"lang", "category", "event", "copies", "order", "after" };

struct search {
	struct tcn_web_page page;
	/* Of the address, or of the saved search that it names. */
	struct tcn_str asked[ASKED];
	struct tcn_str saved; /* that search's name; empty: none */
};

/* Appends what is asked to a target: the first `n` of them. */
static void
add_asked(const struct search *search, size_t n, struct tcn_buf *target)
{
	for (size_t i = 0; i < n; i++)
		if (search->asked[i].n)
			tcn_target_param(target, names[i], search->asked[i]);
}

/* Adds the address of the search with one of what is asked changed. */
static void
put_path(struct search *search, struct tcn_json_value *row, const char *name,
    enum asked which, struct tcn_str value)
{
	struct search changed = *search;
	struct tcn_buf path = { 0 };

	changed.asked[ASKED_AFTER].n = 0;
	changed.asked[which] = value;
	tcn_buf_z(&path, "/search");
	add_asked(&changed, ASKED, &path);
	tcn_json_put_str(&search->page.arena, row, name, tcn_buf_view(&path));
	tcn_buf_fini(&path);
}

/* --- what is asked --- */

/* Puts the parameters of a saved search where the address says nothing. */
static void
take_query(struct search *search, struct tcn_str query)
{
	struct evkeyvalq pairs;
	struct tcn_str z;

	TAILQ_INIT(&pairs);
	tcn_arena_str(&search->page.arena, query, &z);
	if (evhttp_parse_query_str(z.at, &pairs))
		return;
	for (int i = 0; i < ASKED_AFTER; i++) {
		const char *value = evhttp_find_header(&pairs, names[i]);

		if (value && !search->asked[i].n)
			tcn_arena_str(&search->page.arena, tcn_str(value),
			    &search->asked[i]);
	}
	evhttp_clear_headers(&pairs);
}

/* Reads the address; of "s" the search of that name. False: there is none, and
 * the page was sent. */
static bool
take(struct search *search)
{
	struct tcn_str name = tcn_web_page_query(&search->page, "s");
	struct tcn_json_value answer, at;

	for (int i = 0; i < ASKED; i++)
		search->asked[i] = tcn_web_page_query(&search->page, names[i]);
	if (!name.n)
		return true;
	if (!tcn_web_page_ask(&search->page, "/v1/searches", &answer))
		return false;
	at = tcn_json_member(&answer, "searches");
	at = tcn_json_first(&at);
	while (at.node && !tcn_str_equal(tcn_json_in_str(&at, "name"), name))
		at = tcn_json_next(&at);
	if (!at.node) {
		tcn_web_page_fail(&search->page, 404,
		    tcn_str("no search is saved under this name"));
		return false;
	}
	search->saved = name;
	take_query(search, tcn_json_in_str(&at, "query"));
	return true;
}

/* --- the form --- */

/* Sets what the fields hold, and the one that the interface's sentence about a
 * mistake begins with. */
static void
set_form(struct search *search, struct tcn_str why)
{
	struct tcn_json_value asked = { 0 }, wrong = { 0 };
	int filtered = 0;

	for (size_t i = 0; i < ASKED; i++) {
		size_t n = strlen(names[i]);

		tcn_json_put_str(&search->page.arena, &asked, names[i],
		    search->asked[i]);
		filtered +=
		    i > ASKED_Q && i < ASKED_AFTER && search->asked[i].n;
		if (why.n > n && memcmp(why.at, names[i], n) == 0 &&
		    strchr(" :=,", why.at[n]))
			tcn_json_put_str(&search->page.arena, &wrong, names[i],
			    why);
	}
	tcn_web_page_set(&search->page, "asked", &asked);
	tcn_web_page_set(&search->page, "wrong", &wrong);
	tcn_web_page_set_number(&search->page, "filtered", filtered);
	tcn_web_page_set_str(&search->page, "mistake", why);
	tcn_web_page_set_str(&search->page, "saved", search->saved);
}

/* --- hits --- */

/* A text in parts, [["the ", false], ["ferry", true]], as rows. */
static void
add_parts(struct search *search, struct tcn_json_value *hit)
{
	struct tcn_json_value at = tcn_json_member(hit, "snippet");
	struct tcn_arena *arena = &search->page.arena;
	struct tcn_json_value parts = { 0 };

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		struct tcn_json_value text = tcn_json_first(&at), row = { 0 };
		struct tcn_json_value marked = { 0 };

		if (text.node)
			marked = tcn_json_next(&text);
		tcn_json_put(arena, &row, "text", &text);
		tcn_json_put(arena, &row, "marked", &marked);
		tcn_json_push(arena, &parts, &row);
	}
	tcn_json_put(arena, hit, "parts", &parts);
}

/* The query without a word, or with another one in its place. */
static void
add_changed(struct search *search, struct tcn_json_value *word)
{
	struct tcn_str q = search->asked[ASKED_Q];
	struct tcn_str is = tcn_json_in_str(word, "word");
	const char *at = is.n ? memmem(q.at, q.n, is.at, is.n) : NULL;
	struct tcn_buf changed = { 0 };

	if (at) {
		tcn_buf_add(&changed, q.at, (size_t)(at - q.at));
		tcn_buf_str(&changed, tcn_json_in_str(word, "instead"));
		tcn_buf_add(&changed, at + is.n,
		    q.n - (size_t)(at - q.at) - is.n);
	}
	put_path(search, word, "path", ASKED_Q,
	    tcn_str_trim(tcn_buf_view(&changed)));
	tcn_buf_fini(&changed);
}

/* Sets "rule_path", where the rule that tells of what this search will find can
 * be tried. */
static void
set_rule(struct search *search)
{
	struct tcn_buf target = { 0 };
	struct tcn_web_page *page = &search->page;
	struct tcn_json_value rule;
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/rules/propose");
	add_asked(search, ASKED_AFTER, &target);
	if (tcn_web_page_try(page, target.at, &rule, &why) == 200) {
		tcn_buf_clear(&target);
		tcn_buf_z(&target, "/rules/try");
		tcn_target_param(&target, "add",
		    tcn_json_in_str(&rule, "yaml"));
		tcn_web_page_set_str(page, "rule_path", tcn_buf_view(&target));
	}
	tcn_buf_fini(&target);
}

static void
set_found(struct search *search, struct tcn_json_value *answer)
{
	struct tcn_json_value found = tcn_json_member(answer, "found");
	struct tcn_json_value at = tcn_json_member(answer, "articles");
	struct tcn_json_value meant = tcn_json_member(answer, "did_you_mean");
	struct tcn_str next = tcn_json_in_str(answer, "next");
	struct tcn_json_value hits = { 0 };

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		add_parts(search, &at);
	at = tcn_json_member(answer, "words");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		add_changed(search, &at);
	put_path(search, answer, "all_path", ASKED_COPIES, tcn_str("all"));
	put_path(search, answer, "meant_path", ASKED_Q,
	    tcn_json_in_str(&meant, "q"));
	if (next.n)
		put_path(search, answer, "next_path", ASKED_AFTER, next);
	if (found.kind == TCN_JSON_NUMBER)
		tcn_json_put(&search->page.arena, &hits, "n", &found);
	tcn_web_page_set(&search->page, "hits", &hits);
	tcn_web_page_set(&search->page, "found", answer);
	set_rule(search);
}

/* --- what it can be narrowed by --- */

static const struct {
	enum asked which;
	const char *title;
} facets[] = {
	{ ASKED_EVENT, TCN_WORDS("Event") },
	{ ASKED_SOURCE, TCN_WORDS("Source") },
	{ ASKED_LANG, TCN_WORDS("Language") },
	{ ASKED_CATEGORY, TCN_WORDS("Category") },
};

/* How many hits each value would leave. */
static struct tcn_json_value
make_facet(struct search *search, const struct tcn_json_value *answer, size_t i)
{
	enum asked which = facets[i].which;
	struct tcn_json_value facet = tcn_json_member(answer, names[which]);
	struct tcn_json_value at = tcn_json_member(&facet, "values"), list = at;
	struct tcn_json_value row = { 0 };
	double rest = tcn_json_in_number(&facet, "all");

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		put_path(search, &at, "path", which,
		    tcn_json_in_str(&at, "value"));
		rest--;
	}
	tcn_json_put_str(&search->page.arena, &row, "title",
	    tcn_str(facets[i].title));
	tcn_json_put_str(&search->page.arena, &row, "asked",
	    search->asked[which]);
	put_path(search, &row, "path", which, (struct tcn_str){ 0 });
	tcn_json_put_bool(&search->page.arena, &row, "is_event",
	    which == ASKED_EVENT);
	tcn_json_put(&search->page.arena, &row, "values", &list);
	tcn_json_put_number(&search->page.arena, &row, "rest",
	    rest > 0 ? rest : 0);
	return row;
}

static void
set_facets(struct search *search)
{
	struct tcn_web_page *page = &search->page;
	struct tcn_buf target = { 0 };
	struct tcn_json_value answer, list = { 0 };
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/search/facets");
	add_asked(search, ASKED_ORDER, &target);
	if (tcn_web_page_try(page, target.at, &answer, &why) != 200) {
		tcn_web_page_set_str(page, "facets_failed", why);
	} else {
		for (size_t i = 0; i < sizeof facets / sizeof *facets; i++) {
			struct tcn_json_value facet =
			    make_facet(search, &answer, i);

			tcn_json_push(&page->arena, &list, &facet);
		}
		tcn_web_page_set(page, "counted", &answer);
		tcn_web_page_set(page, "facets", &list);
	}
	tcn_buf_fini(&target);
}

/* --- the page --- */

/* What the script needs, to tell of hits that are newer than the page: what to
 * ask for, and from when on. Nothing where new hits are not at the top. */
static void
write_data(const struct search *search, const struct tcn_json_value *answer,
    struct tcn_buf *data)
{
	struct tcn_json_value first = tcn_json_member(answer, "articles");
	struct tcn_buf target = { 0 };

	first = tcn_json_first(&first);
	if (search->asked[ASKED_UNTIL].n || search->asked[ASKED_AFTER].n ||
	    search->asked[ASKED_ORDER].n)
		return;
	tcn_buf_z(&target, "/v1/search");
	for (int i = 0; i < ASKED_ORDER; i++)
		if (i != ASKED_SINCE && search->asked[i].n)
			tcn_target_param(&target, names[i], search->asked[i]);
	tcn_json_open(data, NULL, '{');
	tcn_json_str(data, "search", tcn_buf_view(&target));
	tcn_json_time(data, "newest",
	    first.node ? tcn_json_in_ms(&first, "at") : TCN_UNDATED);
	tcn_json_close(data, '}');
	tcn_buf_fini(&target);
}

/* What this search is saved as: its parameters. */
static void
set_query(struct search *search)
{
	struct tcn_buf query = { 0 };

	add_asked(search, ASKED_AFTER, &query);
	if (query.n)
		tcn_web_page_set_str(&search->page, "query",
		    (struct tcn_str){ query.at + 1, query.n - 1 });
	tcn_buf_fini(&query);
}

void
tcn_web_get_search(void *ctx, struct tcn_http_call *call)
{
	struct search search = { .page = tcn_web_page(ctx, call) };
	struct tcn_web_view view = { .name = "search",
		.frame = { .name = TCN_WORDS("Search"),
		    .nav = "search",
		    .kind = "search",
		    .lists = true },
		.asks = { { "?searches", "/v1/searches", NULL } } };
	struct tcn_buf target = { 0 }, data = { 0 };
	struct tcn_json_value answer = { 0 }, hits;
	struct tcn_str why = { 0 };
	int status = 0;

	if (!take(&search) || !tcn_web_view_ask(&search.page, &view))
		return;
	tcn_buf_z(&target, "/v1/search");
	add_asked(&search, ASKED, &target);
	if (target.n > strlen("/v1/search"))
		status =
		    tcn_web_page_try(&search.page, target.at, &answer, &why);
	set_form(&search, status == 400 ? why : (struct tcn_str){ 0 });
	if (status == 200) {
		write_data(&search, &answer, &data);
		set_found(&search, &answer);
		set_query(&search);
		hits = tcn_json_member(&answer, "articles");
		if (tcn_json_first(&hits).node)
			set_facets(&search);
	} else if (status != 400) {
		tcn_web_page_set_str(&search.page, "failed", why);
	}
	view.frame.data = tcn_buf_view(&data);
	tcn_web_view_send(&search.page, &view);
	tcn_buf_fini(&target);
	tcn_buf_fini(&data);
}
