#include "tools/intake/input/input_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "tools/base/stop.h"

#define RAW_BYTES         (128 * 1024)
#define ROOM_MAX          (1024 * 1024) /* larger reads are not faster */
#define SNIFF_BYTES       8
#define ZSTD_HEADER_BYTES 3 /* before each block */

/*
 * A format is a way to turn stored bytes into text: read() puts up to room
 * bytes at `to`, at least one unless it returns something else than TCN_OK.
 */
struct format {
	struct tcn_str magic;
	void (*start)(struct tcn_input_file *in);
	enum tcn_rc (*read)(struct tcn_input_file *in, char *to, size_t room,
	    size_t *got);
	const char *refusal; /* why it is not read, where start is NULL */
	bool is_text; /* in another encoding, which some readers know */
};

struct tcn_input_file {
	char *name;
	int fd;
	bool fd_is_ours;
	bool any_encoding;
	const struct format *format; /* NULL until the first bytes are seen */

	unsigned char *raw; /* as stored: raw[raw_at..raw_n) is unused */
	size_t raw_at, raw_n;
	bool raw_end;
	uint64_t read_n, total_n;

	z_stream z;
	bool z_started;
	ZSTD_DStream *zstd;
	size_t zstd_want; /* bytes that complete the next block */
	bool between; /* at the end of a gzip member or zstd frame */

	enum tcn_rc stop; /* TCN_DONE, or why there is no more */
	struct tcn_err why;
};

/* ---- stored bytes ---- */

static enum tcn_rc
stop(struct tcn_input_file *in, enum tcn_rc rc, const char *text)
{
	in->stop = rc;
	return tcn_err_set(&in->why, rc, "%s", text);
}

/*
 * Waits until a pipe has bytes, or until the run is asked to stop. A signal
 * may come between the look at the flag and the wait, so the wait is at most a
 * second long.
 */
static bool
wait_for_bytes(const struct tcn_input_file *in)
{
	struct pollfd fd = { .fd = in->fd, .events = POLLIN };

	if (in->total_n)
		return true;
	while (!tcn_stop_requested()) {
		int n = poll(&fd, 1, 1000);

		if (n > 0 || (n < 0 && errno != EINTR))
			return true;
	}
	return false;
}

/* Reads more stored bytes to raw[raw_n]; at the end sets raw_end. */
static enum tcn_rc
read_raw(struct tcn_input_file *in)
{
	ssize_t n;

	if (!wait_for_bytes(in)) {
		in->raw_end = true;
		return TCN_OK;
	}
	do {
		n = read(in->fd, in->raw + in->raw_n, RAW_BYTES - in->raw_n);
	} while (n < 0 && errno == EINTR);
	if (n < 0) {
		in->stop = TCN_IO;
		return tcn_err_set(&in->why, TCN_IO, "cannot read: %s",
		    strerror(errno));
	}
	in->raw_end = n == 0;
	in->raw_n += (size_t)n;
	in->read_n += (uint64_t)n;
	return TCN_OK;
}

/* Makes sure that there is a stored byte, unless raw_end. */
static enum tcn_rc
need_raw(struct tcn_input_file *in)
{
	if (in->raw_at < in->raw_n || in->raw_end)
		return TCN_OK;
	in->raw_at = in->raw_n = 0;
	return read_raw(in);
}

static bool
raw_empty(const struct tcn_input_file *in)
{
	return in->raw_at == in->raw_n;
}

/* ---- plain ---- */

static void
plain_start(struct tcn_input_file *in)
{
	(void)in;
}

static enum tcn_rc
plain_read(struct tcn_input_file *in, char *to, size_t room, size_t *got)
{
	size_t n;
	enum tcn_rc rc = need_raw(in);

	if (rc)
		return rc;
	n = in->raw_n - in->raw_at;
	if (n == 0)
		return stop(in, TCN_DONE, "");
	if (n > room)
		n = room;
	memcpy(to, in->raw + in->raw_at, n);
	in->raw_at += n;
	*got = n;
	return TCN_OK;
}

/* ---- gzip ---- */

static void *
z_alloc(void *opaque, unsigned n, unsigned size)
{
	(void)opaque;
	return tcn_mem_calloc(n, size);
}

static void
z_free(void *opaque, void *p)
{
	(void)opaque;
	tcn_mem_free(p);
}

static void
gzip_start(struct tcn_input_file *in)
{
	in->z = (z_stream){ .zalloc = z_alloc, .zfree = z_free };
	if (inflateInit2(&in->z, 15 + 16) != Z_OK)
		tcn_mem_end();
	in->z_started = true;
}

/* Between members: passes over zero padding and sees whether another member
 * follows. */
static enum tcn_rc
gzip_between(struct tcn_input_file *in)
{
	enum tcn_rc rc;

	for (;;) {
		rc = need_raw(in);
		if (rc)
			return rc;
		if (raw_empty(in))
			return stop(in, TCN_DONE, "");
		if (in->raw[in->raw_at] != 0)
			break;
		in->raw_at++;
	}
	if (in->raw[in->raw_at] != 0x1f)
		return stop(in, TCN_CORRUPT,
		    "the gzip archive is followed by something else, which "
		    "was not read");
	in->between = false;
	inflateReset(&in->z);
	return TCN_OK;
}

static enum tcn_rc
gzip_step(struct tcn_input_file *in)
{
	int z = inflate(&in->z, Z_NO_FLUSH);

	if (z == Z_STREAM_END) {
		in->between = true;
		return TCN_OK;
	}
	if (z == Z_MEM_ERROR)
		tcn_mem_end();
	if (z != Z_OK && z != Z_BUF_ERROR)
		return stop(in, TCN_CORRUPT,
		    "the gzip archive is damaged here; what came before was "
		    "read");
	return TCN_OK;
}

static enum tcn_rc
gzip_read(struct tcn_input_file *in, char *to, size_t room, size_t *got)
{
	enum tcn_rc rc;

	in->z.next_out = (unsigned char *)to;
	in->z.avail_out = (unsigned)room;
	for (;;) {
		rc = in->between ? gzip_between(in) : need_raw(in);
		if (rc)
			return rc;
		in->z.next_in = in->raw + in->raw_at;
		in->z.avail_in = (unsigned)(in->raw_n - in->raw_at);
		rc = gzip_step(in);
		in->raw_at = in->raw_n - in->z.avail_in;
		if (in->z.avail_out < room)
			break;
		if (rc)
			return rc;
		if (in->raw_end && raw_empty(in) && !in->between)
			return stop(in, TCN_CORRUPT,
			    "the gzip archive is cut off; what came before "
			    "was read");
	}
	*got = room - in->z.avail_out;
	return TCN_OK;
}

/* ---- zstd ---- */

/*
 * zstd's stable interface has no allocator hook: its window, at most 128 MiB
 * and usually 2 to 8, is not in our counters.
 */
static void
zstd_start(struct tcn_input_file *in)
{
	in->zstd = ZSTD_createDStream();
	if (!in->zstd)
		tcn_mem_end();
	in->zstd_want = ZSTD_initDStream(in->zstd);
	in->between = true;
}

/*
 * How many bytes to give zstd: one block at a time, without the header of the
 * next that it asks for, since an error in that would lose this block too.
 */
static size_t
zstd_step(struct tcn_input_file *in, ZSTD_outBuffer *out)
{
	size_t want = in->zstd_want;
	ZSTD_inBuffer raw = { in->raw, in->raw_n, in->raw_at };
	size_t z;

	if (want > ZSTD_HEADER_BYTES)
		want -= ZSTD_HEADER_BYTES;
	if (raw.size - raw.pos > want)
		raw.size = raw.pos + want;
	z = ZSTD_decompressStream(in->zstd, out, &raw);
	in->raw_at = raw.pos;
	in->between = z == 0;
	in->zstd_want = z ? z : ZSTD_initDStream(in->zstd);
	return z;
}

static enum tcn_rc
zstd_read(struct tcn_input_file *in, char *to, size_t room, size_t *got)
{
	ZSTD_outBuffer out = { to, room, 0 };
	enum tcn_rc rc;
	size_t z;

	while (out.pos == 0) {
		rc = need_raw(in);
		if (rc)
			return rc;
		if (raw_empty(in) && in->between)
			return stop(in, TCN_DONE, "");
		z = zstd_step(in, &out);
		if (ZSTD_isError(z)) {
			in->stop = TCN_CORRUPT;
			return tcn_err_set(&in->why, TCN_CORRUPT,
			    "the zstd archive is damaged here (%s); what came "
			    "before was read",
			    ZSTD_getErrorName(z));
		}
		if (out.pos == 0 && in->raw_end && raw_empty(in) && z != 0)
			return stop(in, TCN_CORRUPT,
			    "the zstd archive is cut off; what came before "
			    "was read");
	}
	*got = out.pos;
	return TCN_OK;
}

/* ---- which format ---- */

static const struct format formats[] = {
	{ TCN_STR("\x1f\x8b"), gzip_start, gzip_read, NULL, false },
	{ TCN_STR("\x28\xb5\x2f\xfd"), zstd_start, zstd_read, NULL, false },
	{ TCN_STR("\xfd"
		  "7zXZ"),
	    NULL, NULL, "this is an xz archive; unpack it with xz -dc", false },
	{ TCN_STR("BZh"), NULL, NULL,
	    "this is a bzip2 archive; unpack it with bzip2 -dc", false },
	{ TCN_STR("PK\x03\x04"), NULL, NULL,
	    "this is a zip archive; unpack it with unzip -p", false },
	{ TCN_STR("\xff\xfe"), NULL, NULL,
	    "this is UTF-16; convert it with iconv -f UTF-16 -t UTF-8", true },
	{ TCN_STR("\xfe\xff"), NULL, NULL,
	    "this is UTF-16; convert it with iconv -f UTF-16 -t UTF-8", true },
	{ { "", 0 }, plain_start, plain_read, NULL, false },
};

static enum tcn_rc
sniff(struct tcn_input_file *in)
{
	const struct format *f = formats;
	enum tcn_rc rc;

	while (!in->raw_end && in->raw_n < SNIFF_BYTES) {
		rc = read_raw(in);
		if (rc)
			return rc;
	}
	while ((f->is_text && in->any_encoding) || in->raw_n < f->magic.n ||
	    memcmp(in->raw, f->magic.at, f->magic.n) != 0)
		f++;
	if (!f->start)
		return stop(in, TCN_CORRUPT, f->refusal);
	f->start(in);
	in->format = f;
	return TCN_OK;
}

enum tcn_rc
tcn_input_file_read(struct tcn_input_file *in, char *to, size_t room,
    size_t *got)
{
	enum tcn_rc rc;

	assert(room > 0);
	*got = 0;
	if (in->stop)
		return in->stop;
	if (!in->format) {
		rc = sniff(in);
		if (rc)
			return rc;
	}
	return in->format->read(in, to, room < ROOM_MAX ? room : ROOM_MAX, got);
}

/* ---- open and close ---- */

static enum tcn_rc
open_path(struct tcn_input_file *in, const char *path, struct tcn_err *err)
{
	struct stat st;

	in->fd = STDIN_FILENO;
	in->fd_is_ours = strcmp(path, "-") != 0;
	if (in->fd_is_ours)
		in->fd = open(path, O_RDONLY | O_CLOEXEC);
	tcn_err_at(err, in->name, 0, 0);
	if (in->fd < 0 || fstat(in->fd, &st) < 0)
		return tcn_err_set(err, TCN_IO, "cannot open: %s",
		    strerror(errno));
	if (S_ISDIR(st.st_mode))
		return tcn_err_set(err, TCN_IO,
		    "this is a directory; name the files in it");
	if (S_ISREG(st.st_mode))
		in->total_n = (uint64_t)st.st_size;
	return TCN_OK;
}

enum tcn_rc
tcn_input_file_open(const char *path, struct tcn_input_file **out,
    struct tcn_err *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	struct tcn_input_file *in = tcn_mem_calloc(1, sizeof *in);
	enum tcn_rc rc;

	*out = NULL;
	in->fd = -1;
	in->name = tcn_mem_dupz(name, strlen(name));
	in->raw = tcn_mem_alloc(RAW_BYTES);
	rc = open_path(in, path, err);
	if (rc)
		tcn_input_file_close(in);
	else
		*out = in;
	return rc;
}

void
tcn_input_file_any_encoding(struct tcn_input_file *in)
{
	assert(!in->format && !in->stop);
	in->any_encoding = true;
}

void
tcn_input_file_close(struct tcn_input_file *in)
{
	if (!in)
		return;
	if (in->fd_is_ours && in->fd >= 0)
		close(in->fd);
	if (in->z_started)
		inflateEnd(&in->z);
	ZSTD_freeDStream(in->zstd);
	tcn_mem_free(in->raw);
	tcn_mem_free(in->name);
	tcn_mem_free(in);
}

const char *
tcn_input_file_name(const struct tcn_input_file *in)
{
	return in->name;
}

const char *
tcn_input_file_error(const struct tcn_input_file *in)
{
	assert(in->stop);
	return in->why.text;
}

uint64_t
tcn_input_file_read_n(const struct tcn_input_file *in)
{
	return in->read_n;
}

uint64_t
tcn_input_file_total_n(const struct tcn_input_file *in)
{
	return in->total_n;
}

enum tcn_rc
tcn_input_file_whole(const char *path, size_t most, const char *what,
    struct tcn_buf *to, struct tcn_err *err)
{
	char chunk[16384];
	struct tcn_input_file *in;
	size_t got;
	enum tcn_rc rc = tcn_input_file_open(path, &in, err);

	if (rc)
		return rc;
	tcn_input_file_any_encoding(in);
	while (!(rc = tcn_input_file_read(in, chunk, sizeof chunk, &got)) &&
	    to->n <= most)
		tcn_buf_add(to, chunk, got);
	tcn_err_at(err, tcn_input_file_name(in), 0, 0);
	if (rc == TCN_DONE)
		rc = TCN_OK;
	else if (rc == TCN_OK)
		rc = tcn_err_set(err, TCN_INVALID,
		    "a %s of more than %zu MiB is not read", what, most >> 20);
	else
		tcn_err_set(err, rc, "%s", tcn_input_file_error(in));
	tcn_input_file_close(in);
	return rc;
}
