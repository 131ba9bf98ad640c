/*
 * tools/serve/picture/picture_look.h - what the first bytes of a picture say:
 * its format and how many pixels it has, before anything decodes it.
 *
 * What a server calls a document does not count. Known are the formats of news
 * sites that are pixels: JPEG (ISO 10918-1), PNG, GIF and WebP. Whatever else
 * there is, HTML or SVG, which can hold scripts and ask other hosts, has no
 * format here. Pure; O(bytes); nothing is allocated.
 */
#ifndef TCN_TOOLS_SERVE_PICTURE_PICTURE_LOOK_H
#define TCN_TOOLS_SERVE_PICTURE_PICTURE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/str.h"

#define TCN_PICTURE_BYTES_MAX  ((size_t)6 << 20) /* as it is fetched */
#define TCN_PICTURE_PIXELS_MAX 24000000u /* width times height */
#define TCN_PICTURE_SIDE_MAX   16000u
#define TCN_PICTURE_SIDE_MIN   64u /* smaller ones count visitors */

enum tcn_picture_format {
	TCN_PICTURE_NONE,
	TCN_PICTURE_JPEG,
	TCN_PICTURE_PNG,
	TCN_PICTURE_GIF,
	TCN_PICTURE_WEBP,
};

struct tcn_picture_look {
	enum tcn_picture_format format;
	uint32_t width, height; /* pixels; 0: not said */
};

/* Reads the format and the size from the bytes that a picture begins with. */
struct tcn_picture_look tcn_picture_look(struct tcn_str bytes);

/* Whether one that looks so may be decoded: it says how large it is, and is
 * within the limits above. */
bool tcn_picture_may_be_decoded(const struct tcn_picture_look *look);

#endif
