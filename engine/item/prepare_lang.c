#include <string.h>

#include "engine/item/prepare_impl.h"
#include "engine/text/lang.h"
#include "engine/text/markup.h"

static enum tcn_rc
strip_markup(struct tcn_arena *arena, struct tcn_doc *doc)
{
	enum tcn_rc rc;

	doc->title = doc->article->title;
	doc->text = doc->article->text;
	if (doc->article->plain)
		return TCN_OK;
	rc = tcn_markup_strip(doc->title, arena, &doc->title);
	return rc ? rc : tcn_markup_strip(doc->text, arena, &doc->text);
}

enum tcn_rc
tcn_prepare_find_lang(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc)
{
	enum tcn_rc rc = strip_markup(arena, doc);
	bool sure;

	if (tcn_lang_from_tag(doc->article->lang, doc->lang) ||
	    tcn_lang_from_tag(doc->article->found_lang, doc->lang) ||
	    rc != TCN_OK || doc->article->given == TCN_GIVEN_FEATURES)
		return rc;
	return tcn_lang_detect(prep->detector, prep->tokenizer, prep->stemmer,
	    doc->title, doc->text, doc->lang, &sure);
}

enum tcn_rc
tcn_prepare_lang(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *arena, char lang[TCN_LANG_BYTES])
{
	struct tcn_doc doc = { .article = article };
	enum tcn_rc rc = tcn_prepare_find_lang(prep, arena, &doc);

	strcpy(lang, doc.lang);
	return rc;
}

enum tcn_rc
tcn_prepare_lang_seen(struct tcn_prepare *prep,
    const struct tcn_article *article, struct tcn_arena *arena,
    char lang[TCN_LANG_BYTES], bool *sure)
{
	struct tcn_doc doc = { .article = article };
	enum tcn_rc rc = strip_markup(arena, &doc);

	lang[0] = '\0';
	*sure = false;
	if (rc != TCN_OK)
		return rc;
	return tcn_lang_detect(prep->detector, prep->tokenizer, prep->stemmer,
	    doc.title, doc.text, lang, sure);
}
