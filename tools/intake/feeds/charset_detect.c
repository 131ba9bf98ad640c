#include "tools/intake/feeds/charset_impl.h"

#include <strings.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"

#define ESCAPE       '\x1b'
#define SAMPLE_BYTES 8000 /* ICU's detector looks at no more */
#define SCAN_BYTES   ((size_t)1 << 20) /* to fill a sample */
#define RUN_BYTES    4 /* a run of so many is no Latin word with accents */
#define FOREIGN_MIN  12 /* bytes that can speak against a Latin name */
#define ANY_MIN      120 /* bytes that can speak against any other */
#define EAST_MIN     20 /* bytes that can speak for another Latin one */
#define PAIRS_MIN    120 /* score of an encoding of several bytes */
#define DENSE_MIN    8 /* bytes of a text that cannot be Latin */
#define PAIRS_LEAST  20 /* score then */
#define PAIRS_MORE   50 /* by which it outdoes a claimed one */
#define THAI_SURE    400 /* bytes of Thai that are nothing else */
#define WORDS_MIN    12 /* score of one byte a character */
#define WORDS_SURE   40 /* the same, to outdo a claimed one */

enum kind {
	LATIN, /* one byte a character, letters mostly ASCII */
	OTHER, /* one byte a character, letters beyond ASCII */
	PAIRS, /* several bytes a character */
	ESCAPED, /* escape sequences and ASCII */
	KINDS_N
};

/* What ICU's detector may say, what that is read as, and its kind. An encoding
 * is read as the one that extends it. */
static const struct encoding {
	const char *icu, *name;
	enum kind kind;
	char family; /* the same when the detector does not tell them apart */
} encodings[] = {
	{ "Big5", "Big5", PAIRS, 0 },
	{ "EUC-JP", "EUC-JP", PAIRS, 0 },
	{ "EUC-KR", "EUC-KR", PAIRS, 0 },
	{ "GB18030", "GB18030", PAIRS, 0 },
	{ "ISO-2022-CN", "ISO-2022-CN", ESCAPED, 0 },
	{ "ISO-2022-JP", "ISO-2022-JP", ESCAPED, 0 },
	{ "ISO-2022-KR", "ISO-2022-KR", ESCAPED, 0 },
	{ "ISO-8859-1", "windows-1252", LATIN, 'w' },
	{ "ISO-8859-2", "ISO-8859-2", LATIN, 'e' },
	{ "ISO-8859-4", "ISO-8859-4", LATIN, 'b' },
	{ "ISO-8859-5", "ISO-8859-5", OTHER, 0 },
	{ "ISO-8859-6", "ISO-8859-6", OTHER, 'a' },
	{ "ISO-8859-7", "ISO-8859-7", OTHER, 'g' },
	{ "ISO-8859-8", "windows-1255", OTHER, 'h' },
	{ "ISO-8859-8-I", "windows-1255", OTHER, 'h' },
	{ "ISO-8859-9", "windows-1254", LATIN, 't' },
	{ "KOI8-R", "KOI8-U", OTHER, 0 },
	{ "Shift_JIS", "Shift_JIS", PAIRS, 0 },
	{ "TIS-620", "windows-874", OTHER, 0 },
	{ "windows-1250", "windows-1250", LATIN, 'e' },
	{ "windows-1251", "windows-1251", OTHER, 0 },
	{ "windows-1252", "windows-1252", LATIN, 'w' },
	{ "windows-1253", "windows-1253", OTHER, 'g' },
	{ "windows-1254", "windows-1254", LATIN, 't' },
	{ "windows-1255", "windows-1255", OTHER, 'h' },
	{ "windows-1256", "windows-1256", OTHER, 'a' },
	{ "windows-1257", "windows-1257", LATIN, 'b' },
};

#define ENCODINGS_N (sizeof encodings / sizeof *encodings)

/*
 * ICU's detector does not know the languages of the Baltic. What they have
 * beyond ASCII in an encoding are these letters, small ones, and hardly
 * another; those of `marks`, s and z with a caron and the like, are no letters
 * of other languages that have the rest.
 */
static const struct alphabet {
	const char *encoding, *letters, *marks;
} alphabets[] = {
	/* Estonian, Lithuanian, Latvian; in 1257 these are also ISO-8859-13 */
	{ "windows-1257", "\xe4\xf0\xf5\xf6\xfc\xfe", "\xf0\xfe" },
	{ "windows-1257", "\xe0\xe1\xe6\xe8\xeb\xf0\xf8\xfb\xfe", "\xf0\xfe" },
	{ "windows-1257", "\xe2\xe7\xe8\xec\xed\xee\xef\xf0\xf2\xfb\xfe",
	    "\xf0\xfe" },
	{ "ISO-8859-4", "\xb1\xb9\xbe\xe7\xe8\xea\xec\xf9\xfe", "\xec\xfe" },
	{ "ISO-8859-4", "\xb6\xb9\xba\xbb\xbe\xe0\xe8\xef\xf1\xf3\xfe",
	    "\xba\xfe" },
};

#define ALPHABETS_N    (sizeof alphabets / sizeof *alphabets)
#define ALPHABET_LEAST 4 /* different letters of it */

struct evidence {
	struct tcn_buf all, words; /* the samples */
	size_t in_words; /* bytes in words with a byte beyond ASCII */
	size_t high; /* of these, beyond ASCII */
	size_t in_runs; /* of these, in runs of RUN_BYTES and more */
	size_t c0_df, e0_ff; /* of these, in two rows of the code table */
	int scores[ENCODINGS_N];
	bool polish_1250; /* Polish with the letters of windows-1250 */
	bool romanian; /* letters that Romanian has and Italian has not */
	/* Bytes that tell the Latin encodings apart; see weigh_letters. */
	size_t symbols, carons, graves, c1;
	unsigned turkish; /* bits: which of three letters there are */
	bool icelandic;
	/* Of each byte, in words; capitals count as small letters. */
	size_t letters[256];
};

static bool
is_high(char c)
{
	return (unsigned char)c >= 0x80;
}

static bool
is_one_of(unsigned char c, const char *bytes)
{
	return c && strchr(bytes, (char)c);
}

/* The small letter of a capital; in all Latin encodings but those of Windows it
 * stands 16 places on in the first rows, and 32 in the others. */
static unsigned char
small(unsigned char c)
{
	if (c >= 0xc0 && c <= 0xde)
		return c + 0x20;
	return c >= 0xa1 && c <= 0xae ? c + 0x10 : c;
}

/* Whether a byte stands as a letter: what are symbols in windows-1252 do when
 * there are letters beside them, and quotation marks when they are inside. */
static bool
is_in_word(unsigned char c, char before, char after)
{
	bool behind = before >= 'a' && before <= 'z';
	bool ahead = after >= 'a' && after <= 'z';

	if (c >= 0xc0)
		return true;
	if (is_one_of(c,
		"\x8a\x8e\x9a\x9e\xb1\xb3\xb5\xb6\xb9\xba\xbc\xbe\xbf"))
		return behind || ahead;
	return c == 0xbb && behind && ahead;
}

/* Counts the bytes in a word that tell the Latin encodings apart. */
static void
take_letters(struct evidence *e, struct tcn_str word)
{
	static const char symbols[] = "\xa3\xa5\xb1\xb3\xb5\xb6\xb9\xbb\xbc"
				      "\xbe\xbf";
	static const char turkish[] = "\xf0\xfd\xfe";

	for (size_t i = 0; i < word.n; i++) {
		unsigned char c = (unsigned char)word.at[i];
		char before = i ? word.at[i - 1] : 0;
		char after = i + 1 < word.n ? word.at[i + 1] : 0;

		if (c < 0x80)
			continue;
		if (is_in_word(small(c), before, after))
			e->letters[small(c)]++;
		e->symbols += is_one_of(c, symbols) &&
		    (tcn_ascii_is_letter(before) || is_high(before)) &&
		    tcn_ascii_is_letter(after) && after >= 'a';
		e->carons += is_one_of(c, "\x8a\x8e\x9a\x9e");
		e->graves += c == 0xe8;
		e->c1 += c < 0xa0;
		if (is_one_of(c, turkish))
			e->turkish |= 1U
			    << (strchr(turkish, (char)c) - turkish);
		e->icelandic |= is_one_of(c, "\xe1\xe6\xe9\xed\xfa");
	}
}

/* Counts what a word has beyond ASCII, and takes it into the samples. */
static void
take_word(struct evidence *e, struct tcn_str word)
{
	size_t high = 0;

	for (size_t i = 0, run = 0; i <= word.n; i++) {
		unsigned char c = i < word.n ? (unsigned char)word.at[i] : 0;

		if (c < 0x80) {
			e->in_runs += run >= RUN_BYTES ? run : 0;
			run = 0;
			continue;
		}
		run++;
		high++;
		e->c0_df += c >= 0xc0 && c <= 0xdf;
		e->e0_ff += c >= 0xe0;
		e->polish_1250 |= c == 0xb9 || c == 0xa5;
		e->romanian |= c == 0xba || c == 0xe3 || c == 0xfe;
	}
	e->high += high;
	e->in_words += high ? word.n : 0;
	if (high)
		take_letters(e, word);
	if (e->all.n < SAMPLE_BYTES) {
		tcn_buf_str(&e->all, word);
		tcn_buf_char(&e->all, ' ');
	}
	if (high) {
		tcn_buf_str(&e->words, word);
		tcn_buf_char(&e->words, ' ');
	}
}

/* Where sampling begins: behind the last tag ahead of the first byte beyond
 * ASCII. */
static size_t
first_place(struct tcn_str s)
{
	size_t at = tcn_utf8_ascii_n(s);

	while (at > 0 && s.at[at - 1] != '>')
		at--;
	return at;
}

/* The place behind the tag at s.at[at]; of a CDATA section only its mark is
 * one. '<' and '>' are in no character of several bytes. */
static size_t
behind_tag(struct tcn_str s, size_t at, size_t end)
{
	static const struct tcn_str cdata = TCN_STR("<![CDATA[");
	const char *close;

	if (end - at > cdata.n && memcmp(s.at + at, cdata.at, cdata.n) == 0)
		return at + cdata.n;
	close = memchr(s.at + at, '>', end - at);
	return close ? (size_t)(close - s.at) + 1 : end;
}

static void
take_samples(struct evidence *e, struct tcn_str s)
{
	size_t at = first_place(s);
	size_t end = s.n - at < SCAN_BYTES ? s.n : at + SCAN_BYTES;

	while (at < end && e->words.n < SAMPLE_BYTES) {
		size_t from = at;

		if (s.at[at] == '<') {
			at = behind_tag(s, at, end);
			continue;
		}
		while (at < end && at - from < SAMPLE_BYTES &&
		    s.at[at] != '<' && (is_high(s.at[at]) || s.at[at] > ' '))
			at++;
		if (at > from)
			take_word(e,
			    (struct tcn_str){ s.at + from, at - from });
		else
			at++;
	}
}

/* Adds what the detector makes of a sample to the scores. */
static void
take_match(struct evidence *e, const UCharsetMatch *match, UErrorCode *failed)
{
	const char *name = ucsdet_getName(match, failed);
	const char *lang = ucsdet_getLanguage(match, failed);
	int score = ucsdet_getConfidence(match, failed);

	if (U_FAILURE(*failed))
		return;
	/* ICU has one table for both encodings, in which the Polish "a" with
	 * its hook is an "s" with a caron. */
	if (e->polish_1250 && strcmp(name, "ISO-8859-2") == 0 &&
	    strcmp(lang, "pl") == 0)
		name = "windows-1250";
	/* It takes other Romance languages for Romanian. */
	if (!e->romanian && strcmp(lang, "ro") == 0)
		return;
	for (size_t i = 0; i < ENCODINGS_N; i++)
		if (strcmp(encodings[i].icu, name) == 0)
			e->scores[i] += score;
}

static void
score_sample(struct evidence *e, struct tcn_str sample)
{
	UErrorCode failed = U_ZERO_ERROR;
	UCharsetDetector *detector = ucsdet_open(&failed);
	const UCharsetMatch **matches;
	int32_t n = 0;

	if (!detector)
		tcn_mem_end();
	ucsdet_setText(detector, sample.at,
	    (int32_t)(sample.n < SAMPLE_BYTES ? sample.n : SAMPLE_BYTES),
	    &failed);
	matches = ucsdet_detectAll(detector, &n, &failed);
	for (int32_t i = 0; U_SUCCESS(failed) && i < n; i++)
		take_match(e, matches[i], &failed);
	ucsdet_close(detector);
	if (failed == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
}

/* Whether the words have bytes that are none of the encoding's. */
static bool
has_bad(const struct evidence *e, const char *name)
{
	UErrorCode failed = U_ZERO_ERROR;
	UConverter *from = ucnv_open(name, &failed);

	if (from)
		ucnv_setToUCallBack(from, UCNV_TO_U_CALLBACK_STOP, NULL, NULL,
		    NULL, &failed);
	if (from)
		(void)ucnv_toAlgorithmic(UCNV_UTF8, from, NULL, 0, e->words.at,
		    (int32_t)e->words.n, &failed);
	ucnv_close(from);
	return failed != U_BUFFER_OVERFLOW_ERROR;
}

static size_t
row_of(const char *name)
{
	for (size_t i = 0; name && i < ENCODINGS_N; i++)
		if (strcasecmp(encodings[i].icu, name) == 0 ||
		    strcasecmp(encodings[i].name, name) == 0)
			return i;
	return ENCODINGS_N;
}

/* The best of a kind; the first in the table when all are equal. */
static size_t
best_of(const struct evidence *e, enum kind kind)
{
	size_t best = ENCODINGS_N;

	for (size_t i = 0; i < ENCODINGS_N; i++)
		if (encodings[i].kind == kind &&
		    (best == ENCODINGS_N || e->scores[i] > e->scores[best]))
			best = i;
	return best;
}

/* Whether the letters are those of the alphabet, but for a stray one. */
static bool
is_alphabet(const struct evidence *e, const struct alphabet *a)
{
	size_t all = 0, own = 0, marks = 0, kinds = 0;

	for (unsigned c = 0x80; c < 256; c++) {
		size_t n = e->letters[c];

		all += n;
		if (!is_one_of((unsigned char)c, a->letters))
			continue;
		own += n;
		kinds += n > 0;
		marks += is_one_of((unsigned char)c, a->marks) ? n : 0;
	}
	return kinds >= ALPHABET_LEAST && marks * 25 >= all &&
	    (all - own) * 20 <= all;
}

/* Puts the encoding of such an alphabet ahead of all other Latin ones. */
static void
weigh_alphabets(struct evidence *e)
{
	for (size_t i = 0; i < ALPHABETS_N; i++) {
		int most = e->scores[best_of(e, LATIN)];

		if (!is_alphabet(e, &alphabets[i]))
			continue;
		e->scores[row_of(alphabets[i].encoding)] = 2 * most + WORDS_MIN;
		return;
	}
}

/*
 * Adds to the scores what single bytes say, where there is too little text for
 * triples of letters. Symbols of windows-1252 inside of words are letters of
 * Polish, Czech or Slovak; s and z with a caron go with a c with one, which
 * windows-1252 reads as an e with a grave accent. Turkish has three letters in
 * place of Icelandic ones, and none of its vowels with an acute accent.
 */
static void
weigh_letters(struct evidence *e)
{
	size_t iso = row_of("ISO-8859-2"), windows = row_of("windows-1250");
	bool is_1250 = e->c1 || e->scores[windows] > e->scores[iso];

	if (e->symbols)
		e->scores[is_1250 ? windows : iso] +=
		    e->symbols < 3 ? 25 * (int)e->symbols : 75;
	if (e->carons && e->graves)
		e->scores[windows] += 40;
	if (e->turkish && e->icelandic)
		e->scores[row_of("windows-1252")] += 30;
	else if (e->turkish & (e->turkish - 1))
		e->scores[row_of("windows-1254")] += 30;
}

/* Whether the letters are beyond ASCII, all of them. */
static bool
is_foreign(const struct evidence *e)
{
	return e->in_runs * 2 >= e->high && e->in_runs > 0;
}

/*
 * Whether the words are Thai, which the detector does not know: bytes that
 * windows-874 has, in long words, and each vowel sign or tone mark above or
 * below a line stands behind a consonant or another mark.
 */
static bool
is_thai(const struct evidence *e)
{
	size_t marks = 0, words = 0;
	bool carries = false; /* the byte before may have a mark behind it */

	for (size_t i = 0; i < e->words.n; i++) {
		unsigned char c = (unsigned char)e->words.at[i];
		bool consonant = c >= 0xa1 && c <= 0xce;
		bool mark = c == 0xd1 || (c >= 0xd4 && c <= 0xda) ||
		    (c >= 0xe7 && c <= 0xee);
		bool quote = c == 0x85 || (c >= 0x91 && c <= 0x97);

		if ((c >= 0x80 && c <= 0xa0 && !quote) ||
		    (c >= 0xdb && c <= 0xde) || c >= 0xfc || (mark && !carries))
			return false;
		marks += mark;
		words += c == ' ';
		carries = consonant || mark;
	}
	return marks * 12 >= e->high && e->high >= words * 8;
}

/* The row of the most likely encoding, or ENCODINGS_N. */
static size_t
most_likely(const struct evidence *e)
{
	/* In most pairs of Chinese, Japanese and Korean both bytes are beyond
	 * ASCII; in Latin words with accents few bytes are. */
	size_t best = best_of(e, PAIRS);
	bool thai = is_thai(e);

	if (e->scores[best] >= PAIRS_MIN && e->high * 5 >= e->in_words * 2 &&
	    (!thai || e->high < THAI_SURE))
		return best;
	if (!is_foreign(e) && e->high >= DENSE_MIN &&
	    e->high * 5 >= e->in_words * 2 && e->scores[best] >= PAIRS_LEAST)
		return best;
	if (!is_foreign(e))
		return e->scores[best_of(e, LATIN)] >= WORDS_MIN
		    ? best_of(e, LATIN)
		    : ENCODINGS_N;
	if (thai)
		return row_of("windows-874");
	best = best_of(e, OTHER);
	if (e->scores[best] >= WORDS_MIN)
		return best;
	/* The detector knows Russian only. Most letters are small, and those
	 * of Cyrillic have a row of their own in either encoding. */
	if (e->e0_ff * 5 >= e->high * 3)
		return row_of("windows-1251");
	if (e->c0_df * 5 >= e->high * 3)
		return row_of("KOI8-U");
	return ENCODINGS_N;
}

static bool
are_one(size_t a, size_t b)
{
	return strcmp(encodings[a].name, encodings[b].name) == 0 ||
	    (encodings[a].family && encodings[a].family == encodings[b].family);
}

/* Whether the bytes speak against a claimed encoding and for the likely one. */
static bool
outdoes(const struct evidence *e, size_t likely, size_t claimed)
{
	int score = e->scores[likely], against = e->scores[claimed];

	if (are_one(likely, claimed))
		return false;
	if (encodings[likely].kind == LATIN)
		return encodings[claimed].family == 'w' &&
		    e->high >= EAST_MIN && score * 2 >= against * 3;
	if (encodings[claimed].kind == LATIN)
		return e->high >= FOREIGN_MIN;
	if (e->high < ANY_MIN)
		return false;
	if (encodings[likely].kind == PAIRS)
		return score >= against + PAIRS_MORE;
	return score >= WORDS_SURE && score >= 3 * against;
}

/* Chooses by the bytes beyond ASCII. */
static void
detect_high(struct evidence *e, struct tcn_str bytes, const char *claimed,
    const char **name)
{
	size_t likely, row = row_of(claimed);

	take_samples(e, bytes);
	if (e->high == 0 || (claimed && row == ENCODINGS_N) ||
	    (claimed && is_thai(e) && row == row_of("TIS-620")))
		return;
	score_sample(e, tcn_buf_view(&e->all));
	score_sample(e, tcn_buf_view(&e->words));
	weigh_letters(e);
	weigh_alphabets(e);
	/* Those of one byte a character are out when there are bytes that they
	 * do not have: their tables have holes, and letters of others fall into
	 * them. */
	for (size_t i = 0; i < ENCODINGS_N; i++)
		if (encodings[i].kind == OTHER && e->scores[i] > 0 &&
		    has_bad(e, encodings[i].name))
			e->scores[i] = 0;
	likely = most_likely(e);
	if (likely < ENCODINGS_N && (!claimed || outdoes(e, likely, row)))
		*name = encodings[likely].name;
}

/* Chooses by the first escape sequence and what follows. */
static void
detect_escaped(struct evidence *e, struct tcn_str from, const char **name)
{
	size_t likely;

	score_sample(e, from);
	likely = best_of(e, ESCAPED);
	if (e->scores[likely] > 0)
		*name = encodings[likely].name;
}

void
tcn_charset_detect(struct tcn_str bytes, const char *claimed, const char **name)
{
	struct evidence e = { 0 };
	size_t at = 0;

	*name = NULL;
	if (tcn_utf8_ascii_n(bytes) < bytes.n) {
		detect_high(&e, bytes, claimed, name);
	} else if (!claimed) {
		while (at < bytes.n && bytes.at[at] != ESCAPE)
			at++;
		detect_escaped(&e,
		    (struct tcn_str){ bytes.at + at, bytes.n - at }, name);
	}
	tcn_buf_fini(&e.all);
	tcn_buf_fini(&e.words);
}
