/* What is no statement of an event: posts that nobody vouches for, and groups
 * of texts that are no event. */
#include "tests/base/in_preparer.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "tools/tell/summary/summary.h"
#include "tools/tell/summary/summary_about.h"

/* Chooses from texts without figures; the first heads. */
static struct tcn_summary_said
make(struct tcn_summary_text *texts, size_t n)
{
	static const struct tcn_figures none;
	struct tcn_summary summary = { .figures = &none,
		.texts = texts,
		.texts_n = n,
		.lines_max = 5,
		.naming = TCN_SUMMARY_NAMING_KEPT };
	struct tcn_summary_read read = { 0 };
	struct tcn_summary_about about;
	struct tcn_summary_core core;
	struct tcn_summary_said said;
	struct tcn_facts *facts;

	texts[0].heads = true;
	facts = tcn_facts_new();
	tcn_summary_core_make(texts, n, prep, &arena, &core);
	tcn_summary_about_make(texts, n, &core, &arena, &about);
	tcn_summary_read_make(&(struct tcn_summary_read_job){ texts, n, &core,
				  facts, prep },
	    &arena, &read);
	summary.read = &read;
	summary.core = &core;
	summary.ranks = about.rank;
	tcn_summary_make(&summary, &arena, &said);
	tcn_summary_read_fini(&read);
	tcn_summary_core_fini(&core);
	tcn_facts_free(facts);
	return said;
}

/* Of thirty-six posts of the ferry a third say one thing, in three ways. */
static bool
quotes(const char *const says[3], const char *word)
{
	static struct tcn_summary_text texts[36];
	static char others[36][96];
	struct tcn_summary_said said;

	for (size_t i = 0; i < 36; i++) {
		texts[i] = (struct tcn_summary_text){
			.lang = tcn_str("en"),
			.ms = (int64_t)i * TCN_MINUTE_MS,
			.origin = i + 1,
		};
		snprintf(others[i], sizeof others[i],
		    "The Dunmore ferry is at Qal%c and Bor%c "
		    "http://t.co/x",
		    (int)('a' + i % 26), (int)('a' + i / 2));
		texts[i].text =
		    tcn_str(i % 3 == 1 ? says[i / 3 % 3] : others[i]);
	}
	texts[0].heads = true;
	said = make(texts, 36);
	for (size_t i = 0; i < said.n; i++)
		if (memmem(said.lines[i].sentence.at, said.lines[i].sentence.n,
			word, strlen(word)))
			return true;
	return false;
}

/* A post is quoted when others say so in other words, with a source, and few of
 * them speak of themselves. */
START_TEST(posts_are_vouched_for)
{
	static const char one[] = "Police have closed the harbour of the "
				  "Dunmore ferry http://t.co/a";
	static const char other[] = "The harbour of the Dunmore ferry was "
				    "closed by the coast guard at dawn";
	static const char third[] = "Harbour of the Dunmore ferry is closed by "
				    "order of its owner";
	static const char *const good[] = { one, other, third };
	static const char *const verbatim[] = { one, one, one };
	static const char *const sourceless[] = { other, third, other };
	static const char *const personal[] = { one,
		"The harbour of the Dunmore ferry was closed by the coast "
		"guard at dawn. I am so happy.",
		"Harbour of the Dunmore ferry is closed by order of its "
		"owner. Pray for all." };

	ck_assert(quotes(good, "arbour"));
	ck_assert(!quotes(verbatim, "arbour"));
	ck_assert(!quotes(sourceless, "arbour"));
	ck_assert(!quotes(personal, "arbour"));
}
END_TEST

/* Twenty reports of twenty subjects are no event. */
START_TEST(a_collection_is_a_list_of_subjects)
{
	static char titles[20][120];
	struct tcn_summary_text texts[20];
	struct tcn_summary_said said;

	for (size_t i = 0; i < 20; i++) {
		static const char *const what[] = { "mill", "port", "yard",
			"bank" };
		static const char *const does[] = { "sold", "bought", "closed",
			"opened", "found" };

		snprintf(titles[i], sizeof titles[i],
		    "Qal%c has %s the %s in Bor%c with Tem%c", (int)('a' + i),
		    does[i / 4], what[i % 4], (int)('a' + i), (int)('a' + i));
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.lang = tcn_str("en"),
			.origin = 1 + i,
			.ms = (int64_t)i,
		};
	}
	said = make(texts, 20);
	ck_assert(said.collection);
	for (size_t i = 1; i < said.n; i++)
		ck_assert_uint_ge(said.lines[i - 1].origins,
		    said.lines[i].origins);
	/* Of one subject they are an event. */
	for (size_t i = 0; i < 20; i++)
		texts[i].title = tcn_str(titles[i % 2]);
	ck_assert(!make(texts, 20).collection);
}
END_TEST

TCN_TESTS(summary_posts)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, posts_are_vouched_for);
	tcase_add_test(tc, a_collection_is_a_list_of_subjects);
}
