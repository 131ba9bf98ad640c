/*
 * A date in words, in a language: it is none, and nothing was set, or it lies
 * in range, is the same when it is read again, and, written as RFC 3339, reads
 * as itself. The first byte chooses the language.
 */
#include "engine/base/date.h"
#include "engine/text/date_words.h"
#include "tests/fuzz/must.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const langs[] = { "", "en", "en-US", "de", "fr",
		"es", "ja", "zh-Hant", "ar", "hi", "ru", "xx-invalid" };
	struct tcn_str text = { (const char *)data + 1, size - 1 }, lang;
	char written[TCN_DATE_BYTES];
	int64_t ms = 7, again = 7;

	if (size == 0)
		return 0;
	lang = tcn_str(langs[data[0] % (sizeof langs / sizeof *langs)]);
	if (tcn_date_words(text, lang, &ms) != TCN_OK) {
		must(ms == 7);
		return 0;
	}
	must(ms >= TCN_DATE_MIN_MS && ms < TCN_DATE_END_MS);
	must(tcn_date_words(text, lang, &again) == TCN_OK && again == ms);
	tcn_date_format(ms, written);
	must(tcn_date_words(tcn_str(written), lang, &again) == TCN_OK);
	must(again == ms);
	return 0;
}
