/*
 * tools/serve/picture/picture_size.h - how large pictures are shown.
 *
 * One size serves all places: twice the width at which a page shows it, for
 * screens whose pixels are that small.
 */
#ifndef TCN_TOOLS_SERVE_PICTURE_PICTURE_SIZE_H
#define TCN_TOOLS_SERVE_PICTURE_PICTURE_SIZE_H

#define TCN_PICTURE_SIDE       640 /* pixels, of the longer side */
#define TCN_PICTURE_SCALED_MAX ((size_t)512 << 10) /* bytes of the result */

/* Makes a size one within TCN_PICTURE_SIDE, of the same shape and with a pixel
 * at least. Both are > 0. */
static inline void
tcn_picture_fit(int *width, int *height)
{
	int longer = *width > *height ? *width : *height;

	if (longer <= TCN_PICTURE_SIDE)
		return;
	*width = (int)((long)*width * TCN_PICTURE_SIDE / longer);
	*height = (int)((long)*height * TCN_PICTURE_SIDE / longer);
	*width += *width == 0;
	*height += *height == 0;
}

#endif
