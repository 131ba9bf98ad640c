#include "tools/web/web_asset.h"

#include <inttypes.h>
#include <stdio.h>
#include <zlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tools/base/html_page.h"

static const char *const style_lines[] = {
#include "tools/web/style_data.h"
};

static const char *const script_lines[] = {
#include "tools/web/script_data.h"
};

static const char *const icon_lines[] = {
#include "tools/web/icon_data.h"
};

#define LINES(lines) (lines), sizeof(lines) / sizeof *(lines)

/* before: what stands above the lines. */
static const struct {
	const char *stem, *suffix, *type, *before;
	const char *const *lines;
	size_t n;
} sources[TCN_WEB_ASSETS] = {
	[TCN_WEB_ASSET_STYLE] = { "page", "css", "text/css; charset=utf-8",
	    tcn_html_style, LINES(style_lines) },
	[TCN_WEB_ASSET_SCRIPT] = { "page", "js",
	    "text/javascript; charset=utf-8", "", LINES(script_lines) },
	[TCN_WEB_ASSET_ICON] = { "icon", "svg", "image/svg+xml", "",
	    LINES(icon_lines) },
};

/* Packs as gzip (RFC 1952); zlib writes no time into the header. */
static enum tcn_rc
pack(const struct tcn_buf *raw, struct tcn_buf *packed)
{
	z_stream z = { .next_in = (Bytef *)raw->at, .avail_in = (uInt)raw->n };
	char chunk[4096];
	int code;

	if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9,
		Z_DEFAULT_STRATEGY) != Z_OK)
		return TCN_NOMEM;
	do {
		z.next_out = (Bytef *)chunk;
		z.avail_out = sizeof chunk;
		code = deflate(&z, Z_FINISH);
		tcn_buf_add(packed, chunk, sizeof chunk - z.avail_out);
	} while (code == Z_OK && !packed->failed);
	deflateEnd(&z);
	return code == Z_STREAM_END && !packed->failed ? TCN_OK : TCN_NOMEM;
}

enum tcn_rc
tcn_web_asset_init(struct tcn_web_asset assets[static TCN_WEB_ASSETS])
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < TCN_WEB_ASSETS; i++) {
		struct tcn_web_asset *asset = &assets[i];

		*asset = (struct tcn_web_asset){ .type = sources[i].type };
		tcn_buf_z(&asset->raw, sources[i].before);
		for (size_t k = 0; k < sources[i].n; k++)
			tcn_buf_z(&asset->raw, sources[i].lines[k]);
		if (asset->raw.failed)
			return TCN_NOMEM;
		snprintf(asset->name, sizeof asset->name,
		    "%s.%016" PRIx64 ".%s", sources[i].stem,
		    XXH3_64bits(asset->raw.at, asset->raw.n),
		    sources[i].suffix);
		rc = pack(&asset->raw, &asset->packed);
	}
	return rc;
}

void
tcn_web_asset_fini(struct tcn_web_asset assets[static TCN_WEB_ASSETS])
{
	for (int i = 0; i < TCN_WEB_ASSETS; i++) {
		tcn_buf_fini(&assets[i].raw);
		tcn_buf_fini(&assets[i].packed);
	}
}
