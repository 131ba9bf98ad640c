#include "engine/text/fold.h"

#include <assert.h>
#include <stdint.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"

#define BYTES_MAX 160 /* of a text; the rest is cut off */
/* What they expand to at the most: the three bytes of U+FDFA to 18 units. */
#define UNITS (6 * BYTES_MAX)

/* Text in UTF-16, as ICU takes it, on the stack. */
struct units {
	UChar at[UNITS];
	int32_t n;
};

/* The room is enough, so that memory alone is what ICU can lack. */
static void
must(UErrorCode status)
{
	if (U_FAILURE(status))
		tcn_mem_end();
}

static void
from_utf8(struct tcn_str s, struct units *out)
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t n;

	assert(s.at || !s.n);
	n = s.n < BYTES_MAX ? (int32_t)s.n : BYTES_MAX;
	u_strFromUTF8WithSub(out->at, UNITS, &out->n, s.at, n, 0xfffd, NULL,
	    &status);
	must(status);
}

static void
to_utf8(const struct units *in, struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	char bytes[UNITS * 3];
	int32_t n = 0;

	u_strToUTF8(bytes, sizeof bytes, &n, in->at, in->n, &status);
	must(status);
	tcn_buf_clear(out);
	tcn_buf_add(out, bytes, (size_t)n);
}

/* how: NULL where ICU has failed to load it. */
static void
normalise(const UNormalizer2 *how, const struct units *in, struct units *out)
{
	UErrorCode status = U_ZERO_ERROR;

	if (!how)
		tcn_mem_end();
	out->n = unorm2_normalize(how, in->at, in->n, out->at, UNITS, &status);
	must(status);
}

/* ASCII has capitals and nothing else to fold; false: s is not ASCII. */
static bool
fold_ascii(struct tcn_str s, struct tcn_buf *out)
{
	size_t n = s.n < BYTES_MAX ? s.n : BYTES_MAX;
	char small[BYTES_MAX];

	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)s.at[i] > 0x7f)
			return false;
		small[i] = tcn_ascii_lower(s.at[i]);
	}
	tcn_buf_clear(out);
	tcn_buf_add(out, small, n);
	return true;
}

void
tcn_fold(struct tcn_str s, struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	struct units in, folded;

	if (fold_ascii(s, out))
		return;
	from_utf8(s, &in);
	normalise(unorm2_getNFKCCasefoldInstance(&status), &in, &folded);
	to_utf8(&folded, out);
}

/* The plain letter for one that Unicode does not decompose. */
static UChar32
plain_letter(UChar32 c)
{
	switch (c) {
	case 0xf8: /* o with stroke */
		return 'o';
	case 0x142: /* l with stroke */
		return 'l';
	case 0x111: /* d with stroke */
		return 'd';
	case 0x131: /* dotless i */
		return 'i';
	default:
		return c;
	}
}

/* Whether c is a mark that writers may leave out behind the letter base. */
static bool
optional_mark(UChar32 base, UChar32 c)
{
	UErrorCode status = U_ZERO_ERROR;

	if (c == 0x640) /* tatweel only stretches; Unicode calls it a letter */
		return true;
	if (!(U_MASK(u_charType(c)) & U_GC_MN_MASK))
		return false;
	switch (uscript_getScript(base, &status)) {
	case USCRIPT_LATIN:
	case USCRIPT_GREEK:
	case USCRIPT_ARABIC:
	case USCRIPT_HEBREW:
		return true;
	case USCRIPT_CYRILLIC: /* all but the breve of short i */
		return c != 0x306;
	default:
		return false;
	}
}

/* Copies decomposed text without the optional marks. */
static void
drop_marks(const struct units *in, struct units *out)
{
	UChar32 base = 0, c;

	out->n = 0;
	for (int32_t i = 0; i < in->n;) {
		U16_NEXT(in->at, i, in->n, c);
		if (optional_mark(base, c))
			continue;
		if (!(U_MASK(u_charType(c)) & U_GC_M_MASK))
			base = c;
		c = plain_letter(c);
		if (out->n + 2 <= UNITS)
			U16_APPEND_UNSAFE(out->at, out->n, c);
	}
}

void
tcn_fold_accents(struct tcn_str s, struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	const UNormalizer2 *apart = unorm2_getNFDInstance(&status);
	const UNormalizer2 *whole = unorm2_getNFCInstance(&status);
	struct units a, b;

	from_utf8(s, &a);
	normalise(apart, &a, &b);
	drop_marks(&b, &a);
	normalise(whole, &a, &b);
	to_utf8(&b, out);
}
