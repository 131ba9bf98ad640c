#include "tools/serve/web/web_asset.h"

#include <inttypes.h>
#include <stdio.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tools/base/html_page.h"
#include "tools/base/pack.h"

static const char *const style_lines[] = {
#include "tools/serve/web/style_data.h"
};

static const char *const script_lines[] = {
#include "tools/serve/web/script_data.h"
};

static const char *const lists_lines[] = {
#include "tools/serve/web/lists_data.h"
};

static const char *const icon_lines[] = {
#include "tools/serve/web/icon_data.h"
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
	[TCN_WEB_ASSET_LISTS] = { "lists", "js",
	    "text/javascript; charset=utf-8", "", LINES(lists_lines) },
	[TCN_WEB_ASSET_ICON] = { "icon", "svg", "image/svg+xml", "",
	    LINES(icon_lines) },
};

void
tcn_web_asset_init(struct tcn_web_asset assets[static TCN_WEB_ASSETS])
{
	for (int i = 0; i < TCN_WEB_ASSETS; i++) {
		struct tcn_web_asset *asset = &assets[i];
		struct tcn_pack pack = { .level = TCN_PACK_BEST };

		*asset = (struct tcn_web_asset){ .type = sources[i].type };
		tcn_buf_z(&asset->raw, sources[i].before);
		for (size_t k = 0; k < sources[i].n; k++)
			tcn_buf_z(&asset->raw, sources[i].lines[k]);
		snprintf(asset->name, sizeof asset->name,
		    "%s.%016" PRIx64 ".%s", sources[i].stem,
		    XXH3_64bits(asset->raw.at, asset->raw.n),
		    sources[i].suffix);
		tcn_pack_add(&pack, tcn_buf_view(&asset->raw));
		tcn_pack_end(&pack);
		asset->packed = pack.out;
	}
}

void
tcn_web_asset_fini(struct tcn_web_asset assets[static TCN_WEB_ASSETS])
{
	for (int i = 0; i < TCN_WEB_ASSETS; i++) {
		tcn_buf_fini(&assets[i].raw);
		tcn_buf_fini(&assets[i].packed);
	}
}
