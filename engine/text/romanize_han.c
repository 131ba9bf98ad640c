#include "engine/text/romanize_han.h"

#include <stdint.h>
#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include "engine/base/mem.h"

#define FIRST     0x3400 /* the characters of the table: the basic plane's */
#define END       0xa000
#define RADICALS  0x2e80 /* have sounds as well */
#define SYLLABLES 2048 /* 1,465 in ICU 72 */
#define LETTERS   7 /* of a syllable: "zhuang" has six */
#define PAIRS     16 /* characters that are read by what follows; 4 in ICU 72 */

#define SPACED "::Han-Spacedhan();" /* the blanks that it adds are no letters */

/* A character that is read so before another one. */
struct pair {
	UChar first, second;
	uint16_t syllable;
};

struct tcn_romanize_han {
	uint16_t of[END - FIRST]; /* index into syllables + 1; 0: none */
	char syllables[SYLLABLES][LETTERS + 1];
	struct pair pairs[PAIRS];
	size_t syllables_n, pairs_n;
};

/* The text of the rules, which lives as long as the bundle. */
static const UChar *
find_rules(UResourceBundle **bundle, int32_t *n)
{
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *part;
	const UChar *rules;

	*bundle = ures_openDirect(U_ICUDATA_NAME "-translit", "root", &status);
	part =
	    ures_getByKey(*bundle, "RuleBasedTransliteratorIDs", NULL, &status);
	part = ures_getByKey(part, "Hani-Latn", part, &status);
	part = ures_getByKey(part, "file", part, &status);
	rules = ures_getStringByKey(part, "resource", n, &status);
	ures_close(part);
	return U_SUCCESS(status) ? rules : NULL;
}

/* The rules that are left. */
struct reader {
	const UChar *at, *end;
};

static bool
skip(struct reader *in, const char *text)
{
	const UChar *at = in->at;

	for (; *text; text++)
		if (at == in->end || *at++ != (UChar)*text)
			return false;
	in->at = at;
	return true;
}

/* Reads "→syllable;" and adds it without its tones. */
static bool
read_syllable(struct tcn_romanize_han *han, struct reader *in,
    uint16_t *syllable)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar plain[4 * LETTERS];
	const UChar *end;
	int32_t n;
	char *out;

	if (in->at == in->end || *in->at++ != 0x2192)
		return false;
	end = u_memchr(in->at, ';', (int32_t)(in->end - in->at));
	if (!end || han->syllables_n == SYLLABLES)
		return false;
	n = unorm2_normalize(unorm2_getNFDInstance(&status), in->at,
	    (int32_t)(end - in->at), plain, sizeof plain / sizeof *plain,
	    &status);
	in->at = end + 1;
	out = han->syllables[han->syllables_n++];
	*syllable = (uint16_t)han->syllables_n;
	for (int32_t i = 0; U_SUCCESS(status) && i < n; i++) {
		if (plain[i] >= 'a' && plain[i] <= 'z' && strlen(out) < LETTERS)
			out[strlen(out)] = (char)plain[i];
		else if (plain[i] < 0x300 || plain[i] > 0x36f) /* no accent */
			return false;
	}
	return U_SUCCESS(status) && *out;
}

/* A character that has a syllable by an earlier rule keeps it. */
static void
give(struct tcn_romanize_han *han, UChar c, uint16_t syllable)
{
	if (c >= FIRST && c < END && !han->of[c - FIRST])
		han->of[c - FIRST] = syllable;
}

/* "[characters]→syllable;", where two characters with a hyphen between stand
 * for those between them as well. */
static bool
read_set(struct tcn_romanize_han *han, struct reader *in)
{
	const UChar *set = in->at, *end;
	uint16_t syllable;

	end = u_memchr(set, ']', (int32_t)(in->end - set));
	if (!end)
		return false;
	in->at = end + 1;
	if (!read_syllable(han, in, &syllable))
		return false;
	for (const UChar *at = set; at < end; at++) {
		if (*at == '-' && at > set && at + 1 < end) {
			for (UChar c = at[-1]; c < at[1]; c++)
				give(han, c, syllable);
		} else if (*at < RADICALS)
			return false; /* more than characters */
		give(han, *at, syllable);
	}
	return true;
}

/* "character } \u0020? character →syllable;" */
static bool
read_pair(struct tcn_romanize_han *han, struct reader *in)
{
	struct pair *pair = &han->pairs[han->pairs_n++];

	if (han->pairs_n == PAIRS)
		return false;
	pair->first = *in->at++;
	if (!skip(in, " } \\u0020? ") || in->at == in->end)
		return false;
	pair->second = *in->at++;
	return skip(in, " ") && read_syllable(han, in, &pair->syllable);
}

static bool
read_rules(struct tcn_romanize_han *han, struct reader *in)
{
	bool good = skip(in, SPACED);

	while (good && in->at < in->end)
		good = skip(in, "[") ? read_set(han, in) : read_pair(han, in);
	return good;
}

struct tcn_romanize_han *
tcn_romanize_han_new(void)
{
	struct tcn_romanize_han *han = tcn_mem_calloc(1, sizeof *han);
	UResourceBundle *bundle;
	struct reader in;
	int32_t n = 0;

	in.at = find_rules(&bundle, &n);
	in.end = in.at ? in.at + n : NULL;
	if (!in.at || !read_rules(han, &in))
		*han = (struct tcn_romanize_han){ 0 };
	ures_close(bundle);
	return han;
}

void
tcn_romanize_han_free(struct tcn_romanize_han *han)
{
	tcn_mem_free(han);
}

/* The syllable of a character before another one; "" when it has none. */
static const char *
syllable_of(const struct tcn_romanize_han *han, UChar32 c, UChar32 next)
{
	uint16_t syllable = han->of[c - FIRST];

	for (size_t i = 0; i < han->pairs_n; i++)
		if (han->pairs[i].first == c && han->pairs[i].second == next)
			return han->syllables[han->pairs[i].syllable - 1];
	return syllable ? han->syllables[syllable - 1] : "";
}

/* But for the marks that repeat what stands before them. */
static bool
is_kana(UChar32 c)
{
	return (c >= 0x3041 && c <= 0x3096) || (c >= 0x30a1 && c <= 0x30fa) ||
	    c == 0x30fc;
}

bool
tcn_romanize_han_word(const struct tcn_romanize_han *han, struct tcn_str word,
    char out[TCN_ROMANIZE_HAN_BYTES], size_t *n, bool *kana)
{
	const uint8_t *bytes = (const uint8_t *)word.at;
	int32_t i = 0, word_n = (int32_t)word.n;
	size_t used = 0;

	*kana = false;
	if (!han->syllables_n)
		return false;
	while (i < word_n) {
		int32_t from = i, to;
		const char *add = word.at + from;
		UChar32 c, next = 0;
		size_t add_n;

		U8_NEXT(bytes, i, word_n, c);
		to = i;
		if (to < word_n)
			U8_NEXT(bytes, to, word_n, next);
		add_n = (size_t)(i - from);
		if (c >= FIRST && c < END) {
			add = syllable_of(han, c, next);
			add_n = strlen(add);
		} else if (is_kana(c)) {
			*kana = true;
		} else {
			return false;
		}
		if (used + add_n > TCN_ROMANIZE_HAN_BYTES)
			return false;
		memcpy(out + used, add, add_n);
		used += add_n;
	}
	*n = used;
	return true;
}
