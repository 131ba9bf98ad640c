#include "tools/intake/tagger/tagger_data.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unicode/uloc.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/file.h"

#define FOLDER    "apertium-"
#define ANALYSER  ".automorf.bin"
#define MODEL     ".prob"
#define BYTES_MAX ((size_t)256 << 20) /* of a file */

/* The list while it is made. */
struct listing {
	struct tcn_tagger_data *list;
	size_t n;
};

/* DIR/FOLDER/PAIR with an ending. */
static char *
make_path(const char *dir, const char *folder, const char *pair,
    const char *ending)
{
	struct tcn_buf path = { 0 };

	tcn_buf_printf(&path, "%s/%s/%s%s", dir, folder, pair, ending);
	return path.at;
}

static bool
has_file(const char *path, uint64_t *bytes)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	*bytes = (uint64_t)st.st_size;
	return true;
}

static void
drop(struct tcn_tagger_data *data)
{
	tcn_mem_free(data->analyser);
	tcn_mem_free(data->model);
}

/* Takes it up, in the place of a worse one of its language. */
static void
take(struct listing *listing, struct tcn_tagger_data *data)
{
	size_t i = 0;

	while (i < listing->n && strcmp(listing->list[i].lang, data->lang) != 0)
		i++;
	if (i == TCN_TAGGER_DATA_MAX ||
	    (i < listing->n &&
		(listing->list[i].bytes > data->bytes ||
		    (listing->list[i].bytes == data->bytes &&
			strcmp(listing->list[i].pair, data->pair) <= 0)))) {
		drop(data);
		return;
	}
	if (i < listing->n)
		drop(&listing->list[i]);
	else
		listing->n++;
	listing->list[i] = *data;
}

/* The language that a pair begins with, of which ICU knows both codes, "spa"
 * and "es". */
static bool
read_lang(const char *pair, char lang[TCN_LANG_BYTES])
{
	char code[8];
	size_t n = strcspn(pair, "-_");
	UErrorCode status = U_ZERO_ERROR;

	if (n < 2 || n > 3)
		return false;
	memcpy(code, pair, n);
	code[n] = '\0';
	return uloc_getLanguage(code, lang, TCN_LANG_BYTES, &status) > 0 &&
	    U_SUCCESS(status);
}

/* Looks at a file of a folder, which may be an analyser. */
static void
look_at_file(struct listing *listing, const char *dir, const char *folder,
    const char *file)
{
	struct tcn_tagger_data data = { .bytes = 0 };
	size_t n = strlen(file), ending = strlen(ANALYSER);
	uint64_t bytes;

	if (n <= ending || n - ending >= sizeof data.pair ||
	    strcmp(file + n - ending, ANALYSER) != 0)
		return;
	memcpy(data.pair, file, n - ending);
	if (!read_lang(data.pair, data.lang))
		return;
	data.analyser = make_path(dir, folder, data.pair, ANALYSER);
	data.model = make_path(dir, folder, data.pair, MODEL);
	if (has_file(data.analyser, &data.bytes) &&
	    has_file(data.model, &bytes))
		take(listing, &data);
	else
		drop(&data);
}

static int
by_lang(const void *a, const void *b)
{
	return strcmp(((const struct tcn_tagger_data *)a)->lang,
	    ((const struct tcn_tagger_data *)b)->lang);
}

enum tcn_rc
tcn_tagger_data_list(const char *dir,
    struct tcn_tagger_data list[TCN_TAGGER_DATA_MAX], size_t *n,
    struct tcn_err *err)
{
	struct listing listing = { .list = list };
	const struct dirent *folder;
	DIR *folders = dir && *dir ? opendir(dir) : NULL;

	*n = 0;
	if (!folders && (!dir || !*dir || errno == ENOENT || errno == ENOTDIR))
		return TCN_OK;
	if (!folders)
		return tcn_err_set(err, TCN_IO,
		    "%s: %s; text.tagger_data names it", dir, strerror(errno));
	while ((folder = readdir(folders)))
		if (strncmp(folder->d_name, FOLDER, strlen(FOLDER)) == 0) {
			/* Looks at the files of a folder. One that cannot be
			 * read has none. */
			char *path = make_path(dir, folder->d_name, "", "");
			const struct dirent *file;
			DIR *files;

			files = opendir(path);
			tcn_mem_free(path);
			while (files && (file = readdir(files)))
				look_at_file(&listing, dir, folder->d_name,
				    file->d_name);
			if (files)
				closedir(files);
		}
	closedir(folders);
	qsort(list, listing.n, sizeof *list, by_lang);
	*n = listing.n;
	return TCN_OK;
}

void
tcn_tagger_data_free(struct tcn_tagger_data *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		drop(&list[i]);
}

/* Hashes a file, on from *hash. */
static enum tcn_rc
hash_file(const char *path, uint64_t *hash, struct tcn_err *err)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = tcn_file_read(path, BYTES_MAX, &bytes, err);

	if (!rc)
		*hash = XXH3_64bits_withSeed(bytes.at, bytes.n, *hash);
	tcn_buf_fini(&bytes);
	return rc;
}

enum tcn_rc
tcn_tagger_data_name(struct tcn_tagger_data *data, struct tcn_err *err)
{
	uint64_t hash = 0;
	enum tcn_rc rc = hash_file(data->analyser, &hash, err);

	if (!rc)
		rc = hash_file(data->model, &hash, err);
	if (!rc)
		snprintf(data->name, sizeof data->name,
		    "apertium %s %08" PRIx32, data->pair, (uint32_t)hash);
	return rc;
}

void
tcn_tagger_data_names(const struct tcn_tagger_data *list, size_t n,
    struct tcn_buf *out)
{
	size_t from = out->n;

	for (size_t i = 0; i < n; i++)
		if (list[i].name[0])
			tcn_buf_printf(out, "%s%s", out->n > from ? ", " : "",
			    list[i].name);
	if (out->n == from)
		tcn_buf_z(out, "none");
}

void
tcn_tagger_data_text(const char *dir, struct tcn_buf *out)
{
	struct tcn_tagger_data list[TCN_TAGGER_DATA_MAX];
	size_t n;

	if (tcn_tagger_data_list(dir, list, &n, NULL))
		n = 0;
	for (size_t i = 0; i < n; i++)
		if (tcn_tagger_data_name(&list[i], NULL))
			list[i].name[0] = '\0';
	tcn_tagger_data_names(list, n, out);
	tcn_tagger_data_free(list, n);
}
