/* What the first bytes of a picture say, and what is not to be decoded. */
#include "tests/base/run.h"

#include "tools/serve/picture/picture_look.h"

#define S(literal)                                                             \
	{                                                                      \
		literal, sizeof(literal) - 1                                   \
	}
#define PNG    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
#define APP0   "\xff\xd8\xff\xe0\0\x04JF"
#define WEBP   "RIFF\x30\0\0\0WEBP"
#define FILLED "\xff\xff\xff\xff"

static const struct {
	struct tcn_str bytes;
	enum tcn_picture_format format;
	uint32_t width, height;
	bool decoded;
} looks[] = {
	{ S(PNG "\0\0\x06\x40\0\0\x04\x38"), TCN_PICTURE_PNG, 1600, 1080,
	    true },
	{ S(PNG "\0\0\x06\x40\0\0\x04"), TCN_PICTURE_PNG, 1600, 0, false },
	{ S(PNG "\xff\xff\xff\xff\xff\xff\xff\xff"), TCN_PICTURE_PNG,
	    UINT32_MAX, UINT32_MAX, false },
	{ S(PNG "\0\0\x3e\x80\0\0\x3e\x80"), TCN_PICTURE_PNG, 16000, 16000,
	    false },
	{ S(PNG "\0\0\0\x01\0\0\0\x01"), TCN_PICTURE_PNG, 1, 1, false },
	{ S("\x89PNG\r\n\x1a\n"), TCN_PICTURE_NONE, 0, 0, false },
	{ S("GIF89a\x40\x01\xc8\0"), TCN_PICTURE_GIF, 320, 200, true },
	{ S("GIF87a\x40"), TCN_PICTURE_GIF, 0, 0, false },
	{ S("GIF90a\x40\x01\xc8\0"), TCN_PICTURE_NONE, 0, 0, false },
	{ S(APP0 "\xff\xc0\0\x11\x08\x01\xe0\x02\x80\x03"), TCN_PICTURE_JPEG,
	    640, 480, true },
	{ S(APP0 "\xff\xc4\0\x02\xff\xc2\0\x11\x08\x01\xe0\x02\x80"),
	    TCN_PICTURE_JPEG, 640, 480, true },
	{ S(APP0 FILLED "\xc2\0\x11\x08\x01\xe0\x02\x80"), TCN_PICTURE_JPEG,
	    640, 480, true },
	/* A segment leads beyond the end, or nowhere; the scan comes first. */
	{ S(APP0 "\xff\xe1\xff\xff"), TCN_PICTURE_JPEG, 0, 0, false },
	{ S(APP0 "\xff\xe1\0\0\xff\xc0\0\x11\x08\x01\xe0\x02\x80"),
	    TCN_PICTURE_JPEG, 0, 0, false },
	{ S(APP0 "\xff\xda\0\x02\xff\xc0\0\x11\x08\x01\xe0\x02\x80"),
	    TCN_PICTURE_JPEG, 0, 0, false },
	{ S(APP0 "\xff\xc0\0\x11\x08\x01"), TCN_PICTURE_JPEG, 0, 0, false },
	{ S("\xff\xd8\xff"), TCN_PICTURE_JPEG, 0, 0, false },
	{ S(WEBP "VP8 \x20\0\0\0\x30\x01\0\x9d\x01\x2a\x80\x02\xe0\x01..."),
	    TCN_PICTURE_WEBP, 640, 480, true },
	{ S(WEBP "VP8L\x20\0\0\0\x2f\x7f\xc2\x77\0......"), TCN_PICTURE_WEBP,
	    640, 480, true },
	{ S(WEBP "VP8X\x0a\0\0\0\0\0\0\0\x7f\x02\0\xdf\x01\0.."),
	    TCN_PICTURE_WEBP, 640, 480, true },
	/* An animation. */
	{ S(WEBP "VP8X\x0a\0\0\0\x02\0\0\0\x7f\x02\0\xdf\x01\0.."),
	    TCN_PICTURE_WEBP, 0, 0, false },
	{ S(WEBP), TCN_PICTURE_NONE, 0, 0, false },
	{ S("RIFF\x30\0\0\0WAVEVP8 \x20\0\0\0\x30\x01\0\x9d\x01\x2a\x80\x02\xe0"
	    "\x01..."),
	    TCN_PICTURE_NONE, 0, 0, false },
	/* What can hold scripts or ask others is no picture. */
	{ S("<svg xmlns='http://www.w3.org/2000/svg' width='640'/>"),
	    TCN_PICTURE_NONE, 0, 0, false },
	{ S("<!DOCTYPE html><title>404</title>"), TCN_PICTURE_NONE, 0, 0,
	    false },
	{ S("%PDF-1.7"), TCN_PICTURE_NONE, 0, 0, false },
	{ S(" \x89PNG"), TCN_PICTURE_NONE, 0, 0, false },
	{ S(""), TCN_PICTURE_NONE, 0, 0, false },
};

START_TEST(the_first_bytes_say_it)
{
	struct tcn_picture_look look = tcn_picture_look(looks[_i].bytes);

	ck_assert_int_eq(look.format, looks[_i].format);
	ck_assert_uint_eq(look.width, looks[_i].width);
	ck_assert_uint_eq(look.height, looks[_i].height);
	ck_assert_int_eq(tcn_picture_may_be_decoded(&look), looks[_i].decoded);
}
END_TEST

TCN_TESTS(picture_look)
{
	TCN_EACH(the_first_bytes_say_it, looks);
}
