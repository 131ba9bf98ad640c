#include "engine/text/stopwords.h"

#include <assert.h>

const char *
tcn_stopwords_find(const char *lang)
{
	const struct tcn_stopwords *row;

	assert(lang);
	if (strcmp(lang, "nb") == 0 || strcmp(lang, "nn") == 0)
		lang = "no";
	for (row = tcn_stopwords_table; row->lang; row++) {
		if (strcmp(row->lang, lang) == 0)
			return row->words;
	}
	return NULL;
}

struct tcn_str
tcn_stopwords_next(const char **at)
{
	const char *from = *at + strspn(*at, " ");
	struct tcn_str word = { from, strcspn(from, " ") };

	*at = from + word.n;
	return word;
}
