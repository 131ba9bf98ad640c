/*
 * tests/fuzz/replay.c - feeds files to a fuzz target without libFuzzer.
 *
 * Each argument is a file, or a directory whose files are all fed, by name.
 * A target that finds a fault aborts; so reaching the end is success. An
 * argument that cannot be read is a failure, lest a lost corpus pass.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int failures;
static int fed;

static void
fail(const char *path, const char *what)
{
	fprintf(stderr, "replay: %s: %s\n", path, what);
	failures++;
}

/* An exact-size heap copy, so that ASan sees a read behind its end. */
static void
feed_file(const char *path, size_t size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes = malloc(size ? size : 1);

	if (!f || !bytes || fread(bytes, 1, size, f) != size) {
		fail(path, "cannot read");
	} else {
		fprintf(stderr, "replay: %s\n", path);
		LLVMFuzzerTestOneInput(bytes, size);
		fed++;
	}
	free(bytes);
	if (f)
		fclose(f);
}

static void feed_path(const char *path);

static void
feed_directory(const char *path)
{
	struct dirent **names;
	int n = scandir(path, &names, NULL, alphasort);

	if (n < 0) {
		fail(path, "cannot list");
		return;
	}
	for (int i = 0; i < n; i++) {
		char child[4096];

		snprintf(child, sizeof child, "%s/%s", path, names[i]->d_name);
		if (names[i]->d_name[0] != '.')
			feed_path(child);
		free(names[i]);
	}
	free(names);
}

static void
feed_path(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		fail(path, "not found");
	else if (S_ISDIR(st.st_mode))
		feed_directory(path);
	else
		feed_file(path, (size_t)st.st_size);
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		feed_path(argv[i]);
	printf("replay: %d inputs fed, %d failures\n", fed, failures);
	return failures || !fed ? EXIT_FAILURE : EXIT_SUCCESS;
}
