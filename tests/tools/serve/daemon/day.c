#include "tests/tools/serve/daemon/day.h"

#include <stdio.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"

static char dir[TEMP_BYTES];

static void
make(const char *options)
{
	const char *printed;
	char line[256];

	temp_dir(dir);
	snprintf(line, sizeof line, "demo -q --items 3000 --events 2 -d %s%s",
	    dir, options);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
}

void
day_make(void)
{
	make("");
}

void
day_make_untagged(void)
{
	make(" --set text.tagger=none");
}

void
day_drop(void)
{
	temp_drop(dir);
}

void
day_copy(const char *db)
{
	char line[512];

	snprintf(line, sizeof line, "cp %s/news.db %s", dir, db);
	ck_assert_int_eq(system(line), 0);
}
