/*
 * tests/base/temp.h - a file or folder of the test's own: in memory, where
 * thousands of small stores are synced in no time, or below /tmp where there is
 * little memory for files (a container has 64 MB).
 */
#ifndef TCN_TESTS_BASE_TEMP_H
#define TCN_TESTS_BASE_TEMP_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "tools/base/scratch.h"

#define TEMP_BYTES 64

static inline const char *
temp_place(void)
{
	struct statvfs fs;

	return access("/dev/shm", W_OK | X_OK) == 0 &&
		statvfs("/dev/shm", &fs) == 0 &&
		fs.f_bavail >= ((uint64_t)1 << 30) / fs.f_frsize
	    ? "/dev/shm"
	    : "/tmp";
}

/* Makes a folder; its path goes into dir. */
static inline void
temp_dir(char dir[TEMP_BYTES])
{
	tcn_scratch_name(dir, TEMP_BYTES, temp_place());
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

/* Removes a folder and what is in it. */
static inline void
temp_drop(const char *dir)
{
	ck_assert(tcn_scratch_drop(dir));
}

/* Makes an empty file, open; its path goes into path. */
static inline int
temp_file(char path[TEMP_BYTES])
{
	int fd;

	tcn_scratch_name(path, TEMP_BYTES, temp_place());
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	return fd;
}

/* Removes a database and what SQLite keeps beside it. */
static inline void
temp_drop_db(const char *db)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	char path[TEMP_BYTES + 4];

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(path, sizeof path, "%s%s", db, ends[i]);
		unlink(path);
	}
}

/* Writes a file anew: text is all that it holds. */
static inline void
temp_write(const char *path, const char *text)
{
	FILE *file = fopen(path, "wb");

	ck_assert_msg(file != NULL, "%s", path);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

/* All of a file, with a line feed and a NUL behind it; tcn_mem_free() it. */
static inline char *
temp_read(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct tcn_buf buf = { 0 };
	char bytes[4096];
	size_t n;

	ck_assert_msg(file != NULL, "%s", path);
	while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
		tcn_buf_add(&buf, bytes, n);
	fclose(file);
	tcn_buf_char(&buf, '\n');
	return buf.at;
}

#endif
