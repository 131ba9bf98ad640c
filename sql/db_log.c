/*
 * Is the write-ahead log as it was written? Its frames have sums (SQLite's file
 * format, section 4), but who opens a store takes a frame whose sum is wrong
 * for the place where a program was killed while it wrote, and passes over it
 * and all that follows. So a bit that was turned takes commits along without a
 * word.
 *
 * A program that is killed leaves one unfinished transaction at the end, and
 * behind that frames of an older log, which have other salts. So the log is
 * damaged when a commit of the same salts follows the frame, or when turning
 * one bit of the frame makes its sum right.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/db.h"

#define HEAD      32 /* bytes of the log's head */
#define FRAME     24 /* of the head of a frame, before the page */
#define MAGIC     0x377f0682 /* its last bit: the sums are of big words */
#define PAGE_MAX  65536
#define READS_MAX 3 /* a log that is being written may look damaged once */

struct log {
	sqlite3_file *file;
	bool big;
	uint32_t page; /* bytes */
	uint8_t head[HEAD];
	uint8_t *frame; /* FRAME + page bytes */
	uint32_t sums[2]; /* of all that was sound */
};

static uint32_t
big(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
	    (uint32_t)at[2] << 8 | at[3];
}

static uint32_t
word(const struct log *log, const uint8_t *at)
{
	return log->big ? big(at)
			: (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 |
		(uint32_t)at[1] << 8 | at[0];
}

static void
add(const struct log *log, const uint8_t *at, size_t n, uint32_t sums[2])
{
	for (size_t i = 0; i < n; i += 8) {
		sums[0] += word(log, at + i) + sums[1];
		sums[1] += word(log, at + i + 4) + sums[0];
	}
}

/* Whether the head is sound. */
static bool
read_head(struct log *log)
{
	uint32_t magic = big(log->head);

	log->big = magic & 1;
	log->page = big(log->head + 8);
	log->sums[0] = log->sums[1] = 0;
	add(log, log->head, 24, log->sums);
	return (magic & ~1u) == MAGIC && log->page >= 512 &&
	    log->page <= PAGE_MAX && (log->page & (log->page - 1)) == 0 &&
	    log->sums[0] == big(log->head + 24) &&
	    log->sums[1] == big(log->head + 28);
}

static bool
is_of_this_log(const struct log *log)
{
	return memcmp(log->frame + 8, log->head + 16, 8) == 0;
}

/* Whether the frame is sound; then sums go on. */
static bool
is_sound(const struct log *log, uint32_t sums[2])
{
	uint32_t now[2] = { sums[0], sums[1] };

	if (!is_of_this_log(log))
		return false;
	add(log, log->frame, 8, now);
	add(log, log->frame + FRAME, log->page, now);
	if (now[0] != big(log->frame + 16) || now[1] != big(log->frame + 20))
		return false;
	sums[0] = now[0];
	sums[1] = now[1];
	return true;
}

/* Whether one bit of the frame is wrong and no more. An older log's salts are
 * others altogether. */
static bool
has_turned_bit(const struct log *log)
{
	uint32_t sums[2];
	unsigned salts = 0;

	for (size_t i = 0; i < 8; i++)
		salts += (unsigned)__builtin_popcount(log->frame[8 + i] ^
		    log->head[16 + i]);
	for (size_t i = 0; salts < 2 && i < FRAME + log->page; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			bool sound;

			memcpy(sums, log->sums, sizeof sums);
			log->frame[i] ^= (uint8_t)(1u << bit);
			sound = is_sound(log, sums);
			log->frame[i] ^= (uint8_t)(1u << bit);
			if (sound)
				return true;
		}
	return false;
}

static bool
read_at(const struct log *log, void *to, size_t n, sqlite3_int64 at)
{
	return log->file->pMethods->xRead(log->file, to, (int)n, at) ==
	    SQLITE_OK;
}

/* Where the damage is, or -1. */
static sqlite3_int64
find_damage(struct log *log)
{
	sqlite3_int64 bad = -1;

	if (!read_at(log, log->head, HEAD, 0))
		return -1; /* nothing was written yet */
	if (!read_head(log))
		return 0;
	for (sqlite3_int64 at = HEAD;
	     read_at(log, log->frame, FRAME + log->page, at);
	     at += FRAME + log->page) {
		if (bad < 0 && is_sound(log, log->sums))
			continue;
		if (bad < 0 && has_turned_bit(log))
			return at;
		if (bad >= 0 && is_of_this_log(log) && big(log->frame + 4))
			return bad;
		if (bad < 0)
			bad = at;
	}
	return -1;
}

/* The log that SQLite has open, if it has one with a frame. */
static sqlite3_file *
file_of(const struct tcn_store *st)
{
	sqlite3_file *file = NULL;
	sqlite3_int64 bytes;

	if (sqlite3_file_control(st->db->sqlite, "main",
		SQLITE_FCNTL_JOURNAL_POINTER, &file) ||
	    !file || !file->pMethods ||
	    file->pMethods->xFileSize(file, &bytes) || bytes <= HEAD + FRAME)
		return NULL;
	return file;
}

enum tcn_rc
tcn_db_check_log(const struct tcn_store *st)
{
	struct log log = { .file = file_of(st) };
	sqlite3_int64 at = -1;

	if (!log.file)
		return TCN_OK;
	log.frame = tcn_mem_alloc(FRAME + PAGE_MAX);
	for (unsigned i = 0; i < READS_MAX; i++)
		if ((at = find_damage(&log)) < 0)
			break;
	tcn_mem_free(log.frame);
	if (at < 0)
		return TCN_OK;
	return tcn_db_fail_with(st, TCN_CORRUPT,
	    "the log of the store, FILE-wal, is damaged at byte %lld, and what "
	    "was committed from there on is not read: restore a copy",
	    (long long)at);
}
