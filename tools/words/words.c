#include "tools/words/words.h"

#include <assert.h>
#include <unicode/uchar.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "tools/words/catalogue_data.h"
#include "tools/words/words_impl.h"

const char *const tcn_words_codes[] = { "en", "de", "es", "fr", "auto", NULL };

/* English is what the source says. Of a build without msgfmt each is one
 * byte. */
static const struct {
	const unsigned char *at;
	size_t n;
} catalogues[TCN_WORDS_LANGUAGES] = {
	[TCN_WORDS_EN] = { NULL, 0 },
	[TCN_WORDS_DE] = { catalogue_de, sizeof catalogue_de },
	[TCN_WORDS_ES] = { catalogue_es, sizeof catalogue_es },
	[TCN_WORDS_FR] = { catalogue_fr, sizeof catalogue_fr },
};

struct tcn_str
tcn_words_catalogue(enum tcn_words_language language)
{
	assert(language < TCN_WORDS_LANGUAGES);
	return (struct tcn_str){ (const char *)catalogues[language].at,
		catalogues[language].n > 1 ? catalogues[language].n : 0 };
}

bool
tcn_words_has(enum tcn_words_language language)
{
	return language >= TCN_WORDS_LANGUAGES || language == TCN_WORDS_EN ||
	    tcn_words_catalogue(language).n;
}

uint64_t
tcn_words_hash(void)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < TCN_WORDS_LANGUAGES; i++)
		if (catalogues[i].n)
			hash = XXH3_64bits_withSeed(catalogues[i].at,
			    catalogues[i].n, hash);
	return hash;
}

bool
tcn_words_find(const char *code, enum tcn_words_language *language)
{
	for (unsigned i = 0; tcn_words_codes[i]; i++) {
		if (strcmp(code, tcn_words_codes[i]) == 0) {
			*language = (enum tcn_words_language)i;
			return true;
		}
	}
	return false;
}

enum tcn_words_language
tcn_words_language_of(struct tcn_str tag)
{
	for (unsigned i = 0; i < TCN_WORDS_LANGUAGES; i++) {
		if (tag.n >= 2 && (tag.n == 2 || tag.at[2] == '-') &&
		    memcmp(tag.at, tcn_words_codes[i], 2) == 0)
			return (enum tcn_words_language)i;
	}
	return TCN_WORDS_AUTO;
}

enum tcn_words_language
tcn_words_accepted(struct tcn_str header)
{
	char text[256], locale[ULOC_FULLNAME_CAPACITY];
	UErrorCode status = U_ZERO_ERROR;
	UAcceptResult result = ULOC_ACCEPT_FAILED;
	UEnumeration *ours;
	int32_t n;

	if (!header.n || header.n >= sizeof text ||
	    memchr(header.at, '\0', header.n))
		return TCN_WORDS_AUTO;
	memcpy(text, header.at, header.n);
	text[header.n] = '\0';
	ours = uenum_openCharStringsEnumeration(tcn_words_codes,
	    TCN_WORDS_LANGUAGES, &status);
	n = uloc_acceptLanguageFromHTTP(locale, sizeof locale, &result, text,
	    ours, &status);
	uenum_close(ours);
	if (U_FAILURE(status) || result == ULOC_ACCEPT_FAILED || n < 2 ||
	    n >= (int32_t)sizeof locale)
		return TCN_WORDS_AUTO;
	return tcn_words_language_of((struct tcn_str){ locale, 2 });
}

/* --- a handle --- */

static enum tcn_rc
make(enum tcn_words_language language, struct tcn_str catalogue,
    const char *zone, struct tcn_words **words, struct tcn_err *err)
{
	struct tcn_words *it = tcn_mem_calloc(1, sizeof *it);
	enum tcn_rc rc = TCN_OK;

	*words = NULL;
	if (!it)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	it->language = language;
	if (catalogue.n)
		rc = tcn_catalogue_open(catalogue, &it->catalogue, err);
	if (!rc)
		rc = tcn_words_locale_open(it, zone, err);
	if (rc)
		tcn_words_free(it);
	else
		*words = it;
	return rc;
}

enum tcn_rc
tcn_words_new(enum tcn_words_language language, const char *zone,
    struct tcn_words **words, struct tcn_err *err)
{
	if (language >= TCN_WORDS_LANGUAGES)
		language = TCN_WORDS_EN;
	return make(language, tcn_words_catalogue(language), zone, words, err);
}

enum tcn_rc
tcn_words_new_with(struct tcn_str catalogue, struct tcn_words **words,
    struct tcn_err *err)
{
	return make(TCN_WORDS_EN, catalogue, "UTC", words, err);
}

void
tcn_words_free(struct tcn_words *words)
{
	if (!words)
		return;
	tcn_words_locale_close(words);
	tcn_mem_free(words);
}

const char *
tcn_words_code(const struct tcn_words *words)
{
	return tcn_words_codes[words->language];
}

/* --- messages --- */

const char *
tcn_words_in(const struct tcn_words *words, const char *context,
    const char *message)
{
	struct tcn_str found =
	    tcn_catalogue_find(&words->catalogue, context, message);

	return found.n ? found.at : message;
}

const char *
tcn_words_text(const struct tcn_words *words, const char *message)
{
	return tcn_words_in(words, NULL, message);
}

const char *
tcn_words_plural_in(const struct tcn_words *words, const char *context,
    const char *one, const char *more, int64_t thousandths)
{
	struct tcn_str found =
	    tcn_catalogue_find(&words->catalogue, context, one);
	const char *form;

	if (!found.n)
		return thousandths == 1000 ? one : more;
	/* A catalogue may have fewer forms than the language. */
	for (size_t i = tcn_words_form(words, thousandths);; i--) {
		form = tcn_catalogue_form(found, i);
		if (form)
			return form;
	}
}

const char *
tcn_words_plural(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n)
{
	/* The form of a number depends on its last digits. */
	return tcn_words_plural_in(words, NULL, one, more,
	    (int64_t)(n < INT64_MAX / 1000 ? n : n % 1000000 + 1000000) * 1000);
}

static struct tcn_str
find(const struct tcn_words_with *with, const char *name, size_t n)
{
	for (; with && with->name; with++) {
		if (strncmp(with->name, name, n) == 0 && !with->name[n])
			return with->text;
	}
	assert(name == NULL && "a placeholder that nobody fills");
	return (struct tcn_str){ 0 };
}

bool
tcn_words_piece(const char **text, const struct tcn_words_with *with,
    struct tcn_str *piece)
{
	const char *open = strchr(*text, '{');
	const char *end = open ? strchr(open, '}') : NULL;

	if (end && open == *text) {
		*piece = find(with, open + 1, (size_t)(end - open - 1));
		*text = end + 1;
		return true;
	}
	piece->at = *text;
	piece->n = end ? (size_t)(open - *text) : strlen(*text);
	*text += piece->n;
	return piece->n > 0;
}

void
tcn_words_fill(const char *text, const struct tcn_words_with *with,
    struct tcn_buf *out)
{
	struct tcn_str piece;

	while (tcn_words_piece(&text, with, &piece))
		tcn_buf_str(out, piece);
}

void
tcn_words_say(const struct tcn_words *words, const char *message,
    const struct tcn_words_with *with, struct tcn_buf *out)
{
	tcn_words_fill(tcn_words_text(words, message), with, out);
}

void
tcn_words_count(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n, struct tcn_buf *out)
{
	tcn_words_count_with(words, one, more, n, NULL, out);
}

enum {
	WITH_MAX = 8, /* of a message with a count */
};

void
tcn_words_count_with(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n, const struct tcn_words_with *with,
    struct tcn_buf *out)
{
	struct tcn_words_with all[WITH_MAX + 2] = { 0 };
	char number[TCN_WORDS_BYTES];
	size_t i = 0;

	for (; with && with->name; with++) {
		assert(i < WITH_MAX);
		all[i++] = *with;
	}
	all[i] =
	    (struct tcn_words_with){ "n", tcn_words_number(words, n, number) };
	tcn_words_fill(tcn_words_plural(words, one, more, n), all, out);
}

void
tcn_words_parts_fini(struct tcn_buf *parts, size_t n, struct tcn_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		out->failed |= parts[i].failed;
		tcn_buf_fini(&parts[i]);
	}
}

const char *
tcn_words_semicolon(const struct tcn_words *words)
{
	return tcn_words_in(words, "between parts", "; ");
}

void
tcn_words_capital(struct tcn_buf *out, size_t at)
{
	uint8_t *bytes = (uint8_t *)out->at;
	size_t to = at, n = at;
	UChar32 small, capital;

	if (out->failed || at >= out->n)
		return;
	U8_NEXT(bytes, n, out->n, small);
	if (small < 0)
		return;
	capital = u_totitle(small);
	/* A capital of another length is none of our languages'. */
	if (U8_LENGTH(capital) == n - at)
		U8_APPEND_UNSAFE(bytes, to, capital);
}

void
tcn_words_quoted(const struct tcn_words *words, struct tcn_str text,
    struct tcn_buf *out)
{
	/* TRANSLATORS: the quotation marks of a newspaper, with their blanks.
	 */
	tcn_words_say(words, "\u201c{text}\u201d", TCN_WITH({ "text", text }),
	    out);
}
