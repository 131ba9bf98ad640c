#include "tools/input_ndjson.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "engine/mem.h"

#define RAW_BYTES        (128 * 1024)
#define CHUNK_BYTES      (256 * 1024)
#define LINE_MAX_DEFAULT ((size_t)8 * 1024 * 1024)
#define SNIFF_BYTES      8

struct tcn_input;

/*
 * A format is a way to turn stored bytes into text: read() puts up to room
 * bytes at `to`, at least one unless it returns something else than TCN_OK.
 */
struct format {
	struct tcn_str magic;
	enum tcn_rc (*start)(struct tcn_input *in);
	enum tcn_rc (*read)(struct tcn_input *in, char *to, size_t room,
	    size_t *got);
	const char *refusal; /* why not, where there is no start() */
};

struct tcn_input {
	char *name;
	int fd;
	bool fd_is_ours;
	const struct format *format; /* NULL until the first bytes are seen */

	unsigned char *raw; /* as stored: raw[raw_at..raw_n) is unused */
	size_t raw_at, raw_n;
	bool raw_end;
	uint64_t bytes_read, bytes_total;

	z_stream z;
	bool z_started;
	ZSTD_DStream *zstd;
	bool between; /* at the end of a gzip member or zstd frame */

	char *text; /* decoded: text[text_at..text_n) is not yet delivered */
	size_t text_at, text_n, text_cap;
	size_t searched; /* no line end before text[searched] */
	size_t line_max;
	unsigned long line; /* number of the line that ended last */

	enum tcn_rc stop; /* once text is used up: TCN_DONE, or why not */
	struct tcn_err stop_err;
};

/* ---- stored bytes ---- */

static enum tcn_rc
stop(struct tcn_input *in, enum tcn_rc rc, const char *text)
{
	in->stop = rc;
	return tcn_err_set(&in->stop_err, rc, "%s", text);
}

/* Reads more behind raw_n; at the end sets raw_end. */
static enum tcn_rc
read_raw(struct tcn_input *in)
{
	ssize_t n;

	do {
		n = read(in->fd, in->raw + in->raw_n, RAW_BYTES - in->raw_n);
	} while (n < 0 && errno == EINTR);
	if (n < 0) {
		in->stop = TCN_IO;
		return tcn_err_set(&in->stop_err, TCN_IO, "cannot read: %s",
		    strerror(errno));
	}
	in->raw_end = n == 0;
	in->raw_n += (size_t)n;
	in->bytes_read += (uint64_t)n;
	return TCN_OK;
}

/* Makes sure of a stored byte, unless raw_end. */
static enum tcn_rc
need_raw(struct tcn_input *in)
{
	if (in->raw_at < in->raw_n || in->raw_end)
		return TCN_OK;
	in->raw_at = in->raw_n = 0;
	return read_raw(in);
}

static bool
raw_empty(const struct tcn_input *in)
{
	return in->raw_at == in->raw_n;
}

/* ---- plain ---- */

static enum tcn_rc
plain_start(struct tcn_input *in)
{
	(void)in;
	return TCN_OK;
}

static enum tcn_rc
plain_read(struct tcn_input *in, char *to, size_t room, size_t *got)
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
	return tcn_calloc(n, size);
}

static void
z_free(void *opaque, void *p)
{
	(void)opaque;
	tcn_free(p);
}

static enum tcn_rc
gzip_start(struct tcn_input *in)
{
	in->z = (z_stream){ .zalloc = z_alloc, .zfree = z_free };
	if (inflateInit2(&in->z, 15 + 16) != Z_OK)
		return TCN_NOMEM;
	in->z_started = true;
	return TCN_OK;
}

/* After a member: another follows, or the end; zero padding is passed over. */
static enum tcn_rc
gzip_between(struct tcn_input *in)
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
gzip_step(struct tcn_input *in)
{
	int z = inflate(&in->z, Z_NO_FLUSH);

	if (z == Z_STREAM_END) {
		in->between = true;
		return TCN_OK;
	}
	if (z == Z_MEM_ERROR)
		return TCN_NOMEM;
	if (z != Z_OK && z != Z_BUF_ERROR)
		return stop(in, TCN_CORRUPT,
		    "the gzip archive is damaged here; what came before was "
		    "read");
	return TCN_OK;
}

static enum tcn_rc
gzip_read(struct tcn_input *in, char *to, size_t room, size_t *got)
{
	enum tcn_rc rc;

	in->z.next_out = (unsigned char *)to;
	in->z.avail_out = (unsigned)room;
	while (in->z.avail_out == room) {
		rc = in->between ? gzip_between(in) : need_raw(in);
		if (rc)
			return rc;
		if (raw_empty(in))
			return stop(in, TCN_CORRUPT,
			    "the gzip archive is cut off; what came before "
			    "was read");
		in->z.next_in = in->raw + in->raw_at;
		in->z.avail_in = (unsigned)(in->raw_n - in->raw_at);
		rc = gzip_step(in);
		in->raw_at = in->raw_n - in->z.avail_in;
		if (rc && in->z.avail_out == room)
			return rc;
	}
	*got = room - in->z.avail_out;
	return TCN_OK;
}

/* ---- zstd ---- */

/* zstd's stable interface has no allocator hook: its window, at most 128 MiB
 * and usually 2 to 8, is not in our counters. */
static enum tcn_rc
zstd_start(struct tcn_input *in)
{
	in->zstd = ZSTD_createDStream();
	in->between = true;
	return in->zstd ? TCN_OK : TCN_NOMEM;
}

static enum tcn_rc
zstd_read(struct tcn_input *in, char *to, size_t room, size_t *got)
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

		ZSTD_inBuffer raw = { in->raw, in->raw_n, in->raw_at };
		z = ZSTD_decompressStream(in->zstd, &out, &raw);
		in->raw_at = raw.pos;
		if (ZSTD_isError(z))
			return tcn_err_set(&in->stop_err,
			    in->stop = TCN_CORRUPT,
			    "the zstd archive is damaged here (%s); what "
			    "came before was read",
			    ZSTD_getErrorName(z));
		in->between = z == 0;
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
	{ TCN_STR("\x1f\x8b"), gzip_start, gzip_read, NULL },
	{ TCN_STR("\x28\xb5\x2f\xfd"), zstd_start, zstd_read, NULL },
	{ TCN_STR("\xfd"
		  "7zXZ"),
	    NULL, NULL, "this is an xz archive; unpack it with xz -dc" },
	{ TCN_STR("BZh"), NULL, NULL,
	    "this is a bzip2 archive; unpack it with bzip2 -dc" },
	{ TCN_STR("PK\x03\x04"), NULL, NULL,
	    "this is a zip archive; unpack it with unzip -p" },
	{ TCN_STR("\xff\xfe"), NULL, NULL,
	    "this is UTF-16; convert it with iconv -f UTF-16 -t UTF-8" },
	{ TCN_STR("\xfe\xff"), NULL, NULL,
	    "this is UTF-16; convert it with iconv -f UTF-16 -t UTF-8" },
	{ { "", 0 }, plain_start, plain_read, NULL },
};

static enum tcn_rc
sniff(struct tcn_input *in)
{
	const struct format *f = formats;
	enum tcn_rc rc;

	while (!in->raw_end && in->raw_n < SNIFF_BYTES) {
		rc = read_raw(in);
		if (rc)
			return rc;
	}
	while (in->raw_n < f->magic.n ||
	    memcmp(in->raw, f->magic.at, f->magic.n) != 0)
		f++;
	if (!f->start)
		return stop(in, TCN_CORRUPT, f->refusal);
	rc = f->start(in);
	if (rc == TCN_OK)
		in->format = f;
	return rc;
}

/* ---- lines ---- */

/* Room for a chunk behind text_n, by moving and, if need be, growing. */
static enum tcn_rc
make_room(struct tcn_input *in)
{
	char *moved;

	if (in->text_cap - in->text_n >= CHUNK_BYTES / 2)
		return TCN_OK;
	memmove(in->text, in->text + in->text_at, in->text_n - in->text_at);
	in->text_n -= in->text_at;
	in->searched -= in->text_at;
	in->text_at = 0;
	if (in->text_cap - in->text_n >= CHUNK_BYTES / 2)
		return TCN_OK;
	moved =
	    tcn_mem_fit(in->text, &in->text_cap, in->text_n + CHUNK_BYTES, 1);
	if (!moved)
		return TCN_NOMEM;
	in->text = moved;
	return TCN_OK;
}

/* More text behind text_n; TCN_DONE and errors once there is none. */
static enum tcn_rc
fill(struct tcn_input *in)
{
	size_t got = 0;
	enum tcn_rc rc;

	if (in->stop)
		return in->stop;
	if (!in->format) {
		rc = sniff(in);
		if (rc)
			return rc;
	}
	rc = make_room(in);
	if (rc)
		return rc;
	rc = in->format->read(in, in->text + in->text_n,
	    in->text_cap - in->text_n, &got);
	in->text_n += got;
	return rc;
}

/*
 * Finds the end of the line at text_at: *n bytes without "\n". At the end of
 * a sound input what is left is a line as well. While *skip, and from where
 * the line is seen to be over the limit, its bytes are let go.
 */
static enum tcn_rc
find_end(struct tcn_input *in, size_t *n, bool *skip)
{
	for (;;) {
		const char *end = in->searched < in->text_n
		    ? memchr(in->text + in->searched, '\n',
			  in->text_n - in->searched)
		    : NULL;
		enum tcn_rc rc;

		if (end) {
			*n = (size_t)(end - in->text) - in->text_at;
			return TCN_OK;
		}
		in->searched = in->text_n;
		if (in->text_n - in->text_at > in->line_max + 1)
			*skip = true;
		if (*skip)
			in->text_at = in->text_n;
		rc = fill(in);
		if (rc == TCN_DONE && in->text_n > in->text_at) {
			*n = in->text_n - in->text_at;
			return TCN_OK;
		}
		if (rc)
			return rc;
	}
}

static struct tcn_str
take_line(struct tcn_input *in, size_t n)
{
	static const char bom[] = "\xef\xbb\xbf";
	struct tcn_str line = { in->text + in->text_at, n };

	in->text_at += n + (in->text_at + n < in->text_n);
	in->searched = in->text_at;
	if (in->line++ == 0 && n >= 3 && memcmp(line.at, bom, 3) == 0) {
		line.at += 3;
		line.n -= 3;
	}
	if (line.n > 0 && line.at[line.n - 1] == '\r')
		line.n--;
	return line;
}

static enum tcn_rc
over_limit(struct tcn_input *in, unsigned long *line_number,
    struct tcn_err *err)
{
	*line_number = in->line;
	tcn_err_at(err, in->name, in->line, 0);
	return tcn_err_set(err, TCN_INVALID,
	    "the line is longer than %zu bytes and was skipped; split it, or "
	    "raise the limit",
	    in->line_max);
}

static enum tcn_rc
ended(struct tcn_input *in, enum tcn_rc rc, unsigned long *line_number,
    struct tcn_err *err)
{
	*line_number = in->line;
	if (rc == TCN_IO || rc == TCN_CORRUPT) {
		tcn_err_at(err, in->name, in->line + 1, 0);
		tcn_err_set(err, rc, "%s", in->stop_err.text);
	}
	return rc;
}

enum tcn_rc
tcn_input_next(struct tcn_input *in, struct tcn_str *line,
    unsigned long *line_number, struct tcn_err *err)
{
	for (;;) {
		bool skip = false;
		size_t n = 0;
		enum tcn_rc rc = find_end(in, &n, &skip);

		if (rc && !skip)
			return ended(in, rc, line_number, err);
		*line = take_line(in, n);
		if (skip || line->n > in->line_max)
			return over_limit(in, line_number, err);
		if (tcn_str_trim(*line).n == 0)
			continue;
		*line_number = in->line;
		return TCN_OK;
	}
}

/* ---- open and close ---- */

static enum tcn_rc
open_path(struct tcn_input *in, const char *path, struct tcn_err *err)
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
		in->bytes_total = (uint64_t)st.st_size;
	return TCN_OK;
}

enum tcn_rc
tcn_input_open(const char *path, size_t line_max_bytes, struct tcn_input **out,
    struct tcn_err *err)
{
	struct tcn_input *in = tcn_calloc(1, sizeof *in);
	const char *name = strcmp(path, "-") ? path : "standard input";
	enum tcn_rc rc = TCN_NOMEM;

	*out = NULL;
	if (!in)
		return TCN_NOMEM;
	in->fd = -1;
	in->line_max = line_max_bytes ? line_max_bytes : LINE_MAX_DEFAULT;
	in->name = tcn_memdupz(name, strlen(name));
	in->raw = tcn_malloc(RAW_BYTES);
	in->text = tcn_mem_fit(NULL, &in->text_cap, CHUNK_BYTES, 1);
	if (in->name && in->raw && in->text)
		rc = open_path(in, path, err);
	if (rc)
		tcn_input_close(in);
	else
		*out = in;
	return rc;
}

void
tcn_input_close(struct tcn_input *in)
{
	if (!in)
		return;
	if (in->fd_is_ours && in->fd >= 0)
		close(in->fd);
	if (in->z_started)
		inflateEnd(&in->z);
	ZSTD_freeDStream(in->zstd);
	tcn_free(in->text);
	tcn_free(in->raw);
	tcn_free(in->name);
	tcn_free(in);
}

const char *
tcn_input_name(const struct tcn_input *in)
{
	return in->name;
}

uint64_t
tcn_input_bytes_read(const struct tcn_input *in)
{
	return in->bytes_read;
}

uint64_t
tcn_input_bytes_total(const struct tcn_input *in)
{
	return in->bytes_total;
}
