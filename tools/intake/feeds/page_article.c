#include "tools/intake/feeds/page_article.h"

#include "engine/base/url.h"
#include "tools/intake/feeds/charset.h"

enum tcn_rc
tcn_page_article(const struct tcn_page_bytes *page, struct tcn_arena *arena,
    struct tcn_article *article, enum tcn_extract_how *how, struct tcn_err *err)
{
	struct tcn_extract_page html = { .url = page->url,
		.least_words = page->least_words };
	struct tcn_charset_text text = { 0 };
	struct tcn_extract found;
	enum tcn_rc rc;

	*article = (struct tcn_article){ .ts_ms = TCN_UNDATED };
	tcn_charset_utf8(page->bytes, page->charset, arena, &text);
	html.html = text.utf8;
	rc = tcn_extract(&html, arena, &found, err);
	if (rc)
		return rc;
	*article = (struct tcn_article){
		.source = found.publisher.n ? found.publisher
					    : tcn_url_site(found.url),
		.url = found.url,
		.image = found.image,
		.title = found.title,
		.text = found.text,
		.plain = true,
		.lang = found.lang,
		.category = found.section,
		.ts_ms = found.ts_ms,
	};
	if (how)
		*how = found.how;
	return TCN_OK;
}
