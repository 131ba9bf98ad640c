/* In which countries a sentence takes place. */
#include "tests/base/run.h"

#include <string.h>

#include "engine/facts/located.h"

static const struct {
	const char *lang, *sentence, *countries;
} rows[] = {
	{ "en", "In Germany, five men were arrested", "Germany;" },
	{ "en", "Floods hit Romania, where 17 people died", "Romania;" },
	{ "en", "Three died in the United States", "United States;" },
	{ "en", "The German government met France in Lima", "" },
	{ "en", "France condemns the attack", "" },
	{ "es", "En Brasil murieron once personas en un ataque", "Brasil;" },
	{ "de", "In Spanien kamen 14 Menschen ums Leben", "Spanien;" },
	{ "fr", "Trois morts au Canada et en Italie", "Canada;Italie;" },
	{ "sw", "In Germany, five men were arrested", "" },
	{ "en", "", "" },
};

START_TEST(countries_are_found)
{
	struct tcn_facts *facts = tcn_facts_new();
	struct tcn_str countries[TCN_LOCATED_MAX];
	char found[100] = "";
	size_t n;

	tcn_located_find(facts, tcn_str(rows[_i].sentence), rows[_i].lang,
	    countries, &n);
	for (size_t i = 0; i < n; i++) {
		strncat(found, countries[i].at, countries[i].n);
		strcat(found, ";");
	}
	ck_assert_str_eq(found, rows[_i].countries);
	tcn_facts_free(facts);
}
END_TEST

TCN_TESTS(located)
{
	TCN_EACH(countries_are_found, rows);
}
