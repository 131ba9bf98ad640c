/* Money of companies and courts, and changes in per cent, in six languages:
 * what was, and not what is asked for, foreseen or an aim. */
#include "tests/engine/facts/reading_rows.h"

static const struct reading_row rows[] = {
	{ "en", "Norvas sells $750 mln notes", "financing 750000000 USD" },
	{ "en", "Norvas to sell $8 bln 2-year notes",
	    "financing 8000000000 USD" },
	{ "en", "Ostrel raises $20 million", "financing 20000000 USD" },
	{ "en", "Ostrel raises stake to $20 million", "" },
	{ "en", "State with $70 bln debt asks court for help", "" },
	{ "en", "Norvas profit falls 39 percent", "profit 39 -%" },
	{ "en", "Norvas Q1 net profit up nearly 5 pct", "profit 5 about +%" },
	{ "en", "Norvas posts 11 percent rise in third-quarter profit",
	    "profit 11 +%" },
	{ "en", "Norvas profit rises but shares fall 3 percent", "" },
	{ "en", "Norvas profit margin up 3 percent", "" },
	{ "en", "Norvas sees sales up 30 pct", "" },
	{ "en", "Norvas profit to rise 4 percent", "" },
	{ "en", "Norvas profit drops to $1.2 billion",
	    "profit 1200000000 USD" },
	{ "en", "Norvas loss widens to $3 million from $2 million",
	    "loss 3000000 USD" },
	{ "en", "Norvas posts $229 million annual loss", "loss 229000000 USD" },
	{ "en", "Norvas loses $7 million a day in merger", "" },
	{ "en", "'Ostrel' opens with $95 million", "sales 95000000 USD" },
	{ "en", "Revenue of $26.7 million at Norvas", "sales 26700000 USD" },
	{ "en", "Norvas to pay $55 million to settle case",
	    "settlement 55000000 USD" },
	{ "en", "Jury awards Norvas $119 million in damages",
	    "settlement 119000000 USD" },
	{ "en", "Norvas seeks $1.5 billion in damages", "" },
	{ "en", "Norvas may sign $1B deal to end probe", "" },
	{ "en", "Central bank buys $40 million, sol weaker", "" },
	{ "en", "Norvas buys Ostrel for $40 million", "price 40000000 USD" },
	{ "en", "Tension over $2B Norvas deal", "price 2000000000 USD" },
	{ "en", "Norvas bought for over $2B", "price 2000000000 least USD" },
	{ "en", "Fans get no part of the $2 billion Norvas deal",
	    "price 2000000000 USD" },
	{ "en", "Norvas loses bid in $2 billion Ostrel trial", "" },
	{ "en", "'Norvand Nights' season 4 deaths revealed", "" },
	{ "en", "Norvas needs to axe 7,500 jobs", "" },
	{ "en", "No rise in rates until unemployment hits 6 pct", "" },
	{ "en", "Investors sought for 3,000 MW field", "" },
	{ "de", "Norvas-Gewinn steigt um 12 Prozent", "profit 12 +%" },
	{ "de", "Norvas-Umsatz sinkt auf 3 Milliarden Euro",
	    "sales 3000000000 EUR" },
	{ "de", "Norvas begibt Anleihe über 500 Millionen Euro",
	    "financing 500000000 least EUR" },
	{ "de", "Norvas fordert 500 Millionen Euro Schadenersatz", "" },
	{ "es", "El beneficio de Norvas cae un 5 %", "profit 5 -%" },
	{ "es", "Norvas prevé un aumento del 5 % de las ventas", "" },
	{ "es", "Las ventas subieron un 3 % en mayo", "sales 3 +%" },
	{ "es", "Norvas obtiene un préstamo de 300 millones de euros",
	    "financing 300000000 EUR" },
	{ "fr", "Le bénéfice de Norvas en hausse de 8 %", "profit 8 +%" },
	{ "fr", "Norvas lève 20 millions d'euros", "financing 20000000 EUR" },
	{ "fr", "Norvas réclame 20 millions d'euros de dommages", "" },
	{ "it", "L'utile di Norvas cresce del 9%", "profit 9 +%" },
	{ "it", "Norvas chiede un risarcimento di 20 milioni di euro", "" },
	{ "it", "Ricavi a 300 milioni di euro per Norvas",
	    "sales 300000000 EUR" },
	{ "pt", "Lucro da Norvas sobe 7% em março", "profit 7 +%" },
	{ "pt", "Norvas capta R$ 300 milhões", "financing 300000000 BRL" },
	{ "pt", "Norvas espera alta de 7% nas vendas", "" },
};

START_TEST(money_and_changes_are_read)
{
	reading_must_be(&rows[_i]);
}
END_TEST

TCN_TESTS(reading_money)
{
	tcase_add_checked_fixture(tc, reading_setup, reading_teardown);
	TCN_EACH(money_and_changes_are_read, rows);
}
