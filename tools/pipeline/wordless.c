#include "tools/pipeline/wordless.h"

#include <stddef.h>

void
tcn_wordless_count(struct tcn_wordless *w, const struct tcn_doc *doc)
{
	bool without = !doc->words_n && !doc->terms_n;

	if (w->items == TCN_WORDLESS_ITEMS)
		return;
	w->items++;
	w->without += without;
	w->vectors += without && doc->article->vector_n;
}

const char *
tcn_wordless_say(struct tcn_wordless *w, bool ended)
{
	if (w->said || (w->items < TCN_WORDLESS_ITEMS && !ended) ||
	    w->without * 2 <= w->items)
		return NULL;
	w->said = true;
	return w->vectors * 2 > w->without
	    ? "these items have no words: rule story counts them by their "
	      "vectors (story.vector_join)"
	    : "these items carry neither words nor vectors: rule story finds "
	      "no stories in them; rule similar counts them by their "
	      "fingerprints (rules.kind)";
}
