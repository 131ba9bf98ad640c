#include "tools/conf/rules_file.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/date.h"
#include "engine/base/mem.h"
#include "rules/ruleset.h"
#include "tools/base/file.h"
#include "tools/base/out.h"

void
tcn_rules_file_version(struct tcn_str text,
    char version[static TCN_RULES_FILE_VERSION_BYTES])
{
	snprintf(version, TCN_RULES_FILE_VERSION_BYTES, "%016" PRIx64,
	    (uint64_t)XXH3_64bits(text.at, text.n));
}

enum tcn_rc
tcn_rules_file_read(const char *path, struct tcn_rules_file *file,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	tcn_buf_clear(&file->text);
	rc = tcn_file_read(path, TCN_RULESET_BYTES_MAX, &file->text, err);
	if (!rc && file->text.n > TCN_RULESET_BYTES_MAX)
		rc = tcn_err_set(err, TCN_INVALID,
		    "%s is over 16 MiB, too long for a file of rules", path);
	if (!rc)
		tcn_rules_file_version(tcn_buf_view(&file->text),
		    file->version);
	return rc;
}

void
tcn_rules_file_fini(struct tcn_rules_file *file)
{
	tcn_buf_fini(&file->text);
}

/* --- What is kept. --- */

/* The folder, or a file in it. */
static void
kept_path(const char *path, const char *name, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%s.kept%s%s", path, name ? "/" : "",
	    name ? name : "");
}

static void
write_name(int64_t at_ms, char name[static TCN_RULES_FILE_NAME_BYTES])
{
	time_t seconds = (time_t)(at_ms / 1000);
	struct tm at;
	char text[24] = "";

	if (gmtime_r(&seconds, &at))
		strftime(text, sizeof text, "%Y%m%dT%H%M%S", &at);
	snprintf(name, TCN_RULES_FILE_NAME_BYTES, "%s.%03dZ.yaml", text,
	    (int)(at_ms % 1000));
}

/* Whether that is the name of a kept file, and of when. */
static bool
read_name(const char *name, int64_t *at_ms)
{
	struct tcn_date_parts at = { 0 };
	char again[TCN_RULES_FILE_NAME_BYTES];

	if (sscanf(name, "%4d%2d%2dT%2d%2d%2d.%3dZ", &at.year, &at.month,
		&at.day, &at.hour, &at.minute, &at.second, &at.ms) != 7 ||
	    !tcn_date_from_parts(&at, at_ms))
		return false;
	write_name(*at_ms, again);
	return strcmp(name, again) == 0;
}

/* Puts one into the list, which is in order, and leaves out the oldest when it
 * is full. Returns the one that found no room, or NULL in its name. */
static void
insert(struct tcn_rules_file_kept *kept, size_t *n,
    struct tcn_rules_file_kept one, struct tcn_rules_file_kept *out)
{
	size_t at = *n;

	out->name[0] = '\0';
	while (at > 0 && kept[at - 1].at_ms < one.at_ms)
		at--;
	if (at == TCN_RULES_FILE_KEPT) {
		*out = one;
		return;
	}
	if (*n == TCN_RULES_FILE_KEPT)
		*out = kept[--*n];
	memmove(kept + at + 1, kept + at, (*n - at) * sizeof *kept);
	kept[at] = one;
	++*n;
}

/* Lists what is kept; remove: all beyond the newest goes. */
static enum tcn_rc
list(const char *path, bool remove, struct tcn_rules_file_kept *kept, size_t *n,
    struct tcn_err *err)
{
	struct tcn_rules_file_kept one, out;
	struct tcn_buf folder = { 0 };
	const struct dirent *entry;
	enum tcn_rc rc = TCN_OK;
	DIR *dir;

	*n = 0;
	kept_path(path, NULL, &folder);
	dir = opendir(folder.at);
	if (!dir && errno != ENOENT)
		rc = tcn_err_set(err, TCN_IO, "%s: %s", folder.at,
		    strerror(errno));
	while (dir && (entry = readdir(dir))) {
		if (!read_name(entry->d_name, &one.at_ms))
			continue;
		write_name(one.at_ms, one.name);
		insert(kept, n, one, &out);
		if (remove && out.name[0])
			unlinkat(dirfd(dir), out.name, 0);
	}
	if (dir)
		closedir(dir);
	tcn_buf_fini(&folder);
	return rc;
}

enum tcn_rc
tcn_rules_file_list(const char *path,
    struct tcn_rules_file_kept kept[static TCN_RULES_FILE_KEPT], size_t *n,
    struct tcn_err *err)
{
	return list(path, false, kept, n, err);
}

enum tcn_rc
tcn_rules_file_read_kept(const char *path, const char *name,
    struct tcn_rules_file *file, struct tcn_err *err)
{
	struct tcn_buf at = { 0 };
	int64_t at_ms;
	enum tcn_rc rc;

	if (!read_name(name, &at_ms))
		return tcn_err_set(err, TCN_INVALID,
		    "no older file of rules is called '%.40s'", name);
	kept_path(path, name, &at);
	rc = tcn_rules_file_read(at.at, file, err);
	tcn_buf_fini(&at);
	return rc;
}

/* Keeps a text under a name that is not taken. */
static enum tcn_rc
keep(const char *path, struct tcn_str text, int64_t now_ms, struct tcn_err *err)
{
	struct tcn_rules_file_kept kept[TCN_RULES_FILE_KEPT];
	char name[TCN_RULES_FILE_NAME_BYTES];
	struct tcn_buf at = { 0 };
	struct stat info;
	enum tcn_rc rc;
	size_t n;

	kept_path(path, NULL, &at);
	rc = tcn_out_mkdir(at.at, err);
	if (!rc)
		rc = list(path, false, kept, &n, err);
	if (!rc && n && kept[0].at_ms >= now_ms)
		now_ms = kept[0].at_ms + 1; /* the clock was set back */
	write_name(now_ms, name);
	tcn_buf_clear(&at);
	kept_path(path, name, &at);
	if (!rc)
		rc = tcn_out_write(at.at, text, err);
	/* It may hold what only its owner should read. */
	if (!rc && stat(path, &info) == 0 &&
	    chmod(at.at, info.st_mode & 0777) != 0)
		rc = tcn_err_set(err, TCN_IO, "%s: %s", at.at, strerror(errno));
	tcn_buf_fini(&at);
	return rc;
}

enum tcn_rc
tcn_rules_file_replace(const char *path, struct tcn_str text,
    const char *version, int64_t now_ms, struct tcn_err *err)
{
	struct tcn_rules_file_kept kept[TCN_RULES_FILE_KEPT];
	struct tcn_rules_file now = { 0 };
	enum tcn_rc rc = tcn_rules_file_read(path, &now, err);
	size_t n;

	if (!rc && strcmp(now.version, version) != 0)
		rc = tcn_err_set(err, TCN_BUSY,
		    "%s has been changed in the meantime", path);
	if (!rc && !tcn_str_equal(tcn_buf_view(&now.text), text)) {
		rc = keep(path, tcn_buf_view(&now.text), now_ms, err);
		if (!rc)
			rc = tcn_out_write(path, text, err);
		if (!rc)
			rc = list(path, true, kept, &n, err);
	}
	tcn_rules_file_fini(&now);
	return rc;
}
