#include "engine/text/sentence.h"

#include <assert.h>
#include <stdint.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"

#define FOLD_BYTES_MIN 30 /* a shorter line was not folded at a width */
#define WORD_BYTES_MAX 16 /* no abbreviation is longer */
#define CUT_BACK_BYTES 256 /* how far back a blank is looked for at a cut */

/*
 * Abbreviations that stand before a capital letter within a sentence. Those of
 * `numbered` do so before a figure only ("No. 5", but "He said no.").
 */
static const char titles[] =
    " adm al av brig bros capt cmdr col cpl dr drs esq etc ft gen gov hon jr "
    "lt "
    "maj messrs mlle mme mr mrs ms mt no pres prof rep reps rev sen sens sgt "
    "sr st supt vs ";
static const char numbered[] =
    " abs apr art aug bd ca cap ch dec fig feb jan jul jun kap mar no nos nov "
    "nr núm nº oct p par para pp pág roz sec sept sep str ст стр т тел ";

static const struct {
	const char *lang, *words;
	bool ordinals;
} languages[] = {
	{ "cs", " bc doc ing mgr mudr např tj tzv ", true },
	{ "da", " ca dvs fhv frk hr jf kr mio nr ", true },
	{ "de",
	    " abs bzw ca dipl evtl frhr geb ggf hr hrn fr inkl ing mag mio mrd "
	    "nr "
	    "phil sog str tel usw vgl zzgl ",
	    true },
	{ "en", "", false },
	{ "es",
	    " arq cnel dra dña ee gral ing lic lcda lcdo núm pág sra sras sres "
	    "srta ud uds uu ",
	    false },
	{ "fi", " esim mm mrd milj ns synt ", true },
	{ "fr", " art cf env fig hab me mgr mlles mmes ste éd ", false },
	{ "hu", " ifj kb pl stb u ", true },
	{ "it", " arch avv cav dott ing mons on prof sig sigg ", false },
	{ "nl", " bijv blz dhr drs ing ir jhr mej mevr mw nl ", false },
	{ "no", " bl ca dvs jf kr mill mrd ", true },
	{ "pl", " bp im in inż ks mgr np pl płk tj tys tzw ul św ", true },
	{ "pt", " cel dra exmo exma eng núm pág profa sra sras srs ", false },
	{ "ru", " гг гр им кв млн млрд напр просп проф руб св см стр тыс ул ",
	    false },
	{ "sv", " bl ca dvs fd kl kr milj ", false },
};

void
tcn_sentence_scan(struct tcn_sentence_scan *scan, struct tcn_str text,
    const char *lang)
{
	assert(scan && lang && (text.at || !text.n));
	*scan = (struct tcn_sentence_scan){
		.at = text.at,
		.end = text.n ? text.at + text.n : text.at,
		.line = text.at,
		.abbreviations = "",
	};
	if (strcmp(lang, "nb") == 0 || strcmp(lang, "nn") == 0)
		lang = "no";
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
		if (strcmp(lang, languages[i].lang) != 0)
			continue;
		scan->abbreviations = languages[i].words;
		scan->ordinals = languages[i].ordinals;
	}
}

/* The character at p, with its length in *n; U+FFFD where there is none. */
static UChar32
decode(const char *p, const char *end, size_t *n)
{
	const uint8_t *bytes = (const uint8_t *)p;
	int32_t left = end - p < 4 ? (int32_t)(end - p) : 4;
	int32_t i = 0;
	UChar32 c = 0xfffd;

	*n = 0;
	if (left <= 0)
		return c;
	U8_NEXT(bytes, i, left, c);
	*n = (size_t)i;
	return c < 0 ? 0xfffd : c;
}

/* Whether a sentence may end behind c, as its script needs no blank there. */
static bool
is_script_stop(UChar32 c)
{
	switch (c) {
	case 0x061f: /* Arabic question mark and full stop */
	case 0x06d4:
	case 0x0964: /* danda of the scripts of India */
	case 0x0965:
	case 0x104a: /* Burmese */
	case 0x104b:
	case 0x1362: /* Ethiopic */
	case 0x1367:
	case 0x17d4: /* Khmer */
	case 0x3002: /* ideographic */
	case 0xff01:
	case 0xff0e:
	case 0xff1f:
	case 0xff61:
		return true;
	default:
		return false;
	}
}

static bool
is_ascii_stop(char c)
{
	return c == '.' || c == '!' || c == '?';
}

/* Whether c closes what a sentence may end in. */
static bool
is_closing(UChar32 c)
{
	switch (c) {
	case '"':
	case '\'':
	case ')':
	case ']':
	case '}':
	case 0xbb: /* guillemets */
	case 0x2019:
	case 0x201d:
	case 0x201c: /* closes in German */
	case 0x203a:
	case 0x300d:
	case 0x300f:
	case 0x3011:
	case 0xff09:
		return true;
	default:
		return false;
	}
}

/* Bytes that a sentence may end at, or that begin a character that it may. */
static bool
is_candidate(char c)
{
	static const uint8_t table[256] = {
		['.'] = 1,
		['!'] = 1,
		['?'] = 1,
		['\n'] = 1,
		[0xd8] = 1, /* U+0600.. */
		[0xdb] = 1, /* U+06C0.. */
		[0xe0] = 1, /* U+0800.. */
		[0xe1] = 1, /* U+1000.. */
		[0xe3] = 1, /* U+3000.. */
		[0xef] = 1, /* U+F000.. */
	};

	return table[(unsigned char)c];
}

/* The first candidate in p to end, or end. Of eight bytes at a time the letters
 * and blanks of ASCII are passed over: a letter has the bit 0x40. */
static const char *
find_candidate(const char *p, const char *end)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	for (; end - p >= 8; p += 8) {
		uint64_t bytes = tcn_ascii_load(p), other = bytes ^ 0x20 * ones;

		/* The top bit of each byte that is not zero, or is beyond
		 * ASCII. */
		other = ((other & 0x7f * ones) + 0x7f * ones) | other;
		other = ((other & ~(bytes << 1)) | bytes) & 0x80 * ones;
		for (; other; other &= other - 1) {
			const char *at = p + __builtin_ctzll(other) / 8;

			if (is_candidate(*at))
				return at;
		}
	}
	while (p < end && !is_candidate(*p))
		p++;
	return p;
}

/* Whether p is a blank: one of ASCII or a no-break space; its length in *n. */
static bool
is_blank(const char *p, const char *end, size_t *n)
{
	*n = 1;
	if (tcn_ascii_is_blank(*p))
		return true;
	*n = 2;
	return end - p >= 2 && p[0] == '\xc2' && p[1] == '\xa0';
}

/* Whether a closing guillemet stands at p behind a blank, as the French set
 * it, and no word behind it; bytes of both in *n. */
static bool
is_spaced_guillemet(const char *p, const char *end, size_t *n)
{
	size_t behind;

	if (!is_blank(p, end, n) || end - p < (ptrdiff_t)*n + 2 ||
	    memcmp(p + *n, "\xc2\xbb", 2) != 0)
		return false;
	*n += 2;
	return p + *n == end || is_blank(p + *n, end, &behind);
}

/* Behind the stops and closing marks from p on, before end. */
static const char *
behind_closing(const char *p, const char *end)
{
	while (p < end) {
		size_t n;
		UChar32 c = decode(p, end, &n);

		if (!is_closing(c) && !is_script_stop(c) &&
		    !is_ascii_stop(*p) && !is_spaced_guillemet(p, end, &n))
			break;
		p += n;
	}
	return p;
}

static const char *
behind_blanks(const char *p, const char *end)
{
	size_t n;

	while (p < end && is_blank(p, end, &n))
		p += n;
	return p;
}

/* Whether list, words with a blank around each, has the word. */
static bool
has_word(const char *list, const char *word, size_t n)
{
	char wanted[WORD_BYTES_MAX + 3] = " ";

	for (size_t i = 0; i < n; i++)
		wanted[i + 1] = tcn_ascii_lower(word[i]);
	wanted[n + 1] = ' ';
	return strstr(list, wanted) != NULL;
}

/* Where the word begins that ends at p, not before from; only so far back as a
 * word that matters is long. */
static const char *
word_before(const char *p, const char *from)
{
	const char *q = p;

	while (q > from && p - q <= WORD_BYTES_MAX &&
	    (tcn_ascii_is_alnum(q[-1]) || (unsigned char)q[-1] >= 0x80))
		q--;
	return q;
}

static bool
is_number(const char *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!tcn_ascii_is_digit(word[i]))
			return false;
	return n > 0 && n <= 2;
}

/* Whether the word is a single letter, but for "a.m." and "p.m.", which end
 * sentences as often as not. */
static bool
is_initial(const char *word, size_t n, const char *from)
{
	size_t bytes;

	if (n == 0 || n > 4)
		return false;
	if (*word == 'm' && word - from >= 2 && word[-1] == '.')
		return false;
	return u_isalpha(decode(word, word + n, &bytes)) && bytes == n;
}

/* Whether the full stop at p, in a sentence from `from` on, belongs to the word
 * before it; next is what follows. */
static bool
is_abbreviation(const struct tcn_sentence_scan *scan, const char *from,
    const char *p, char next)
{
	const char *word = word_before(p, from);
	size_t n = (size_t)(p - word);

	if (n == 0 || n > WORD_BYTES_MAX)
		return false;
	if (scan->ordinals && is_number(word, n))
		return true;
	if (is_initial(word, n, from) || has_word(titles, word, n) ||
	    has_word(scan->abbreviations, word, n))
		return !has_word(numbered, word, n) || tcn_ascii_is_digit(next);
	return tcn_ascii_is_digit(next) && has_word(numbered, word, n);
}

/* Whether the character at p is a small letter. */
static bool
is_small(const char *p, const char *end)
{
	size_t n;

	if ((unsigned char)*p < 0x80)
		return *p >= 'a' && *p <= 'z';
	return u_islower(decode(p, end, &n));
}

/* Behind the quotation marks, brackets and dashes that open what stands at p:
 * no more than three. */
static const char *
behind_opening(const char *p, const char *end)
{
	for (int i = 0; i < 3 && p < end; i++) {
		size_t n;
		UChar32 c = decode(p, end, &n);
		uint32_t mask = U_MASK(u_charType(c));

		if (c != '"' && c != '\'' &&
		    !(mask & (U_GC_PS_MASK | U_GC_PI_MASK | U_GC_PD_MASK)))
			break;
		p = behind_blanks(p + n, end);
	}
	return p;
}

/* Whether the sentence from `from` on ends at its stop p, with `behind` behind
 * it and what closes there. */
static bool
ends_at(const struct tcn_sentence_scan *scan, const char *from, const char *p,
    const char *behind)
{
	const char *next;
	size_t n;

	if ((unsigned char)*p >= 0x80 || behind == scan->end)
		return true;
	if (!is_blank(behind, scan->end, &n))
		return false;
	next = behind_blanks(behind, scan->end);
	next = behind_opening(next, scan->end);
	if (next == scan->end)
		return true;
	if (is_small(next, scan->end))
		return false;
	return *p != '.' || behind != p + 1 ||
	    !is_abbreviation(scan, from, p, *next);
}

/*
 * Whether the line feed at p was put in by folding at a width, not by the
 * writer. One behind a stop has not ended the sentence, or it would not be
 * looked at.
 */
static bool
is_fold(const struct tcn_sentence_scan *scan, const char *p)
{
	const char *last = p;
	unsigned char next;

	if (p + 1 == scan->end)
		return false;
	next = (unsigned char)p[1];
	if (next == '$' || is_small(p + 1, scan->end))
		return true;
	if (last > scan->line && last[-1] == '\r')
		last--;
	/* Scripts without spaces, beyond U+0800, are not folded. */
	return last - scan->line >= FOLD_BYTES_MIN && next > ' ' &&
	    next < 0xe0 && !strchr(":;\"", last[-1]);
}

/* Where a sentence of the greatest length, from `from` on, is cut: at a blank
 * or between two characters. */
static const char *
cut_at(const char *from)
{
	const char *last = from + TCN_SENTENCE_BYTES;
	const char *p = last;

	for (; last - p < CUT_BACK_BYTES; p--)
		if (tcn_ascii_is_blank(p[-1]))
			return p;
	for (p = last; last - p < 4; p--)
		if (((unsigned char)*p & 0xc0) != 0x80)
			return p;
	return last;
}

/* Where the sentence that begins at `from` ends. */
static const char *
find_end(struct tcn_sentence_scan *scan, const char *from)
{
	const char *limit = scan->end;
	const char *p = from;

	if (limit - from > TCN_SENTENCE_BYTES)
		limit = from + TCN_SENTENCE_BYTES;
	for (;;) {
		const char *behind;
		size_t n = 1;

		p = find_candidate(p, limit);
		if (p >= limit)
			return limit == scan->end ? limit : cut_at(from);
		if (*p == '\n') {
			if (!is_fold(scan, p))
				return p;
			scan->line = ++p;
			continue;
		}
		if ((unsigned char)*p >= 0x80 &&
		    !is_script_stop(decode(p, scan->end, &n))) {
			p += n;
			continue;
		}
		behind = behind_closing(p + n, limit);
		if (behind < limit || limit == scan->end) {
			if (ends_at(scan, from, p, behind))
				return behind;
		}
		p = behind;
	}
}

bool
tcn_sentence_next(struct tcn_sentence_scan *scan, struct tcn_str *sentence)
{
	const char *from = scan->at;

	assert(scan && sentence);
	for (size_t n; from < scan->end && is_blank(from, scan->end, &n);
	     from += n)
		if (*from == '\n')
			scan->line = from + 1;
	if (from >= scan->end) {
		scan->at = scan->end;
		return false;
	}
	scan->at = find_end(scan, from);
	*sentence =
	    tcn_str_trim((struct tcn_str){ from, (size_t)(scan->at - from) });
	return true;
}
