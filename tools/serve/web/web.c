#include "tools/serve/web/web.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/pack.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_template.h"

struct tcn_web *
tcn_web_new(const struct tcn_http_route *api, void *api_ctx)
{
	struct tcn_web *web = tcn_mem_calloc(1, sizeof *web);

	web->api = api;
	web->api_ctx = api_ctx;
	for (int i = 0; i < TCN_WORDS_LANGUAGES; i++)
		web->words[i] =
		    tcn_words_in_zone((enum tcn_words_language)i, NULL);
	tcn_web_asset_init(web->words, web->assets);
	tcn_zone_table_read(TCN_ZONE_TABLE_FOLDER, &web->zones);
	if (tcn_web_template_init(&web->templates, NULL))
		tcn_mem_end();
	return web;
}

void
tcn_web_free(struct tcn_web *web)
{
	if (!web)
		return;
	tcn_web_asset_fini(web->assets);
	for (int i = 0; i < TCN_WORDS_LANGUAGES; i++)
		tcn_words_free(web->words[i]);
	tcn_mustache_fini(&web->templates);
	tcn_web_kept_fini(&web->kept);
	tcn_mem_free(web);
}

/* An old name means that the page was made by another version of this program:
 * it must be loaded anew. */
void
tcn_web_get_asset(void *ctx, struct tcn_http_call *call)
{
	const struct tcn_web *web = ctx;
	const char *name = tcn_http_call_arg(call, 0);
	const struct tcn_web_asset *asset = NULL;
	bool packed =
	    tcn_pack_is_accepted(tcn_http_call_header(call, "Accept-Encoding"));

	for (int i = 0; i < TCN_WEB_ASSETS; i++)
		if (strcmp(name, web->assets[i].name) == 0)
			asset = &web->assets[i];
	if (!asset) {
		tcn_http_call_error(call, 404,
		    "no such file: load the page "
		    "anew");
		return;
	}
	tcn_http_call_set_header(call, "Cache-Control",
	    "public, max-age=31536000, immutable");
	tcn_http_call_set_header(call, "Vary", "Accept-Encoding");
	tcn_http_call_set_header(call, "Cross-Origin-Resource-Policy",
	    "same-origin");
	if (packed)
		tcn_http_call_set_header(call, "Content-Encoding", "gzip");
	tcn_http_call_reply(call, 200, asset->type,
	    packed ? &asset->packed : &asset->raw);
}

#define GET  EVHTTP_REQ_GET
#define POST EVHTTP_REQ_POST

#define FORM "application/x-www-form-urlencoded"

/* A page: its path, who may see it, its function, and the parameters of its
 * address. */
#define PAGE(path, fn, query)                                                  \
	{                                                                      \
		GET, path, TCN_HTTP_SCOPE_READ, fn, "", query, NULL,           \
		    "text/html"                                                \
	}

/* The same for who may change something. */
#define DESK_PAGE(path, fn, query)                                             \
	{                                                                      \
		GET, path, TCN_HTTP_SCOPE_WRITE, fn, "", query, NULL,          \
		    "text/html"                                                \
	}

const struct tcn_http_route tcn_web_routes[] = {
	PAGE("/", tcn_web_get_now,
	    "severity lang place category source rule owner q state after "
	    "every "
	    "density"),
	PAGE("/e/{}", tcn_web_get_event, NULL),
	PAGE("/e/{}/history", tcn_web_get_history, NULL),
	PAGE("/e/{}/dossier", tcn_web_get_dossier, NULL),
	PAGE("/e/{}/compare", tcn_web_get_compare, "from to with"),
	PAGE("/e/{}/items", tcn_web_get_items,
	    "order source lang copies after"),
	PAGE("/e/{}/r/{}", tcn_web_get_revision, NULL),
	DESK_PAGE("/e/{}/merge", tcn_web_get_merge, "with q"),
	DESK_PAGE("/e/{}/split", tcn_web_get_split, "order source lang"),
	PAGE("/editions", tcn_web_get_editions, NULL),
	PAGE("/editions/{}/{}", tcn_web_get_edition, NULL),
	PAGE("/explain/{}", tcn_web_get_explanation, NULL),
	PAGE("/health", tcn_web_get_health, "range"),
	PAGE("/stream", tcn_web_get_stream, "source lang story copies after"),
	PAGE("/search", tcn_web_get_search,
	    "s q since until source lang category event copies order after"),
	PAGE("/feeds", tcn_web_get_feeds, "page"),
	PAGE("/feeds/add", tcn_web_get_feed_add, "address"),
	PAGE("/feeds/{}", tcn_web_get_feed, NULL),
	PAGE("/keys", tcn_web_get_keys, NULL),
	{ GET, "/said", TCN_HTTP_SCOPE_READ, tcn_web_get_said, "", "text", NULL,
	    "text/plain" },
	PAGE("/receivers", tcn_web_get_receivers, "before"),
	PAGE("/reports", tcn_web_get_reports, "severity min_items after"),
	PAGE("/reports/{}", tcn_web_get_reports, "severity min_items after"),
	PAGE("/rules", tcn_web_get_rules, "after"),
	PAGE("/rules/try", tcn_web_get_try, "kept add"),
	PAGE("/rules/try/{}", tcn_web_get_trial, NULL),
	PAGE("/rules/{}", tcn_web_get_rule, "since until name"),
	PAGE("/silences", tcn_web_get_silences, "after"),
	PAGE("/silences/{}", tcn_web_get_silence, "before"),
	PAGE("/sessions", tcn_web_get_sessions, NULL),
	{ GET, "/login", TCN_HTTP_SCOPE_NONE, tcn_web_get_login, "", "to", NULL,
	    "text/html" },
	{ POST, "/login", TCN_HTTP_SCOPE_NONE, tcn_web_post_login, "", NULL,
	    FORM, "text/html" },
	{ POST, "/e/{}/split", TCN_HTTP_SCOPE_WRITE, tcn_web_post_split, "",
	    "order source lang", FORM, "text/html" },
	{ POST, "/act", TCN_HTTP_SCOPE_READ, tcn_web_post_act, "", NULL, FORM,
	    "text/html" },
	{ GET, "/a/{}", TCN_HTTP_SCOPE_NONE, tcn_web_get_asset, "", NULL, NULL,
	    "text/css" },
	{ 0 },
};
