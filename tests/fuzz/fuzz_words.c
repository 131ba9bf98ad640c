/*
 * A catalogue and an Accept-Language header from anywhere. The first is refused
 * with words, or each of its messages is found and its forms end within it; of
 * the second comes a language of ours, or none.
 */
#include "engine/base/err.h"
#include "tests/fuzz/must.h"
#include "tools/tell/words/catalogue.h"
#include "tools/tell/words/words.h"

static void
try_entry(const struct tcn_catalogue *catalogue, size_t i)
{
	struct tcn_catalogue_entry entry = tcn_catalogue_at(catalogue, i);
	const char *form, *end = entry.translation.at + entry.translation.n;

	must(tcn_catalogue_find(catalogue, NULL, entry.message.at).at ==
	    entry.translation.at);
	for (size_t k = 0; (form = tcn_catalogue_form(entry.translation, k));
	     k++)
		must(form + strlen(form) <= end);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size };
	struct tcn_catalogue catalogue;
	struct tcn_err err = { .text = "" };

	must((unsigned)tcn_words_accepted(bytes) <= TCN_WORDS_AUTO);
	if (tcn_catalogue_open(bytes, &catalogue, &err) != TCN_OK) {
		must(err.text[0] != '\0');
		return 0;
	}
	for (size_t i = 0; i < catalogue.n; i++)
		try_entry(&catalogue, i);
	return 0;
}
