/*
 * A language and a text of any bytes, apart by a line end: the sentences are
 * parts of the text in order, not empty and not too long, nothing but blanks
 * lies between them, and no character is split.
 */
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/text/sentence.h"
#include "tests/fuzz/must.h"

static bool
is_blank(const char *p)
{
	return (unsigned char)*p <= ' ' || *p == 0x7f ||
	    (unsigned char)*p == 0xc2 || (unsigned char)*p == 0xa0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size }, sentence;
	const char *line = size ? memchr(data, '\n', size) : NULL;
	struct tcn_sentence_scan scan;
	const char *at;
	char lang[4] = "";
	bool valid;

	if (!line)
		return 0;
	for (size_t i = 0; i < 3 && text.at + i < line; i++)
		lang[i] = text.at[i];
	text.n -= (size_t)(line + 1 - text.at);
	text.at = at = line + 1;
	valid = tcn_utf8_valid(text);
	tcn_sentence_scan(&scan, text, lang);
	while (tcn_sentence_next(&scan, &sentence)) {
		must(sentence.n > 0 && sentence.n <= TCN_SENTENCE_BYTES);
		must(sentence.at >= at);
		for (; at < sentence.at; at++)
			must(is_blank(at));
		must(!valid || tcn_utf8_valid(sentence));
		at = sentence.at + sentence.n;
	}
	for (; at < text.at + text.n; at++)
		must(is_blank(at));
	must(!tcn_sentence_next(&scan, &sentence));
	return 0;
}
