/* What sentences of six languages say of slots. */
#include "tests/engine/facts/reading_rows.h"

#include "engine/facts/reading.h"

static const struct reading_row rows[] = {
	{ "en", "4 dead, 60 hurt in bridge collapse", "dead 4; injured 60" },
	{ "en", "The blast killed 4 and injured 60 people",
	    "dead 4; injured 60" },
	{ "en", "At least 42 people have died", "dead 42 least" },
	{ "en",
	    "The death toll from the quake in the northern hills rises to 65",
	    "dead 65" },
	{ "en", "Death toll rose from 53 to 65 on Tuesday", "dead 65" },
	{ "en", "Twenty-three people were killed and dozens more injured",
	    "dead 23; injured 24-99 vague" },
	{ "en", "One person was confirmed dead, 12 still missing",
	    "dead 1; missing 12" },
	{ "en", "A man died and one of them was 42 years old", "" },
	{ "en", "As many as 100 are feared dead", "dead 100 most" },
	{ "en", "The toll could rise to 200 dead", "" },
	{ "en", "Between 20 and 30 people were killed", "dead 20-30 range" },
	{ "en", "Some 2,000 people left their homes", "evacuated 2000 about" },
	{ "en", "2000 people were evacuated", "evacuated 2000" },
	{ "en", "In 2010 killed 230 people in the same town", "" },
	{ "en", "It was the deadliest quake since 1998, when 310 people died",
	    "" },
	{ "en", "The ferry was carrying 294 passengers and crew",
	    "aboard 294" },
	{ "en", "Rescuers saved 562 of those on board", "rescued 562" },
	{ "en", "A 7.2-magnitude quake struck the coast", "magnitude 7.2" },
	{ "en",
	    "An aftershock of magnitude 5.4 followed the quake of magnitude "
	    "6.6",
	    "aftershock 5.4; magnitude 6.6" },
	{ "en", "The train was doing 82 mph in a 30 km zone", "speed 82 mph" },
	{ "en", "The river reached 9.4 metres, the highest level in years",
	    "water 9.4 m" },
	{ "en", "Harwick Bank to buy rival for $1.5 billion",
	    "price 1500000000 USD" },
	{ "en", "The regulator fined the bank 200 million euros",
	    "fine 200000000 EUR" },
	{ "en", "Police arrested 12 people and killed 2 km of road",
	    "arrested 12" },
	{ "en", "No one on board was hurt", "" },
	{ "en", "Dead: 42, missing: 17", "dead 42; missing 17" },
	{ "en", "Another 12 bodies were found", "dead 12 more" },
	{ "en", "500+ dead as storm hits", "dead 500 least" },
	{ "en", "65 dead, including 12 children", "dead 65" },
	{ "en", "hundreds of thousands displaced",
	    "evacuated 200000-999999 vague" },
	{ "en", "killed 42 cows and damaged 40 homes", "" },
	{ "en", "42 dead or missing", "" },
	{ "en",
	    "Flight A320 with 150 people on board crashed at 10:45 on 12/05",
	    "aboard 150" },
	{ "de", "Bei dem Erdbeben kamen mindestens 42 Menschen ums Leben",
	    "dead 42 least" },
	{ "de", "Zahl der Toten steigt nach dem Beben auf 65", "dead 65" },
	{ "de", "Zweiundvierzig Tote und 1.200 Verletzte",
	    "dead 42; injured 1200" },
	{ "de", "42 Menschen sind bei dem Erdbeben getötet worden", "dead 42" },
	{ "de", "Ein Beben der Stärke 7,2 erschütterte die Küste",
	    "magnitude 7.2" },
	{ "de", "Der Pegel erreichte 9,4 Meter", "water 9.4 m" },
	{ "de", "Bis zu 100 Menschen werden vermisst", "missing 100 most" },
	{ "de", "Der Konzern übernimmt den Rivalen für 1,5 Milliarden Euro",
	    "price 1500000000 EUR" },
	{ "de", "Der 42-jährige Mann starb am 3. Mai", "" },
	{ "de", "Tausende Menschen wurden evakuiert",
	    "evacuated 2000-9999 vague" },
	{ "es", "Sube a 52 la cifra de muertos en el norte", "dead 52" },
	{ "es",
	    "La cifra de fallecidos por el terremoto en la costa aumenta a 50",
	    "dead 50" },
	{ "es", "Al menos cuarenta y dos personas murieron", "dead 42 least" },
	{ "es", "El sismo de 7,2 grados deja 42 muertos y 1.200 heridos",
	    "magnitude 7.2; dead 42; injured 1200" },
	{ "es", "Hace 35 grados en la capital", "" },
	{ "es", "Mueren 42 personas y hay 12 mil damnificados",
	    "dead 42; evacuated 12000" },
	{ "es", "Un muerto y dos heridos en un choque", "dead 1; injured 2" },
	{ "es", "Unas 3 mil personas fueron evacuadas",
	    "evacuated 3000 about" },
	{ "fr", "Un séisme de magnitude 7,2 fait 42 morts et 1 200 blessés",
	    "magnitude 7.2; dead 42; injured 1200" },
	{ "fr", "Le bilan s'élève à 65 morts", "dead 65" },
	{ "fr", "Au moins quarante-deux personnes ont été tuées",
	    "dead 42 least" },
	{ "fr", "Une vingtaine de personnes sont portées disparues",
	    "missing 20" },
	{ "fr", "Le nombre de morts est passé de 53 à 65", "dead 65" },
	{ "fr", "L'amende atteint 200 millions d'euros", "fine 200000000 EUR" },
	{ "it", "Sale a 18 il numero delle vittime del nubifragio", "dead 18" },
	{ "it", "Il terremoto ha provocato 42 morti e oltre trecento feriti",
	    "dead 42; injured 300 least" },
	{ "it", "Scossa di magnitudo 5,8 avvertita al nord", "magnitude 5.8" },
	{ "it", "Ventitré dispersi e 5.000 sfollati",
	    "missing 23; evacuated 5000" },
	{ "pt", "Número de mortos sobe para 65 após incêndio", "dead 65" },
	{ "pt", "Pelo menos quarenta e duas pessoas morreram",
	    "dead 42 least" },
	{ "pt", "Incêndio deixa 232 mortos e 131 feridos",
	    "dead 232; injured 131" },
	{ "pt", "Terremoto de 7,2 graus na escala Richter atinge o país",
	    "magnitude 7.2" },
	{ "xx", "42 dead", "" },
	{ "es", "Alerta tras un terremoto de 7,9 cerca de Costa Verde",
	    "magnitude 7.9" },
	{ "es", "Terremoto de cerca de 7,9 sacude Costa Verde",
	    "magnitude 7.9 about" },
	{ "en", "Warning after a 7.9 quake near Coraza", "magnitude 7.9" },
	{ "en", "M7.9 earthquake hits the coast of Coraza", "magnitude 7.9" },
	{ "en", "Quake of M7.9 off Coraza", "magnitude 7.9" },
	{ "es",
	    "#Ahora: Autoridades han emitido alerta de tsunami para la zona "
	    "por sismo de M7.9 en #CostaVerde",
	    "magnitude 7.9" },
	{ "en", "Derailment in the city, killing 4 passengers", "dead 4" },
	{ "en", "The explosion may have injured more than 100", "" },
	{ "en", "Storm of 15 people hurt 3 times as bad, 20% dead, $5 killed",
	    "injured 15" },
	{ "en", "Five more bodies raise the death toll to 33",
	    "dead 5 more; dead 33" },
	{ "en", "1990s film: 5th place, No. 7, #9 dead", "" },
	{ "en", "1,234.5 dead and 1.234 injured and 12,34 missing",
	    "injured 1234" },
	{ "en", "999999999999999999999999 dead", "" },
	{ "en", "dead dead dead 7", "" },
	{ "en", "Comedian of the Tonight Show dies at 78", "age 78" },
	{ "en", "Drummer found dead at 49", "" },
	{ "en", "Air pollution kills one in eight people every year", "" },
	{ "en", "1 in 8 deaths is due to bad air, agency says", "" },
	{ "en", "Employee responsible for Windows 8 leaks arrested", "" },
	{ "en", "Judge arrested: 5 things to know", "" },
	{ "en", "Judge arrested: 5 Fast Facts", "" },
	{ "en", "4 dead: 60 hurt", "dead 4; injured 60" },
	{ "es", "Muertos: 48 Heridos: 155", "dead 48; injured 155" },
	{ "en", "Terminal 3 evacuated after shots", "" },
	{ "en", "Exchange finds 200,000 missing coins in old wallet", "" },
	{ "en", "200,000 missing in flood", "missing 200000" },
	{ "en", "The toll stands at 65", "dead 65" },
	{ "en", "The death toll was put at 65 on Monday", "dead 65" },
	{ "en", "Typhoon leaves 125-plus dead", "dead 125 least" },
	{ "en", "The meteor travelled at 33,000 mph", "speed 33000 mph" },
	{ "en", "It went 82 mph in a 30 mph zone", "speed 82 mph" },
	{ "en",
	    "Derailed train was travelling in an area with 30 mph speed limit",
	    "" },
	{ "en", "The limit there is 30 mph", "" },
	{ "en", "The train took the curve at 82 mph", "speed 82 mph" },
	{ "en", "Speed was restricted to 30 mph on the bridge", "" },
	{ "es", "Iba a 180 km por hora en una curva de 80 km/h",
	    "speed 180 km/h" },
	{ "es", "El tren entró en la curva a 190 km/h", "speed 190 km/h" },
	{ "es", "La zona estaba limitada a 80 kilómetros por hora", "" },
	{ "de", "Der Zug fuhr 190 km/h, erlaubt waren 80 km/h",
	    "speed 190 km/h" },
	{ "de", "Auf der Strecke gilt Tempolimit 80 km/h", "" },
	{ "fr", "Le train roulait à 190 km/h dans une courbe limitée à 80 km/h",
	    "speed 190 km/h" },
	{ "it", "Il treno andava a 190 km/h, con un limite di 80 km/h",
	    "speed 190 km/h" },
	{ "pt", "O comboio ia a 190 km/h numa curva limitada a 80 km/h",
	    "speed 190 km/h" },
	{ "es",
	    "Fuertes réplicas se sienten ahora en Costa Rica tras sismo de "
	    "magnitud 7,6 que sacudió el país",
	    "magnitude 7.6" },
	{ "es",
	    "Se reportan al menos 25 replicas tras el terremoto de 7,6 grados",
	    "magnitude 7.6" },
	{ "es", "Reportan 170 réplicas tras terremoto de magnitud 7,6 en X",
	    "magnitude 7.6" },
	{ "en", "Aftershocks rattle city hours after 7.6 magnitude quake",
	    "magnitude 7.6" },
	{ "de", "Nach dem Beben der Stärke 7,6 gab es viele Nachbeben",
	    "magnitude 7.6" },
	{ "fr", "Répliques après le séisme de magnitude 7,6", "magnitude 7.6" },
	{ "es",
	    "Una réplica de magnitud 5,4 sacudió la ciudad tras el terremoto",
	    "aftershock 5.4" },
	{ "en", "Program offering $15 for each deal", "" },
	{ "de", "Der Sänger starb mit 78 in seinem Haus", "" },
	{ "es", "El sismo mata a 42 en la costa", "dead 42" },
	{ "de", "Zwischen 20 und 30 Verletzte", "injured 20-30 range" },
	{ "fr", "Le séisme a fait entre 20 et 30 morts", "dead 20-30 range" },
	{ "es", "Una réplica de magnitud 5,1 siguió al terremoto",
	    "aftershock 5.1" },
};

START_TEST(sentences_are_read)
{
	reading_must_be(&rows[_i]);
}
END_TEST

/* What is said of a toll as it goes on. */
static const struct {
	const char *lang, *sentence;
	bool rises, lowers;
} tolls[] = {
	{ "en", "Police say city death toll 155, still counting", true, false },
	{ "en", "Death toll rises to 155", true, false },
	{ "en", "Attack on hotel kills 155", false, false },
	{ "en", "155 dead in attack on hotel", false, false },
	{ "en", "Police lower death toll to 155", true, true },
	{ "en", "Death toll from the attack cut to 155", true, true },
	{ "en", "Death toll in club fire revised to 155", true, true },
	{ "es", "Baja a 155 la cifra de muertos", true, true },
	{ "es", "La cifra de muertos se reduce a 155", true, true },
	{ "es", "Asciende a 155 la cifra de muertos", true, false },
	{ "pt", "O número de mortos no incêndio foi revisado para 155", true,
	    true },
	{ "de", "Zahl der Toten auf 155 korrigiert", true, true },
	{ "fr", "Le bilan de l'attaque est revu à 155 morts", true, true },
	{ "it", "Il bilancio delle vittime scende a 155", true, true },
};

START_TEST(a_toll_goes_on)
{
	const struct tcn_reading_text text = { tcn_str(tolls[_i].sentence),
		tolls[_i].lang, 2014 };
	struct tcn_reading readings[TCN_READINGS_MAX];
	struct tcn_facts *facts;
	size_t n;

	facts = tcn_facts_new();
	tcn_reading_find(facts, &text, readings, &n);
	ck_assert_uint_eq(n, 1);
	ck_assert_int_eq(readings[0].lo, 155 * TCN_READING_ONE);
	ck_assert_int_eq(readings[0].rises, tolls[_i].rises);
	ck_assert_int_eq(readings[0].lowers, tolls[_i].lowers);
	tcn_facts_free(facts);
}
END_TEST

/* Where a sentence stood, another may stand by now. */
START_TEST(sentence_is_read_as_it_is_now)
{
	char sentence[] = "A storm killed 42 people.";
	const struct tcn_reading_text text = { tcn_str(sentence), "en", 0 };
	struct tcn_reading readings[TCN_READINGS_MAX];
	struct tcn_facts *facts;
	size_t n;

	facts = tcn_facts_new();
	for (char digit = '2'; digit <= '9'; digit++) {
		sentence[16] = digit;
		tcn_reading_find(facts, &text, readings, &n);
		ck_assert_uint_eq(n, 1);
		ck_assert_int_eq(readings[0].lo,
		    (40 + digit - '0') * TCN_READING_ONE);
	}
	tcn_facts_free(facts);
}
END_TEST

TCN_TESTS(reading)
{
	tcase_add_test(tc, sentence_is_read_as_it_is_now);
	TCN_EACH(a_toll_goes_on, tolls);
	tcase_add_checked_fixture(tc, reading_setup, reading_teardown);
	TCN_EACH(sentences_are_read, rows);
}
