#include <string.h>

#include "engine/item/prepare_impl.h"
#include "engine/text/lang.h"
#include "engine/text/markup.h"

static void
strip_markup(struct tcn_arena *arena, struct tcn_doc *doc)
{
	doc->title = doc->article->title;
	doc->text = doc->article->text;
	if (doc->article->plain)
		return;
	tcn_markup_strip(doc->title, arena, &doc->title);
	tcn_markup_strip(doc->text, arena, &doc->text);
}

void
tcn_prepare_find_lang(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc)
{
	bool sure;

	strip_markup(arena, doc);
	if (!tcn_lang_from_tag(doc->article->lang, doc->lang) &&
	    !tcn_lang_from_tag(doc->article->found_lang, doc->lang) &&
	    doc->article->given != TCN_GIVEN_FEATURES)
		tcn_lang_detect(prep->detector, prep->tokenizer, prep->stemmer,
		    doc->title, doc->text, doc->lang, &sure);
}

void
tcn_prepare_lang(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *arena, char lang[TCN_LANG_BYTES])
{
	struct tcn_doc doc = { .article = article };

	tcn_prepare_find_lang(prep, arena, &doc);
	strcpy(lang, doc.lang);
}

void
tcn_prepare_lang_detected(struct tcn_prepare *prep,
    const struct tcn_article *article, struct tcn_arena *arena,
    char lang[TCN_LANG_BYTES], bool *sure)
{
	struct tcn_doc doc = { .article = article };

	strip_markup(arena, &doc);
	lang[0] = '\0';
	*sure = false;
	tcn_lang_detect(prep->detector, prep->tokenizer, prep->stemmer,
	    doc.title, doc.text, lang, sure);
}
