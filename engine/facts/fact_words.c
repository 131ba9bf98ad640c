#include <assert.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/facts/fact_words_impl.h"
#include "engine/text/fold.h"

#define SPELLED_MAX   999 /* beyond: "two thousand" has a factor */
#define UNITS         96 /* of UTF-16, of a number in words */
#define RULE_SETS_MAX 8 /* of cardinal numbers, of one language */

#define SHORT_BYTES 3 /* two letters, one of them with an accent */

enum tcn_rc
tcn_fact_words_fold(struct tcn_fact_folder *folder,
    const struct tcn_fact_lang *lang, struct tcn_str word, uint64_t *hash)
{
	enum tcn_rc rc = tcn_fold(word, &folder->folded);
	struct tcn_str folded = tcn_buf_view(&folder->folded);

	if (rc != TCN_OK)
		return rc;
	if (!lang->accents && folded.n > SHORT_BYTES &&
	    tcn_utf8_ascii_n(folded) < folded.n) {
		rc = tcn_fold_accents(folded, &folder->plain);
		folded = tcn_buf_view(&folder->plain);
	}
	*hash = tcn_fact_words_hash(folded);
	return rc;
}

void
tcn_fact_words_folder_fini(struct tcn_fact_folder *folder)
{
	tcn_buf_fini(&folder->folded);
	tcn_buf_fini(&folder->plain);
}

/* Finds or adds the entry of a phrase. */
static struct tcn_fact_word *
entry(struct tcn_fact_words *words, uint64_t hash)
{
	uint64_t *slot;
	void *p;

	if (tcn_map_put(&words->index, hash, &slot, NULL) != TCN_OK)
		return NULL;
	if (!*slot) {
		p = tcn_mem_grow(words->at, &words->cap, words->n + 1,
		    sizeof *words->at);
		if (!p) {
			tcn_map_remove(&words->index, hash);
			return NULL;
		}
		words->at = p;
		words->at[words->n] = (struct tcn_fact_word){ 0 };
		*slot = ++words->n;
	}
	return &words->at[*slot - 1];
}

/* Adds what a row says to its entry. */
static void
take_row(struct tcn_fact_word *word, const struct tcn_fact_row *row)
{
	uint32_t slot = 1u << row->slot;

	word->is |= row->is;
	if (row->is & TCN_FACT_AFTER)
		word->after |= slot;
	if (row->is & TCN_FACT_BEFORE)
		word->before |= slot;
	if (row->is & TCN_FACT_CONTEXT)
		word->context |= slot;
	if (row->unit)
		word->unit = row->unit;
	if (row->lo) {
		word->lo = row->lo;
		word->hi = row->hi ? row->hi : row->lo;
	}
}

/* The next word of a phrase, cut where fact_tokens cuts; at its end, empty. */
static struct tcn_str
next_word(struct tcn_str *phrase)
{
	struct tcn_str word;
	size_t n = 0;

	while (phrase->n && strchr(" -'", *phrase->at)) {
		phrase->at++;
		phrase->n--;
	}
	while (n < phrase->n && !strchr(" -'", phrase->at[n]))
		n++;
	word = (struct tcn_str){ phrase->at, n };
	phrase->at += n;
	phrase->n -= n;
	return word;
}

/* Adds a phrase with what a row says. */
static enum tcn_rc
add_phrase(struct tcn_fact_words *words, struct tcn_str phrase,
    const struct tcn_fact_row *row, struct tcn_fact_folder *folder)
{
	uint64_t hash = 0, first = 0, one;
	struct tcn_fact_word *word;
	unsigned n = 0;

	for (struct tcn_str next; (next = next_word(&phrase)).n; n++) {
		enum tcn_rc rc =
		    tcn_fact_words_fold(folder, words->lang, next, &one);

		if (rc != TCN_OK)
			return rc;
		hash = tcn_fact_words_join(hash, one);
		if (n == 0)
			first = hash;
	}
	if (n == 0 || n > TCN_FACT_PHRASE_WORDS)
		return TCN_OK;
	word = entry(words, hash);
	if (!word)
		return TCN_NOMEM;
	take_row(word, row);
	word = entry(words, first);
	if (!word)
		return TCN_NOMEM;
	if (word->longest < n)
		word->longest = n;
	return TCN_OK;
}

static enum tcn_rc
add_row(struct tcn_fact_words *words, const struct tcn_fact_row *row,
    struct tcn_fact_folder *folder)
{
	const char *at = row->words;
	enum tcn_rc rc = TCN_OK;

	while (*at && rc == TCN_OK) {
		struct tcn_str phrase = { at, strcspn(at, ",") };

		at += phrase.n + (at[phrase.n] == ',');
		rc = add_phrase(words, phrase, row, folder);
	}
	return rc;
}

/* Adds a number as ICU spells it by the rules that are set. */
static enum tcn_rc
add_spelled(struct tcn_fact_words *words, const UNumberFormat *format,
    int32_t number, struct tcn_fact_folder *folder)
{
	struct tcn_fact_row row = { .is = TCN_FACT_NUMBER, .lo = number };
	UErrorCode status = U_ZERO_ERROR;
	char utf8[3 * UNITS];
	UChar units[UNITS];
	int32_t n = unum_format(format, number, units, UNITS, NULL, &status);

	u_strToUTF8(utf8, sizeof utf8, &n, units, n, &status);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		return TCN_NOMEM;
	if (U_FAILURE(status) || n <= 0)
		return TCN_OK;
	return add_phrase(words, (struct tcn_str){ utf8, (size_t)n }, &row,
	    folder);
}

/* Whether a rule set spells numbers that count something. */
static bool
is_cardinal(const UChar *name, int32_t n)
{
	static const char wanted[] = "%spellout-cardinal";
	int32_t i = 0;

	while (i < n && wanted[i] && name[i] == (UChar)wanted[i])
		i++;
	return !wanted[i];
}

/* Adds all numbers by each of the rule sets in names, apart by semicolons:
 * languages have one for each gender. */
static enum tcn_rc
add_rule_sets(struct tcn_fact_words *words, UNumberFormat *format,
    const UChar *names, struct tcn_fact_folder *folder)
{
	enum tcn_rc rc = TCN_OK;
	int32_t n;

	for (int i = 0; *names && i < RULE_SETS_MAX && !rc; i++) {
		UErrorCode status = U_ZERO_ERROR;

		for (n = 0; names[n] && names[n] != ';';)
			n++;
		if (is_cardinal(names, n))
			unum_setTextAttribute(format, UNUM_DEFAULT_RULESET,
			    names, n, &status);
		for (int32_t k = 1; k <= SPELLED_MAX && !rc &&
		     U_SUCCESS(status) && is_cardinal(names, n);
		     k++)
			rc = add_spelled(words, format, k, folder);
		if (status == U_MEMORY_ALLOCATION_ERROR)
			rc = TCN_NOMEM;
		names += n + (names[n] == ';');
	}
	return rc;
}

static enum tcn_rc
add_numbers(struct tcn_fact_words *words, struct tcn_fact_folder *folder)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar names[1024];
	UNumberFormat *format =
	    unum_open(UNUM_SPELLOUT, NULL, 0, words->lang->code, NULL, &status);
	enum tcn_rc rc = TCN_OK;
	int32_t n;

	if (U_SUCCESS(status)) {
		n = unum_getTextAttribute(format, UNUM_PUBLIC_RULESETS, names,
		    sizeof names / sizeof *names - 1, &status);
		if (U_SUCCESS(status) && n >= 0) {
			names[n] = 0;
			rc = add_rule_sets(words, format, names, folder);
		}
	}
	unum_close(format);
	return status == U_MEMORY_ALLOCATION_ERROR ? TCN_NOMEM : rc;
}

enum tcn_rc
tcn_fact_words_init(struct tcn_fact_words *words,
    const struct tcn_fact_lang *lang)
{
	const struct tcn_fact_row *row = tcn_fact_words_shows(lang->code);
	struct tcn_fact_folder folder = { 0 };
	enum tcn_rc rc = TCN_OK;

	assert(!words->n);
	words->lang = lang;
	for (; row && row->words && !rc; row++)
		rc = add_row(words, row, &folder);
	for (row = lang->rows; row->words && !rc; row++)
		rc = add_row(words, row, &folder);
	if (rc == TCN_OK)
		rc = add_numbers(words, &folder);
	tcn_fact_words_folder_fini(&folder);
	return rc;
}

void
tcn_fact_words_fini(struct tcn_fact_words *words)
{
	tcn_map_fini(&words->index);
	tcn_mem_free(words->at);
	*words = (struct tcn_fact_words){ 0 };
}

const struct tcn_fact_word *
tcn_fact_words_find(const struct tcn_fact_words *words, uint64_t hash)
{
	const uint64_t *slot = tcn_map_find(&words->index, hash);

	return slot ? &words->at[*slot - 1] : NULL;
}
