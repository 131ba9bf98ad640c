/* Where an event is: how many must say so. */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tools/tell/summary/event_places.h"
#include "tools/tell/summary/summary_memo.h"

#define TITLES_MAX 10

static const struct {
	const char *titles[TITLES_MAX]; /* each of an origin of its own */
	const char *places; /* as they are stored */
} events[] = {
	{ { "Quake in Chile kills ten", "Chile digs out after quake",
	      "Quake: ten dead", "Tsunami warning after quake in Chile" },
	    "CL" },
	/* two of five are too few */
	{ { "Quake in Chile kills ten", "Quake: nine dead", "Ten dead",
	      "Quake toll rises", "Rescue goes on in Chile" },
	    "" },
	/* all of fewer than three */
	{ { "Quake in Chile kills ten" }, "CL" },
	{ { "Quake in Chile kills ten", "Quake: ten dead" }, "" },
	/* half of those that name any */
	{ { "Chile wins", "Chile scores", "Chile cheers", "Peru loses",
	      "Peru weeps", "Peru mourns", "Cuba looks on" },
	    "" },
	/* where it is, before who did it */
	{ { "US drone kills five in Pakistan", "US strike in Pakistan",
	      "US drone strike kills five in Pakistan" },
	    "PK" },
	{ { "US and China agree", "China and US sign", "US, China: a pact" },
	    "US CN" },
	/* a city of the country that leads */
	{ { "Gunmen kill twelve in Sydney", "Twelve shot dead in Sydney",
	      "Australia mourns the dead of Sydney" },
	    "AU Australia/Sydney" },
	{ { "London says no", "London says never", "London says nothing" },
	    "GB" },
	/* a homonym that one article makes sure */
	{ { "War in Georgia", "Fighting in Georgia", "Georgia asks for help",
	      "Tanks near Tbilisi" },
	    "GE" },
	{ { "Storm in Georgia", "Flood in Georgia", "Georgia digs out" }, "" },
};

static void
write_places(const struct tcn_event_places *places, char *out)
{
	*out = '\0';
	for (uint32_t i = 0; i < places->n; i++)
		sprintf(out + strlen(out), "%s%s", i ? " " : "",
		    places->countries[i]);
	if (*places->zone)
		sprintf(out + strlen(out), " %s", places->zone);
}

/* Makes of each title a text twice: copies are no witnesses. */
static size_t
make_texts(const char *const *titles, struct tcn_summary_memo *memo,
    struct tcn_summary_text texts[2 * TITLES_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < TITLES_MAX && titles[i]; i++)
		for (int copy = 0; copy < 2; copy++)
			texts[n++] = (struct tcn_summary_text){
				.title = tcn_str(titles[i]),
				.lang = tcn_str("en"),
				.origin = i + 1,
				.memo = memo,
			};
	return n;
}

START_TEST(where_an_event_is)
{
	struct tcn_summary_memo *memo =
	    tcn_summary_memo_new(TCN_SUMMARY_MEMO_BYTES);
	struct tcn_summary_text texts[2 * TITLES_MAX];
	struct tcn_event_places places;
	struct tcn_arena arena;
	char got[200];
	size_t n;

	tcn_arena_init(&arena, 0);
	for (int round = 0; round < 3; round++) {
		n = make_texts(events[_i].titles, round ? memo : NULL, texts);
		places = tcn_event_places_find(texts, n, &arena);
		write_places(&places, got);
		ck_assert_msg(strcmp(got, events[_i].places) == 0, "%s: \"%s\"",
		    events[_i].titles[0], got);
	}
	tcn_arena_fini(&arena);
	tcn_summary_memo_free(memo);
}
END_TEST

START_TEST(no_texts_are_nowhere)
{
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_uint_eq(tcn_event_places_find(NULL, 0, &arena).n, 0);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(event_places)
{
	TCN_EACH(where_an_event_is, events);
	tcase_add_test(tc, no_texts_are_nowhere);
}
