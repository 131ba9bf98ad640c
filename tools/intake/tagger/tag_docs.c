#include "tools/intake/tagger/tag_docs.h"

#include "tools/base/say.h"

#define DOCS_MAX 128 /* handed on at once */

enum tcn_rc
tcn_tag_docs_open(const char *dir, struct tcn_taggers **taggers,
    struct tcn_err *err)
{
	const struct tcn_taggers_conf conf = { dir, TCN_TAGGER_DEADLINE_MS };
	struct tcn_buf names = { 0 };
	enum tcn_rc rc;

	*taggers = NULL;
	if (!dir)
		return TCN_OK;
	rc = tcn_taggers_open(&conf, taggers, err);
	if (rc)
		return rc;
	tcn_taggers_names(*taggers, &names);
	if (!tcn_taggers_langs(*taggers))
		tcn_say("warning: no tagger of Apertium is installed in %s, so "
			"that articles go by their plain words; on Debian, "
			"install apertium and apertium-spa-cat, or the package "
			"of another language",
		    dir);
	else
		tcn_say("parts of speech are found by %s", names.at);
	tcn_buf_fini(&names);
	return TCN_OK;
}

/* Some docs, while they are tagged. */
struct tagging {
	struct tcn_tagger *tagger;
	const struct tcn_taggers *taggers;
	struct tcn_prepare *prep;
	struct tcn_arena *arena;
	struct tcn_doc *docs[DOCS_MAX];
	struct tcn_tagger_text texts[DOCS_MAX];
	size_t n;
};

/* Takes the tagger's words in the place of the doc's own. */
static void
take_words(void *ctx, size_t i, const struct tcn_content_word *words, size_t n)
{
	struct tagging *tagging = ctx;
	struct tcn_doc *doc = tagging->docs[i];

	tcn_prepare_tagged(tagging->prep, words, n,
	    tcn_str(tcn_taggers_name(tagging->taggers, doc->lang)),
	    tagging->arena, doc);
}

static enum tcn_rc
flush(struct tagging *tagging)
{
	enum tcn_rc rc = tcn_tagger_run(tagging->tagger, tagging->texts,
	    tagging->n, take_words, tagging);

	for (size_t i = 0; i < tagging->n && !rc; i++)
		if (tagging->docs[i]->content.source == TCN_CONTENT_WORDS) {
			/* Notes that the doc could not be tagged. */
			struct tcn_str name =
			    tcn_str(tcn_taggers_name(tagging->taggers,
				tagging->docs[i]->lang));

			tcn_arena_str(tagging->arena, name,
			    &tagging->docs[i]->content.tagger);
		}
	tagging->n = 0;
	return rc;
}

/* Whether a tagger is to be asked for its words. */
static bool
is_asked_for(const struct tagging *tagging, const struct tcn_doc *doc)
{
	return doc->content.source == TCN_CONTENT_WORDS &&
	    doc->article->content.source == TCN_CONTENT_NONE &&
	    (doc->title.n || doc->text.n) &&
	    tcn_taggers_name(tagging->taggers, doc->lang) != NULL;
}

/* The outlet's name behind a title is not of it. */
static struct tcn_str
title_of(const struct tcn_doc *doc)
{
	struct tcn_str title = doc->title;

	if (doc->suffix.n)
		title.n = (size_t)(doc->suffix.at - title.at);
	return title;
}

enum tcn_rc
tcn_tag_docs(struct tcn_tagger *tagger, struct tcn_prepare *prep,
    struct tcn_doc *const *docs, size_t n, struct tcn_arena *arena)
{
	struct tagging tagging = {
		.tagger = tagger, .prep = prep, .arena = arena
	};
	enum tcn_rc rc = TCN_OK;

	if (!tagger)
		return TCN_OK;
	tagging.taggers = tcn_tagger_shared(tagger);
	for (size_t i = 0; i < n && !rc; i++) {
		if (!is_asked_for(&tagging, docs[i]))
			continue;
		tagging.docs[tagging.n] = docs[i];
		tagging.texts[tagging.n++] = (struct tcn_tagger_text){
			.lang = docs[i]->lang,
			.title = title_of(docs[i]),
			.text = docs[i]->text,
		};
		if (tagging.n == DOCS_MAX)
			rc = flush(&tagging);
	}
	return rc || !tagging.n ? rc : flush(&tagging);
}
