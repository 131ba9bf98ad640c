/*
 * tools/serve/http/form.h - what a browser sends with a request: cookies, and
 * the fields of a form.
 *
 * Bytes from anywhere. Both take them as far as they are sound, and say no
 * where a name or a value could be read in two ways.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_FORM_H
#define TCN_TOOLS_SERVE_HTTP_FORM_H

#include <event2/keyvalq_struct.h>
#include <stdbool.h>

#include "engine/base/str.h"

/*
 * The value of the cookie of that name in a header "Cookie: a=1; b=2" (RFC
 * 6265, section 4.2.1), or empty: there is none. When there are two of a name,
 * the first counts, which is that of the more special path (section 5.4).
 * header may be NULL.
 */
struct tcn_str tcn_form_cookie(const char *header, const char *name);

#define TCN_FORM_FIELDS_MAX 1200

/*
 * Reads application/x-www-form-urlencoded (WHATWG URL, section 5.1) into
 * fields, which must be initialised, and are to be cleared by
 * evhttp_clear_headers() in any case. A field may stand more than once. False:
 * it is not UTF-8, holds a NUL, a field without a name or without "=", or more
 * than TCN_FORM_FIELDS_MAX of them.
 */
bool tcn_form_read(struct tcn_str body, struct evkeyvalq *fields);

/* Whether a header Content-Type names the wanted type; NULL: it does not. */
bool tcn_form_is_type(const char *type, const char *wanted);

#endif
