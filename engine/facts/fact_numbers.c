/*
 * engine/facts/fact_numbers.c - numbers in words: ICU spells them, and they are
 * then looked up as any other words.
 */
#include <unicode/unum.h>
#include <unicode/ustring.h>

#include "engine/base/mem.h"
#include "engine/facts/fact_words_impl.h"

#define SPELLED_MAX   999 /* beyond: "two thousand" has a factor */
#define UNITS         96 /* of UTF-16, of a number in words */
#define RULE_SETS_MAX 8 /* of cardinal numbers, of one language */

struct speller {
	struct tcn_fact_words *words;
	struct tcn_fact_folder *folder;
	UNumberFormat *format;
	struct tcn_map spelled; /* hashes: genders differ in few numbers */
};

/* Adds a number as ICU spells it by the rules that are set. */
static enum tcn_rc
add_spelled(struct speller *speller, int32_t number)
{
	struct tcn_fact_row row = { .is = TCN_FACT_NUMBER, .lo = number };
	UErrorCode status = U_ZERO_ERROR;
	char utf8[3 * UNITS];
	UChar units[UNITS];
	int32_t n =
	    unum_format(speller->format, number, units, UNITS, NULL, &status);
	bool added = true;
	uint64_t *slot;
	enum tcn_rc rc;

	if (U_SUCCESS(status) && n > 0)
		tcn_map_put(&speller->spelled,
		    XXH3_64bits(units, (size_t)n * sizeof *units), &slot,
		    &added);
	if (!added)
		return TCN_OK;
	u_strToUTF8(utf8, sizeof utf8, &n, units, n, &status);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
	if (U_FAILURE(status) || n <= 0)
		return TCN_OK;
	rc = tcn_fact_words_add(speller->words,
	    (struct tcn_str){ utf8, (size_t)n }, &row, speller->folder, NULL);
	return rc == TCN_LIMIT ? TCN_OK : rc;
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
add_rule_sets(struct speller *speller, const UChar *names)
{
	enum tcn_rc rc = TCN_OK;
	int32_t n;

	for (int i = 0; *names && i < RULE_SETS_MAX && !rc; i++) {
		UErrorCode status = U_ZERO_ERROR;

		for (n = 0; names[n] && names[n] != ';';)
			n++;
		if (is_cardinal(names, n))
			unum_setTextAttribute(speller->format,
			    UNUM_DEFAULT_RULESET, names, n, &status);
		for (int32_t k = 1; k <= SPELLED_MAX && !rc &&
		     U_SUCCESS(status) && is_cardinal(names, n);
		     k++)
			rc = add_spelled(speller, k);
		if (status == U_MEMORY_ALLOCATION_ERROR)
			tcn_mem_end();
		names += n + (names[n] == ';');
	}
	return rc;
}

enum tcn_rc
tcn_fact_words_add_numbers(struct tcn_fact_words *words,
    struct tcn_fact_folder *folder)
{
	UErrorCode status = U_ZERO_ERROR;
	struct speller speller = { .words = words,
		.folder = folder,
		.format = unum_open(UNUM_SPELLOUT, NULL, 0, words->code, NULL,
		    &status) };
	UChar names[1024];
	enum tcn_rc rc = TCN_OK;
	int32_t n;

	if (U_SUCCESS(status)) {
		n = unum_getTextAttribute(speller.format, UNUM_PUBLIC_RULESETS,
		    names, sizeof names / sizeof *names - 1, &status);
		if (U_SUCCESS(status) && n >= 0) {
			names[n] = 0;
			rc = add_rule_sets(&speller, names);
		}
	}
	unum_close(speller.format);
	tcn_map_fini(&speller.spelled);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
	return rc;
}
