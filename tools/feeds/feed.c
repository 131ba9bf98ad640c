#include "tools/feeds/feed.h"

#include <assert.h>
#include <libxml/uri.h>
#include <openssl/evp.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "engine/text/date_words.h"
#include "engine/text/markup.h"
#include "tools/feeds/charset.h"
#include "tools/feeds/feed_impl.h"

#define ENTRIES_MAX 10000
#define URL_BYTES   8192 /* a longer address is not resolved */
#define WORD_BYTES  18 /* a word of 24 letters may look like base64 */

struct tcn_article *
tcn_feed_add(struct tcn_feed_draft *draft, enum tcn_rc *rc)
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

		if (!more) {
			*rc = TCN_NOMEM;
			return NULL;
		}
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

static enum tcn_rc
resolve(struct tcn_arena *arena, struct tcn_str base, struct tcn_str link,
    struct tcn_str *url)
{
	struct tcn_str b, l;
	xmlChar *full;
	bool kept;

	*url = link;
	if (base.n == 0 || base.n > URL_BYTES || link.n > URL_BYTES)
		return TCN_OK;
	if (!tcn_arena_str(arena, base, &b) || !tcn_arena_str(arena, link, &l))
		return TCN_NOMEM;
	full = xmlBuildURI((const xmlChar *)l.at, (const xmlChar *)b.at);
	if (!full)
		return TCN_OK;
	kept = tcn_arena_str(arena, tcn_str((const char *)full), url);
	xmlFree(full);
	return kept ? TCN_OK : TCN_NOMEM;
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

enum tcn_rc
tcn_feed_resolve(const struct tcn_feed_draft *draft, struct tcn_str base,
    struct tcn_str link, struct tcn_str *url)
{
	enum tcn_rc rc;

	link = tcn_str_trim(link);
	*url = link;
	if (link.n == 0 || is_absolute(link))
		return TCN_OK;
	rc = resolve(draft->arena, draft->url, base, &base);
	if (!rc && base.n == 0)
		base = draft->url;
	return rc ? rc : resolve(draft->arena, base, link, url);
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

/* Copies base64 without its white space; false: out of memory. */
static bool
pack_base64(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *packed,
    size_t *padding)
{
	char *at = tcn_arena_alloc(arena, s.n);
	size_t n = 0;

	if (!at)
		return false;
	*padding = 0;
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.at[i] > ' ') {
			*padding += s.at[i] == '=';
			at[n++] = s.at[i];
		}
	*packed = (struct tcn_str){ at, n };
	return true;
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

enum tcn_rc
tcn_feed_base64(const struct tcn_feed_draft *draft, struct tcn_str text,
    struct tcn_str *plain)
{
	struct tcn_str packed;
	size_t padding;
	char *out;
	int got;

	*plain = text;
	if (!is_base64(text))
		return TCN_OK;
	if (!pack_base64(draft->arena, text, &packed, &padding))
		return TCN_NOMEM;
	out = tcn_arena_alloc(draft->arena, packed.n);
	if (!out)
		return TCN_NOMEM;
	got = EVP_DecodeBlock((unsigned char *)out,
	    (const unsigned char *)packed.at, (int)packed.n);
	if (got < (int)padding)
		return TCN_OK;
	packed = (struct tcn_str){ out, (size_t)got - padding };
	if (is_readable(packed))
		*plain = packed;
	else if (padding || got > WORD_BYTES)
		*plain = (struct tcn_str){ 0 };
	return TCN_OK;
}

/* Takes the markup out of a name. */
static enum tcn_rc
make_plain(struct tcn_feed_draft *draft, struct tcn_str *name)
{
	return name->n ? tcn_markup_strip(*name, draft->arena, name) : TCN_OK;
}

/* The language that the server names for all of the document. One that names
 * several speaks of its readers (RFC 9110, section 8.5). */
static enum tcn_rc
take_server_lang(struct tcn_feed_draft *draft, struct tcn_str lang)
{
	struct tcn_feed *feed = draft->feed;

	if (feed->lang.n || memchr(lang.at ? lang.at : "", ',', lang.n))
		return TCN_OK;
	return tcn_feed_lang(draft->arena, lang, &feed->lang) ? TCN_OK
							      : TCN_NOMEM;
}

static enum tcn_rc
complete_entry(struct tcn_feed_draft *draft, struct tcn_article *entry)
{
	struct tcn_feed *feed = draft->feed;
	enum tcn_rc rc =
	    tcn_feed_resolve(draft, draft->url, entry->url, &entry->url);

	if (!rc)
		rc = make_plain(draft, &entry->source);
	if (!rc)
		rc = make_plain(draft, &entry->category);
	if (entry->source.n == 0)
		entry->source = feed->title;
	if (entry->lang.n == 0)
		entry->lang = feed->lang;
	if (entry->id.n == 0)
		entry->id = entry->url;
	feed->undated_n += entry->ts_ms == TCN_UNDATED;
	return rc;
}

enum tcn_rc
tcn_feed_date(struct tcn_feed_draft *draft, struct tcn_str text,
    struct tcn_str lang, int64_t *ms)
{
	enum tcn_rc rc =
	    tcn_date_words(text, lang.n ? lang : draft->feed->lang, ms);

	draft->feed->dates_bad_n += rc == TCN_INVALID;
	return rc == TCN_INVALID ? TCN_OK : rc;
}

/*
 * Completes the entries: language and source of the feed hold for each entry
 * that has none of its own. Where the feed was not fetched, the address it
 * gives itself is the base of addresses that are still relative.
 */
static enum tcn_rc
complete(struct tcn_feed_draft *draft, struct tcn_str lang)
{
	struct tcn_feed *feed = draft->feed;
	enum tcn_rc rc = take_server_lang(draft, lang);

	if (draft->url.n == 0)
		draft->url = feed->self.n ? feed->self : feed->url;
	if (!rc)
		rc = make_plain(draft, &feed->title);
	for (size_t i = 0; !rc && i < feed->entries_n; i++)
		rc = complete_entry(draft, &feed->entries[i]);
	return rc;
}

static enum tcn_rc
parse_xml(struct tcn_feed_draft *draft, struct tcn_str s, struct tcn_err *err)
{
	struct tcn_err *damage = &draft->feed->damage;
	struct tcn_buf tidy = { 0 };
	unsigned long line;
	const char *left_out = tcn_feed_tidy(s, &tidy, &line);
	enum tcn_rc rc = TCN_NOMEM;

	if (left_out && !damage->text[0]) {
		tcn_err_at(damage, NULL, line, 1);
		tcn_err_set(damage, TCN_INVALID, "%s", left_out);
	}
	if (!tidy.failed)
		rc = tcn_feed_xml(draft, tcn_buf_view(&tidy), err);
	tcn_buf_fini(&tidy);
	return rc;
}

/* Skips white space and byte order marks: some programs write a second one. */
static struct tcn_str
skip_space(struct tcn_str s)
{
	for (;;) {
		size_t n = s.n && (unsigned char)*s.at <= ' '          ? 1
		    : s.n >= 3 && memcmp(s.at, "\xef\xbb\xbf", 3) == 0 ? 3
								       : 0;

		if (n == 0)
			return s;
		s.at += n;
		s.n -= n;
	}
}

/* Records as the damage what is wrong with the encoding. */
static void
note_encoding(struct tcn_feed *feed, const struct tcn_charset_text *text)
{
	struct tcn_str before = { text->utf8.at, text->replaced_at };
	unsigned long line = 1, column = 1;

	feed->encoding = text->name;
	for (size_t i = 0; i < before.n; i++) {
		column = before.at[i] == '\n' ? 1 : column + 1;
		line += before.at[i] == '\n';
	}
	tcn_err_at(&feed->damage, NULL, line, column);
	if (text->replaced)
		tcn_err_set(&feed->damage, TCN_INVALID,
		    "bytes that are not %.*s in %zu place%s; U+FFFD stands for "
		    "them",
		    TCN_STR_ARG(text->name), text->replaced,
		    text->replaced == 1 ? "" : "s");
	else if (text->claimed.n)
		tcn_err_set(&feed->damage, TCN_INVALID,
		    "its bytes are not the declared %.*s; read as %.*s",
		    TCN_STR_ARG(text->claimed), TCN_STR_ARG(text->name));
}

enum tcn_rc
tcn_feed_parse(const struct tcn_feed_doc *doc, struct tcn_arena *arena,
    struct tcn_feed *feed, struct tcn_err *err)
{
	struct tcn_feed_draft draft = {
		.feed = feed,
		.arena = arena,
		.url = doc->url,
		.entries_max =
		    doc->entries_max ? doc->entries_max : ENTRIES_MAX,
	};
	struct tcn_charset_text text;
	struct tcn_str head;
	enum tcn_rc rc;

	assert(arena);
	*feed = (struct tcn_feed){ 0 };
	rc = tcn_charset_utf8(doc->bytes, doc->charset, arena, &text);
	head = skip_space(text.utf8);
	if (!rc)
		note_encoding(feed, &text);
	if (!rc && head.n == 0)
		rc = tcn_err_set(err, TCN_INVALID, "the document is empty");
	else if (!rc && *head.at == '{')
		rc = tcn_feed_json(&draft, text.utf8, err);
	else if (!rc && tcn_feed_xml_at(text.utf8) < text.utf8.n)
		rc = parse_xml(&draft, text.utf8, err);
	else if (!rc && tcn_feed_json_at(text.utf8) < text.utf8.n)
		rc = tcn_feed_json(&draft, text.utf8, err);
	else if (!rc)
		rc = tcn_err_set(err, TCN_INVALID,
		    "neither XML nor JSON: the document begins with '%.*s'",
		    TCN_STR_ARG(tcn_utf8_cut(head, 20)));
	if (!rc)
		rc = complete(&draft, doc->lang);
	if (rc == TCN_NOMEM)
		tcn_err_set(err, rc, "out of memory");
	return rc;
}

const char *
tcn_feed_kind_text(enum tcn_feed_kind kind)
{
	static const char *const texts[] = {
		[TCN_FEED_RSS] = "RSS",
		[TCN_FEED_RDF] = "RSS 1.0",
		[TCN_FEED_ATOM] = "Atom",
		[TCN_FEED_JSON] = "JSON Feed",
	};

	assert(kind <= TCN_FEED_JSON);
	return texts[kind];
}
