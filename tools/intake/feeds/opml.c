#include "tools/intake/feeds/opml.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "tools/base/safe.h"
#include "tools/intake/feeds/charset.h"
#include "tools/intake/feeds/feed_impl.h"

#define DEPTH_MAX 256

struct reader {
	struct tcn_arena *arena;
	struct tcn_opml *opml;
	xmlParserCtxtPtr ctxt;
	size_t cap;
	unsigned depth;
	bool begun, is_opml;
	struct tcn_str folders[DEPTH_MAX + 2]; /* titles by depth */
};

static struct tcn_str
attribute(struct reader *r, const xmlChar **attributes, int n, const char *name)
{
	struct tcn_str value = { 0 };

	for (int i = 0; i < n; i++) {
		const xmlChar **a = attributes + (ptrdiff_t)5 * i;

		if (strcasecmp((const char *)a[0], name) != 0)
			continue;
		value = tcn_str_trim((struct tcn_str){
		    (const char *)a[3], (size_t)(a[4] - a[3]) });
		tcn_arena_str(r->arena, value, &value);
		break;
	}
	return value;
}

static void
add(struct reader *r, const struct tcn_opml_feed *feed)
{
	struct tcn_opml *opml = r->opml;

	if (opml->n == r->cap) {
		size_t cap = r->cap ? 2 * r->cap : 32;
		struct tcn_opml_feed *more =
		    tcn_arena_zalloc(r->arena, cap, sizeof *more);

		if (opml->n)
			memcpy(more, opml->feeds, opml->n * sizeof *more);
		opml->feeds = more;
		r->cap = cap;
	}
	opml->feeds[opml->n++] = *feed;
}

static void
on_start(void *to, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int spaces_n, const xmlChar **spaces, int n,
    int defaulted_n, const xmlChar **attributes)
{
	struct reader *r = to;
	struct tcn_opml_feed feed = { 0 };

	(void)prefix, (void)uri, (void)spaces_n, (void)spaces;
	(void)defaulted_n;
	if (!r->begun)
		r->is_opml = strcasecmp((const char *)name, "opml") == 0;
	r->begun = true;
	if (++r->depth > DEPTH_MAX)
		return;
	r->folders[r->depth] = r->folders[r->depth - 1];
	if (strcasecmp((const char *)name, "outline") != 0)
		return;
	feed.url = attribute(r, attributes, n, "xmlUrl");
	feed.title = attribute(r, attributes, n, "title");
	if (feed.title.n == 0)
		feed.title = attribute(r, attributes, n, "text");
	feed.site = attribute(r, attributes, n, "htmlUrl");
	feed.folder = r->folders[r->depth];
	feed.line = (unsigned long)xmlSAX2GetLineNumber(r->ctxt);
	if (feed.url.n)
		add(r, &feed);
	else if (feed.title.n)
		r->folders[r->depth] = feed.title;
}

static void
on_end(void *to, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	struct reader *r = to;

	(void)name, (void)prefix, (void)uri;
	r->depth--;
}

static void
parse(struct reader *r, struct tcn_str s)
{
	xmlSAXHandler sax = {
		.initialized = XML_SAX2_MAGIC,
		.startElementNs = on_start,
		.endElementNs = on_end,
	};
	const xmlError *mistake;

	r->ctxt = xmlCreatePushParserCtxt(&sax, r, NULL, 0, NULL);
	if (!r->ctxt)
		tcn_mem_end();
	xmlCtxtUseOptions(r->ctxt,
	    XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOENT |
		XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	xmlParseChunk(r->ctxt, s.at, (int)s.n, 0);
	xmlParseChunk(r->ctxt, NULL, 0, 1);
	mistake = xmlCtxtGetLastError(r->ctxt);
	if (mistake && mistake->line > 0)
		r->opml->broken_line = (unsigned long)mistake->line;
	xmlFreeParserCtxt(r->ctxt);
}

enum tcn_rc
tcn_opml_parse(struct tcn_str bytes, struct tcn_arena *arena,
    struct tcn_opml *opml, struct tcn_err *err)
{
	struct reader *r = tcn_arena_zalloc(arena, 1, sizeof *r);
	struct tcn_buf tidy = { 0 };
	struct tcn_charset_text text;
	unsigned long line;

	*opml = (struct tcn_opml){ 0 };
	tcn_charset_utf8(bytes, (struct tcn_str){ 0 }, arena, &text);
	r->arena = arena;
	r->opml = opml;
	(void)tcn_feed_tidy(text.utf8, &tidy, &line);
	if (tidy.n)
		parse(r, tcn_buf_view(&tidy));
	tcn_buf_fini(&tidy);
	if (!r->is_opml)
		return tcn_err_set(err, TCN_INVALID,
		    "the document is no list of feeds: its root element must "
		    "be <opml>");
	return TCN_OK;
}

static void
write_attribute(struct tcn_buf *out, const char *name, struct tcn_str value)
{
	if (value.n == 0)
		return;
	tcn_buf_printf(out, " %s=\"", name);
	tcn_safe_html(out, value);
	tcn_buf_char(out, '"');
}

void
tcn_opml_write(const struct tcn_opml *opml, struct tcn_buf *out)
{
	struct tcn_str folder = { 0 };

	tcn_buf_z(out,
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<opml version=\"2.0\">\n"
	    "\t<head><title>tocsin</title></head>\n\t<body>\n");
	for (size_t i = 0; i < opml->n; i++) {
		const struct tcn_opml_feed *feed = &opml->feeds[i];

		if (!tcn_str_equal(folder, feed->folder)) {
			if (folder.n)
				tcn_buf_z(out, "\t\t</outline>\n");
			folder = feed->folder;
			tcn_buf_z(out, folder.n ? "\t\t<outline" : "");
			write_attribute(out, "text", folder);
			tcn_buf_z(out, folder.n ? ">\n" : "");
		}
		tcn_buf_z(out, feed->folder.n ? "\t\t\t" : "\t\t");
		tcn_buf_z(out, "<outline type=\"rss\"");
		write_attribute(out, "text",
		    feed->title.n ? feed->title : feed->url);
		write_attribute(out, "xmlUrl", feed->url);
		write_attribute(out, "htmlUrl", feed->site);
		tcn_buf_z(out, "/>\n");
	}
	if (folder.n)
		tcn_buf_z(out, "\t\t</outline>\n");
	tcn_buf_z(out, "\t</body>\n</opml>\n");
}
