/*
 * What each edition of a store that grows tells, and that it can be made again.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "sql/store_searches.h"
#include "tests/base/page.h"
#include "tests/tools/tell/edition/oster.h"

/* --- what an edition tells --- */

START_TEST(each_tells_what_was_not_told)
{
	struct tcn_buf text = { 0 };

	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(5), 0,
			      NULL),
	    0);
	oster_grow(oster.st, 1, 5);
	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(61), 0,
			      &text),
	    1);
	oster_must_have(text.at, "# Each hour, no. 1\n");
	oster_must_have(text.at, "## New\n");
	oster_must_have(text.at, "Saturday");
	oster_must_have(text.at, "Water from the broken dam flooded");
	oster_must_have(text.at, "A train with ninety people");
	oster_must_have(text.at, "3 texts, 3 origins, 3 publishers");
	oster_must_have(text.at, "4 dead");
	/* The more severe one comes first. */
	ck_assert(strstr(text.at, "Oster") < strstr(text.at, "Halm"));

	oster_grow(oster.st, 6, 7);
	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(121),
			      0, &text),
	    1);
	oster_must_have(text.at, "## Developing\n");
	oster_must_have(text.at, "The railway bridge south");
	oster_must_have(text.at, "5 texts (3 in the last edition)");
	oster_must_have(text.at, "New sources: Delta");
	oster_must_have(text.at, "- 9 dead (4 in the last edition; 2 origins)");
	/* There is no more to say of what ended: no heading over nothing. */
	oster_must_have(text.at, "## Closed\n\n- ");
	oster_must_not_have(text.at, "Water from the broken dam");
	oster_must_not_have(text.at, "ninety people");

	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(181),
			      0, &text),
	    1);
	oster_must_have(text.at, "Nothing new since the last edition");
	oster_must_have(text.at, "## Unchanged\n");
	oster_must_not_have(text.at, "dead");
	oster_must_not_have(text.at, "Halm");

	oster_grow(oster.st, 8, 8);
	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(241),
			      0, &text),
	    1);
	oster_must_have(text.at, "Storm reaches the coast of Vend");
	oster_must_have(text.at, "## Closed\n");
	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(301),
			      0, &text),
	    1);
	oster_must_not_have(text.at, "Oster");
	tcn_buf_fini(&text);
}
END_TEST

/* Six more sources say a lower toll, which makes it the leading one. */
static void
lower_the_toll(void)
{
	for (uint64_t i = 0; i < 6; i++) {
		const char source[] = { (char)('P' + i), '\0' };

		oster_put(oster.st, 8 + i, 1, 130 + (int)i, "en", source,
		    "Town counts again",
		    i < 5 ? "The police said 5 people were killed."
			  : "The police lowered the death toll to 5.");
	}
}

/* A value that was lowered stands before all else, in every format. */
START_TEST(a_lower_value_is_a_correction)
{
	static const char says[] =
	    "Correction: 5 dead (9 in the last edition; 6 origins)";
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 7);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, NULL);
	lower_the_toll();
	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(121),
			      0, &text),
	    1);
	oster_must_have_once(text.at, says);
	ck_assert(strstr(text.at, says) < strstr(text.at, "11 texts"));
	for (unsigned f = 0; f < TCN_EDITION_FORMATS; f++) {
		struct tcn_str body;

		ck_assert(!tcn_store_edition_body(oster.st, tcn_str("hourly"),
		    2, tcn_edition_format_names[f], &oster.arena, &body));
		oster_must_have(body.at, says);
		if (f == TCN_EDITION_JSON)
			oster_must_have(body.at,
			    "\"correction\":true,\"value\":{\"low\":5.0,"
			    "\"high\":5.0,\"origins\":6},\"told\":{\"low\":9.0,"
			    "\"high\":9.0,\"edition\":1}");
	}
	oster_step(oster.st, "hourly", oster_minute_ms(181), 0, &text);
	oster_must_not_have(text.at, "dead");
	tcn_buf_fini(&text);
}
END_TEST

/* A ledger of before values were kept has a figure as a line without terms. */
START_TEST(an_older_ledger_is_understood)
{
	static const char key[] = "0  9000 9000"; /* 9 dead */
	const struct tcn_store_told_line line = { .hash =
						      XXH3_64bits(key, 12) };
	const struct tcn_store_told_event told = {
		.event = TCN_STR("flood"),
		.number = 1,
		.languages = TCN_STR("en"),
		.lines = &line,
		.lines_n = 1,
	};
	struct tcn_store_tx *tx;
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, NULL);
	oster_grow(oster.st, 1, 7);
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_told(tx, tcn_str("hourly"), &told));
	ck_assert(!tcn_store_commit(oster.st));
	oster_step(oster.st, "hourly", oster_minute_ms(121), 0, &text);
	oster_must_have(text.at, "Oster");
	oster_must_not_have(text.at, "dead");
	tcn_buf_fini(&text);
}
END_TEST

/* What no source says any more is withdrawn, once. */
START_TEST(a_value_that_is_gone_is_withdrawn)
{
	static const struct tcn_store_told_figure figures[] = {
		{ TCN_STR("injured"), TCN_STR(""), 30000, 30000, 1 },
		{ TCN_STR("of a later program"), TCN_STR(""), 1000, 1000, 1 },
	};
	const struct tcn_store_told_event told = {
		.event = TCN_STR("flood"),
		.number = 3,
		.items = 5,
		.origins = 5,
		.publishers = 4,
		.languages = TCN_STR("en"),
		.figures = figures,
		.figures_n = 2,
	};
	struct tcn_store_tx *tx;
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 7);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, NULL);
	oster_step(oster.st, "hourly", oster_minute_ms(181), 0, &text);
	oster_must_not_have(text.at, "Withdrawn");
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_told(tx, tcn_str("hourly"), &told));
	ck_assert(!tcn_store_commit(oster.st));
	oster_step(oster.st, "hourly", oster_minute_ms(241), 0, &text);
	oster_must_have_once(text.at, "**Withdrawn: 30 injured in no. 1**");
	oster_must_not_have(text.at, "dead");
	oster_step(oster.st, "hourly", oster_minute_ms(301), 0, &text);
	oster_must_not_have(text.at, "Withdrawn");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(what_is_told_can_be_chosen)
{
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "flood", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 5);
	ck_assert_uint_eq(oster_step(oster.st, "flood", oster_minute_ms(61), 0,
			      &text),
	    1);
	oster_must_have(text.at, "Oster");
	oster_must_not_have(text.at, "Halm");
	tcn_buf_fini(&text);
}
END_TEST

static const char *const spanish[][2] = {
	{ "Oster inundada tras romperse la presa",
	    "La polic\u00eda evacu\u00f3 a los vecinos de Oster tras romperse "
	    "la presa." },
	{ "La presa de Oster se rompe",
	    "El gobierno envi\u00f3 helic\u00f3pteros a Oster, inundada tras "
	    "romperse la presa." },
	{ "Oster, inundada: la presa se rompe",
	    "El agua de la presa inund\u00f3 la estaci\u00f3n de Oster." },
	{ "Vecinos de Oster huyen de la presa",
	    "Miles de vecinos de Oster huyeron al romperse la presa." },
};

/* An edition quotes what is in its language, where there is enough of it. */
START_TEST(in_its_language)
{
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "diario", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 5);
	for (uint64_t i = 0; i < 4; i++)
		oster_put(oster.st, 6 + i, 1, 51 + (int)i, "es", "Diario",
		    spanish[i][0], spanish[i][1]);
	ck_assert_uint_eq(oster_step(oster.st, "diario", oster_minute_ms(61), 0,
			      &text),
	    1);
	oster_must_have(text.at, "en espa\u00f1ol e ingl\u00e9s");
	oster_must_have(text.at, " Oster, inundada tras romperse la presa.");
	oster_must_not_have(text.at, "Water from the broken dam");
	oster_must_not_have(text.at, "Boats bring people");
	tcn_buf_fini(&text);
}
END_TEST

static void
save_search(const char *query)
{
	const struct tcn_store_saved_search search = { TCN_STR("rails"),
		tcn_str(query), TCN_STR("me"), 1, TCN_STR("") };
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_save_search(tx, &search));
	ck_assert(!tcn_store_commit(oster.st));
}

/* An edition tells what the saved search found when it was made, also when it
 * is made again and the search has another meaning. */
START_TEST(what_a_saved_search_finds)
{
	const struct tcn_edition_conf *conf = oster_conf("found");
	const struct tcn_store_edition *row;
	struct tcn_edition edition;
	struct tcn_buf text = { 0 }, again = { 0 };

	oster_step(oster.st, "found", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 5);
	oster_step(oster.st, "found", oster_minute_ms(61), 0, &text);
	oster_must_have(text.at, "there is no saved search called 'rails'");
	oster_must_not_have(text.at, "Halm");
	save_search("q=train+left");
	oster_step(oster.st, "found", oster_minute_ms(121), 0, &text);
	oster_must_have(text.at, "Halm");
	oster_must_not_have(text.at, "Oster");
	save_search("q=water");
	ck_assert(!tcn_edition_at(oster.st, conf, oster_minute_ms(120),
	    oster.prep, &oster.arena, &edition, &row));
	ck_assert_ptr_nonnull(row);
	tcn_edition_write(&edition, TCN_EDITION_MD, &again);
	ck_assert_str_eq(again.at, text.at);
	oster_step(oster.st, "found", oster_minute_ms(181), 0, &text);
	oster_must_have(text.at, "Oster");
	oster_must_not_have(text.at, "Halm");
	tcn_buf_fini(&again);
	tcn_buf_fini(&text);
}
END_TEST

/* What only an article behind the cut would be found by is not told. */
START_TEST(a_search_does_not_see_behind_the_cut)
{
	struct tcn_edition edition;
	struct tcn_edition_job job = { .st = oster.st,
		.conf = oster_conf("found"),
		.prep = oster.prep,
		.due_ms = oster_minute_ms(90),
		.event = TCN_STR(""),
		.reason = TCN_STR("") };

	oster_grow(oster.st, 1, 7);
	save_search("q=bridge");
	ck_assert(!tcn_edition_plan(&job, &oster.arena));
	for (job.cut.seq = 6; job.cut.seq <= 7; job.cut.seq++) {
		job.cut.as_of_ms = oster_minute_ms(90);
		ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
		ck_assert_uint_eq(edition.entries_n, job.cut.seq == 7);
	}
}
END_TEST

START_TEST(by_category)
{
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "sorted", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 8);
	oster_step(oster.st, "sorted", oster_minute_ms(61), 0, &text);
	oster_must_have_once(text.at, "\n### weather\n\n#### [Oster flooded");
	oster_must_have_once(text.at, "\n### transport\n\n#### [Train");
	ck_assert(strstr(text.at, "### weather") <
	    strstr(text.at, "### transport"));
	tcn_buf_fini(&text);
}
END_TEST

/* An event without one comes under a heading of its own, last. */
START_TEST(without_a_category)
{
	struct tcn_buf text = { 0 };

	oster_grow(oster.st, 1, 8);
	oster_step(oster.st, "sorted", oster_minute_ms(185), 0, NULL);
	oster_step(oster.st, "sorted", oster_minute_ms(241), 0, &text);
	oster_must_have_once(text.at, "## New\n\n### weather\n\n#### [Oster");
	oster_must_have_once(text.at, "### Other\n\n#### [Storm");
	/* It ended before it was told. */
	oster_must_have_once(text.at, "01:20; closed\n");
	oster_must_not_have(text.at, "## Closed");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(the_end_of_a_severe_event)
{
	struct tcn_store_edition_list rows;
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "ends", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 8);
	ck_assert_uint_eq(oster_step(oster.st, "ends", oster_minute_ms(200), 0,
			      &text),
	    1);
	oster_must_have(text.at, "Oster");
	oster_must_not_have(text.at, "Vend");
	ck_assert_uint_eq(oster_step(oster.st, "ends", oster_minute_ms(201), 0,
			      NULL),
	    0);
	rows = oster_rows(oster.st, "ends");
	ck_assert_uint_eq(rows.n, 2);
	ck_assert(tcn_str_equal(rows.at[0].event, tcn_str("flood")));
	tcn_buf_fini(&text);
}
END_TEST

/* --- again --- */

/* Each stored edition is the same when the store has grown on. */
START_TEST(made_again_byte_for_byte)
{
	struct tcn_store_edition_list rows;
	struct page_fault fault;
	size_t compared = 0;

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 5);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, NULL);
	oster_grow(oster.st, 6, 7);
	oster_step(oster.st, "hourly", oster_minute_ms(121), 0, NULL);
	oster_grow(oster.st, 8, 8);
	oster_step(oster.st, "hourly", oster_minute_ms(241), 0, NULL);
	rows = oster_rows(oster.st, "hourly");
	for (size_t i = 0; i < rows.n; i++) {
		const struct tcn_store_edition *row;
		struct tcn_edition edition;

		if (rows.at[i].state != TCN_STORE_EDITION_MADE)
			continue;
		ck_assert(!tcn_edition_at(oster.st, oster_conf("hourly"),
		    rows.at[i].due_ms, oster.prep, &oster.arena, &edition,
		    &row));
		ck_assert(row && row->number == rows.at[i].number);
		for (unsigned f = 0; f < TCN_EDITION_FORMATS; f++) {
			struct tcn_buf made = { 0 };
			struct tcn_str kept;

			tcn_edition_write(&edition, (enum tcn_edition_format)f,
			    &made);
			ck_assert(!tcn_store_edition_body(oster.st, row->name,
			    row->number, tcn_edition_format_names[f],
			    &oster.arena, &kept));
			ck_assert_str_eq(made.at, kept.at);
			ck_assert_msg(f != TCN_EDITION_HTML ||
				page_is_html(kept, &fault),
			    "%s", fault.text);
			ck_assert_msg(page_is_text(kept, &fault), "%s",
			    fault.text);
			tcn_buf_fini(&made);
			compared++;
		}
	}
	ck_assert_uint_eq(compared, 4 * TCN_EDITION_FORMATS);
}
END_TEST

static enum tcn_rc
collect(void *ctx, const struct tcn_edition *edition)
{
	tcn_edition_write(edition, TCN_EDITION_MD, ctx);
	return TCN_OK;
}

/* An event of a story, which may go on from another. */
static void
put_episode(const char *id, const char *dossier, const char *split_from,
    const char *headline, uint64_t story, int minute)
{
	struct tcn_event event = { .rule = TCN_STR("story"),
		.story = story,
		.revision = 1,
		.severity = TCN_SEVERITY_HIGH,
		.headline = { tcn_str(headline), story, 1, story },
		.fired_ms = oster_minute_ms(minute),
		.changed_ms = oster_minute_ms(minute),
		.first_ms = oster_minute_ms(minute),
		.last_ms = oster_minute_ms(minute),
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.central = story,
		.evidence = &story,
		.evidence_n = 1 };
	struct tcn_store_tx *tx;

	snprintf(event.id, sizeof event.id, "%s", id);
	snprintf(event.dossier, sizeof event.dossier, "%s", dossier);
	snprintf(event.split_from, sizeof event.split_from, "%s", split_from);
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_event(tx, &event));
	ck_assert(!tcn_store_commit(oster.st));
}

/* A later episode is told as what goes on, with what the reader was not told of
 * the one before; and its edition is the same when a third has come. */
START_TEST(an_episode_goes_on)
{
	static const char train[] =
	    "A train with ninety people left the rails near Halm.";
	const struct tcn_store_edition *row;
	struct tcn_edition edition;
	struct tcn_buf text = { 0 }, again = { 0 };

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_put(oster.st, 1, 1, 40, "en", "Delta", "Train derails at Halm",
	    train);
	put_episode("derailed", "", "", "Train derails at Halm", 1, 40);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, &text);
	oster_must_have(text.at, "## New\n");
	oster_must_have(text.at, train);
	oster_put(oster.st, 2, 2, 70, "en", "Gamma",
	    "Driver of the Halm train is arrested", train);
	oster_put(oster.st, 3, 2, 80, "en", "Beta",
	    "Driver of the Halm train is arrested",
	    "The driver of the train had slept at the controls.");
	put_episode("arrested", "derailed", "",
	    "Driver of the Halm train is arrested", 2, 80);
	oster_step(oster.st, "hourly", oster_minute_ms(121), 0, &text);
	oster_must_not_have(text.at, "## New\n");
	oster_must_have(text.at, "## Developing\n");
	oster_must_have(text.at,
	    "Goes on from \u201cTrain derails at Halm\u201d in the last "
	    "edition");
	oster_must_have(text.at, "had slept at the controls");
	oster_must_not_have(text.at, train);
	oster_must_have(text.at, "2 texts, 2 origins, 2 publishers;");

	/* What it goes on from is not told again later, either. */
	oster_put(oster.st, 4, 2, 130, "en", "Alpha",
	    "Union defends the driver", train);
	oster_step(oster.st, "hourly", oster_minute_ms(181), 0, &again);
	oster_must_have(again.at, "3 texts (2 in the last edition)");
	oster_must_not_have(again.at, train);
	oster_must_not_have(again.at, "Goes on from");
	put_episode("early", "derailed", "", "Halm line opens", 4, 79);
	tcn_buf_clear(&again);
	ck_assert(!tcn_edition_at(oster.st, oster_conf("hourly"),
	    oster_minute_ms(120), oster.prep, &oster.arena, &edition, &row));
	tcn_edition_write(&edition, TCN_EDITION_MD, &again);
	ck_assert_str_eq(again.at, text.at);
	tcn_buf_fini(&text);
	tcn_buf_fini(&again);
}
END_TEST

/* What was split off and is another matter is new and goes on from nothing, and
 * is not told with what was told of the other. */
START_TEST(what_was_split_off_may_be_new)
{
	static const char train[] =
	    "A train with ninety people left the rails near Halm.";
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_put(oster.st, 1, 1, 40, "en", "Delta", "Train derails at Halm",
	    train);
	put_episode("derailed", "", "", "Train derails at Halm", 1, 40);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, &text);
	oster_must_have(text.at, train);
	oster_put(oster.st, 2, 2, 70, "en", "Gamma", "Ship sinks off Halm",
	    train);
	oster_put(oster.st, 3, 2, 80, "en", "Beta", "Ship sinks off Halm",
	    "The ferry to the island had two hundred cars on board.");
	put_episode("sunk", "", "derailed", "Ship sinks off Halm", 2, 80);
	oster_step(oster.st, "hourly", oster_minute_ms(121), 0, &text);
	oster_must_have(text.at, "## New\n");
	oster_must_not_have(text.at, "Goes on from");
	oster_must_have(text.at, "two hundred cars");
	oster_must_not_have(text.at, train);
	oster_must_have(text.at, "2 texts, 2 origins, 2 publishers;");
	tcn_buf_fini(&text);
}
END_TEST

/* One publisher at two addresses is two to the window, and one name. */
START_TEST(a_source_is_named_once)
{
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_put(oster.st, 1, 1, 40, "en", "Delta", "Train derails at Halm",
	    "A train with ninety people left the rails near Halm.");
	oster_put(oster.st, 2, 1, 41, "en", " Delta", "Train off the rails",
	    "The driver of the train had slept at the controls.");
	put_episode("derailed", "", "", "Train derails at Halm", 1, 42);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, &text);
	oster_must_have(text.at, "2 publishers;");
	oster_must_have(text.at, "\nSources: Delta\n");
	tcn_buf_fini(&text);
}
END_TEST

/* A closed event that grew by what was told already, and by nobody new: what
 * grew is told, and no heading stands over nothing. */
START_TEST(a_closed_event_says_what_grew)
{
	static const char train[] =
	    "A train with ninety people left the rails near Halm.";
	const struct tcn_event closed = { .id = "derailed",
		.rule = TCN_STR("story"),
		.story = 1,
		.revision = 2,
		.state = TCN_EVENT_CLOSED,
		.severity = TCN_SEVERITY_HIGH,
		.headline = { TCN_STR("Train derails at Halm"), 1, 1, 1 },
		.fired_ms = oster_minute_ms(40),
		.changed_ms = oster_minute_ms(90),
		.first_ms = oster_minute_ms(40),
		.last_ms = oster_minute_ms(80),
		.items = 2,
		.origins = 2,
		.publishers = 1,
		.central = 1 };
	struct tcn_buf text = { 0 };
	struct tcn_store_tx *tx;

	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_put(oster.st, 1, 1, 40, "en", "Delta", "Train derails at Halm",
	    train);
	put_episode("derailed", "", "", "Train derails at Halm", 1, 40);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, &text);
	oster_must_have(text.at, train);
	oster_put(oster.st, 2, 1, 80, "en", "Delta", "Train derails at Halm",
	    train);
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_event(tx, &closed));
	ck_assert(!tcn_store_commit(oster.st));
	oster_step(oster.st, "hourly", oster_minute_ms(121), 0, &text);
	oster_must_have(text.at, "\n## Closed\n\n### ");
	oster_must_have(text.at, "2 texts (1 in the last edition)");
	oster_must_not_have(text.at, train);
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(a_past_time_is_tried)
{
	struct tcn_buf text = { 0 };
	struct tcn_store_edition_list rows;

	oster_grow(oster.st, 1, 8);
	ck_assert(!tcn_edition_try(oster.st, oster_conf("hourly"), oster.prep,
	    oster_minute_ms(1), oster_minute_ms(300), collect, &text));
	oster_must_have(text.at, "no. 1\n");
	oster_must_have(text.at, "no. 4\n");
	oster_must_not_have(text.at, "no. 5\n");
	/* Nothing is told twice. */
	oster_must_have_once(text.at, "Water from the broken dam flooded");
	oster_must_have_once(text.at, "The railway bridge south");
	rows = oster_rows(oster.st, "hourly");
	ck_assert_uint_eq(rows.n, 0);
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(edition)
{
	tcase_add_checked_fixture(tc, oster_set_up, oster_tear_down);
	tcase_add_test(tc, each_tells_what_was_not_told);
	tcase_add_test(tc, a_lower_value_is_a_correction);
	tcase_add_test(tc, an_older_ledger_is_understood);
	tcase_add_test(tc, a_value_that_is_gone_is_withdrawn);
	tcase_add_test(tc, what_is_told_can_be_chosen);
	tcase_add_test(tc, in_its_language);
	tcase_add_test(tc, what_a_saved_search_finds);
	tcase_add_test(tc, a_search_does_not_see_behind_the_cut);
	tcase_add_test(tc, by_category);
	tcase_add_test(tc, without_a_category);
	tcase_add_test(tc, the_end_of_a_severe_event);
	tcase_add_test(tc, made_again_byte_for_byte);
	tcase_add_test(tc, an_episode_goes_on);
	tcase_add_test(tc, what_was_split_off_may_be_new);
	tcase_add_test(tc, a_source_is_named_once);
	tcase_add_test(tc, a_closed_event_says_what_grew);
	tcase_add_test(tc, a_past_time_is_tried);
}
