/* What of a sentence is shown, and what is wrong with it. */
#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/facts/statement.h"

static const struct {
	const char *lang, *raw, *shown, *faults;
} rows[] = {
	{ "en",
	    "RT @name: BREAKING: At least 42 people have died in the quake "
	    "http://t.co/x",
	    "At least 42 people have died in the quake", "" },
	{ "en", "BREAKING 39 dead after a train left the rails at Harwick",
	    "39 dead after a train left the rails at Harwick", "" },
	{ "en", "UPDATE 3-Harwick Bank agrees to buy its rival for cash",
	    "Harwick Bank agrees to buy its rival for cash", "" },
	{ "en",
	    "LIMA, 12 May (Agency) - At least 42 people have died in the "
	    "quake.",
	    "At least 42 people have died in the quake.", "" },
	{ "en",
	    "BERLIN (Agency) The river reached its highest level in ten years",
	    "The river reached its highest level in ten years", "" },
	{ "en",
	    "NYPD calling for help (borough-wide) after a train left the rails",
	    "NYPD calling for help (borough-wide) after a train left the rails",
	    "" },
	{ "en", "[VIDEO] Ship hits the swing bridge at Harwick on Monday",
	    "Ship hits the swing bridge at Harwick on Monday", "" },
	{ "en",
	    "\"@someone: Ship hits the swing bridge at Harwick, police say\"",
	    "Ship hits the swing bridge at Harwick, police say", "" },
	{ "en",
	    "Ship hits the swing bridge at Harwick #harwick #ship #bridge "
	    "http://t.co/abc -MM",
	    "Ship hits the swing bridge at Harwick", "" },
	{ "en", "Police are searching for survivors in #Harwick",
	    "Police are searching for survivors in #Harwick", "" },
	{ "en", "Ship hits the swing bridge at the old port of ...",
	    "Ship hits the swing bridge at the old port of ...", "cut off" },
	{ "en", "Who will pay for the repair of the swing bridge?",
	    "Who will pay for the repair of the swing bridge?", "a question" },
	{ "en", "It was the worst day that the town has ever seen",
	    "It was the worst day that the town has ever seen",
	    "begins with a pronoun" },
	{ "en", "We are praying for all the people of Harwick tonight",
	    "We are praying for all the people of Harwick tonight",
	    "first person,a prayer" },
	{ "en", "I saw the ship hit the bridge this morning",
	    "I saw the ship hit the bridge this morning", "first person" },
	{ "en",
	    "\"I saw the ship hit the bridge,\" the harbour master said on "
	    "Monday",
	    "\"I saw the ship hit the bridge,\" the harbour master said on "
	    "Monday",
	    "" },
	{ "en", "\"I saw the ship hit the bridge this morning\"",
	    "\"I saw the ship hit the bridge this morning\"", "one quotation" },
	{ "en", "THE SHIP HIT THE SWING BRIDGE AT HARWICK",
	    "THE SHIP HIT THE SWING BRIDGE AT HARWICK", "" },
	{ "en", "The SHIP that HIT the SWING BRIDGE was CHEAP",
	    "The SHIP that HIT the SWING BRIDGE was CHEAP", "shouting" },
	{ "en", "Ship | Bridge | Harwick | Police | News and more",
	    "Ship | Bridge | Harwick | Police | News and more",
	    "hashtags or bars,no verb" },
	{ "en", "Gold 1,204.50 1,203.10 +1.40 Silver 19.20 18.90",
	    "Gold 1,204.50 1,203.10 +1.40 Silver 19.20 18.90",
	    "a table,no verb" },
	{ "en", "Closure of the bridge at Harwick for nine months",
	    "Closure of the bridge at Harwick for nine months", "no verb" },
	{ "en", "The bridge is closed!! Stay away from the port now",
	    "The bridge is closed!! Stay away from the port now", "shouting" },
	{ "en", "Ship hits bridge", "Ship hits bridge", "too short" },
	{ "en", "Nobody knew (said the captain of the ship that hit it",
	    "Nobody knew (said the captain of the ship that hit it",
	    "cut off" },
	{ "en", "#harwickbridge Police have closed the bridge for nine months",
	    "Police have closed the bridge for nine months", "" },
	{ "en", "#Harwick Police have closed the bridge for nine months",
	    "#Harwick Police have closed the bridge for nine months", "" },
	{ "en", "#harwickbridge is closed for nine months, police say",
	    "#harwickbridge is closed for nine months, police say", "" },
	{ "en", "#Harwick #bridge Police have closed it for nine months",
	    "Police have closed it for nine months", "" },
	{ "en", "#Harwick: Police have closed the bridge for nine months",
	    "Police have closed the bridge for nine months", "" },
	{ "en", "#Harwick #bridge closed for nine months, police have said",
	    "#Harwick #bridge closed for nine months, police have said", "" },
	{ "en", "#Harwick #bridge This is what happened in the night",
	    "This is what happened in the night", "begins with a pronoun" },
	{ "en", "Harwick bridge hit: Watch the moment that the ship sank",
	    "Harwick bridge hit: Watch the moment that the ship sank",
	    "begins with a pronoun" },
	{ "en", "Amazing photo of the ship that hit the swing bridge",
	    "Amazing photo of the ship that hit the swing bridge",
	    "points at pictures" },
	{ "en", "Ship hits bridge at Harwick: pictures from the scene",
	    "Ship hits bridge at Harwick: pictures from the scene",
	    "points at pictures" },
	{ "en", "Police have released a photo of the captain of the ship",
	    "Police have released a photo of the captain of the ship", "" },
	{ "en", "Responses to the attacks on the town of Harwick in June",
	    "Responses to the attacks on the town of Harwick in June",
	    "no verb" },
	{ "en", "Comments from the capital on the recent Harwick attacks",
	    "Comments from the capital on the recent Harwick attacks",
	    "no verb" },
	{ "en", "Navy attacks the harbour of Harwick for the second day",
	    "Navy attacks the harbour of Harwick for the second day", "" },
	{ "es", "Impactante imagen de la nave que ha chocado en Harwick",
	    "Impactante imagen de la nave que ha chocado en Harwick",
	    "points at pictures" },
	{ "en", "[Harbour desk] Police have closed the bridge for nine months",
	    "Police have closed the bridge for nine months", "" },
	{ "en", "#Harwick | Police have closed the bridge for nine months",
	    "Police have closed the bridge for nine months", "" },
	{ "en",
	    "Police close the bridge for nine months | Harwick Daily "
	    "http://t.co/x",
	    "Police close the bridge for nine months", "" },
	{ "en", "Police close the bridge for nine months - Harwick Daily",
	    "Police close the bridge for nine months - Harwick Daily", "" },
	{ "en", "Police have closed the bridge for nine months -BW",
	    "Police have closed the bridge for nine months", "" },
	{ "en", "Police have closed the bridge for nine months\"",
	    "Police have closed the bridge for nine months", "" },
	{ "en",
	    "Police have closed the bridge for nine months via @daily "
	    "#harwick",
	    "Police have closed the bridge for nine months", "" },
	{ "en", "Nobody is safe@daily: Police have closed the bridge today",
	    "Nobody is safe@daily: Police have closed the bridge today",
	    "a link or retweet within" },
	{ "en", "The bridge is closed for nine months and it is sooo sad :(",
	    "The bridge is closed for nine months and it is sooo sad :(",
	    "shouting" },
	{ "en", "The bridge is closed for nine months <3 Harwick",
	    "The bridge is closed for nine months <3 Harwick", "shouting" },
	{ "en", "The bridge is closed for weeks, officials say (see: 3)",
	    "The bridge is closed for weeks, officials say (see: 3)", "" },
	{ "en", "of Harwick after the ship hit the bridge on Monday",
	    "of Harwick after the ship hit the bridge on Monday", "cut off" },
	{ "en", "Ship hits the swing bridge at Harwick (+video)",
	    "Ship hits the swing bridge at Harwick", "" },
	{ "en", "Harbour master says bridge is \"closed for nine",
	    "Harbour master says bridge is \"closed for nine", "cut off" },
	{ "en", "The bridge is closed! How long?! Nobody knows at Harwick",
	    "The bridge is closed! How long?! Nobody knows at Harwick",
	    "a question" },
	{ "en", "Help the people of Harwick, who have lost their bridge",
	    "Help the people of Harwick, who have lost their bridge",
	    "begins with a pronoun" },
	{ "de",
	    "Eilmeldung: Schiff rammt die alte Drehbrücke im Hafen von Harwick",
	    "Schiff rammt die alte Drehbrücke im Hafen von Harwick", "" },
	{ "de", "42 Tote nach schwerem Erdbeben im Norden des Landes",
	    "42 Tote nach schwerem Erdbeben im Norden des Landes", "" },
	{ "de", "Er war der letzte, der die Brücke verlassen hat",
	    "Er war der letzte, der die Brücke verlassen hat",
	    "begins with a pronoun" },
	{ "es", "ÚLTIMA HORA: Al menos 42 personas murieron tras el terremoto",
	    "Al menos 42 personas murieron tras el terremoto", "" },
	{ "es", "¿Quién pagará la reparación del puente viejo del puerto?",
	    "¿Quién pagará la reparación del puente viejo del puerto?",
	    "a question,no verb" },
	{ "es", "El gobierno anunció que pagará la reparación del",
	    "El gobierno anunció que pagará la reparación del", "cut off" },
	{ "fr", "EN DIRECT - Le bilan du séisme s'élève à 65 morts",
	    "Le bilan du séisme s'élève à 65 morts", "" },
	{ "fr", "Nous prions pour toutes les victimes du séisme de lundi",
	    "Nous prions pour toutes les victimes du séisme de lundi",
	    "first person,a prayer" },
	{ "it", "Terremoto, il bilancio sale a 18 vittime e 40 feriti",
	    "Terremoto, il bilancio sale a 18 vittime e 40 feriti", "" },
	{ "pt", "AO VIVO: Número de mortos sobe para 65 após o incêndio",
	    "Número de mortos sobe para 65 após o incêndio", "" },
	{ "xx", "BREAKING: words of a language without any table at all",
	    "BREAKING: words of a language without any table at all", "" },
};

static struct tcn_facts *facts;

static void
setup(void)
{
	facts = tcn_facts_new();
}

static void
teardown(void)
{
	tcn_facts_free(facts);
}

static void
print_faults(uint32_t faults, struct tcn_buf *out)
{
	static const char *const texts[TCN_STATEMENT_FAULTS] = {
		"too short",
		"too long",
		"cut off",
		"a question",
		"hashtags or bars",
		"shouting",
		"first person",
		"begins with a pronoun",
		"one quotation",
		"a prayer",
		"a table",
		"no verb",
		"a link or retweet within",
		"points at pictures",
	};

	tcn_buf_z(out, "");
	for (unsigned i = 0; i < TCN_STATEMENT_FAULTS; i++) {
		if (!(faults >> i & 1))
			continue;
		tcn_buf_z(out, out->n ? "," : "");
		tcn_buf_z(out, texts[i]);
	}
}

START_TEST(statements_are_read)
{
	const struct tcn_statement_text text = {
		.raw = tcn_str(rows[_i].raw),
		.lang = rows[_i].lang,
		.begins = true,
	};
	struct tcn_statement statement;
	struct tcn_buf got = { 0 };

	tcn_statement_read(facts, &text, &statement);
	ck_assert_msg(tcn_str_equal(statement.shown, tcn_str(rows[_i].shown)),
	    "[%.*s], not [%s]", TCN_STR_ARG(statement.shown), rows[_i].shown);
	ck_assert_ptr_eq(statement.shown.at, text.raw.at + statement.offset);
	print_faults(statement.faults, &got);
	ck_assert_str_eq(got.at, rows[_i].faults);
	tcn_buf_fini(&got);
}
END_TEST

START_TEST(a_title_loses_its_outlet)
{
	const struct tcn_statement_text title = {
		.raw = tcn_str("Ship hits the bridge at Harwick - Port Herald"),
		.lang = "en",
		.source = tcn_str("Port Herald"),
		.title = true,
	};
	struct tcn_statement statement;

	tcn_statement_read(facts, &title, &statement);
	ck_assert(tcn_str_equal(statement.shown,
	    tcn_str("Ship hits the bridge at Harwick")));
	ck_assert_uint_eq(statement.faults, 0);
}
END_TEST

/* A title is no running text: what looks like a dateline stays. */
START_TEST(a_dateline_stands_only_where_a_text_begins)
{
	struct tcn_statement_text text = {
		.raw = tcn_str("HARWICK - The ship hit the old bridge at dawn"),
		.lang = "en",
	};
	struct tcn_statement statement;

	tcn_statement_read(facts, &text, &statement);
	ck_assert_uint_eq(statement.offset, 0);
	text.begins = true;
	tcn_statement_read(facts, &text, &statement);
	ck_assert_uint_eq(statement.offset, 10);
}
END_TEST

/* Why, and what is done about it, in the words of each language. */
START_TEST(causes_and_responses_are_seen)
{
	static const struct {
		const char *lang, *raw;
		bool cause, response;
	} says[] = {
		{ "en", "The dam broke because of the rain", true, false },
		{ "en", "The minister ordered an inquiry", false, true },
		{ "en", "The dam above the town broke", false, false },
		{ "de", "Der Damm brach wegen des Regens", true, false },
		{ "de", "Die Polizei nahm Ermittlungen auf", false, true },
		{ "es", "La presa cedió debido a la lluvia", true, false },
		{ "fr", "La digue a cédé à cause de la pluie", true, false },
		{ "it", "La diga ha ceduto a causa della pioggia", true,
		    false },
		{ "pt", "A barragem cedeu por causa da chuva", true, false },
	};

	for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
		const struct tcn_statement_text text = {
			.raw = tcn_str(says[i].raw), .lang = says[i].lang
		};
		struct tcn_statement statement;

		tcn_statement_read(facts, &text, &statement);
		ck_assert_msg(statement.cause == says[i].cause, "%s",
		    says[i].raw);
		ck_assert_msg(statement.response == says[i].response, "%s",
		    says[i].raw);
	}
}
END_TEST

/* What stands ahead of a colon is kept, and told of; what is beside that which
 * a title says is found in each language. */
START_TEST(labels_and_asides_are_found)
{
	static const struct {
		const char *lang, *raw, *label, *main;
	} says[] = {
		{ "en", "Markets fall after the Harwick bridge collapse", "",
		    "Markets fall" },
		{ "en", "As rain falls, the town of Harwick votes", "",
		    "the town of Harwick votes" },
		{ "en", "Captain says \"ship sank after storm\" as he lands",
		    "", "Captain says \"ship sank after storm\"" },
		{ "en", "As rain falls Harwick votes", "",
		    "As rain falls Harwick votes" },
		{ "en", "Harwick bridge collapses, 12 people dead", "",
		    "Harwick bridge collapses, 12 people dead" },
		{ "en", "REACTION: Ministers speak of the Harwick bridge",
		    "REACTION",
		    "REACTION: Ministers speak of the Harwick bridge" },
		{ "en", "Live updates from Harwick: Police close the bridge",
		    "Live updates from Harwick",
		    "Live updates from Harwick: Police close the bridge" },
		/* It has a verb, and says something. */
		{ "en", "New bridge falls at Harwick: Police close the port",
		    "", "New bridge falls at Harwick: Police close the port" },
		{ "en", "Live updates: Police close the bridge", "",
		    "Police close the bridge" },
		{ "en", "FOTOS: Puente de Harwick por tierra - http://t.co/a",
		    "FOTOS", "FOTOS: Puente de Harwick por tierra" },
		/* Nothing is left behind it. */
		{ "en", "FOTOS: Puente de Harwick por tierra - | http://t.co/a",
		    "", "" },
		{ "es", "Los mercados caen tras el derrumbe del puente", "",
		    "Los mercados caen" },
		{ "es", "Fotos del puente: Policía cierra el puerto viejo",
		    "Fotos del puente",
		    "Fotos del puente: Policía cierra el puerto viejo" },
		{ "de", "Börse fällt nach dem Einsturz der Brücke", "",
		    "Börse fällt" },
		{ "fr", "Un homme tué après la chute du pont", "",
		    "Un homme tué" },
		{ "it", "La borsa cala dopo il crollo del ponte", "",
		    "La borsa cala" },
		{ "pt", "A bolsa cai após a queda da ponte", "",
		    "A bolsa cai" },
	};

	for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
		const struct tcn_statement_text text = { .begins = true,
			.raw = tcn_str(says[i].raw),
			.lang = says[i].lang };
		struct tcn_statement statement;

		tcn_statement_read(facts, &text, &statement);
		ck_assert_msg(tcn_str_equal(statement.label,
				  tcn_str(says[i].label)),
		    "%s: [%.*s]", says[i].raw, TCN_STR_ARG(statement.label));
		ck_assert_msg(tcn_str_equal(statement.main,
				  tcn_str(says[i].main)),
		    "%s: [%.*s]", says[i].raw, TCN_STR_ARG(statement.main));
	}
}
END_TEST

/* However a retweet is marked, its mark is taken off; a small letter at the
 * beginning is seen behind it. */
START_TEST(retweets_are_taken_off)
{
	static const struct {
		const char *raw, *shown;
		bool small;
	} says[] = {
		{ "RT @desk: The old dam broke at dawn",
		    "The old dam broke at dawn", false },
		{ "Rt @desk: the old dam broke at dawn",
		    "the old dam broke at dawn", true },
		{ "RT \"@desk: The old dam broke at dawn\"",
		    "The old dam broke at dawn", false },
		{ "#Oster dam broke at dawn, police say",
		    "#Oster dam broke at dawn, police say", false },
	};

	for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
		const struct tcn_statement_text text = {
			.raw = tcn_str(says[i].raw),
			.lang = "en",
			.begins = true
		};
		struct tcn_statement statement;

		tcn_statement_read(facts, &text, &statement);
		ck_assert_msg(tcn_str_equal(statement.shown,
				  tcn_str(says[i].shown)),
		    "%.*s", TCN_STR_ARG(statement.shown));
		ck_assert_msg(statement.small == says[i].small, "%s",
		    says[i].raw);
	}
}
END_TEST

/* All of a retweet may be what is taken off; nothing is shown then. */
START_TEST(nothing_may_be_left)
{
	static const char *const raws[] = { "", " ", "RT @a:", "@a @b http://x",
		"#tag", ": - |", "...", "BREAKING:", "\"\"", "RT" };
	struct tcn_statement statement;

	for (size_t i = 0; i < sizeof raws / sizeof *raws; i++) {
		const struct tcn_statement_text text = {
			.raw = tcn_str(raws[i]), .lang = "en", .begins = true
		};

		tcn_statement_read(facts, &text, &statement);
		ck_assert(statement.faults & TCN_STATEMENT_SHORT);
		ck_assert(statement.offset + statement.shown.n <= text.raw.n);
	}
}
END_TEST

TCN_TESTS(statement)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(statements_are_read, rows);
	tcase_add_test(tc, a_title_loses_its_outlet);
	tcase_add_test(tc, a_dateline_stands_only_where_a_text_begins);
	tcase_add_test(tc, nothing_may_be_left);
	tcase_add_test(tc, causes_and_responses_are_seen);
	tcase_add_test(tc, labels_and_asides_are_found);
	tcase_add_test(tc, retweets_are_taken_off);
}
