/*
 * engine/facts/fact_numbers.c - numbers in words: ICU spells them, and they are
 * then looked up as any other words.
 *
 * A number above two hundred is spelled as those of the first hundred have it:
 * what stands for its hundreds, then the rest. ICU is asked where a language
 * joins the two otherwise (Italian's "centotto"): that spares three of four of
 * its calls, which cost most of what a language does.
 */
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

#include "engine/base/mem.h"
#include "engine/facts/fact_words_impl.h"

#define SPELLED_MAX   999 /* beyond: "two thousand" has a factor */
#define UNITS         96 /* of UTF-16, of a number in words */
#define RULE_SETS_MAX 8 /* of cardinal numbers, of one language */

struct spelled {
	UChar units[UNITS];
	int32_t n; /* of units; 0: it cannot be spelled */
};

struct speller {
	struct tcn_fact_words *words;
	struct tcn_fact_folder *folder;
	UNumberFormat *format;
	struct tcn_map spelled; /* hashes: genders differ in few numbers */
	struct spelled rests[100]; /* by the rules that are set; of 0: none */
	struct spelled hundreds; /* what stands ahead of a rest */
	bool joins[100]; /* rests that stand behind it as they are */
};

static void
ask_icu(struct speller *speller, int32_t number, struct spelled *spelled)
{
	UErrorCode status = U_ZERO_ERROR;

	spelled->n = unum_format(speller->format, number, spelled->units, UNITS,
	    NULL, &status);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
	if (U_FAILURE(status) || spelled->n < 0 || spelled->n > UNITS)
		spelled->n = 0;
}

static bool
ends_in(const struct spelled *spelled, const struct spelled *end)
{
	return end->n && spelled->n > end->n &&
	    memcmp(spelled->units + spelled->n - end->n, end->units,
		(size_t)end->n * sizeof *end->units) == 0;
}

/* Finds what a number of hundreds is ahead of a rest, by one with a two. */
static void
find_hundreds(struct speller *speller, int32_t number)
{
	struct spelled *hundreds = &speller->hundreds;

	ask_icu(speller, number + 2, hundreds);
	if (ends_in(hundreds, &speller->rests[2]))
		hundreds->n -= speller->rests[2].n;
	else
		hundreds->n = 0;
}

/* Spells a number by the rules that are set; they are asked for in order. */
static void
spell(struct speller *speller, int32_t number, struct spelled *spelled)
{
	struct spelled *rest = &speller->rests[number % 100];
	const struct spelled *hundreds = &speller->hundreds;

	if (number >= 100 && number % 100 == 0)
		find_hundreds(speller, number);
	if (number > 200 && hundreds->n && speller->joins[number % 100] &&
	    hundreds->n + rest->n <= UNITS) {
		memcpy(spelled->units, hundreds->units,
		    (size_t)hundreds->n * sizeof *spelled->units);
		memcpy(spelled->units + hundreds->n, rest->units,
		    (size_t)rest->n * sizeof *spelled->units);
		spelled->n = hundreds->n + rest->n;
		return;
	}
	ask_icu(speller, number, spelled);
	if (number < 100)
		*rest = *spelled;
	else if (number < 200)
		speller->joins[number % 100] = hundreds->n &&
		    ends_in(spelled, rest) &&
		    spelled->n == hundreds->n + rest->n &&
		    memcmp(spelled->units, hundreds->units,
			(size_t)hundreds->n * sizeof *hundreds->units) == 0;
}

/* Adds a number as it is spelled by the rules that are set. */
static enum tcn_rc
add_spelled(struct speller *speller, int32_t number)
{
	struct tcn_fact_row row = { .is = TCN_FACT_NUMBER, .lo = number };
	UErrorCode status = U_ZERO_ERROR;
	char utf8[3 * UNITS];
	struct spelled spelled;
	bool added = false;
	uint64_t *slot;
	enum tcn_rc rc;
	int32_t n;

	spell(speller, number, &spelled);
	if (spelled.n)
		tcn_map_put(&speller->spelled,
		    XXH3_64bits(spelled.units,
			(size_t)spelled.n * sizeof *spelled.units),
		    &slot, &added);
	if (!added)
		return TCN_OK;
	u_strToUTF8(utf8, sizeof utf8, &n, spelled.units, spelled.n, &status);
	if (U_FAILURE(status))
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
		bool cardinal;

		for (n = 0; names[n] && names[n] != ';';)
			n++;
		cardinal = is_cardinal(names, n);
		if (cardinal)
			unum_setTextAttribute(speller->format,
			    UNUM_DEFAULT_RULESET, names, n, &status);
		for (int32_t k = 1;
		     cardinal && k <= SPELLED_MAX && !rc && U_SUCCESS(status);
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
