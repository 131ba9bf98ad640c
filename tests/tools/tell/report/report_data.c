#include "tests/tools/tell/report/report_data.h"

#include <stdio.h>

#include "engine/base/duration.h"

#define START_MS INT64_C(1795269300000) /* Sat 21 Nov 2026, 13:55 UTC */

/* A text, who had it first and when, and who copied it how much later. */
struct text {
	int minute;
	const char *lang;
	const char *source;
	const char *title;
	const char *text;
	struct {
		int minute;
		const char *source;
	} copies[8];
};

static const struct text texts[] = {
	{ 0, "en", "Ellery Observer",
	    "Cargo ship strikes Harrow Bridge in Port Ellery",
	    "A cargo ship struck a pier of the Harrow Bridge shortly before "
	    "two in the afternoon, the harbour master said. The bridge has "
	    "been closed to all traffic.",
	    { { 0 } } },
	{ 6, "en", "Northern Wire",
	    "Harrow Bridge closed after freighter hits pier",
	    "PORT ELLERY (Northern Wire) - The Harrow Bridge was closed in "
	    "both directions on Saturday after the freighter Maren Kestrel "
	    "hit one of its piers, the harbour authority said. Divers were "
	    "on their way to inspect the damage below the water line. There "
	    "were no reports of injuries.",
	    { { 8, "Valley Courier" }, { 9, "Coast Today" },
		{ 11, "The Morning Ledger" }, { 14, "Metro Lines" },
		{ 19, "Radio Sund" }, { 25, "Daily Compass" },
		{ 41, "Hill Gazette" }, { 77, "Evening Standard Post" } } },
	{ 12, "en", "Harbour Radio",
	    "Traffic chaos in Port Ellery as bridge is shut",
	    "Drivers face delays of more than an hour. The Harrow Bridge "
	    "carries about 60,000 vehicles a day, and the only other crossing "
	    "is the old ferry at Dunmore.",
	    { { 33, "Coast Today" } } },
	{ 16, "en", "Coast Today",
	    "\"It shook like an earthquake\": drivers on ship hitting bridge",
	    "Witnesses described a loud bang and a long tremor when the "
	    "freighter hit the Harrow Bridge. \"It shook like an earthquake,\" "
	    "said Mr. Tolland, who was crossing with his two children. "
	    "Three people were injured on the bridge.",
	    { { 0 } } },
	{ 21, "fr", "Le Littoral",
	    "Un cargo percute le pont de Harrow \xc3\xa0 Port Ellery",
	    "Le pont de Harrow a \xc3\xa9t\xc3\xa9 ferm\xc3\xa9 samedi apr"
	    "\xc3\xa8s avoir \xc3\xa9t\xc3\xa9 percut\xc3\xa9 par un cargo, "
	    "a annonc\xc3\xa9 la capitainerie. Aucun bless\xc3\xa9 n'est "
	    "signal\xc3\xa9.",
	    { { 24, "Journal du Quai" }, { 31, "Info Ouest Libre" } } },
	{ 24, "en", "Daily Compass",
	    "Divers inspect Harrow Bridge after freighter collision",
	    "Engineers said the damage to the pier of the Harrow Bridge could "
	    "only be judged after divers had inspected it below the water "
	    "line. The freighter Maren Kestrel was held at anchor two miles "
	    "downstream. Three people were injured, the county said.",
	    { { 30, "Hill Gazette" }, { 36, "Inland News" } } },
	{ 28, "en", "Northern Wire",
	    "Freighter that hit Harrow Bridge lost steering, authority says",
	    "PORT ELLERY (Northern Wire) - The freighter Maren Kestrel "
	    "reported a loss of steering four minutes before it hit the "
	    "Harrow Bridge, the harbour authority said. The pilot dropped "
	    "both anchors but could not stop the ship in time. No one on "
	    "board was hurt.",
	    { { 30, "Valley Courier" }, { 31, "Radio Sund" },
		{ 33, "Metro Lines" }, { 38, "The Morning Ledger" },
		{ 52, "Inland News" } } },
	{ 35, "ar", "Al Marsa",
	    "\xd8\xb3\xd9\x81\xd9\x8a\xd9\x86\xd8\xa9 \xd8\xb4\xd8\xad\xd9"
	    "\x86 \xd8\xaa\xd8\xb5\xd8\xb7\xd8\xaf\xd9\x85 \xd8\xa8\xd8\xac"
	    "\xd8\xb3\xd8\xb1 \xd9\x87\xd8\xa7\xd8\xb1\xd9\x88 \xd9\x81\xd9"
	    "\x8a \xd8\xa8\xd9\x88\xd8\xb1\xd8\xaa \xd8\xa5\xd9\x84\xd9\x8a"
	    "\xd8\xb1\xd9\x8a",
	    "", { { 0 } } },
	{ 44, "en", "Ellery Observer",
	    "Ferry adds sailings while Harrow Bridge stays closed",
	    "The Dunmore ferry will run every twenty minutes until midnight "
	    "while the Harrow Bridge stays closed. Ambulances have priority "
	    "at both landings, the county said. The number of people injured "
	    "on the bridge rose to seven.",
	    { { 0 } } },
	{ 58, "de", "Hafenblatt",
	    "Frachter rammt Br\xc3\xbc"
	    "cke in Port Ellery",
	    "Die Harrow-Br\xc3\xbc"
	    "cke ist nach dem Aufprall eines Frachters "
	    "gesperrt, teilte die Hafenbeh\xc3\xb6rde mit. Verletzt wurde "
	    "nach ersten Angaben niemand.",
	    { { 66, "Deichbote" } } },
	{ 71, "en", "The Morning Ledger",
	    "Minister promises inquiry into Port Ellery bridge collision",
	    "The transport minister promised an inquiry into how a freighter "
	    "without steering could reach the Harrow Bridge. Tugs had been "
	    "offered to the Maren Kestrel and declined, the harbour authority "
	    "said. Seven people were injured when cars braked.",
	    { { 90, "Hill Gazette" } } },
	{ 96, "en", "Engineering Weekly",
	    "How bridge piers are meant to survive a ship's impact",
	    "Piers of bridges over shipping lanes are protected by fenders "
	    "and artificial islands that turn a ship aside. The Harrow Bridge "
	    "was built before such rules and has neither. Its collision left "
	    "five people injured.",
	    { { 0 } } },
	{ 128, "en", "Northern Wire",
	    "One lane of Harrow Bridge to reopen on Sunday, engineers say",
	    "PORT ELLERY (Northern Wire) - One lane of the Harrow Bridge can "
	    "reopen on Sunday morning after divers found no crack in the pier "
	    "that a freighter hit, engineers said. Lorries will be banned for "
	    "at least three weeks. The harbour authority put the cost of "
	    "repairs at 4.2 million.",
	    { { 131, "Coast Today" }, { 137, "Valley Courier" } } },
	{ 171, "en", "Harbour Radio",
	    "Captain of Maren Kestrel questioned by police",
	    "Police questioned the captain of the freighter that hit the "
	    "Harrow Bridge on Saturday evening. He is not under arrest. "
	    "They spoke of five people injured.",
	    { { 0 } } },
};

#define ITEMS_MAX 64

static struct tcn_report_item items[ITEMS_MAX];
static char urls[ITEMS_MAX][96], ids[ITEMS_MAX][16];
static uint64_t evidence[ITEMS_MAX];

/* "Ellery Observer" becomes ellery-observer.example. */
static void
make_url(char *url, size_t size, const char *source, size_t number)
{
	size_t n = (size_t)snprintf(url, size, "https://");

	for (; *source; source++) {
		char c = *source == ' ' ? '-' : *source;

		url[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	snprintf(url + n, size - n, ".example/2026/11/21/%zu", number);
}

static size_t
add(size_t n, const struct text *text, int minute, const char *source,
    uint64_t original)
{
	struct tcn_report_item *item = &items[n];

	make_url(urls[n], sizeof urls[n], source, n + 1);
	snprintf(ids[n], sizeof ids[n], "a%zu", n + 1);
	*item = (struct tcn_report_item){ .seq = 100 + n,
		.ts_ms = START_MS + minute * TCN_MINUTE_MS +
		    (int)(n * 7 % 60) * 1000,
		.id = tcn_str(ids[n]),
		.source = tcn_str(source),
		.url = tcn_str(urls[n]),
		.title = tcn_str(text->title),
		.text = tcn_str(text->text),
		.lang = tcn_str(text->lang),
		.category = tcn_str(n % 3 ? "" : "World & you"),
		.predicted = tcn_str(n % 3 == 1 ? "World & you" : ""),
		.probability = n % 3 == 1 && n % 2 ? .75 : 0,
		.duplicate_of = original,
		.origin = original ? original : 100 + n };
	return n + 1;
}

static size_t
add_all(void)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const struct text *text = &texts[i];
		uint64_t original = 100 + n;

		n = add(n, text, text->minute, text->source, 0);
		for (size_t k = 0; k < 8 && text->copies[k].source; k++)
			n = add(n, text, text->copies[k].minute,
			    text->copies[k].source, original);
	}
	return n;
}

/* Desks that wrote up the first report in words of their own. */
static void
make_rewrites(size_t n)
{
	unsigned made = 0;

	for (size_t i = 1; i < n && made < 3; i++) {
		if (items[i].duplicate_of || items[i].excerpt_of)
			continue;
		items[i].rewrite_of = items[0].seq;
		made++;
	}
}

/* Sites that printed parts of a text, in place of copies: of the wire's, of one
 * that is not kept any more, and one that came alone for a quarter of an hour.
 */
static void
make_excerpts(size_t n)
{
	static const struct {
		int minute;
		uint64_t of; /* seq */
		uint32_t shared, sentences;
	} excerpts[] = { { 14, 101, 11, 14 }, { 77, 42, 3, 5 },
		{ 90, 129, 4, 4 } };
	size_t at = 0;

	for (size_t i = 0; i < n && at < 3; i++) {
		struct tcn_report_item *item = &items[i];
		if (!item->duplicate_of ||
		    (item->ts_ms - START_MS) / TCN_MINUTE_MS !=
			excerpts[at].minute)
			continue;
		item->duplicate_of = 0;
		item->excerpt_of = excerpts[at].of;
		item->excerpt_ms = TCN_UNDATED;
		if (item->excerpt_of >= 100) {
			item->excerpt_id = items[item->excerpt_of - 100].id;
			item->excerpt_source =
			    items[item->excerpt_of - 100].source;
			item->excerpt_ms = items[item->excerpt_of - 100].ts_ms;
		}
		item->shared = excerpts[at].shared;
		item->compared = excerpts[at++].sentences;
	}
}

/* Everything up to the alarm was counted. */
static size_t
add_evidence(size_t n, int64_t fired_ms)
{
	size_t counted = 0;

	for (size_t i = 0; i < n; i++) {
		if (items[i].ts_ms <= fired_ms)
			evidence[counted++] = items[i].seq;
	}
	return counted;
}

static const struct tcn_event_part parts[] = {
	{ TCN_STR("publishers"), TCN_STR("19 publishers"), 8.83 },
	{ TCN_STR("figures"), TCN_STR("figures in 58 % of the headlines"),
	    -1.4 },
	{ TCN_STR("texts"), TCN_STR("only 9 different texts"), -0.64 },
	{ TCN_STR("topic"), TCN_STR("all texts have the same subject"), 0.45 },
	{ TCN_STR("lift"),
	    TCN_STR("2.1 times as large as any story like it in the days "
		    "before"),
	    0.27 },
	{ TCN_STR("first"),
	    TCN_STR("only 22 % of the headlines begin with the same word"),
	    0.26 },
	{ TCN_STR("recurs"),
	    TCN_STR("only 32 % of what was like it came at this time of day"),
	    0.04 },
};

static const struct tcn_event_reason reason = { .probability = 0.9986,
	.least = 0.5,
	.parts = parts,
	.parts_n = sizeof parts / sizeof *parts };

const struct tcn_report *
report_data(void)
{
	static const struct tcn_story_term terms[] = {
		{ TCN_STR("Harrow"), 1, 0 }, { TCN_STR("bridge"), 0.9, 0 },
		{ TCN_STR("freighter"), 0.8, 0 }, { TCN_STR("Ellery"), 0.7, 0 },
		{ TCN_STR("pier"), 0.5, 0 }, { TCN_STR("Kestrel"), 0.5, 0 },
		{ TCN_STR("divers"), 0.3, 0 }, { TCN_STR("ferry"), 0.2, 0 }
	};
	static const struct tcn_str shared[] = { TCN_STR("Ellery"),
		TCN_STR("harbour"), TCN_STR("pilot") };
	static const double idf[] = { 4.5, 3.9, 5.1 };
	static const struct tcn_report_related related[] = {
		{ 40,
		    TCN_STR("Pilots in Port Ellery vote to strike over "
			    "night shifts"),
		    TCN_STR("https://coast-today.example/2026/11/20/8"),
		    TCN_STR(""), START_MS - 1500 * TCN_MINUTE_MS,
		    START_MS - 1100 * TCN_MINUTE_MS, 9, shared, 3, idf },
		{ 61, TCN_STR("Storm warning lifted for the northern coast"),
		    TCN_STR(""), TCN_STR("20261120-storm"),
		    START_MS - 2200 * TCN_MINUTE_MS,
		    START_MS - 1700 * TCN_MINUTE_MS, 31, shared, 2, idf }
	};
	static struct tcn_event event = { .id = "20261121-5d1f20c9",
		.rule = TCN_STR("story"),
		.story = 100,
		.revision = 4,
		.state = TCN_EVENT_UPDATED,
		.terms = terms,
		.terms_n = 8,
		.evidence = evidence,
		.reason = &reason };
	static struct tcn_report report = { .event = &event,
		.items = items,
		.related = related,
		.related_n = 2,
		.more_than = 15,
		.lines_max = 5,
		.index = TCN_STR("index"),
		.within_ms = 240 * TCN_MINUTE_MS };
	size_t n = add_all();

	make_excerpts(n);
	make_rewrites(n);
	event.fired_ms = START_MS + 1859 * INT64_C(1000);
	event.changed_ms = START_MS + 171 * TCN_MINUTE_MS;
	event.first_ms = START_MS;
	event.last_ms = START_MS + 171 * TCN_MINUTE_MS;
	event.evidence_n = add_evidence(n, event.fired_ms);
	event.items = (uint32_t)n;
	event.origins = sizeof texts / sizeof *texts;
	event.publishers = 19;
	event.languages =
	    (struct tcn_event_languages){ .at = { "en" }, .n = 1 };
	event.central = 101;
	report.items_n = n;
	return &report;
}

void
report_write(const struct tcn_report *report, enum tcn_report_format format,
    struct tcn_buf *out)
{
	struct tcn_report_work *work = tcn_report_work_new(report, format);

	while (!tcn_report_work_step(work, out))
		;
	tcn_report_work_free(work);
}
