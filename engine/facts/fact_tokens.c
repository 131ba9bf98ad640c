#define XXH_INLINE_ALL
#include "engine/facts/fact_tokens_impl.h"

#include <assert.h>
#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"
#include "engine/facts/reading.h"

/* Where in the text the cutting is. */
struct cutter {
	struct tcn_fact_tokens *tokens;
	const char *text;
	size_t n, at;
	bool blank; /* stood before `at` */
	bool hyphen;
	bool tag;
};

/* The character at index i, with its length in *n; 0 at the end. */
static UChar32
peek(const struct cutter *cutter, size_t i, size_t *n)
{
	const uint8_t *bytes = (const uint8_t *)cutter->text + i;
	int32_t left = cutter->n - i < 4 ? (int32_t)(cutter->n - i) : 4;
	int32_t used = 0;
	UChar32 c;

	*n = 0;
	if (left == 0)
		return 0;
	if (*bytes < 0x80) {
		*n = 1;
		return *bytes;
	}
	U8_NEXT(bytes, used, left, c);
	*n = (size_t)used;
	return c < 0 ? 0xfffd : c;
}

static bool
is_letter(UChar32 c)
{
	if (c < 0x80)
		return tcn_ascii_is_letter((char)c);
	return (U_MASK(u_charType(c)) & (U_GC_L_MASK | U_GC_M_MASK)) != 0;
}

static bool
is_digit(UChar32 c)
{
	return c >= '0' && c <= '9';
}

static bool
is_blank(UChar32 c)
{
	return (c && c <= ' ') || c == 0x7f || c == 0xa0 ||
	    (c >= 0x2000 && c <= 0x200b) || c == 0x202f || c == 0x3000;
}

static bool
is_apostrophe(UChar32 c)
{
	return c == '\'' || c == 0x2019 || c == 0x2bc;
}

/* Appends a token of n bytes and steps over it; NULL: there are too many. */
static struct tcn_fact_token *
add(struct cutter *cutter, enum tcn_fact_kind kind, size_t n)
{
	struct tcn_fact_tokens *tokens = cutter->tokens;
	struct tcn_fact_token *token;

	if (tokens->n == TCN_FACT_TOKENS) {
		cutter->at = cutter->n;
		tokens->full = true;
		return NULL;
	}
	token = &tokens->at[tokens->n++];
	*token = (struct tcn_fact_token){
		.at = cutter->text + cutter->at,
		.n = n,
		.kind = kind,
		.words = 1,
		.glued = !cutter->blank && cutter->at > 0,
		.hyphen = cutter->hyphen,
		.tag = cutter->tag,
	};
	cutter->at += n;
	cutter->blank = cutter->hyphen = cutter->tag = false;
	return token;
}

/* Notes how a word is written in capitals. */
static void
note_case(struct tcn_fact_token *token)
{
	size_t letters = 0, capitals = 0;
	int32_t i = 0;

	while ((size_t)i < token->n) {
		UChar32 c;

		U8_NEXT((const uint8_t *)token->at, i, (int32_t)token->n, c);
		if (c < 0 || !is_letter(c))
			continue;
		if (u_isupper(c) || u_istitle(c)) {
			token->capital |= letters == 0;
			capitals++;
		}
		letters++;
	}
	token->capitals = letters >= 2 && capitals == letters;
	token->small = capitals < letters;
}

/* Whether "M7.9" begins here, as seismologists write: a letter that is a word
 * of its own, and a number. */
static bool
is_magnitude(const struct cutter *cutter)
{
	const char *at = cutter->text + cutter->at;
	size_t left = cutter->n - cutter->at;

	return left >= 4 && (*at == 'M' || *at == 'm') &&
	    tcn_ascii_is_digit(at[1]) && (at[2] == '.' || at[2] == ',') &&
	    tcn_ascii_is_digit(at[3]) &&
	    (left == 4 || !tcn_ascii_is_alnum(at[4]));
}

#define WORD_BYTES_MAX 120 /* no word of a table is longer */

/* Steps over a word of any script. */
static void
cut_any_word(struct cutter *cutter)
{
	struct tcn_fact_token *token;
	size_t i = cutter->at, n;
	size_t most = is_magnitude(cutter) ? 1 : WORD_BYTES_MAX;
	UChar32 c;

	while (i - cutter->at < most &&
	    (is_letter(c = peek(cutter, i, &n)) || is_digit(c) || c == 0xad))
		i += n;
	token = add(cutter, TCN_FACT_KIND_WORD, i - cutter->at);
	if (!token)
		return;
	note_case(token);
	if (cutter->tokens->words)
		tcn_fact_words_fold(&cutter->tokens->folder,
		    cutter->tokens->words->accents,
		    (struct tcn_str){ token->at, token->n }, &token->hash);
}

/* A word of ASCII, as most are. */
struct ascii_word {
	char small[WORD_BYTES_MAX]; /* in small letters: folded */
	size_t n, letters, capitals;
	bool capital; /* its first letter is one */
};

/* Reads the word at the cutter's place; false: it goes on beyond ASCII. */
static bool
read_ascii_word(const struct cutter *cutter, struct ascii_word *word)
{
	const char *at = cutter->text + cutter->at;
	size_t left = cutter->n - cutter->at, n = 0, letters = 0, capitals = 0;

	word->capital = false;
	if (left > WORD_BYTES_MAX)
		left = WORD_BYTES_MAX;
	if (is_magnitude(cutter))
		left = 1;
	for (; n < left && tcn_ascii_is_alnum(at[n]); n++) {
		bool capital = at[n] >= 'A' && at[n] <= 'Z';

		word->capital |= capital && letters == 0;
		capitals += capital;
		letters += !tcn_ascii_is_digit(at[n]);
		word->small[n] = tcn_ascii_lower(at[n]);
	}
	word->n = n;
	word->letters = letters;
	word->capitals = capitals;
	return n == left || (unsigned char)at[n] < 0x80;
}

/* What cut_any_word() does, without ICU and copying. */
static void
cut_ascii_word(struct cutter *cutter, const struct ascii_word *word)
{
	struct tcn_fact_token *token = add(cutter, TCN_FACT_KIND_WORD, word->n);

	if (!token)
		return;
	token->capital = word->capital;
	token->capitals = word->letters >= 2 && word->capitals == word->letters;
	token->small = word->capitals < word->letters;
	if (cutter->tokens->words)
		token->hash = tcn_fact_words_hash((struct tcn_str){
		    word->small, word->n });
}

static void
cut_word(struct cutter *cutter)
{
	struct tcn_fact_tokens *tokens = cutter->tokens;
	struct ascii_word word;

	if (!tokens->is_slow && read_ascii_word(cutter, &word))
		cut_ascii_word(cutter, &word);
	else
		cut_any_word(cutter);
	/* A full stop behind a single letter is part of a name. */
	if (!tokens->full && tokens->at[tokens->n - 1].n == 1 &&
	    tokens->at[tokens->n - 1].capital && cutter->at < cutter->n &&
	    cutter->text[cutter->at] == '.')
		cutter->at++;
}

/* --- numbers in digits --- */

#define PARTS_MAX  6 /* groups of digits in one number */
#define DIGITS_MAX 15

struct part {
	size_t at, n; /* digits */
	UChar32 mark; /* before it */
};

struct parts {
	struct part part[PARTS_MAX];
	size_t n;
	bool odd; /* it is no number: a time, a date, too long */
};

/* A mark that may part digits, with its length. */
static bool
is_separator(UChar32 c)
{
	return c == '.' || c == ',' || is_apostrophe(c) || c == 0xa0 ||
	    c == 0x202f || c == 0x2009;
}

/* Whether behind a blank at i stands a group of exactly three digits. */
static bool
is_blank_group(const struct cutter *cutter, size_t i, size_t before)
{
	const struct tcn_fact_words *words = cutter->tokens->words;
	size_t n = 0;

	if (!words || !words->blank_groups || before > 3 || i >= cutter->n ||
	    cutter->text[i] != ' ')
		return false;
	for (i++; i + n < cutter->n && n < 4; n++)
		if (!tcn_ascii_is_digit(cutter->text[i + n]))
			break;
	return n == 3;
}

/* Reads digits and what parts them from cutter->at on, to where it returns. */
static size_t
read_parts(const struct cutter *cutter, struct parts *parts)
{
	size_t i = cutter->at, n, step;
	UChar32 mark = 0;

	*parts = (struct parts){ 0 };
	for (;;) {
		for (n = 0; i + n < cutter->n &&
		     tcn_ascii_is_digit(cutter->text[i + n]);)
			n++;
		if (parts->n == PARTS_MAX)
			parts->odd = true;
		else
			parts->part[parts->n++] = (struct part){ i, n, mark };
		i += n;
		mark = peek(cutter, i, &step);
		if (mark == ' ' && !is_blank_group(cutter, i, n))
			return i;
		if (mark != ' ' && mark != ':' && mark != '/' &&
		    !is_separator(mark))
			return i;
		if (i + step >= cutter->n ||
		    !tcn_ascii_is_digit(cutter->text[i + step]))
			return i;
		if (mark == ':' || mark == '/')
			parts->odd = true;
		i += step;
	}
}

/* The digits of parts [from, to) as a whole number; they are few enough. */
static int64_t
digits_of(const struct cutter *cutter, const struct parts *parts, size_t from,
    size_t to)
{
	int64_t value = 0;

	for (size_t k = from; k < to; k++)
		for (size_t i = 0; i < parts->part[k].n; i++)
			value = 10 * value +
			    (cutter->text[parts->part[k].at + i] - '0');
	return value;
}

/* The thousandths that a last part is as decimals; more digits are cut. */
static int64_t
decimals_of(const struct cutter *cutter, const struct parts *parts, size_t k)
{
	int64_t value = 0;

	for (size_t i = 0; i < 3; i++) {
		value *= 10;
		if (i < parts->part[k].n)
			value += cutter->text[parts->part[k].at + i] - '0';
	}
	return value;
}

/* Whether parts [1, to) are groups of thousands behind the first; groups of
 * two are India's. */
static bool
are_groups(const struct parts *parts, size_t to)
{
	if (to < 2)
		return to == 1;
	if (parts->part[0].n > 3 || parts->part[to - 1].n != 3)
		return false;
	for (size_t k = 1; k < to; k++)
		if (parts->part[k].mark != parts->part[1].mark ||
		    parts->part[k].n < 2 || parts->part[k].n > 3)
			return false;
	return true;
}

/* Sets the values of a number; false: it is none. */
static bool
value_of(const struct cutter *cutter, const struct parts *parts,
    struct tcn_fact_token *token)
{
	size_t last = parts->n - 1, digits = 0;
	int64_t whole, fraction;

	for (size_t k = 0; k < parts->n; k++)
		digits += parts->part[k].n;
	if (parts->odd || digits > DIGITS_MAX)
		return false;
	whole = digits_of(cutter, parts, 0, last + (last == 0));
	fraction = last ? decimals_of(cutter, parts, last) : 0;
	token->decimal = whole * TCN_READING_ONE + fraction;
	token->grouped = token->decimal;
	token->year =
	    parts->n == 1 && digits == 4 && whole >= 1900 && whole <= 2099;
	if (last == 0)
		return true;
	if (are_groups(parts, parts->n)) {
		token->grouped =
		    digits_of(cutter, parts, 0, parts->n) * TCN_READING_ONE;
		if (last > 1 || parts->part[1].mark == ' ')
			token->decimal = token->grouped;
		return parts->part[0].n > 1 ||
		    cutter->text[parts->part[0].at] != '0' || last == 1;
	}
	return are_groups(parts, last) &&
	    (parts->part[last].mark == '.' || parts->part[last].mark == ',') &&
	    (last == 1 || parts->part[last].mark != parts->part[1].mark);
}

/* Whether the letters behind a number, without a blank, make it an ordinal. */
static bool
is_ordinal(const struct cutter *cutter, size_t at)
{
	const struct tcn_fact_words *words = cutter->tokens->words;
	char suffix[12] = " ";
	size_t n = 0, step;

	while (n < 8 && is_letter(peek(cutter, at + n, &step)))
		n += step;
	if (!words || n == 0 || n > 8)
		return false;
	memcpy(suffix + 1, cutter->text + at, n);
	memcpy(suffix + 1 + n, " ", 2);
	return strstr(words->ordinals, suffix) != NULL;
}

static void
cut_number(struct cutter *cutter)
{
	struct tcn_fact_token number = { 0 }, *token;
	struct parts parts;
	size_t end = read_parts(cutter, &parts);
	bool tag = cutter->tag;
	bool is_number = value_of(cutter, &parts, &number) && !tag &&
	    !is_ordinal(cutter, end);
	const struct tcn_fact_words *words = cutter->tokens->words;
	UChar32 groups = words && words->decimal_comma ? '.' : ',';

	/* Sets what a number is ahead of a factor: its three digits are
	 * thousands where the language parts those by that mark. */
	number.scaled = parts.n == 2 && parts.part[1].mark == groups
	    ? number.grouped
	    : number.decimal;
	token =
	    add(cutter, is_number ? TCN_FACT_KIND_NUMBER : TCN_FACT_KIND_WORD,
		end - cutter->at);
	if (token && is_number) {
		token->grouped = number.grouped;
		token->decimal = number.decimal;
		token->scaled = number.scaled;
		token->year = number.year;
	}
}

/* --- the rest --- */

/* Bytes of an address at the cutter's place, 0: none begins there. */
static size_t
link_bytes(const struct cutter *cutter)
{
	static const struct tcn_str begins[] = { TCN_STR("http://"),
		TCN_STR("https://"), TCN_STR("www."), TCN_STR("t.co/"),
		TCN_STR("bit.ly/"), TCN_STR("pic.twitter.com/") };
	const char *at = cutter->text + cutter->at;
	size_t left = cutter->n - cutter->at, n = 0;

	if (!strchr("hwtbp", tcn_ascii_lower(*at)))
		return 0;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		const struct tcn_str *begin = &begins[i];

		if (left < begin->n || tcn_ascii_lower(at[0]) != begin->at[0] ||
		    tcn_ascii_lower(at[1]) != begin->at[1] ||
		    strncasecmp(at, begin->at, begin->n) != 0)
			continue;
		while (n < left && !tcn_ascii_is_blank(at[n]))
			n++;
		return n;
	}
	return 0;
}

/* Bytes of "@name", 0: none. */
static size_t
mention_bytes(const struct cutter *cutter)
{
	const char *at = cutter->text + cutter->at;
	size_t left = cutter->n - cutter->at, n = 1;

	while (n < left && (tcn_ascii_is_alnum(at[n]) || at[n] == '_'))
		n++;
	return n > 1 ? n : 0;
}

static void
cut_mark(struct cutter *cutter, UChar32 c, size_t n)
{
	struct tcn_fact_token *token;
	size_t step, link;
	UChar32 next = peek(cutter, cutter->at + n, &step);
	bool between = !cutter->blank && cutter->at > 0 && is_letter(next);

	if (c == '#' && (is_letter(next) || is_digit(next))) {
		cutter->at += n;
		cutter->tag = true;
		return;
	}
	if (c == '@' && (link = mention_bytes(cutter)) > 0) {
		add(cutter, TCN_FACT_KIND_MENTION, link);
		return;
	}
	if (between &&
	    (c == '-' || c == 0x2010 || c == 0x2011 || c == '/' || c == '_' ||
		is_apostrophe(c))) {
		cutter->hyphen = !is_apostrophe(c);
		cutter->at += n;
		return;
	}
	token = add(cutter, TCN_FACT_KIND_MARK, n);
	if (token)
		token->mark = c;
}

static void
cut_next(struct cutter *cutter)
{
	size_t n, link;
	UChar32 c = peek(cutter, cutter->at, &n);

	if (is_blank(c) || c == 0) {
		cutter->at += n;
		cutter->blank = true;
		cutter->hyphen = cutter->tag = false;
		return;
	}
	if (is_digit(c)) {
		cut_number(cutter);
		return;
	}
	if (!is_letter(c)) {
		cut_mark(cutter, c, n);
		return;
	}
	link = link_bytes(cutter);
	if (!link)
		cut_word(cutter);
	else
		add(cutter, TCN_FACT_KIND_LINK, link);
}

void
tcn_fact_tokens_cut(struct tcn_fact_tokens *tokens,
    const struct tcn_fact_words *words, struct tcn_str text)
{
	struct cutter cutter = {
		.tokens = tokens, .text = text.at, .n = text.n
	};

	assert(text.at || !text.n);
	tokens->n = 0;
	tokens->full = false;
	tokens->words = words;
	while (cutter.at < cutter.n)
		cut_next(&cutter);
	if (words)
		tcn_fact_tokens_join(tokens);
}

void
tcn_fact_tokens_fini(struct tcn_fact_tokens *tokens)
{
	tcn_fact_words_folder_fini(&tokens->folder);
}
