#include "tools/conf/dictionaries.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define BEGIN       "freedict-"
#define INDEX       ".index"
#define NAME_LENGTH 7 /* of "spa-eng" */

static const struct {
	const char *iso_639_3, *iso_639_1;
} langs[] = {
	{ "afr", "af" },
	{ "ara", "ar" },
	{ "bul", "bg" },
	{ "cat", "ca" },
	{ "ces", "cs" },
	{ "cym", "cy" },
	{ "dan", "da" },
	{ "deu", "de" },
	{ "ell", "el" },
	{ "eus", "eu" },
	{ "fas", "fa" },
	{ "fin", "fi" },
	{ "fra", "fr" },
	{ "gle", "ga" },
	{ "glg", "gl" },
	{ "heb", "he" },
	{ "hin", "hi" },
	{ "hrv", "hr" },
	{ "hun", "hu" },
	{ "ind", "id" },
	{ "isl", "is" },
	{ "ita", "it" },
	{ "jpn", "ja" },
	{ "kor", "ko" },
	{ "lav", "lv" },
	{ "lit", "lt" },
	{ "mkd", "mk" },
	{ "nld", "nl" },
	{ "nor", "no" },
	{ "pol", "pl" },
	{ "por", "pt" },
	{ "ron", "ro" },
	{ "rus", "ru" },
	{ "slk", "sk" },
	{ "slv", "sl" },
	{ "spa", "es" },
	{ "sqi", "sq" },
	{ "srp", "sr" },
	{ "swe", "sv" },
	{ "swh", "sw" },
	{ "tur", "tr" },
	{ "ukr", "uk" },
	{ "zho", "zh" },
};

static const char *
find_lang(const char *iso_639_3)
{
	for (size_t i = 0; i < sizeof langs / sizeof *langs; i++)
		if (memcmp(langs[i].iso_639_3, iso_639_3, 3) == 0)
			return langs[i].iso_639_1;
	return NULL;
}

/* Reads the languages off a file's name; false when it is no index of one of
 * ours. */
static bool
read_name(const char *file, struct tcn_dictionaries_file *dictionary)
{
	const char *name = file + strlen(BEGIN);
	size_t n = strlen(file);

	if (n != strlen(BEGIN) + NAME_LENGTH + strlen(INDEX) ||
	    memcmp(file, BEGIN, strlen(BEGIN)) != 0 ||
	    strcmp(name + NAME_LENGTH, INDEX) != 0 || name[3] != '-')
		return false;
	*dictionary = (struct tcn_dictionaries_file){ 0 };
	memcpy(dictionary->name, name, NAME_LENGTH);
	dictionary->from_english = memcmp(name, "eng", 3) == 0;
	if (!dictionary->from_english && memcmp(name + 4, "eng", 3) != 0)
		return false;
	dictionary->lang =
	    find_lang(dictionary->from_english ? name + 4 : name);
	return dictionary->lang != NULL;
}

void
tcn_dictionaries_path(const char *dir, const char *name, const char *end,
    char path[TCN_DICTIONARIES_PATH_BYTES])
{
	snprintf(path, TCN_DICTIONARIES_PATH_BYTES, "%s/" BEGIN "%s%s", dir,
	    name, end);
}

/* Adds the size of the file to *bytes; false when there is none. */
static bool
measure(const char *dir, const char *name, const char *end, uint64_t *bytes)
{
	char path[TCN_DICTIONARIES_PATH_BYTES];
	struct stat st;

	tcn_dictionaries_path(dir, name, end, path);
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	*bytes += (uint64_t)st.st_size;
	return true;
}

/* Are both files there? Sets the sizes. */
static bool
find_files(const char *dir, struct tcn_dictionaries_file *dictionary)
{
	const char *name = dictionary->name;

	if (!measure(dir, name, INDEX, &dictionary->bytes))
		return false;
	dictionary->packed = measure(dir, name, ".dict.dz", &dictionary->bytes);
	return dictionary->packed ||
	    measure(dir, name, ".dict", &dictionary->bytes);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct tcn_dictionaries_file *)a)->name,
	    ((const struct tcn_dictionaries_file *)b)->name);
}

enum tcn_rc
tcn_dictionaries_list(const char *dir,
    struct tcn_dictionaries_file list[TCN_DICTIONARIES_MAX], size_t *n,
    struct tcn_err *err)
{
	DIR *folder = dir && *dir ? opendir(dir) : NULL;
	const struct dirent *file;

	*n = 0;
	if (!folder && (!dir || !*dir || errno == ENOENT || errno == ENOTDIR))
		return TCN_OK;
	if (!folder)
		return tcn_err_set(err, TCN_IO,
		    "%s: %s; story.dictionaries names it", dir,
		    strerror(errno));
	while (*n < TCN_DICTIONARIES_MAX && (file = readdir(folder)))
		*n += read_name(file->d_name, &list[*n]) &&
		    find_files(dir, &list[*n]);
	closedir(folder);
	qsort(list, *n, sizeof *list, by_name);
	return TCN_OK;
}

void
tcn_dictionaries_text(const char *dir, struct tcn_buf *out)
{
	struct tcn_dictionaries_file list[TCN_DICTIONARIES_MAX];
	size_t n;

	if (tcn_dictionaries_list(dir, list, &n, NULL) || !n)
		tcn_buf_z(out, "none");
	else
		for (size_t i = 0; i < n; i++)
			tcn_buf_printf(out, "%s%s %" PRIu64, i ? ", " : "",
			    list[i].name, list[i].bytes);
}
