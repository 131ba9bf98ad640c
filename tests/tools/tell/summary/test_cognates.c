/* Whether two lines say the same, whatever their languages. */
#include "tests/base/in_arena.h"

#include "tools/tell/summary/cognates.h"

static struct tcn_summary_terms
read(const char *line)
{
	struct tcn_summary_terms cognates;

	tcn_cognates_read(tcn_str(line), &arena, &cognates);
	return cognates;
}

static bool
alike(const char *a, const char *b)
{
	bool is = tcn_cognates_alike(read(a), read(b));

	ck_assert(is == tcn_cognates_alike(read(b), read(a)));
	return is;
}

START_TEST(one_statement_in_two_languages)
{
	ck_assert(alike("Terremoto de magnitud 6,1 en Ferravia causa alarma",
	    "Terremoto di magnitudo 6.1 in Ferravia causa allarme"));
	ck_assert(alike("La tempête Irina touche la région de Norvégie",
	    "La tempesta Irina colpisce la regione di Norvegia"));
	ck_assert(!alike("Terremoto de magnitud 6,1 en Ferravia",
	    "Ferravia riapre le scuole dopo il terremoto"));
}
END_TEST

START_TEST(one_statement_with_another_figure)
{
	ck_assert(alike("At least 42 people have died in the Harwick flood",
	    "At least 65 people have died in the Harwick flood"));
	ck_assert(!alike("42 dead", "65 dead"));
}
END_TEST

START_TEST(what_counts_is_four_letters_a_number_or_an_ideograph)
{
	ck_assert_uint_eq(read("the cat sat on it").n, 0);
	ck_assert_uint_eq(read("7 of 12,345").n, 3);
	ck_assert_uint_eq(read("Ölpreis ölpreise OLPREIS").n, 1);
	ck_assert_uint_eq(read("地震").n, 2);
	ck_assert_uint_eq(read("").n, 0);
	ck_assert_uint_eq(read("\xff\xfe abcd\xc3").n, 1);
	ck_assert(!alike("", ""));
}
END_TEST

TCN_TESTS(cognates)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, one_statement_in_two_languages);
	tcase_add_test(tc, one_statement_with_another_figure);
	tcase_add_test(tc,
	    what_counts_is_four_letters_a_number_or_an_ideograph);
}
