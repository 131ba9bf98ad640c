#include "tests/tools/intake/tagger/fake.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/base/temp.h"

static char dir[TEMP_BYTES];
static char path_before[PATH_MAX];

static void
write_data(const char *folder, const char *pair, const char *analyser)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", dir, folder);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%s/%s.automorf.bin", dir, folder, pair);
	temp_write(path, analyser);
	snprintf(path, sizeof path, "%s/%s/%s.prob", dir, folder, pair);
	temp_write(path, "a model");
}

static void
link_program(const char *name)
{
	char program[PATH_MAX], path[PATH_MAX];

	ck_assert_ptr_nonnull(realpath("fake_apertium", program));
	snprintf(path, sizeof path, "%s/%s", dir, name);
	ck_assert_int_eq(symlink(program, path), 0);
}

const char *
fake_install(void)
{
	char path[PATH_MAX + TEMP_BYTES];

	temp_dir(dir);
	snprintf(path_before, sizeof path_before, "%s", getenv("PATH"));
	snprintf(path, sizeof path, "%s:%s", dir, path_before);
	setenv("PATH", path, 1);
	link_program("lt-proc");
	link_program("apertium-tagger");
	write_data("apertium-spa-cat", "spa-cat", "large analyser");
	write_data("apertium-spa-cat", "cat-spa", "an analyser");
	write_data("apertium-eng-spa", "spa-eng", "analyser");
	write_data("apertium-fr-es", "fr-es", "analyser");
	return dir;
}

void
fake_remove_programs(void)
{
	setenv("PATH", "/nowhere", 1);
}

void
fake_uninstall(void)
{
	setenv("PATH", path_before, 1);
	temp_drop(dir);
}
