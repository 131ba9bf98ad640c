#include "engine/text/stopwords.h"

#include <assert.h>

const struct tcn_sections_file tcn_stopwords_files[] = {
#include "engine/text/words_data.h"
};
const size_t tcn_stopwords_files_n =
    sizeof tcn_stopwords_files / sizeof *tcn_stopwords_files;

const char *
tcn_stopwords_file(const char *lang)
{
	assert(lang);
	if (strcmp(lang, "nb") == 0 || strcmp(lang, "nn") == 0)
		lang = "no";
	for (size_t i = 0; i < tcn_stopwords_files_n; i++)
		if (strcmp(tcn_stopwords_files[i].name, lang) == 0)
			return tcn_stopwords_files[i].text;
	return "";
}

struct tcn_sections_words
tcn_stopwords_of(const char *lang)
{
	return tcn_sections_words(tcn_stopwords_file(lang), "stop words");
}

struct tcn_sections_words
tcn_stopwords_sayings(const char *lang)
{
	return tcn_sections_words(tcn_stopwords_file(lang), "verbs of saying");
}
