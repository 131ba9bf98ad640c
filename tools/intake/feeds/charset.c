#include "tools/intake/feeds/charset.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <strings.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/utf8.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/intake/feeds/charset_impl.h"

#define HEAD_BYTES  1024 /* a document names its encoding this early */
#define NAME_BYTES  40
#define CHANCE      4 /* characters: fewer are UTF-8 by chance */
#define DAMAGED_MIN 10 /* characters of UTF-8 that is damaged and misnamed */
#define FALLBACK    "windows-1252"
#define EBCDIC      "IBM037" /* to read what names its variant */
#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* First bytes of a document that tell its encoding. */
static const struct mark {
	struct tcn_str bytes;
	size_t skip; /* how many of them are not text */
	const char *name;
} marks[] = {
	{ TCN_STR("\xef\xbb\xbf"), 3, "UTF-8" },
	{ TCN_STR("\xff\xfe\0\0"), 4, "UTF-32LE" },
	{ TCN_STR("\0\0\xfe\xff"), 4, "UTF-32BE" },
	{ TCN_STR("\xff\xfe"), 2, "UTF-16LE" },
	{ TCN_STR("\xfe\xff"), 2, "UTF-16BE" },
	{ TCN_STR("\x4c\x6f\xa7\x94"), 0, EBCDIC },
};

/*
 * Names, as ICU normalizes them or does not know them, of encodings that are
 * part of another one; and the other one, which is meant.
 */
static const struct {
	const char *name, *meant;
} meanings[] = {
	{ "GB2312", "GB18030" },
	{ "GBK", "GB18030" },
	{ "ISO-8859-1", FALLBACK },
	{ "ISO-8859-11", "windows-874" },
	{ "ISO-8859-9", "windows-1254" },
	{ "KSC_5601", "EUC-KR" },
	{ "TIS-620", "windows-874" },
	{ "US-ASCII", FALLBACK },
	{ "macgreek", "x-mac-greek" },
	{ "maclatin2", "x-mac-centraleurroman" },
	{ "macturkish", "x-mac-turkish" },
	{ "ms-cyrl", "windows-1251" },
	{ "x-gbk", "GB18030" },
};

/* Encodings that are in use with more characters than their names promise,
 * and ICU's name for those. */
static const struct {
	const char *name, *icu;
} extensions[] = {
	{ "Big5", "Big5-HKSCS" },
	{ "EUC-KR", "windows-949-2000" },
};

/* One conversion under way. */
struct work {
	struct tcn_str bytes;
	struct tcn_arena *arena;
	struct tcn_charset_text *text;
	bool says_other; /* an encoding other than UTF-8 is named */
	bool says_pairs; /* and text in it may look like UTF-8 for a while:
			  * several bytes a character, or Thai */
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
	while (n < s.n && isgraph((unsigned char)s.at[n]) &&
	    !strchr("\"'<>;/?,", s.at[n]))
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

/* The usual name of the encoding that a name stands for; the name itself when
 * nothing is known of it. */
static const char *
usual_name(const char *name)
{
	UErrorCode failed = U_ZERO_ERROR;
	const char *usual = ucnv_getStandardName(name, "MIME", &failed);

	failed = U_ZERO_ERROR;
	if (!usual)
		usual = ucnv_getStandardName(name, "IANA", &failed);
	if (!usual)
		usual = name;
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (strcasecmp(usual, meanings[i].name) == 0)
			return meanings[i].meant;
	return usual;
}

/* Puts U+FFFD in place of bytes that are no character, and counts. ICU's own
 * substitution is a control character in some encodings. */
static void U_CALLCONV
on_bad(const void *ctx, UConverterToUnicodeArgs *args, const char *units,
    int32_t units_n, UConverterCallbackReason reason, UErrorCode *failed)
{
	static const UChar replacement[] = { 0xfffd };
	const struct work *work = ctx;

	(void)units, (void)units_n;
	if (reason > UCNV_IRREGULAR) /* the converter is reset or closed */
		return;
	work->text->replaced++;
	*failed = U_ZERO_ERROR;
	ucnv_cbToUWriteUChars(args, replacement, 1, 0, failed);
}

/* A converter of a usual name. NULL: ICU knows no such encoding. */
static UConverter *
open_converter(const struct work *work, const char *name)
{
	UErrorCode failed = U_ZERO_ERROR;
	UConverter *from;

	for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
		if (strcmp(name, extensions[i].name) == 0)
			name = extensions[i].icu;
	from = ucnv_open(name, &failed);
	if (!from)
		return NULL;
	ucnv_setToUCallBack(from, on_bad, work, NULL, NULL, &failed);
	return from;
}

static void
convert(const struct work *work, UConverter *from)
{
	UErrorCode failed = U_ZERO_ERROR;
	struct tcn_str bytes = work->bytes, bad;
	int32_t n, room;
	char *at = NULL;

	if (bytes.n > INT32_MAX / 4)
		bytes.n = INT32_MAX / 4; /* as much as ICU can count */
	room = (int32_t)bytes.n * 3 / 2 + 1;
	for (unsigned i = 0; i < 2; i++) {
		failed = U_ZERO_ERROR;
		work->text->replaced = 0;
		at = tcn_arena_alloc(work->arena, (size_t)room);
		n = ucnv_toAlgorithmic(UCNV_UTF8, from, at, room, bytes.at,
		    (int32_t)bytes.n, &failed);
		if (failed != U_BUFFER_OVERFLOW_ERROR)
			break;
		room = n + 1;
	}
	if (U_FAILURE(failed))
		tcn_mem_end();
	work->text->utf8 = (struct tcn_str){ at, (size_t)n };
	bad.at = memmem(at, (size_t)n, REPLACEMENT, 3);
	work->text->replaced_at = bad.at ? (size_t)(bad.at - at) : 0;
}

/* Converts from an encoding that ICU knows for certain. */
static void
convert_from(const struct work *work, const char *name)
{
	UConverter *from = open_converter(work, name);

	if (!from)
		tcn_mem_end();
	convert(work, from);
	ucnv_close(from);
	tcn_arena_str(work->arena, tcn_str(name), &work->text->name);
}

/* --- UTF-8 that is damaged --- */

/* Counts the characters beyond ASCII, and the places that are none. */
static void
count_sequences(struct tcn_str s, size_t *good, size_t *bad)
{
	const uint8_t *at = (const uint8_t *)s.at;
	UChar32 c;

	*good = *bad = 0;
	for (size_t i = tcn_utf8_ascii_n(s); i < s.n;) {
		U8_NEXT(at, i, s.n, c);
		*good += c >= 0x80;
		*bad += c < 0;
	}
}

/* Copies s with U+FFFD for each longest beginning of a sequence that does not
 * go on (Unicode Standard 3.9, "U+FFFD Substitution of Maximal Subparts"). */
static void
replace_bad(const struct work *work, size_t bad)
{
	struct tcn_str s = work->bytes;
	const uint8_t *from = (const uint8_t *)s.at;
	size_t to = 0;
	char *out = tcn_arena_alloc(work->arena, s.n + 2 * bad + 1);
	UChar32 c;

	work->text->replaced = bad;
	work->text->replaced_at = tcn_utf8_valid_n(s);
	for (size_t i = 0; i < s.n;) {
		size_t at = i;

		U8_NEXT(from, i, s.n, c);
		if (c < 0)
			memcpy(out + to, REPLACEMENT, 3);
		else
			memcpy(out + to, s.at + at, i - at);
		to += c < 0 ? 3 : i - at;
	}
	assert(to <= s.n + 2 * bad);
	work->text->utf8 = (struct tcn_str){ out, to };
}

/* Takes the bytes as UTF-8 when they are, but for some damage: *is says so. */
static void
try_utf8(const struct work *work, bool marked, bool *is)
{
	size_t good, bad;

	work->text->name = tcn_str("UTF-8");
	work->text->utf8 = work->bytes;
	count_sequences(work->bytes, &good, &bad);
	*is = marked || !work->says_other
	    ? marked || good >= bad
	    : (bad == 0 && (good >= CHANCE || !work->says_pairs)) ||
		(good >= DAMAGED_MIN && good >= 4 * bad);
	if (*is && bad)
		replace_bad(work, bad);
}

/* --- names that came with it --- */

/* Whether so much was replaced that the name must be wrong. */
static bool
is_wrong_for(UConverter *from, const struct work *work)
{
	size_t high = 0;

	if (ucnv_getMaxCharSize(from) < 2)
		return false;
	for (size_t i = 0; i < work->bytes.n; i++)
		high += (unsigned char)work->bytes.at[i] >= 0x80;
	return work->text->replaced * 10 > high;
}

/* Converts by a name unless the bytes speak against it; *done says whether. */
static void
try_name(const struct work *work, const char *said, bool *done)
{
	const char *name = usual_name(said), *better = NULL;
	UConverter *from = open_converter(work, name);

	if (!from)
		return;
	if (ucnv_getType(from) != UCNV_UTF8 && ucnv_getMinCharSize(from) < 2) {
		tcn_charset_detect(work->bytes, name, &better);
		if (!better)
			convert(work, from);
		*done = !better && !is_wrong_for(from, work);
	}
	ucnv_close(from);
	if (*done) {
		tcn_arena_str(work->arena, tcn_str(name), &work->text->name);
		return;
	}
	work->text->replaced = 0;
	tcn_arena_str(work->arena, tcn_str(said), &work->text->claimed);
	if (better) {
		*done = true;
		convert_from(work, better);
	}
}

/* Reads the names in order of their rank, and converts by the first that is
 * right; else by what the bytes look like. */
static void
convert_by_name(const struct work *work, struct tcn_str named)
{
	char names[2][NAME_BYTES];
	const char *found = NULL;
	bool done = false;

	if (take_name(named, names[0]))
		try_name(work, names[0], &done);
	if (!done && names_itself(work->bytes, names[1]))
		try_name(work, names[1], &done);
	if (done)
		return;
	tcn_charset_detect(work->bytes, NULL, &found);
	convert_from(work, found ? found : FALLBACK);
}

/* --- the whole --- */

/* The mark that the bytes begin with. UTF-16 and UTF-32 without one are known
 * by the zero bytes of their first characters, which are ASCII. */
static const struct mark *
find_mark(struct tcn_str bytes)
{
	static const struct mark wide[] = {
		{ TCN_STR("a\0\0\0"), 0, "UTF-32LE" },
		{ TCN_STR("\0\0\0a"), 0, "UTF-32BE" },
		{ TCN_STR("a\0a\0"), 0, "UTF-16LE" },
		{ TCN_STR("\0a\0a"), 0, "UTF-16BE" },
	};
	char zeros[4];

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (bytes.n >= marks[i].bytes.n &&
		    memcmp(bytes.at, marks[i].bytes.at, marks[i].bytes.n) == 0)
			return &marks[i];
	if (bytes.n < sizeof zeros)
		return NULL;
	for (size_t i = 0; i < sizeof zeros; i++)
		zeros[i] = bytes.at[i] ? 'a' : '\0';
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (memcmp(zeros, wide[i].bytes.at, sizeof zeros) == 0)
			return &wide[i];
	return NULL;
}

/* Converts EBCDIC: the variant is named in EBCDIC. */
static void
convert_ebcdic(const struct work *work)
{
	char name[NAME_BYTES];
	UConverter *from = NULL;

	convert_from(work, EBCDIC);
	if (!names_itself(work->text->utf8, name))
		return;
	from = open_converter(work, usual_name(name));
	if (from && ucnv_getMaxCharSize(from) == 1) {
		convert(work, from);
		tcn_arena_str(work->arena, tcn_str(usual_name(name)),
		    &work->text->name);
	}
	ucnv_close(from);
}

/* Finds out whether something other than UTF-8 is named. */
static void
look_at_name(struct work *work, struct tcn_str named)
{
	char name[NAME_BYTES];
	UConverter *from;

	if (!take_name(named, name) && !names_itself(work->bytes, name))
		return;
	work->says_other = strcmp(usual_name(name), "UTF-8") != 0;
	from = work->says_other ? open_converter(work, usual_name(name)) : NULL;
	work->says_pairs = from &&
	    ((ucnv_getMaxCharSize(from) > 1 &&
		 ucnv_getMinCharSize(from) == 1) ||
		strcmp(usual_name(name), "windows-874") == 0);
	ucnv_close(from);
}

/* Converts ASCII: it is that, or it has escape sequences, or a name says that
 * it stands for something else. */
static void
convert_ascii(const struct work *work, struct tcn_str named)
{
	const char *found = NULL;

	work->text->utf8 = work->bytes;
	work->text->name = tcn_str("UTF-8");
	if (work->bytes.n && memchr(work->bytes.at, '\x1b', work->bytes.n))
		tcn_charset_detect(work->bytes, NULL, &found);
	if (found)
		convert_from(work, found);
	else if (work->says_other)
		convert_by_name(work, named);
}

void
tcn_charset_utf8(struct tcn_str bytes, struct tcn_str named,
    struct tcn_arena *arena, struct tcn_charset_text *text)
{
	const struct mark *mark = find_mark(bytes);
	struct work work = { .bytes = bytes, .arena = arena, .text = text };
	bool is_utf8;

	assert(arena);
	*text = (struct tcn_charset_text){ 0 };
	if (mark) {
		work.bytes.at += mark->skip;
		work.bytes.n -= mark->skip;
	}
	if (mark && strcmp(mark->name, EBCDIC) == 0) {
		convert_ebcdic(&work);
		return;
	}
	if (mark && strcmp(mark->name, "UTF-8") != 0) {
		convert_from(&work, mark->name);
		return;
	}
	if (!mark)
		look_at_name(&work, named);
	if (!mark && tcn_utf8_ascii_n(bytes) == bytes.n) {
		convert_ascii(&work, named);
		return;
	}
	try_utf8(&work, mark != NULL, &is_utf8);
	if (!is_utf8)
		convert_by_name(&work, named);
}
