/*
 * The first story of an empty window, in several languages: it fires with the
 * sixteenth article of as many publishers, and as many articles about different
 * matters do not, whatever common words they share.
 *
 * The file first_stories.txt has sections of 18 headlines, a minute apart. Each
 * begins with "# fires LANG" or "# holds LANG"; LANG may be missing.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"

#define FIRST_S 1741022400
#define OTHERS  20 /* articles that may come before */

static char dir[TEMP_BYTES];

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static FILE *
open_file(const char *name, const char *mode)
{
	char path[TEMP_BYTES + 20];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	file = fopen(path, mode);
	ck_assert_ptr_nonnull(file);
	return file;
}

static void
write_article(FILE *file, const char *lang, int n, const char *title)
{
	fprintf(file,
	    "{\"id\": \"a%d\", \"ts\": %d, \"source\": \"Outlet %d\", "
	    "\"url\": \"http://outlet%d.example/%d\", \"title\": \"%s\"%s%s"
	    "%s}\n",
	    n, FIRST_S + n * 60, n, n, n * 7919, title,
	    *lang ? ", \"lang\": \"" : "", lang, *lang ? "\"" : "");
}

/* Replays the articles, and returns which one the first alert came with, from
 * 1 on; 0: there was none. */
static int
first_alert(void)
{
	static const char member[] = "\"fired_at\":";
	char command[600], line[4000] = "";
	const char *printed, *at;
	FILE *file;

	snprintf(command, sizeof command,
	    "replay -q -j 1 --set rules.early=0 --alerts %s/alerts %s/in", dir,
	    dir);
	ck_assert_msg(tcn_program(command, &printed) == 0, "%s", printed);
	file = open_file("alerts", "r");
	at = fgets(line, sizeof line, file) ? strstr(line, member) : NULL;
	fclose(file);
	return at ? (int)(atof(at + sizeof member - 1) - FIRST_S) / 60 + 1 : 0;
}

/* Of each section: its articles after n others, each about something else. */
static void
check_sections(int others, int latest)
{
	const char *top = getenv("top_srcdir");
	char path[400], line[400] = "", head[40];
	FILE *file;
	int sections = 0;

	snprintf(path, sizeof path, "%s/tests/tools/verb/first_stories.txt",
	    top ? top : "..");
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
	while (line[0] == '#') {
		FILE *in = open_file("in", "w");
		int n = 0, alert;

		snprintf(head, sizeof head, "%.*s",
		    (int)strcspn(line + 2, "\n"), line + 2);
		for (; n < others; n++) {
			char title[80];

			snprintf(title, sizeof title,
			    "Vok%ca tirus%co galon%ci pedam%cu zil%ce", 'a' + n,
			    'a' + n, 'a' + n, 'a' + n, 'a' + n);
			write_article(in, "", n, title);
		}
		line[0] = '\0';
		while (fgets(line, sizeof line, file) && line[0] != '#') {
			line[strcspn(line, "\n")] = '\0';
			write_article(in, head[5] ? head + 6 : "", n++, line);
			line[0] = '\0';
		}
		fclose(in);
		ck_assert_int_eq(n - others, 18);
		alert = first_alert();
		if (head[0] == 'h')
			ck_assert_msg(alert == 0, "%s, section %d: %d", head,
			    sections, alert);
		else
			ck_assert_msg(alert >= others + 16 &&
				alert <= others + latest,
			    "%s, section %d: %d", head, sections, alert);
		sections++;
	}
	fclose(file);
	ck_assert_int_eq(sections, 23);
}

START_TEST(the_first_story_fires_with_its_sixteenth_article)
{
	check_sections(0, 16);
}
END_TEST

START_TEST(a_few_articles_before_do_not_matter)
{
	check_sections(OTHERS, 17);
}
END_TEST

TCN_TESTS(first_story)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_first_story_fires_with_its_sixteenth_article);
	tcase_add_test(tc, a_few_articles_before_do_not_matter);
}
