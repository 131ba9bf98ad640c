/*
 * What the readers of each format fill: entries, their addresses and dates.
 */
#include <assert.h>
#include <libxml/uri.h>
#include <openssl/evp.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "engine/text/date_words.h"
#include "tools/intake/feeds/feed_impl.h"

#define URL_BYTES  8192 /* a longer address is not resolved */
#define WORD_BYTES 18 /* a word of 24 letters may look like base64 */

struct tcn_article *
tcn_feed_add(struct tcn_feed_draft *draft)
{
	struct tcn_feed *feed = draft->feed;

	assert(feed->entries_n <= draft->entries_max &&
	    feed->entries_n <= draft->entries_cap);
	if (feed->entries_n == draft->entries_max) {
		feed->entries_more++;
		return NULL;
	}
	if (feed->entries_n == draft->entries_cap) {
		size_t cap = draft->entries_cap ? 2 * draft->entries_cap : 32;
		struct tcn_article *more =
		    tcn_arena_zalloc(draft->arena, cap, sizeof *more);

		if (feed->entries_n)
			memcpy(more, feed->entries,
			    feed->entries_n * sizeof *more);
		feed->entries = more;
		draft->entries_cap = cap;
	}
	feed->entries[feed->entries_n] =
	    (struct tcn_article){ .ts_ms = TCN_UNDATED };
	return &feed->entries[feed->entries_n++];
}

static void
resolve(struct tcn_arena *arena, struct tcn_str base, struct tcn_str link,
    struct tcn_str *url)
{
	struct tcn_str b, l;
	xmlChar *full;

	*url = link;
	if (base.n == 0 || base.n > URL_BYTES || link.n > URL_BYTES)
		return;
	tcn_arena_str(arena, base, &b);
	tcn_arena_str(arena, link, &l);
	full = xmlBuildURI((const xmlChar *)l.at, (const xmlChar *)b.at);
	if (!full)
		return;
	tcn_arena_str(arena, tcn_str((const char *)full), url);
	xmlFree(full);
}

static bool
is_absolute(struct tcn_str url)
{
	static const struct tcn_str schemes[] = { TCN_STR("http://"),
		TCN_STR("https://") };

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (url.n > schemes[i].n &&
		    strncasecmp(url.at, schemes[i].at, schemes[i].n) == 0)
			return true;
	return false;
}

void
tcn_feed_resolve(const struct tcn_feed_draft *draft, struct tcn_str base,
    struct tcn_str link, struct tcn_str *url)
{
	link = tcn_str_trim(link);
	*url = link;
	if (link.n == 0 || is_absolute(link))
		return;
	resolve(draft->arena, draft->url, base, &base);
	if (base.n == 0)
		base = draft->url;
	resolve(draft->arena, base, link, url);
}

bool
tcn_feed_is_image(struct tcn_str type)
{
	return type.n > 6 && strncasecmp(type.at, "image/", 6) == 0 &&
	    memchr(type.at, '+', type.n) == NULL;
}

/* Whether a text is base64 by its letters, their number, and its end. */
static bool
is_base64(struct tcn_str s)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "abcdefghijklmnopqrstuvwxyz"
				       "0123456789+/";
	size_t n = 0, padding = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] && strchr(" \t\r\n", s.at[i]))
			continue;
		n++;
		if (s.at[i] == '=')
			padding++;
		else if (padding || !s.at[i] || !strchr(alphabet, s.at[i]))
			return false;
	}
	return n > 0 && n % 4 == 0 && n < INT32_MAX && padding < 3;
}

/* Copies base64 without its white space. */
static void
pack_base64(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *packed,
    size_t *padding)
{
	char *at = tcn_arena_alloc(arena, s.n);
	size_t n = 0;

	*padding = 0;
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.at[i] > ' ') {
			*padding += s.at[i] == '=';
			at[n++] = s.at[i];
		}
	*packed = (struct tcn_str){ at, n };
}

/* Whether bytes are UTF-8 that a person could read. */
static bool
is_readable(struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.at[i] < ' ' &&
		    !strchr("\t\r\n", s.at[i] ? s.at[i] : '\1'))
			return false;
	return tcn_utf8_valid(s);
}

void
tcn_feed_base64(const struct tcn_feed_draft *draft, struct tcn_str text,
    struct tcn_str *plain)
{
	struct tcn_str packed;
	size_t padding;
	char *out;
	int got;

	*plain = text;
	if (!is_base64(text))
		return;
	pack_base64(draft->arena, text, &packed, &padding);
	out = tcn_arena_alloc(draft->arena, packed.n);
	got = EVP_DecodeBlock((unsigned char *)out,
	    (const unsigned char *)packed.at, (int)packed.n);
	if (got < (int)padding)
		return;
	packed = (struct tcn_str){ out, (size_t)got - padding };
	if (is_readable(packed))
		*plain = packed;
	else if (padding || got > WORD_BYTES)
		*plain = (struct tcn_str){ 0 };
}

void
tcn_feed_date(struct tcn_feed_draft *draft, struct tcn_str text,
    struct tcn_str lang, int64_t *ms)
{
	if (tcn_date_words(text, lang.n ? lang : draft->feed->lang, ms))
		draft->feed->dates_bad_n++;
}
