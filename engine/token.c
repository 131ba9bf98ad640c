#include "engine/token.h"

#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include "engine/mem.h"

enum kind {
	SEPARATOR,
	WORD, /* letters and digits of scripts with spaces */
	MARK, /* belongs to what stands before it */
	RUN, /* scripts without spaces */
	APOSTROPHE,
};

struct tcn_tokens {
	UBreakIterator *words;
	UText text;
	uint8_t classes[0x10000]; /* enum kind of the first plane */
};

/* ASCII letters and digits in lower case, all else 0. */
static const char lower[256] = {
	['0'] = '0',
	['1'] = '1',
	['2'] = '2',
	['3'] = '3',
	['4'] = '4',
	['5'] = '5',
	['6'] = '6',
	['7'] = '7',
	['8'] = '8',
	['9'] = '9',
	['a'] = 'a',
	['b'] = 'b',
	['c'] = 'c',
	['d'] = 'd',
	['e'] = 'e',
	['f'] = 'f',
	['g'] = 'g',
	['h'] = 'h',
	['i'] = 'i',
	['j'] = 'j',
	['k'] = 'k',
	['l'] = 'l',
	['m'] = 'm',
	['n'] = 'n',
	['o'] = 'o',
	['p'] = 'p',
	['q'] = 'q',
	['r'] = 'r',
	['s'] = 's',
	['t'] = 't',
	['u'] = 'u',
	['v'] = 'v',
	['w'] = 'w',
	['x'] = 'x',
	['y'] = 'y',
	['z'] = 'z',
	['A'] = 'a',
	['B'] = 'b',
	['C'] = 'c',
	['D'] = 'd',
	['E'] = 'e',
	['F'] = 'f',
	['G'] = 'g',
	['H'] = 'h',
	['I'] = 'i',
	['J'] = 'j',
	['K'] = 'k',
	['L'] = 'l',
	['M'] = 'm',
	['N'] = 'n',
	['O'] = 'o',
	['P'] = 'p',
	['Q'] = 'q',
	['R'] = 'r',
	['S'] = 's',
	['T'] = 't',
	['U'] = 'u',
	['V'] = 'v',
	['W'] = 'w',
	['X'] = 'x',
	['Y'] = 'y',
	['Z'] = 'z',
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
spaceless(UChar32 c)
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

	/* 0x92 is a Windows apostrophe that was taken for Unicode */
	if (c == '\'' || c == 0x92 || c == 0x2019 || c == 0x02bc || c == 0xff07)
		return APOSTROPHE;
	/* joiners, soft hyphen: folding takes them out of the word */
	if (c == 0xad || c == 0x200c || c == 0x200d || c == 0x2060)
		return MARK;
	if (!(mask & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK)))
		return SEPARATOR;
	if (spaceless(c))
		return RUN;
	return mask & U_GC_M_MASK ? MARK : WORD;
}

enum tcn_rc
tcn_tokens_new(struct tcn_tokens **tokens)
{
	struct tcn_tokens *made = tcn_calloc(1, sizeof *made);
	UErrorCode status = U_ZERO_ERROR;

	if (!made)
		return TCN_NOMEM;
	made->words = ubrk_open(UBRK_WORD, "en", NULL, 0, &status);
	if (U_FAILURE(status)) {
		tcn_free(made);
		return TCN_NOMEM;
	}
	made->text = (UText)UTEXT_INITIALIZER;
	for (UChar32 c = 0; c < 0x10000; c++)
		made->classes[c] = (uint8_t)classify(c);
	*tokens = made;
	return TCN_OK;
}

void
tcn_tokens_free(struct tcn_tokens *tokens)
{
	if (!tokens)
		return;
	ubrk_close(tokens->words);
	utext_close(&tokens->text);
	tcn_free(tokens);
}

/* French, Italian, Catalan and their kin glue "l'", "dell'", "qu'" on. */
static bool
elides(const char *lang)
{
	static const char langs[][4] = { "fr", "it", "ca", "oc", "fur", "sc" };

	for (size_t i = 0; i < sizeof langs / sizeof *langs; i++) {
		if (*lang == *langs[i] && strcmp(lang, langs[i]) == 0)
			return true;
	}
	return false;
}

void
tcn_token_scan(struct tcn_token_scan *scan, struct tcn_tokens *tokens,
    struct tcn_str text, const char *lang)
{
	scan->tokens = tokens;
	scan->at = text.at;
	scan->end = text.at + text.n;
	scan->run = scan->run_end = NULL;
	scan->elides = elides(lang);
	scan->failed = false;
	scan->n = 0;
}

/* The class of the character at p, and in *next where it ends. */
static enum kind
class_at(const struct tcn_token_scan *scan, const char *p, const char **next)
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
	return c < 0x10000 ? scan->tokens->classes[c] : classify(c);
}

static bool
word_at(const struct tcn_token_scan *scan, const char *p)
{
	const char *next;

	if (p >= scan->end)
		return false;
	if ((unsigned char)*p < 0x80)
		return lower[(unsigned char)*p] != 0;
	return class_at(scan, p, &next) == WORD;
}

static void
put(struct tcn_token_scan *scan, const char *from, const char *to)
{
	size_t n = (size_t)(to - from);

	if (scan->n + n > TCN_TOKEN_BYTES)
		return;
	memcpy(scan->word + scan->n, from, n);
	scan->n += n;
}

/*
 * The word goes on behind the apostrophe that ends at p: true. Otherwise it
 * ends, and what belongs to the apostrophe is skipped.
 */
static bool
apostrophe(struct tcn_token_scan *scan, const char *p)
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

/* Inside digits: "13.8" stays one word, "1,000" becomes 1000. */
static bool
number_goes_on(struct tcn_token_scan *scan)
{
	const char *p = scan->at;
	const char *q = p + 1;
	bool thousands;

	if ((*p != '.' && *p != ',') || !is_digit(p[-1]) || q >= scan->end ||
	    !is_digit(*q) || !is_digit(scan->word[0]))
		return false;
	while (q < scan->end && is_digit(*q))
		q++;
	thousands = *p == ',' && q - p == 4;
	if (!thousands && scan->n < TCN_TOKEN_BYTES)
		scan->word[scan->n++] = '.';
	scan->at++;
	return true;
}

/* "U.S." and "p.m.": single letters, each with its full stop. */
static bool
initials_go_on(struct tcn_token_scan *scan, const char *start)
{
	const char *p = scan->at;
	bool single = p - start == 1 || (p - start > 2 && p[-2] == '.');

	if (*p != '.' || !single || is_digit(p[-1]) || p + 1 >= scan->end ||
	    !lower[(unsigned char)p[1]] || is_digit(p[1]) ||
	    word_at(scan, p + 2))
		return false;
	scan->at++;
	return true;
}

/* At the end of a word that is only the scheme of an address: skips it. */
static bool
address(struct tcn_token_scan *scan)
{
	const char *p = scan->at;
	size_t left = (size_t)(scan->end - p);
	bool found = (left > 3 && memcmp(p, "://", 3) == 0) ||
	    (left > 1 && *p == '.' && scan->n == 3 &&
		memcmp(scan->word, "www", 3) == 0);

	if (!found)
		return false;
	while (p < scan->end && (unsigned char)*p > ' ' &&
	    (unsigned char)*p < 0x7f && !strchr("<>\"", *p))
		p++;
	scan->at = p;
	return true;
}

static void
ascii_part(struct tcn_token_scan *scan)
{
	const char *p = scan->at;
	size_t n = scan->n;
	char c;

	while (p < scan->end && (c = lower[(unsigned char)*p])) {
		scan->word[n] = c;
		n += n < TCN_TOKEN_BYTES;
		p++;
	}
	scan->at = p;
	scan->n = n;
}

/*
 * One step of a word beyond plain ASCII letters: true when it goes on. *ascii
 * is cleared when what was taken is not ASCII.
 */
static bool
other_part(struct tcn_token_scan *scan, const char *start, bool tag,
    bool *ascii)
{
	const char *p = scan->at;
	const char *next;

	if (*p == '_' && tag) {
		put(scan, p, p + 1);
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
		put(scan, p, next);
		scan->at = next;
		*ascii = false;
		return true;
	case APOSTROPHE:
		return apostrophe(scan, next);
	default:
		return false;
	}
}

/* Behind initials the possessive stands after a full stop: "the U.K.'s". */
static void
skip_possessive(struct tcn_token_scan *scan)
{
	const char *p = scan->at + 1;
	const char *next;

	if (p < scan->end && class_at(scan, p, &next) == APOSTROPHE &&
	    next < scan->end && (*next | 32) == 's' && !word_at(scan, next + 1))
		scan->at = next + 1;
}

static bool
spaced_word(struct tcn_token_scan *scan, struct tcn_token *token, bool tag)
{
	const char *start = scan->at;
	const char *surface_end;
	bool ascii = true;

	scan->n = 0;
	do {
		ascii_part(scan);
		surface_end = scan->at;
	} while (scan->at < scan->end && *scan->at != ' ' &&
	    other_part(scan, start, tag, &ascii));
	if (ascii && scan->at < scan->end && address(scan))
		return false;
	if (scan->at < scan->end && *scan->at == '.')
		skip_possessive(scan);
	*token = (struct tcn_token){
		.surface = { start, (size_t)(surface_end - start) },
		.word = scan->word,
		.n = scan->n,
		.ascii = ascii,
	};
	return scan->n > 0;
}

/* Finds the end of the run that begins here and sets the segmenter to it. */
static bool
open_run(struct tcn_token_scan *scan)
{
	struct tcn_tokens *tokens = scan->tokens;
	UErrorCode status = U_ZERO_ERROR;
	const char *p = scan->at;
	const char *next = p;
	enum kind found = RUN;

	while (p < scan->end && (found == RUN || found == MARK)) {
		scan->run_end = p;
		found = class_at(scan, p, &next);
		if (found == RUN || found == MARK)
			scan->run_end = p = next;
	}
	scan->run = scan->at;
	utext_openUTF8(&tokens->text, scan->run, scan->run_end - scan->run,
	    &status);
	ubrk_setUText(tokens->words, &tokens->text, &status);
	scan->failed = U_FAILURE(status);
	return !scan->failed;
}

static bool
run_word(struct tcn_token_scan *scan, struct tcn_token *token)
{
	int32_t to = ubrk_next(scan->tokens->words);
	const char *start = scan->at;
	const char *end = to == UBRK_DONE ? scan->run_end : scan->run + to;

	scan->n = 0;
	put(scan, start,
	    end - start > TCN_TOKEN_BYTES ? start + TCN_TOKEN_BYTES : end);
	scan->at = end;
	if (end >= scan->run_end)
		scan->run = scan->run_end = NULL;
	*token = (struct tcn_token){
		.surface = { start, (size_t)(end - start) },
		.word = scan->word,
		.n = scan->n,
	};
	return scan->n > 0;
}

bool
tcn_token_next(struct tcn_token_scan *scan, struct tcn_token *token)
{
	while (!scan->run && scan->at < scan->end) {
		const char *p = scan->at;
		const char *next;
		enum kind found;
		bool tag = false;

		while (p < scan->end && (unsigned char)*p < 0x80 &&
		    !lower[(unsigned char)*p]) {
			tag = *p == '#' || *p == '@';
			p++;
		}
		scan->at = p;
		if (p >= scan->end)
			return false;
		found =
		    (unsigned char)*p < 0x80 ? WORD : class_at(scan, p, &next);
		if (found == RUN) {
			if (!open_run(scan))
				return false;
		} else if (found == WORD) {
			if (spaced_word(scan, token, tag))
				return true;
		} else {
			scan->at = next;
		}
	}
	return scan->run && run_word(scan, token);
}
