#include "engine/text/stopwords.h"

#include <assert.h>

const struct tcn_sections_file tcn_stopwords_files[] = {
#include "engine/text/words_data.h"
};
const size_t tcn_stopwords_files_n =
    sizeof tcn_stopwords_files / sizeof *tcn_stopwords_files;

struct tcn_stopwords
tcn_stopwords_of(const char *lang)
{
	assert(lang);
	if (strcmp(lang, "nb") == 0 || strcmp(lang, "nn") == 0)
		lang = "no";
	for (size_t i = 0; i < tcn_stopwords_files_n; i++)
		if (strcmp(tcn_stopwords_files[i].name, lang) == 0)
			return tcn_stopwords_nth(i, "stop words");
	return (struct tcn_stopwords){ 0 };
}

struct tcn_stopwords
tcn_stopwords_nth(size_t nth, const char *section)
{
	assert(nth < tcn_stopwords_files_n);
	return (struct tcn_stopwords){
		.section = section,
		.sections.rest = tcn_str(tcn_stopwords_files[nth].text),
	};
}

bool
tcn_stopwords_next(struct tcn_stopwords *words, struct tcn_str *word)
{
	bool is_heading;

	while (!words->within || !tcn_sections_part(&words->line, ' ', word)) {
		if (tcn_sections_next(&words->sections, &is_heading,
			&words->line, NULL) != TCN_OK)
			return false;
		if (is_heading) {
			words->within =
			    tcn_str_equal(words->line, tcn_str(words->section));
			words->line = (struct tcn_str){ 0 };
		}
	}
	return true;
}
