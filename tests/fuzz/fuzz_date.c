/*
 * A date from anywhere: it is refused with words, or lies in range and is
 * read back from its written form.
 */
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/must.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_err err = { .text = "" };
	char written[TCN_DATE_BYTES];
	int64_t ms = 0, back = 0;

	if (!tcn_utf8_valid(text))
		return 0;
	if (tcn_date_parse(text, &ms, &err) != TCN_OK) {
		must(err.text[0] != '\0');
		must(tcn_utf8_valid(tcn_str(err.text)));
		return 0;
	}
	must(ms >= TCN_DATE_MIN_MS && ms < TCN_DATE_END_MS);
	tcn_date_format(ms, written);
	must(tcn_date_parse(tcn_str(written), &back, NULL) == TCN_OK);
	must(back == ms);
	return 0;
}
