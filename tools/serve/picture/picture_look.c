#include "tools/serve/picture/picture_look.h"

#include <string.h>

static bool
begins(struct tcn_str bytes, const char *magic, size_t n)
{
	return bytes.n >= n && memcmp(bytes.at, magic, n) == 0;
}

/* n bytes at a place as a number, the highest first; 0 beyond the end. */
static uint32_t
high_first(struct tcn_str bytes, size_t at, size_t n)
{
	uint32_t value = 0;

	if (at > bytes.n || n > bytes.n - at)
		return 0;
	for (size_t i = 0; i < n; i++)
		value = value << 8 | (unsigned char)bytes.at[at + i];
	return value;
}

/* The same, the lowest first. */
static uint32_t
low_first(struct tcn_str bytes, size_t at, size_t n)
{
	uint32_t value = 0;

	if (at > bytes.n || n > bytes.n - at)
		return 0;
	while (n-- > 0)
		value = value << 8 | (unsigned char)bytes.at[at + n];
	return value;
}

/* Whether a marker begins a frame (SOF): all of C0 to CF but the tables of
 * Huffman and arithmetic codes and an extension. */
static bool
is_frame(uint32_t marker)
{
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 &&
	    marker != 0xc8 && marker != 0xcc;
}

/* Goes from segment to segment up to the frame, which has the size. */
static void
look_at_jpeg(struct tcn_str bytes, struct tcn_picture_look *look)
{
	size_t at = 2;

	while (at + 4 <= bytes.n && (unsigned char)bytes.at[at] == 0xff) {
		uint32_t marker = high_first(bytes, at + 1, 1);
		uint32_t length = high_first(bytes, at + 2, 2);

		if (marker == 0xff) { /* it is filled up */
			at++;
			continue;
		}
		if (is_frame(marker)) {
			look->height = high_first(bytes, at + 5, 2);
			look->width = high_first(bytes, at + 7, 2);
			return;
		}
		if (marker == 0xda || length < 2)
			return;
		at += 2 + length;
	}
}

/* The chunk that comes first says the size: of the canvas, or of the one
 * frame. An animation is not looked at further. */
static void
look_at_webp(struct tcn_str bytes, struct tcn_picture_look *look)
{
	struct tcn_str chunk = { bytes.at + 12, bytes.n - 12 };
	uint32_t bits;

	if (begins(chunk, "VP8X", 4) && !(high_first(chunk, 8, 1) & 2)) {
		look->width = low_first(chunk, 12, 3) + 1;
		look->height = low_first(chunk, 15, 3) + 1;
	} else if (begins(chunk, "VP8L", 4) && high_first(chunk, 8, 1) == 47) {
		bits = low_first(chunk, 9, 4);
		look->width = (bits & 0x3fff) + 1;
		look->height = (bits >> 14 & 0x3fff) + 1;
	} else if (begins(chunk, "VP8 ", 4)) {
		look->width = low_first(chunk, 14, 2) & 0x3fff;
		look->height = low_first(chunk, 16, 2) & 0x3fff;
	}
}

struct tcn_picture_look
tcn_picture_look(struct tcn_str bytes)
{
	struct tcn_picture_look look = { 0 };

	if (begins(bytes, "\xff\xd8\xff", 3)) {
		look.format = TCN_PICTURE_JPEG;
		look_at_jpeg(bytes, &look);
	} else if (begins(bytes, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)) {
		look.format = TCN_PICTURE_PNG;
		look.width = high_first(bytes, 16, 4);
		look.height = high_first(bytes, 20, 4);
	} else if (begins(bytes, "GIF87a", 6) || begins(bytes, "GIF89a", 6)) {
		look.format = TCN_PICTURE_GIF;
		look.width = low_first(bytes, 6, 2);
		look.height = low_first(bytes, 8, 2);
	} else if (begins(bytes, "RIFF", 4) && bytes.n > 30 &&
	    memcmp(bytes.at + 8, "WEBP", 4) == 0) {
		look.format = TCN_PICTURE_WEBP;
		look_at_webp(bytes, &look);
	}
	return look;
}

bool
tcn_picture_may_be_decoded(const struct tcn_picture_look *look)
{
	return look->format != TCN_PICTURE_NONE &&
	    look->width >= TCN_PICTURE_SIDE_MIN &&
	    look->height >= TCN_PICTURE_SIDE_MIN &&
	    look->width <= TCN_PICTURE_SIDE_MAX &&
	    look->height <= TCN_PICTURE_SIDE_MAX &&
	    (uint64_t)look->width * look->height <= TCN_PICTURE_PIXELS_MAX;
}
