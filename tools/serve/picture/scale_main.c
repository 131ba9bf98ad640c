/*
 * tocsin-picture: makes the picture on standard input a small JPEG on standard
 * output.
 *
 * Decoders of pictures are large and get hostile bytes, so they run here and
 * never in the daemon: in a process that has nothing of the daemon's, its
 * memory, store and secrets, that ends after one picture, and that may open no
 * file and no connection, start no program, and use no more than so much memory
 * and time. Exit status 0: the picture was written; else there is none.
 */
#include <gd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tools/serve/picture/picture_look.h"
#include "tools/serve/picture/picture_size.h"

#define MEMORY_BYTES ((rlim_t)320 << 20) /* pixels take 4 bytes each */
#define CPU_S        8
#define QUALITY      80 /* of JPEG, 0 to 100 */

static char bytes[TCN_PICTURE_BYTES_MAX + 1];

static bool
set_limit(int which, rlim_t most)
{
	const struct rlimit limit = { most, most };

	return setrlimit(which, &limit) == 0;
}

/* The libraries are loaded by now, and nothing more is to be opened. */
static bool
limit_myself(void)
{
#ifndef __SANITIZE_ADDRESS__ /* which sets terabytes of addresses aside */
	if (!set_limit(RLIMIT_AS, MEMORY_BYTES))
		return false;
#endif
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    set_limit(RLIMIT_CPU, CPU_S) && set_limit(RLIMIT_CORE, 0) &&
	    set_limit(RLIMIT_NPROC, 0) && set_limit(RLIMIT_NOFILE, 0) &&
	    set_limit(RLIMIT_FSIZE, TCN_PICTURE_SCALED_MAX);
}

static size_t
read_all(void)
{
	size_t n = 0;
	ssize_t got = 1;

	while (got > 0 && n < sizeof bytes) {
		got = read(STDIN_FILENO, bytes + n, sizeof bytes - n);
		n += got > 0 ? (size_t)got : 0;
	}
	return got == 0 ? n : 0;
}

/* Complaints would only fill a log. */
static void
on_complaint(int priority, const char *format, va_list args)
{
	(void)priority, (void)format, (void)args;
}

static gdImagePtr
decode(enum tcn_picture_format format, size_t n)
{
	gdSetErrorMethod(on_complaint);
	switch (format) {
	case TCN_PICTURE_JPEG:
		return gdImageCreateFromJpegPtr((int)n, bytes);
	case TCN_PICTURE_PNG:
		return gdImageCreateFromPngPtr((int)n, bytes);
	case TCN_PICTURE_GIF:
		return gdImageCreateFromGifPtr((int)n, bytes);
	case TCN_PICTURE_WEBP:
		return gdImageCreateFromWebpPtr((int)n, bytes);
	case TCN_PICTURE_NONE:
		break;
	}
	return NULL;
}

/* A copy within the sides that are shown, on white where it is transparent; one
 * that is smaller keeps its size. */
static gdImagePtr
scale(gdImagePtr from)
{
	int width = gdImageSX(from), height = gdImageSY(from);
	gdImagePtr to;

	tcn_picture_fit(&width, &height);
	to = gdImageCreateTrueColor(width, height);
	if (!to)
		return NULL;
	gdImageFilledRectangle(to, 0, 0, width - 1, height - 1,
	    gdTrueColor(255, 255, 255));
	gdImageAlphaBlending(to, 1);
	gdImageCopyResampled(to, from, 0, 0, 0, 0, width, height,
	    gdImageSX(from), gdImageSY(from));
	gdImageInterlace(to, 1);
	return to;
}

static bool
write_jpeg(gdImagePtr picture)
{
	int n = 0;
	char *jpeg = gdImageJpegPtr(picture, &n, QUALITY);
	ssize_t put = 1;

	for (int at = 0; jpeg && at < n && put > 0; at += (int)put)
		put = write(STDOUT_FILENO, jpeg + at, (size_t)(n - at));
	return jpeg && n > 0 && put > 0;
}

int
main(void)
{
	struct tcn_picture_look look;
	gdImagePtr picture;
	size_t n;

	if (!limit_myself())
		return 3;
	n = read_all();
	look = tcn_picture_look((struct tcn_str){ bytes, n });
	if (n > TCN_PICTURE_BYTES_MAX || !tcn_picture_may_be_decoded(&look))
		return 2;
	picture = decode(look.format, n);
	picture = picture ? scale(picture) : NULL;
	/* What is left is freed with the process. */
	return picture && write_jpeg(picture) ? 0 : 1;
}
