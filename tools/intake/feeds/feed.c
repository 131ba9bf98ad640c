#include "tools/intake/feeds/feed.h"

#include <assert.h>

#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "engine/text/markup.h"
#include "tools/intake/feeds/charset.h"
#include "tools/intake/feeds/feed_impl.h"

#define ENTRIES_MAX 10000

/* Takes the markup out of a name. */
static void
make_plain(struct tcn_feed_draft *draft, struct tcn_str *name)
{
	if (name->n)
		tcn_markup_strip(*name, draft->arena, name);
}

/* The language that the server names for all of the document. One that names
 * several speaks of its readers (RFC 9110, section 8.5). */
static void
take_server_lang(struct tcn_feed_draft *draft, struct tcn_str lang)
{
	struct tcn_feed *feed = draft->feed;

	if (!feed->lang.n && !memchr(lang.at ? lang.at : "", ',', lang.n))
		tcn_feed_lang(draft->arena, lang, &feed->lang);
}

static void
complete_entry(struct tcn_feed_draft *draft, struct tcn_article *entry)
{
	struct tcn_feed *feed = draft->feed;

	tcn_feed_resolve(draft, draft->url, entry->url, &entry->url);
	tcn_feed_resolve(draft, draft->url, entry->image, &entry->image);
	make_plain(draft, &entry->source);
	make_plain(draft, &entry->category);
	if (entry->source.n == 0)
		entry->source = feed->title;
	if (entry->lang.n == 0)
		entry->lang = feed->lang;
	if (entry->id.n == 0)
		entry->id = entry->url;
	feed->undated_n += entry->ts_ms == TCN_UNDATED;
}

/*
 * Completes the entries: language and source of the feed hold for each entry
 * that has none of its own. Where the feed was not fetched, the address it
 * gives itself is the base of addresses that are still relative.
 */
static void
complete(struct tcn_feed_draft *draft, struct tcn_str lang)
{
	struct tcn_feed *feed = draft->feed;

	take_server_lang(draft, lang);
	if (draft->url.n == 0)
		draft->url = feed->self.n ? feed->self : feed->url;
	make_plain(draft, &feed->title);
	for (size_t i = 0; i < feed->entries_n; i++)
		complete_entry(draft, &feed->entries[i]);
}

static enum tcn_rc
parse_xml(struct tcn_feed_draft *draft, struct tcn_str s, struct tcn_err *err)
{
	struct tcn_err *damage = &draft->feed->damage;
	struct tcn_buf tidy = { 0 };
	unsigned long line;
	const char *left_out = tcn_feed_tidy(s, &tidy, &line);
	enum tcn_rc rc;

	if (left_out && !damage->text[0]) {
		tcn_err_at(damage, NULL, line, 1);
		tcn_err_set(damage, TCN_INVALID, "%s", left_out);
	}
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
	tcn_charset_utf8(doc->bytes, doc->charset, arena, &text);
	head = skip_space(text.utf8);
	note_encoding(feed, &text);
	if (head.n == 0)
		rc = tcn_err_set(err, TCN_INVALID, "the document is empty");
	else if (*head.at == '{')
		rc = tcn_feed_json(&draft, text.utf8, err);
	else if (tcn_feed_xml_at(text.utf8) < text.utf8.n)
		rc = parse_xml(&draft, text.utf8, err);
	else if (tcn_feed_json_at(text.utf8) < text.utf8.n)
		rc = tcn_feed_json(&draft, text.utf8, err);
	else
		rc = tcn_err_set(err, TCN_INVALID,
		    "neither XML nor JSON: the document begins with '%.*s'",
		    TCN_STR_ARG(tcn_utf8_cut(head, 20)));
	if (!rc)
		complete(&draft, doc->lang);
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
