#include "tools/lab/eval/stats/stats_groups.h"

#include <assert.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"

#define TITLE_BYTES 400
#define FOLLOW_MAX  4096 /* sources of a family that are told apart */

/* A recent article. */
struct item {
	uint64_t root; /* its own number when it copies nothing */
	int64_t ts_ms;
	uint32_t source;
};

struct family {
	struct tcn_stats_text is; /* owns its title */
	bool begun; /* its first article was seen */
	uint32_t *followed; /* rows of the other sources */
	size_t followed_n, followed_cap;
};

void
tcn_stats_groups_init(struct tcn_stats_groups *groups,
    struct tcn_stats_sources *sources, int64_t horizon_ms, size_t items_max,
    size_t top)
{
	assert(horizon_ms > 0 && items_max > 0 && top > 0);
	groups->horizon_ms = horizon_ms;
	groups->items_max = items_max;
	groups->top = top;
	groups->sources = sources;
	tcn_stats_recent_init(&groups->items, sizeof(struct item));
	tcn_stats_recent_init(&groups->families, sizeof(struct family));
	groups->texts = tcn_mem_calloc(top, sizeof *groups->texts);
}

void
tcn_stats_groups_fini(struct tcn_stats_groups *groups)
{
	struct family *family;
	uint64_t root;

	while ((family = tcn_stats_recent_oldest(&groups->families, &root))) {
		tcn_mem_free(family->is.title);
		tcn_mem_free(family->followed);
		tcn_stats_recent_drop(&groups->families, root);
	}
	for (size_t i = 0; i < groups->texts_n; i++)
		tcn_mem_free(groups->texts[i].title);
	tcn_mem_free(groups->texts);
	tcn_stats_recent_fini(&groups->items);
	tcn_stats_recent_fini(&groups->families);
}

/* ---- the end of a family ---- */

static bool
is_larger(const struct tcn_stats_text *a, const struct tcn_stats_text *b)
{
	if (a->articles != b->articles)
		return a->articles > b->articles;
	if (a->sources != b->sources)
		return a->sources > b->sources;
	return a->root < b->root;
}

/* Puts the text in its place in the list, if it has one; takes its title. */
static void
list_text(struct tcn_stats_groups *groups, struct tcn_stats_text *text)
{
	struct tcn_stats_text *at = groups->texts;
	size_t i = groups->texts_n;

	if (i == groups->top && !is_larger(text, &at[i - 1])) {
		tcn_mem_free(text->title);
		return;
	}
	if (i == groups->top)
		tcn_mem_free(at[--i].title);
	else
		groups->texts_n++;
	for (; i > 0 && is_larger(text, &at[i - 1]); i--)
		at[i] = at[i - 1];
	at[i] = *text;
}

static void
end_family(struct tcn_stats_groups *groups, struct family *family)
{
	struct tcn_stats_source *sources = groups->sources->at;
	struct tcn_stats_text *text = &family->is;

	text->sources = (uint32_t)family->followed_n + family->begun;
	if (text->articles > 1) {
		groups->over++;
		tcn_stats_spread_add(&groups->partners, text->articles - 1,
		    text->articles);
		list_text(groups, text);
	} else {
		tcn_mem_free(text->title);
	}
	if (family->begun && family->followed_n) {
		sources[text->first].first++;
		for (size_t i = 0; i < family->followed_n; i++)
			sources[family->followed[i]].followed++;
	}
	tcn_mem_free(family->followed);
}

void
tcn_stats_groups_end(struct tcn_stats_groups *groups, int64_t before_ms)
{
	struct family *family;
	uint64_t root;

	while ((family = tcn_stats_recent_oldest(&groups->families, &root)) &&
	    family->is.last_ms < before_ms) {
		end_family(groups, family);
		tcn_stats_recent_drop(&groups->families, root);
	}
}

/* Forgets the articles that nothing can copy any more. */
static void
drop_items(struct tcn_stats_groups *groups, int64_t before_ms)
{
	const struct item *item;
	uint64_t seq;

	while ((item = tcn_stats_recent_oldest(&groups->items, &seq))) {
		bool old = item->ts_ms < before_ms;

		if (!old &&
		    tcn_stats_recent_n(&groups->items) <= groups->items_max)
			return;
		groups->items_dropped += !old;
		tcn_stats_recent_drop(&groups->items, seq);
	}
}

/* ---- a copy ---- */

/* Fills in a family whose first copy has come; first: NULL if not known. */
static void
begin_family(struct family *family, uint64_t root, const struct item *first,
    const struct tcn_stats_member *copy)
{
	struct tcn_str title = tcn_utf8_cut(copy->title, TITLE_BYTES);

	family->is = (struct tcn_stats_text){
		.root = root,
		.articles = first ? 1 : 0,
		.first = first ? first->source : TCN_STATS_SOURCES_UNNAMED,
		.first_ms = first ? first->ts_ms : copy->ts_ms,
		.last_ms = copy->ts_ms,
		.title = tcn_mem_dupz(title.at ? title.at : "", title.n),
	};
	family->begun = first != NULL;
}

static void
add_copy(struct tcn_stats_groups *groups, uint64_t root,
    const struct tcn_stats_member *copy)
{
	const struct item *first = tcn_stats_recent_find(&groups->items, root);
	struct family *family = tcn_stats_recent_touch(&groups->families, root);
	uint32_t *at;

	if (!family->is.root)
		begin_family(family, root, first, copy);
	family->is.articles++;
	if (copy->ts_ms > family->is.last_ms)
		family->is.last_ms = copy->ts_ms;
	if (family->begun && copy->ts_ms >= family->is.first_ms)
		tcn_stats_spread_add(&groups->minutes,
		    (uint64_t)(copy->ts_ms - family->is.first_ms) /
			TCN_MINUTE_MS,
		    1);
	if (family->begun && family->is.first == copy->source)
		return;
	for (size_t i = 0; i < family->followed_n; i++)
		if (family->followed[i] == copy->source)
			return;
	if (family->followed_n == FOLLOW_MAX)
		return;
	at = tcn_mem_grow(family->followed, &family->followed_cap,
	    family->followed_n + 1, sizeof *at);
	family->followed = at;
	at[family->followed_n++] = copy->source;
}

void
tcn_stats_groups_add(struct tcn_stats_groups *groups,
    const struct tcn_stats_member *member)
{
	uint64_t root = member->seq;
	const struct item *original;
	struct item *item;

	if (member->reprint_of) {
		original =
		    tcn_stats_recent_find(&groups->items, member->reprint_of);
		root = original ? original->root : member->reprint_of;
		add_copy(groups, root, member);
	}
	item = tcn_stats_recent_touch(&groups->items, member->seq);
	*item = (struct item){ root, member->ts_ms, member->source };
	if (member->ts_ms > INT64_MIN + groups->horizon_ms) {
		drop_items(groups, member->ts_ms - groups->horizon_ms);
		tcn_stats_groups_end(groups,
		    member->ts_ms - groups->horizon_ms);
	}
}
