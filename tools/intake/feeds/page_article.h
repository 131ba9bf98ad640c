/*
 * tools/intake/feeds/page_article.h - a web page, as it was sent, becomes an
 * article.
 *
 * The bytes are converted to UTF-8 (charset.h), the article is taken out of the
 * page (engine/page/extract.h), and what was found becomes the fields of an
 * article:
 *
 *	id        left to whoever takes the article in: its own key, or, of a
 *	          page that was posted, its url
 *	source    the publisher; where the page names none, the host
 *	url       the page's canonical address
 *	title, text, ts, lang
 *	          as extract.h has them; title and text are plain
 *	category  the section
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_PAGE_ARTICLE_H
#define TCN_TOOLS_INTAKE_FEEDS_PAGE_ARTICLE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "engine/page/extract.h"

struct tcn_page_bytes {
	struct tcn_str bytes;
	struct tcn_str charset; /* of the Content-Type; may be empty */
	struct tcn_str url; /* where it came from; may be empty */
	size_t least_words; /* as in struct tcn_extract_page */
};

/*
 * Fills in an article, which is not finished yet (engine/item/article.h). All
 * strings live in arena or in page. how: what the text was found by; may be
 * NULL. Errors: TCN_INVALID: the page has no article, and err->text says so.
 * O(bytes).
 */
TCN_MUST_USE enum tcn_rc tcn_page_article(const struct tcn_page_bytes *page,
    struct tcn_arena *arena, struct tcn_article *article,
    enum tcn_extract_how *how, struct tcn_err *err);

#endif
