#include "engine/text/tokenizer.h"

#include <assert.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include "engine/base/mem.h"

enum kind {
	UNSEEN, /* not yet looked up */
	SEPARATOR,
	WORD, /* a letter or digit of a script with spaces */
	MARK, /* belongs to the character before it */
	RUN, /* of a script without spaces */
	APOSTROPHE,
};

struct tcn_tokenizer {
	struct tcn_segmenter *segmenter;
	const struct tcn_tokenizer_scan *user; /* who set the segmenter last */
	uint8_t
	    classes[0x10000]; /* enum kind of the characters below U+10000 */
};

/* An ASCII letter or digit in lower case, 0 for all else. */
static char
lower(char c)
{
	char small = (char)(c | 0x20);

	return tcn_ascii_is_digit(c) || (small >= 'a' && small <= 'z') ? small
								       : 0;
}

bool
tcn_tokenizer_spaceless(int32_t c)
{
	UErrorCode status = U_ZERO_ERROR;

	switch (uscript_getScript(c, &status)) {
	case USCRIPT_HAN:
	case USCRIPT_HIRAGANA:
	case USCRIPT_KATAKANA:
	case USCRIPT_THAI:
	case USCRIPT_LAO:
	case USCRIPT_KHMER:
	case USCRIPT_MYANMAR:
		return true;
	default: /* the long vowel marks are shared by both kana */
		return c == 0x30fc || c == 0xff70;
	}
}

static enum kind
classify(UChar32 c)
{
	uint32_t mask = U_MASK(u_charType(c));

	/* 0x92 is an apostrophe of Windows-1252, taken for Unicode. */
	if (c == '\'' || c == 0x92 || c == 0x2019 || c == 0x02bc || c == 0xff07)
		return APOSTROPHE;
	/* Soft hyphen and joiners: folding takes them out of the word. */
	if (c == 0xad || c == 0x200c || c == 0x200d || c == 0x2060)
		return MARK;
	if (!(mask & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK)))
		return SEPARATOR;
	if (tcn_tokenizer_spaceless(c))
		return RUN;
	return mask & U_GC_M_MASK ? MARK : WORD;
}

struct tcn_tokenizer *
tcn_tokenizer_new(void)
{
	struct tcn_tokenizer *made = tcn_mem_calloc(1, sizeof *made);

	made->segmenter = tcn_segmenter_new();
	return made;
}

void
tcn_tokenizer_free(struct tcn_tokenizer *tokenizer)
{
	if (!tokenizer)
		return;
	tcn_segmenter_free(tokenizer->segmenter);
	tcn_mem_free(tokenizer);
}

/* French, Italian, Catalan and related languages join "l'", "dell'" and "qu'"
 * to the next word. */
bool
tcn_tokenizer_elides(const char *lang)
{
	static const char langs[][4] = { "fr", "it", "ca", "oc", "fur", "sc" };

	for (size_t i = 0; i < sizeof langs / sizeof *langs; i++) {
		if (*lang == *langs[i] && strcmp(lang, langs[i]) == 0)
			return true;
	}
	return false;
}

void
tcn_tokenizer_scan(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang)
{
	scan->tokenizer = tokenizer;
	scan->at = text.at;
	scan->end = text.at + text.n;
	scan->in_run = false;
	scan->block = NULL;
	scan->elides = tcn_tokenizer_elides(lang);
	scan->chinese = strcmp(lang, "zh") == 0;
	scan->scalar = false;
	scan->out = NULL;
}

void
tcn_tokenizer_scan_scalar(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang)
{
	tcn_tokenizer_scan(scan, tokenizer, text, lang);
	scan->scalar = true;
}

/* The class of the character at p; *next is where it ends. */
static enum kind
class_at(const struct tcn_tokenizer_scan *scan, const char *p,
    const char **next)
{
	const uint8_t *bytes = (const uint8_t *)p;
	int32_t left = scan->end - p < 4 ? (int32_t)(scan->end - p) : 4;
	int32_t i = 0;
	UChar32 c;

	if (left <= 0) {
		*next = p;
		return SEPARATOR;
	}
	U8_NEXT(bytes, i, left, c);
	*next = p + i;
	if (c < 0)
		return SEPARATOR;
	/* Looked up once: ICU takes longer than reading the character, and a
	 * text has few of the characters below U+10000, so that they are not
	 * all looked up when a tokenizer is made. */
	if (c >= 0x10000)
		return classify(c);
	if (scan->tokenizer->classes[c] == UNSEEN)
		scan->tokenizer->classes[c] = (uint8_t)classify(c);
	return (enum kind)scan->tokenizer->classes[c];
}

static bool
word_at(const struct tcn_tokenizer_scan *scan, const char *p)
{
	const char *next;

	if (p >= scan->end)
		return false;
	if ((unsigned char)*p < 0x80)
		return lower(*p) != 0;
	return class_at(scan, p, &next) == WORD;
}

static void
put_bytes(struct tcn_tokenizer_scan *scan, const char *from, const char *to)
{
	size_t n = (size_t)(to - from);

	if (scan->out->n + n > TCN_TOKEN_BYTES)
		return;
	memcpy(scan->out->word + scan->out->n, from, n);
	scan->out->n += n;
}

/*
 * Whether the word goes on behind the apostrophe that ends at p. If it ends,
 * what belongs to the apostrophe is skipped.
 */
static bool
apostrophe(struct tcn_tokenizer_scan *scan, const char *p)
{
	if (!word_at(scan, p))
		return false;
	if ((*p == 's' || *p == 'S') && !word_at(scan, p + 1)) {
		scan->at = p + 1;
		return false;
	}
	scan->at = p;
	return !scan->elides;
}

/* Whether a number goes on: "13.8" is one word, "1,000" becomes 1000. */
static bool
number_goes_on(struct tcn_tokenizer_scan *scan)
{
	const char *p = scan->at;
	const char *q = p + 1;
	bool thousands;

	if ((*p != '.' && *p != ',') || !tcn_ascii_is_digit(p[-1]) ||
	    q >= scan->end || !tcn_ascii_is_digit(*q) ||
	    !tcn_ascii_is_digit(scan->out->word[0]))
		return false;
	while (q < scan->end && tcn_ascii_is_digit(*q))
		q++;
	thousands = *p == ',' && q - p == 4;
	if (!thousands && scan->out->n < TCN_TOKEN_BYTES)
		scan->out->word[scan->out->n++] = '.';
	scan->at++;
	return true;
}

/* Whether initials go on: "U.S.", "p.m.", single letters with full stops. */
static bool
initials_go_on(struct tcn_tokenizer_scan *scan, const char *start)
{
	const char *p = scan->at;
	bool single = p - start == 1 || (p - start > 2 && p[-2] == '.');

	if (*p != '.' || !single || tcn_ascii_is_digit(p[-1]) ||
	    p + 1 >= scan->end || !lower(p[1]) || tcn_ascii_is_digit(p[1]) ||
	    word_at(scan, p + 2))
		return false;
	scan->at++;
	return true;
}

/* Skips an address, when the word that ends here is its scheme or "www". */
static bool
skip_url(struct tcn_tokenizer_scan *scan)
{
	const char *p = scan->at;
	size_t left = (size_t)(scan->end - p);
	bool found = (left > 3 && memcmp(p, "://", 3) == 0) ||
	    (left > 1 && *p == '.' && scan->out->n == 3 &&
		memcmp(scan->out->word, "www", 3) == 0);

	if (!found)
		return false;
	while (p < scan->end && (unsigned char)*p > ' ' &&
	    (unsigned char)*p < 0x7f && !strchr("<>\"", *p))
		p++;
	scan->at = p;
	return true;
}

/* Takes ASCII letters and digits, in lower case. */
static void
ascii_part(struct tcn_tokenizer_scan *scan)
{
	const char *p = scan->at;
	size_t n = scan->out->n;
	char c;

	while (p < scan->end && (c = lower(*p))) {
		scan->out->word[n] = c;
		n += n < TCN_TOKEN_BYTES;
		p++;
	}
	scan->at = p;
	scan->out->n = n;
}

/*
 * Takes what may stand in a word beside ASCII letters and digits; whether the
 * word goes on. Clears *ascii when what was taken is not ASCII.
 */
static bool
other_part(struct tcn_tokenizer_scan *scan, const char *start, bool tag,
    bool *ascii)
{
	const char *p = scan->at;
	const char *next;

	if (*p == '_' && tag) {
		put_bytes(scan, p, p + 1);
		scan->at++;
		return true;
	}
	if (*p == '.' || *p == ',')
		return number_goes_on(scan) || initials_go_on(scan, start);
	if (*p == '\'')
		return apostrophe(scan, p + 1);
	if ((unsigned char)*p < 0x80)
		return false;
	switch (class_at(scan, p, &next)) {
	case WORD:
	case MARK:
		put_bytes(scan, p, next);
		scan->at = next;
		*ascii = false;
		return true;
	case APOSTROPHE:
		return apostrophe(scan, next);
	default:
		return false;
	}
}

/* Completes the token; false when its word is empty. */
static bool
emit(struct tcn_tokenizer_scan *scan, const char *start, const char *end,
    bool ascii)
{
	struct tcn_tokenizer_token *token = scan->out;

	token->surface = (struct tcn_str){ start, (size_t)(end - start) };
	token->ascii = ascii;
	token->segmented = TCN_SEGMENTER_NONE;
	if (token->n < TCN_TOKEN_PAD)
		memset(token->word + token->n, 0, TCN_TOKEN_PAD - token->n);
	return token->n > 0;
}

/* Takes a word of a script with spaces; false when there is none after all. */
static bool
spaced_word(struct tcn_tokenizer_scan *scan, bool tag)
{
	const char *start = scan->at;
	const char *surface_end;
	bool ascii = true;

	scan->out->n = 0;
	do {
		ascii_part(scan);
		surface_end = scan->at;
	} while (scan->at < scan->end && *scan->at != ' ' &&
	    other_part(scan, start, tag, &ascii));
	if (ascii && scan->at < scan->end && skip_url(scan))
		return false;
	if (scan->at < scan->end && *scan->at == '.') {
		/* Skips the possessive of initials, behind their full stop:
		 * "the U.K.'s". */
		const char *p = scan->at + 1;
		const char *next;

		if (p < scan->end && class_at(scan, p, &next) == APOSTROPHE &&
		    next < scan->end && (*next | 32) == 's' &&
		    !word_at(scan, next + 1))
			scan->at = next + 1;
	}
	return emit(scan, start, surface_end, ascii);
}

/* Sets the segmenter to the run of spaceless script that begins here. */
static void
open_run(struct tcn_tokenizer_scan *scan)
{
	struct tcn_tokenizer *tokenizer = scan->tokenizer;
	struct tcn_str run = { scan->at, 0 };
	const char *p = scan->at;
	const char *next = p;
	enum kind found = RUN;

	while (p < scan->end && (found == RUN || found == MARK)) {
		run.n = (size_t)(p - run.at);
		found = class_at(scan, p, &next);
		if (found == RUN || found == MARK) {
			p = next;
			run.n = (size_t)(p - run.at);
		}
	}
	tcn_segmenter_open(tokenizer->segmenter, run, scan->chinese);
	scan->at += run.n;
	scan->in_run = true;
	tokenizer->user = scan;
}

/* Takes the segmenter's next word; false when there is none. */
static bool
run_word(struct tcn_tokenizer_scan *scan)
{
	enum tcn_segmenter_kind kind;
	struct tcn_str word;
	size_t n;

	assert(scan->tokenizer->user == scan); /* no other scan came between */
	scan->in_run =
	    tcn_segmenter_next(scan->tokenizer->segmenter, &word, &kind);
	if (!scan->in_run)
		return false;
	n = word.n > TCN_TOKEN_BYTES ? TCN_TOKEN_BYTES : word.n;
	scan->out->n = 0;
	put_bytes(scan, word.at, word.at + n);
	if (!emit(scan, word.at, word.at + word.n, false))
		return false;
	scan->out->segmented = kind;
	return true;
}

/* Classifies the block that begins at p, which lies before the end. Kept out of
 * line, as its array would cost each word a check of the stack. */
static __attribute__((noinline)) void
load_block(struct tcn_tokenizer_scan *scan, const char *p)
{
	size_t left = (size_t)(scan->end - p);
	char tail[TCN_ASCII_BLOCK] = { 0 };

	scan->block = p;
	if (left < sizeof tail)
		p = memcpy(tail, p, left);
	scan->kinds = tcn_ascii_kinds(p);
}

/* The next byte that is no ASCII separator, or the end; it is in the block. */
static const char *
skip_separators(struct tcn_tokenizer_scan *scan)
{
	const char *p = scan->at;

	while (p < scan->end) {
		size_t at = (size_t)(p - scan->block);
		uint64_t any;

		if (!scan->block || at >= TCN_ASCII_BLOCK) {
			load_block(scan, p);
			at = 0;
		}
		any = (scan->kinds.alnum | scan->kinds.high) >> at;
		if (any)
			return p + __builtin_ctzll(any);
		p = scan->block + TCN_ASCII_BLOCK;
	}
	return scan->end;
}

/*
 * How many ASCII letters and digits stand at p, at least one; 0 when they fill
 * a block.
 */
static size_t
plain_bytes(struct tcn_tokenizer_scan *scan, const char *p)
{
	unsigned at = (unsigned)(p - scan->block);
	uint64_t others = ~scan->kinds.alnum >> at;

	if (!others && at > 0) { /* the word leaves the block */
		load_block(scan, p);
		others = ~scan->kinds.alnum;
	}
	return others ? (size_t)__builtin_ctzll(others) : 0;
}

/* Whether what stands at p, behind n letters and digits, may be part of the
 * word. */
static bool
may_go_on(const struct tcn_tokenizer_scan *scan, const char *p, size_t n)
{
	unsigned char c, next;

	if (p == scan->end || *p == ' ')
		return false;
	c = (unsigned char)*p;
	if (c != '.' && c != ',')
		return c >= 0x80 || c == '\'' || c == '_' || c == ':';
	if (p + 1 == scan->end)
		return false;
	next = (unsigned char)p[1];
	return lower((char)next) || next >= 0x80 || next == '\'' || n == 3;
}

/*
 * Makes a token of the n ASCII letters and digits at p, where `left` bytes may
 * be read. Or-ing 0x20 makes them small: it changes neither small letters nor
 * digits.
 */
static void
put_plain(struct tcn_tokenizer_token *token, const char *p, size_t n,
    size_t left)
{
	const uint64_t small = UINT64_C(0x2020202020202020), all = UINT64_MAX;
	uint64_t first, second;

	assert(n > 0 && n <= left && n <= TCN_ASCII_BLOCK);
	token->surface = (struct tcn_str){ p, n };
	token->n = n;
	token->ascii = true;
	token->segmented = TCN_SEGMENTER_NONE;
	if (n > TCN_TOKEN_PAD || left < TCN_TOKEN_PAD) {
		memset(token->word, 0, TCN_TOKEN_PAD);
		for (size_t i = 0; i < n; i++)
			token->word[i] = (char)(p[i] | 0x20);
		return;
	}
	first = tcn_ascii_load(p) | small;
	second = tcn_ascii_load(p + 8) | small;
	first &= n < 8 ? ~(all << 8 * n) : all;
	second &= n > 8 ? all >> 8 * (16 - n) : 0;
	tcn_ascii_store(token->word, first);
	tcn_ascii_store(token->word + 8, second);
}

/*
 * The fast path: takes the next word when it is ASCII and what follows cannot
 * belong to it. False: nothing was taken; any_word() decides, or it is the end.
 */
static bool
plain_word(struct tcn_tokenizer_scan *scan)
{
	const char *p = skip_separators(scan);
	size_t n;

	if (p == scan->end) {
		scan->at = p;
		return false;
	}
	if ((unsigned char)*p >= 0x80)
		return false;
	n = plain_bytes(scan, p);
	if (!n || may_go_on(scan, p + n, n))
		return false;
	put_plain(scan->out, p, n, (size_t)(scan->end - p));
	scan->at = p + n;
	return true;
}

/* Takes the next word of any kind. Kept out of line to keep the fast path
 * small. */
static __attribute__((noinline)) bool
any_word(struct tcn_tokenizer_scan *scan)
{
	while (scan->in_run || scan->at < scan->end) {
		const char *p = scan->at;
		const char *next;
		enum kind found;
		bool tag = false;

		if (scan->in_run) {
			if (run_word(scan))
				return true;
			continue;
		}
		while (p < scan->end && (unsigned char)*p < 0x80 &&
		    !lower(*p)) {
			tag = *p == '#' || *p == '@';
			p++;
		}
		scan->at = p;
		if (p >= scan->end)
			return false;
		found =
		    (unsigned char)*p < 0x80 ? WORD : class_at(scan, p, &next);
		if (found == RUN) {
			open_run(scan);
		} else if (found == WORD) {
			if (spaced_word(scan, tag))
				return true;
		} else {
			scan->at = next;
		}
	}
	return false;
}

bool
tcn_tokenizer_next(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer_token *token)
{
	assert(scan->tokenizer && token);
	scan->out = token;
	if (!scan->in_run && !scan->scalar && plain_word(scan))
		return true;
	return any_word(scan);
}
