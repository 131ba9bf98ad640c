#include "tools/intake/feeds/feed_fill_impl.h"

#include <assert.h>
#include <strings.h>

#include "engine/base/duration.h"

#define TTL_MAX_MIN 527040 /* a year */

/* Ranks of a language. */
enum {
	OF_AROUND = 1, /* of an item, by xml:lang around it */
	OF_FEED_TITLE = 1,
	OF_ROOT = 2,
	OF_ELEMENT = 3, /* as the table of elements has it */
	OF_ITEM = 4, /* by its own xml:lang */
};

/* The value trimmed and copied to the arena. */
static struct tcn_str
copy_trimmed(struct tcn_feed_fill *fill, struct tcn_str s)
{
	struct tcn_str copy = { 0 };

	s = tcn_str_trim(s);
	if (s.n)
		tcn_arena_str(fill->draft->arena, s, &copy);
	return copy;
}

struct tcn_str
tcn_feed_fill_link(struct tcn_feed_fill *fill,
    const struct tcn_feed_scope *scope, struct tcn_str link)
{
	struct tcn_str url = { 0 };

	tcn_feed_resolve(fill->draft, scope->base, copy_trimmed(fill, link),
	    &url);
	return url;
}

struct tcn_str
tcn_feed_fill_lang(struct tcn_feed_fill *fill, struct tcn_str lang)
{
	struct tcn_str tag = { 0 };

	tcn_feed_lang(fill->draft->arena, lang, &tag);
	return tag;
}

/* Whether a value of that rank is the best for the field so far; if so, it is
 * recorded as such. */
static bool
outranks(struct tcn_feed_fill *fill, enum tcn_feed_field field, int rank)
{
	int *ranks = fill->in_item ? fill->entry_ranks : fill->feed_ranks;

	if (rank <= ranks[field])
		return false;
	ranks[field] = rank;
	return true;
}

static void
take_date(struct tcn_feed_fill *fill, struct tcn_str lang, struct tcn_str value,
    int rank)
{
	int64_t ms = TCN_UNDATED;

	tcn_feed_date(fill->draft, value, lang, &ms);
	if (ms != TCN_UNDATED && outranks(fill, F_DATE, rank))
		fill->entry->ts_ms = ms;
}

static void
take_ttl(struct tcn_feed_fill *fill, struct tcn_str value)
{
	int64_t minutes = 0;

	for (size_t i = 0; i < value.n && minutes <= TTL_MAX_MIN; i++) {
		if (value.at[i] < '0' || value.at[i] > '9')
			return;
		minutes = minutes * 10 + (value.at[i] - '0');
	}
	fill->draft->feed->ttl_ms =
	    (minutes < TTL_MAX_MIN ? minutes : TTL_MAX_MIN) * TCN_MINUTE_MS;
}

static void
take_for_feed(struct tcn_feed_fill *fill, const struct tcn_feed_scope *scope,
    enum tcn_feed_field field, struct tcn_str value)
{
	struct tcn_feed *feed = fill->draft->feed;

	if (field == F_TITLE) {
		feed->title = copy_trimmed(fill, value);
		if (scope->lang_depth > fill->depth &&
		    outranks(fill, F_LANG, OF_FEED_TITLE))
			feed->lang = scope->lang;
	} else if (field == F_LINK) {
		feed->url = tcn_feed_fill_link(fill, scope, value);
	} else if (field == F_SELF) {
		feed->self = tcn_feed_fill_link(fill, scope, value);
	} else if (field == F_LANG) {
		feed->lang = tcn_feed_fill_lang(fill, value);
	} else if (field == F_TTL) {
		take_ttl(fill, value);
	}
}

static void
take_for_entry(struct tcn_feed_fill *fill, const struct tcn_feed_scope *scope,
    enum tcn_feed_field field, struct tcn_str value)
{
	struct tcn_article *entry = fill->entry;
	bool own_lang = scope->lang_depth > fill->depth;

	if (field == F_TITLE) {
		entry->title = copy_trimmed(fill, value);
		fill->title_lang =
		    own_lang ? scope->lang : (struct tcn_str){ 0 };
	} else if (field == F_TEXT) {
		entry->text = copy_trimmed(fill, value);
		fill->text_lang =
		    own_lang ? scope->lang : (struct tcn_str){ 0 };
	} else if (field == F_LINK) {
		entry->url = tcn_feed_fill_link(fill, scope, value);
	} else if (field == F_ID) {
		entry->id = copy_trimmed(fill, value);
	} else if (field == F_SOURCE) {
		entry->source = copy_trimmed(fill, value);
	} else if (field == F_LANG) {
		entry->lang = tcn_feed_fill_lang(fill, value);
	} else if (field == F_CATEGORY) {
		entry->category = copy_trimmed(fill, value);
	} else if (field == F_IMAGE) {
		entry->image = tcn_feed_fill_link(fill, scope, value);
	}
}

/* Whether there is anything outside of tags. */
static bool
has_words(struct tcn_str s)
{
	bool inside = false;

	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] == '<')
			inside = true;
		else if (s.at[i] == '>')
			inside = false;
		else if (!inside && (unsigned char)s.at[i] > ' ')
			return true;
	}
	return inside;
}

void
tcn_feed_fill(struct tcn_feed_fill *fill, const struct tcn_feed_scope *scope,
    enum tcn_feed_field field, int rank, struct tcn_str value)
{
	assert(fill->entry || !fill->in_item);
	value = tcn_str_trim(value);
	if (value.n == 0)
		return;
	if (field == F_TEXT && !has_words(value))
		rank = 1;
	if (field == F_DATE)
		take_date(fill, scope->lang, value, rank);
	else if (!outranks(fill, field, rank))
		return;
	else if (fill->in_item)
		take_for_entry(fill, scope, field, value);
	else
		take_for_feed(fill, scope, field, value);
}

void
tcn_feed_fill_item(struct tcn_feed_fill *fill, unsigned depth,
    const struct tcn_feed_scope *scope)
{
	assert(!fill->in_item);
	fill->entry = tcn_feed_add(fill->draft);
	fill->spare = (struct tcn_article){ .ts_ms = TCN_UNDATED };
	if (!fill->entry)
		fill->entry = &fill->spare;
	memset(fill->entry_ranks, 0, sizeof fill->entry_ranks);
	fill->text_lang = fill->title_lang = (struct tcn_str){ 0 };
	fill->in_item = true;
	fill->depth = depth;
	tcn_feed_fill(fill, scope, F_LANG,
	    scope->lang_depth == depth ? OF_ITEM : OF_AROUND, scope->lang);
}

void
tcn_feed_fill_item_end(struct tcn_feed_fill *fill, bool guid_is_link)
{
	struct tcn_article *entry = fill->entry;

	assert(fill->in_item);
	if (entry->url.n == 0 && guid_is_link && entry->id.n > 4 &&
	    strncasecmp(entry->id.at, "http", 4) == 0)
		entry->url = entry->id;
	if (fill->text_lang.n)
		entry->lang = fill->text_lang;
	else if (fill->title_lang.n)
		entry->lang = fill->title_lang;
	fill->in_item = false;
	fill->entry = NULL;
}
