/*
 * One text that three sites print whole, cut and extended, and another text: in
 * a search, beside an article, and as lists, it is shown once.
 */
#include "tests/base/run.h"

#include <fcntl.h>
#include <string.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

#define A "Water from the river flooded 1,200 houses in the town. "
#define B "Mayor Hanna Lund asked neighbouring towns for boats. "
#define C "Schools will remain closed until Thursday evening. "
#define D "Engineers inspected the damaged bridge near Felden. "
#define E "Trains between both valleys stopped before midnight. "
#define F "Insurance companies expect claims worth nine million. "

#define ARTICLE(id, ts, title, text)                                           \
	"{\"id\":\"" id "\",\"ts\":" ts ",\"source\":\"" id                    \
	".example\",\"lang\":\"en\",\"title\":\"" title "\",\"text\":\"" text  \
	"\"}\n"

static const char stream[] = ARTICLE("whole", "1000",
    "Flood in Oster after dam break", A B C D E F)
    ARTICLE("cut", "1100", "Flood in Oster after dam break: helpers", B C D E)
	ARTICLE("other", "1200", "Flood of tourists at the glacier",
	    "A glacier in Norvland lost half of its ice. Researchers "
	    "measured it with radar from aeroplanes. Summers were warmer "
	    "than ever recorded there. Hotels nearby were full of boats.")
	    ARTICLE("longer", "1300",
		"What we know: flood in Oster after dam break",
		"Our reporter saw it with her own eyes today. " A B C D E F
		"Readers may send photographs of their gardens.");

static char dir[TEMP_BYTES], input[TEMP_BYTES + 16];

/* Runs a verb on the store, with more words. */
static int
run(const char *verb, const char *words, const char **printed)
{
	char line[512];

	snprintf(line, sizeof line, "%s --db %s/n.db%s%s", verb, dir,
	    *words ? " " : "", words);
	return tcn_program(line, printed);
}

static int
run_fingerprint(const char *words, const char **printed)
{
	char line[512];

	snprintf(line, sizeof line, "fingerprint %s %s", words, input);
	return tcn_program(line, printed);
}

static void
setup(void)
{
	const char *printed;
	char line[512];

	temp_dir(dir);
	snprintf(input, sizeof input, "%s/in.ndjson", dir);
	temp_write(input, stream);
	snprintf(line, sizeof line, "replay -q --db %s/n.db %s", dir, input);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* What the program prints must hold each text of wanted, and none of others,
 * lists that end with NULL. */
static void
must_hold(const char *printed, const char *const *wanted,
    const char *const *others)
{
	for (; *wanted; wanted++)
		ck_assert_msg(strstr(printed, *wanted) != NULL,
		    "no '%s' in: %s", *wanted, printed);
	for (; *others; others++)
		ck_assert_msg(strstr(printed, *others) == NULL, "'%s' in: %s",
		    *others, printed);
}

#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

START_TEST(a_search_shows_a_text_once)
{
	const char *printed;

	ck_assert_int_eq(run("search", "boats", &printed), 0);
	must_hold(printed, LIST("  whole  ", "  cut  ", "  longer  "),
	    LIST("more like it"));
	ck_assert_int_eq(run("search", "--collapse similar boats", &printed),
	    0);
	must_hold(printed,
	    LIST("  longer  ", "  other  ", "and 2 more like it: cut whole\n"),
	    LIST("  cut  ", "  whole  "));
	/* The word of the option may be left out: what follows is searched. */
	ck_assert_int_eq(run("search", "--collapse boats", &printed), 0);
	must_hold(printed, LIST("and 2 more like it: cut whole\n"),
	    LIST("  cut  "));
	/* One article is shown, and what comes behind it is not its like. */
	ck_assert_int_eq(run("search", "--collapse similar -n 1 --json boats",
			     &printed),
	    0);
	must_hold(printed, LIST("\"id\":\"longer\"", "\"more\":[]"),
	    LIST("\"other\""));
}
END_TEST

START_TEST(related_articles_are_shown_once)
{
	const char *printed;

	ck_assert_int_eq(run("similar related",
			     "--collapse similar --json whole", &printed),
	    0);
	must_hold(printed, LIST("\"more\":[\""), LIST("\"id\":\"whole\""));
}
END_TEST

START_TEST(ids_are_collapsed_in_their_order)
{
	const char *printed;

	ck_assert_int_eq(run("similar collapse",
			     "-t 0.6 cut other longer whole", &printed),
	    0);
	ck_assert_str_eq(printed, "cut\twhole\nother\nlonger\n");
	ck_assert_int_eq(run("similar collapse",
			     "--measure containment cut other longer whole",
			     &printed),
	    0);
	ck_assert_str_eq(printed, "cut\tlonger\twhole\nother\n");
	ck_assert_int_eq(run("similar collapse", "-t 0.9 whole cut longer",
			     &printed),
	    0);
	ck_assert_str_eq(printed, "whole\ncut\nlonger\n");
	ck_assert_int_eq(run("similar collapse", "cut none", &printed),
	    TCN_EXIT_NO);
	must_hold(printed, LIST("cut\n", "no item has the id 'none'"),
	    LIST("\t"));
	ck_assert_int_eq(run("similar collapse", "-t 0 cut", &printed),
	    TCN_EXIT_USAGE);
	ck_assert_int_eq(run("similar collapse", "-t x cut", &printed),
	    TCN_EXIT_USAGE);
}
END_TEST

/* Puts a file with this text in place of standard input. */
static void
feed(const char *text)
{
	int fd;

	temp_write(input, text);
	fd = open(input, O_RDONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	close(fd);
}

START_TEST(standard_input_holds_ids_or_articles)
{
	const char *printed;

	feed("whole\n\n other \ncut\n");
	ck_assert_int_eq(run("similar collapse", "", &printed), 0);
	ck_assert_str_eq(printed, "whole\tcut\nother\n");
	feed(ARTICLE("x", "5", "New", B C D E) ARTICLE("y", "5", "News",
	    "Short.") ARTICLE("z", "6", "Other", A B C D E F));
	ck_assert_int_eq(run("similar collapse", "-", &printed), 0);
	ck_assert_str_eq(printed, "x\tz\ny\n");
	feed("{\"title\":\"T\"}\n{\"title\":}\n");
	ck_assert_int_eq(run("similar collapse", "-", &printed),
	    TCN_EXIT_USAGE);
	must_hold(printed, LIST("standard input, article 2: "), LIST("\t"));
}
END_TEST

/* The numbers that two texts share are those of the sentences they share. */
START_TEST(sketches_are_printed)
{
	const char *printed;
	char numbers[16];

	ck_assert_int_eq(run_fingerprint("--scheme sentences", &printed), 0);
	must_hold(printed,
	    LIST("{\"id\":\"whole\",\"sentences\":6,\"sketch\":[\"",
		"{\"id\":\"cut\",\"sentences\":4,"),
	    LIST("fingerprint"));
	memcpy(numbers, strstr(strstr(printed, "\"cut\""), "[\"") + 2, 8);
	numbers[8] = '\0';
	ck_assert_ptr_nonnull(strstr(printed, numbers));
	ck_assert(strstr(printed, numbers) < strstr(printed, "\"cut\""));
	ck_assert_int_eq(run_fingerprint("--scheme sentences --set "
					 "shingle.on=false",
			     &printed),
	    TCN_EXIT_USAGE);
	ck_assert_int_eq(run_fingerprint("--scheme odd", &printed),
	    TCN_EXIT_USAGE);
	ck_assert_int_eq(run_fingerprint("--scheme minhash", &printed), 0);
	must_hold(printed,
	    LIST("{\"id\":\"whole\",\"source\":\"", "\"words\":[\"",
		"\"numbers\":[", "\"values\":["),
	    LIST("fingerprint"));
}
END_TEST

/* Without sketches lists are compared by words alone. */
START_TEST(a_store_without_sketches_is_read)
{
	const char *printed;
	char line[512];

	snprintf(line, sizeof line,
	    "replay -q --set shingle.on=false --db %s/m.db %s", dir, input);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	snprintf(line, sizeof line,
	    "similar collapse --db %s/m.db whole cut whole", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_str_eq(printed, "whole\twhole\ncut\n");
}
END_TEST

TCN_TESTS(collapse)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_search_shows_a_text_once);
	tcase_add_test(tc, related_articles_are_shown_once);
	tcase_add_test(tc, ids_are_collapsed_in_their_order);
	tcase_add_test(tc, standard_input_holds_ids_or_articles);
	tcase_add_test(tc, sketches_are_printed);
	tcase_add_test(tc, a_store_without_sketches_is_read);
}
