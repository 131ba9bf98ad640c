/*
 * tools/serve/web/web_asset.h - the files that pages load: style sheet, script,
 * icon.
 *
 * They are compiled in, without their comments and indents. A file's name
 * holds a hash of its content, so that browsers keep it for a year and never
 * use an old one. Each is packed once, at the start.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_ASSET_H
#define TCN_TOOLS_SERVE_WEB_WEB_ASSET_H

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "tools/tell/words/words.h"

enum tcn_web_asset_kind {
	TCN_WEB_ASSET_STYLE,
	TCN_WEB_ASSET_SCRIPT,
	TCN_WEB_ASSET_LISTS, /* the script of pages that are lists */
	TCN_WEB_ASSET_BOARD, /* that of Now */
	TCN_WEB_ASSET_ICON,
	/* What the scripts say in each language; empty of English, in which
	 * they are written. */
	TCN_WEB_ASSET_WORDS,
	TCN_WEB_ASSETS = TCN_WEB_ASSET_WORDS + TCN_WORDS_LANGUAGES,
};

struct tcn_web_asset {
	char name[48]; /* "page.0123456789abcdef.css" */
	const char *type;
	struct tcn_buf raw, packed; /* packed: as gzip */
};

void tcn_web_asset_init(struct tcn_words *const words[TCN_WORDS_LANGUAGES],
    struct tcn_web_asset assets[static TCN_WEB_ASSETS]);
void tcn_web_asset_fini(struct tcn_web_asset assets[static TCN_WEB_ASSETS]);

#endif
