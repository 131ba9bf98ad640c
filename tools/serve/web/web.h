/*
 * tools/serve/web/web.h - the newsroom's page: what is breaking, in a browser.
 *
 * Pages are written here, whole and readable without scripts; one small script
 * makes them live (page.js). A page is a row of tcn_web_routes and a function,
 * which asks routes of the public interface in this process, as its reader
 * would and with the reader's scope, and writes what they answer as HTML, most
 * by a template. So a page and the interface cannot disagree, and whatever a
 * page can do, another program can.
 *
 * A new page is a row in web.c, a template in templates/, which is listed in
 * module.mk, a function in a web_*.c, declared in web_impl.h, that names the
 * template and the routes which it shows, and tests in tests/tools/serve/web.
 *
 * One loop, one thread. Order: new; the server runs with the routes; free.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_H
#define TCN_TOOLS_SERVE_WEB_WEB_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/serve/http/http.h"

struct tcn_web;

/* api: the routes of the interface, and what their functions get; both must
 * outlive it. */
struct tcn_web *tcn_web_new(const struct tcn_http_route *api, void *api_ctx);

/* web may be NULL. */
void tcn_web_free(struct tcn_web *web);

/* Shows a page that was refused: for tcn_http_set_refused(), with a struct
 * tcn_web as its ctx. */
void tcn_web_refused(void *ctx, struct tcn_http_call *call, int status,
    const char *why);

/* For tcn_http_add_routes(), with a struct tcn_web as its ctx. */
extern const struct tcn_http_route tcn_web_routes[];

#endif
