#include "tools/feeds/charset.h"

#include <stdint.h>
#include <strings.h>
#include <unicode/ucnv.h>

#include "engine/base/utf8.h"

#define HEAD_BYTES 1024 /* a document names its encoding this early */
#define NAME_BYTES 40
#define FALLBACK   "windows-1252"

/* First bytes of a document that tell its encoding. */
static const struct {
	struct tcn_str bytes;
	size_t skip; /* how many of them are not text */
	const char *name;
} marks[] = {
	{ TCN_STR("\xef\xbb\xbf"), 3, "UTF-8" },
	{ TCN_STR("\xff\xfe\0\0"), 4, "UTF-32LE" },
	{ TCN_STR("\0\0\xfe\xff"), 4, "UTF-32BE" },
	{ TCN_STR("\xff\xfe"), 2, "UTF-16LE" },
	{ TCN_STR("\xfe\xff"), 2, "UTF-16BE" },
	{ TCN_STR("<\0"), 0, "UTF-16LE" },
	{ TCN_STR("\0<"), 0, "UTF-16BE" },
};

/* Copies the name that s begins with as a C string; false when there is none,
 * or none that an encoding could have. */
static bool
take_name(struct tcn_str s, char name[NAME_BYTES])
{
	size_t n = 0;

	s = tcn_str_trim(s);
	while (s.n && (*s.at == '"' || *s.at == '\'')) {
		s.at++;
		s.n--;
	}
	while (n < s.n && !strchr("\"'<>;/?, \t\r\n", s.at[n]))
		n++;
	if (n == 0 || n >= NAME_BYTES)
		return false;
	memcpy(name, s.at, n);
	name[n] = '\0';
	return true;
}

/* Copies the value that follows `word` and an equals sign in the document's
 * head; false when there is none. */
static bool
named_by(struct tcn_str head, const char *word, char name[NAME_BYTES])
{
	size_t word_n = strlen(word);

	for (size_t i = 0; i + word_n < head.n; i++) {
		struct tcn_str rest = { head.at + i + word_n,
			head.n - i - word_n };

		if (strncasecmp(head.at + i, word, word_n) != 0)
			continue;
		while (rest.n && (*rest.at == ' ' || *rest.at == '\t')) {
			rest.at++;
			rest.n--;
		}
		if (rest.n == 0 || *rest.at != '=')
			continue;
		rest.at++;
		rest.n--;
		if (take_name(rest, name))
			return true;
	}
	return false;
}

static bool
names_itself(struct tcn_str bytes, char name[NAME_BYTES])
{
	struct tcn_str head = { bytes.at,
		bytes.n < HEAD_BYTES ? bytes.n : HEAD_BYTES };
	const char *end;

	if (head.n > 5 && memcmp(head.at, "<?xml", 5) == 0) {
		end = memchr(head.at, '>', head.n);
		head.n = end ? (size_t)(end - head.at) : head.n;
		return named_by(head, "encoding", name);
	}
	return named_by(head, "charset", name);
}

static UConverter *
open_converter(const char *name)
{
	UErrorCode failed = U_ZERO_ERROR;
	UConverter *to;

	if (strcasecmp(name, "ISO-8859-1") == 0 ||
	    strcasecmp(name, "latin1") == 0 ||
	    strcasecmp(name, "US-ASCII") == 0 || strcasecmp(name, "ASCII") == 0)
		name = FALLBACK;
	to = ucnv_open(name, &failed);
	return U_SUCCESS(failed) ? to : NULL;
}

static enum tcn_rc
convert(UConverter *from, struct tcn_str bytes, struct tcn_arena *arena,
    struct tcn_str *utf8)
{
	UErrorCode failed = U_ZERO_ERROR;
	int32_t n, room;
	char *at;

	if (bytes.n > INT32_MAX / 4)
		return TCN_NOMEM;
	room = (int32_t)bytes.n * 3 + 1;
	at = tcn_arena_alloc(arena, (size_t)room);
	if (!at)
		return TCN_NOMEM;
	n = ucnv_toAlgorithmic(UCNV_UTF8, from, at, room, bytes.at,
	    (int32_t)bytes.n, &failed);
	if (failed == U_BUFFER_OVERFLOW_ERROR) {
		failed = U_ZERO_ERROR;
		room = n + 1;
		at = tcn_arena_alloc(arena, (size_t)room);
		if (!at)
			return TCN_NOMEM;
		n = ucnv_toAlgorithmic(UCNV_UTF8, from, at, room, bytes.at,
		    (int32_t)bytes.n, &failed);
	}
	if (U_FAILURE(failed))
		return TCN_NOMEM;
	*utf8 = (struct tcn_str){ at, (size_t)n };
	return TCN_OK;
}

/* The converter of the first name that ICU knows; NULL: out of memory. */
static UConverter *
choose(struct tcn_str bytes, struct tcn_str named)
{
	char name[NAME_BYTES];
	UConverter *from = NULL;

	if (take_name(named, name))
		from = open_converter(name);
	if (!from && names_itself(bytes, name))
		from = open_converter(name);
	/* The name says UTF-8, and the bytes are not; or UTF-16, in which the
	 * name itself could not have been read. */
	if (from &&
	    (ucnv_getType(from) == UCNV_UTF8 || ucnv_getMinCharSize(from) > 1))
		from = (ucnv_close(from), NULL);
	return from ? from : open_converter(FALLBACK);
}

static bool
has_beyond_ascii(struct tcn_str s)
{
	return tcn_utf8_ascii_n(s) < s.n;
}

enum tcn_rc
tcn_charset_utf8(struct tcn_str bytes, struct tcn_str named,
    struct tcn_arena *arena, struct tcn_str *utf8)
{
	const char *mark = NULL;
	UConverter *from;
	enum tcn_rc rc;

	for (size_t i = 0; i < sizeof marks / sizeof *marks && !mark; i++) {
		if (bytes.n < marks[i].bytes.n ||
		    memcmp(bytes.at, marks[i].bytes.at, marks[i].bytes.n) != 0)
			continue;
		mark = marks[i].name;
		bytes.at += marks[i].skip;
		bytes.n -= marks[i].skip;
	}
	*utf8 = bytes;
	if (bytes.n == 0)
		return TCN_OK;
	if ((!mark || strcmp(mark, "UTF-8") == 0) && tcn_utf8_valid(bytes) &&
	    (mark || has_beyond_ascii(bytes)))
		return TCN_OK;
	from = mark ? open_converter(mark) : choose(bytes, named);
	if (!from)
		return TCN_NOMEM;
	rc = convert(from, bytes, arena, utf8);
	ucnv_close(from);
	return rc;
}
