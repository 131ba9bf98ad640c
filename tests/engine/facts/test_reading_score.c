/* Scores of matches that are over, votes, seats, and sentences without a
 * number, in six languages. */
#include "tests/engine/facts/reading_rows.h"

static const struct reading_row rows[] = {
	{ "en", "Norvand beat Ostrel 3-0", "score 0-3" },
	{ "en", "Norvand draw 1-1 with Ostrel", "score 1" },
	{ "en", "Ostrel lost 1-2 at home", "score 1-2" },
	{ "en", "Norvand win 3-0 lead", "" },
	{ "en", "Norvand lead Ostrel 2-1 at half-time", "" },
	{ "en", "Drug wins approval for children aged 1-11", "" },
	{ "en", "Norvand beat Ostrel to move to 8-0", "" },
	{ "en", "Norin Sande jailed for faking his death", "" },
	{ "en", "Norvand could win 2-0", "" },
	{ "en", "Town loses 20-30 homes in fire", "" },
	{ "en", "Norvand and Ostrel meet at 3-0", "" },
	{ "en", "House votes 217-205 for the bill", "score 205-217 votes" },
	{ "en", "Ruling party won 282 seats", "vote 282 seats" },
	{ "en", "Ruling party holds 282 seats", "" },
	{ "en", "Norin Sande sentenced to life in prison", "prison 1 life" },
	{ "en", "Court sentences Norin Sande to death", "prison 1 death" },
	{ "en", "Sande could be sentenced to death", "" },
	{ "en", "Norin Sande puts friends to death by chance", "" },
	{ "de", "Norvand gewinnt gegen Ostrel 3:0", "score 0-3" },
	{ "de", "Norvand spielt gegen Ostrel um 3:0", "" },
	{ "de", "Sande zu lebenslanger Haft verurteilt", "prison 1 life" },
	{ "de", "Sande zum Tode verurteilt", "prison 1 death" },
	{ "de", "Partei gewinnt 120 Sitze", "vote 120 seats" },
	{ "es", "Norvand vence 2-1 a Ostrel", "score 1-2" },
	{ "es", "Norvand gana 1-0 al descanso", "" },
	{ "es", "Sande, condenado a cadena perpetua", "prison 1 life" },
	{ "es", "Condenan a muerte a Sande", "prison 1 death" },
	{ "fr", "Norvand bat Ostrel 3-1", "score 1-3" },
	{ "fr", "Sande condamné à la réclusion à perpétuité", "prison 1 life" },
	{ "it", "Norvand batte Ostrel 2-0", "score 0-2" },
	{ "it", "Sande condannato all'ergastolo", "prison 1 life" },
	{ "pt", "Norvand vence Ostrel por 2-1", "score 1-2" },
	{ "pt", "Sande é condenado a prisão perpétua", "prison 1 life" },
};

START_TEST(scores_and_sentences_are_read)
{
	reading_must_be(&rows[_i]);
}
END_TEST

TCN_TESTS(reading_score)
{
	tcase_add_checked_fixture(tc, reading_setup, reading_teardown);
	TCN_EACH(scores_and_sentences_are_read, rows);
}
