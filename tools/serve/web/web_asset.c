#include "tools/serve/web/web_asset.h"

#include <inttypes.h>
#include <stdio.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tools/base/html_page.h"
#include "tools/base/json_out.h"
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

static const char *const board_lines[] = {
#include "tools/serve/web/board_data.h"
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
} sources[TCN_WEB_ASSET_WORDS] = {
	[TCN_WEB_ASSET_STYLE] = { "page", "css", "text/css; charset=utf-8",
	    tcn_html_style, LINES(style_lines) },
	[TCN_WEB_ASSET_SCRIPT] = { "page", "js",
	    "text/javascript; charset=utf-8", "", LINES(script_lines) },
	[TCN_WEB_ASSET_LISTS] = { "lists", "js",
	    "text/javascript; charset=utf-8", "", LINES(lists_lines) },
	[TCN_WEB_ASSET_BOARD] = { "board", "js",
	    "text/javascript; charset=utf-8", "", LINES(board_lines) },
	[TCN_WEB_ASSET_ICON] = { "icon", "svg", "image/svg+xml", "",
	    LINES(icon_lines) },
};

/* Names what was written, and packs it. */
static void
close_asset(struct tcn_web_asset *asset, const char *stem, const char *suffix)
{
	struct tcn_pack pack = { .level = TCN_PACK_BEST };

	snprintf(asset->name, sizeof asset->name, "%s.%016" PRIx64 ".%s", stem,
	    XXH3_64bits(asset->raw.at, asset->raw.n), suffix);
	tcn_pack_add(&pack, tcn_buf_view(&asset->raw));
	tcn_pack_end(&pack);
	asset->packed = pack.out;
}

/* The messages of the scripts; more: of a count. */
static const struct {
	const char *one, *more;
} script_words[] = {
#include "tools/serve/web/script_words_data.h"
};

/* An object that the scripts look their messages up in: of a count, its forms
 * for one and for more. */
static void
write_words(const struct tcn_words *words, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	for (size_t i = 0; i < sizeof script_words / sizeof *script_words;
	     i++) {
		const char *one = script_words[i].one,
			   *more = script_words[i].more;

		if (!more) {
			tcn_json_str(out, one,
			    tcn_str(tcn_words_text(words, one)));
			continue;
		}
		tcn_json_open(out, one, '[');
		for (uint64_t n = 1; n <= 2; n++)
			tcn_json_str(out, NULL,
			    tcn_str(tcn_words_plural(words, one, more, n)));
		tcn_json_close(out, ']');
	}
	tcn_json_close(out, '}');
}

void
tcn_web_asset_init(struct tcn_words *const words[TCN_WORDS_LANGUAGES],
    struct tcn_web_asset assets[static TCN_WEB_ASSETS])
{
	for (int i = 0; i < TCN_WEB_ASSET_WORDS; i++) {
		struct tcn_web_asset *asset = &assets[i];

		*asset = (struct tcn_web_asset){ .type = sources[i].type };
		tcn_buf_z(&asset->raw, sources[i].before);
		for (size_t k = 0; k < sources[i].n; k++)
			tcn_buf_z(&asset->raw, sources[i].lines[k]);
		close_asset(asset, sources[i].stem, sources[i].suffix);
	}
	for (int i = 0; i < TCN_WORDS_LANGUAGES; i++) {
		struct tcn_web_asset *asset = &assets[TCN_WEB_ASSET_WORDS + i];
		struct tcn_buf table = { 0 };

		*asset = (struct tcn_web_asset){
			.type = sources[TCN_WEB_ASSET_SCRIPT].type
		};
		if (i == TCN_WORDS_EN)
			continue;
		write_words(words[i], &table);
		tcn_buf_z(&asset->raw, "window.words=");
		tcn_buf_str(&asset->raw, tcn_buf_view(&table));
		tcn_buf_fini(&table);
		close_asset(asset, tcn_words_codes[i], "js");
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
