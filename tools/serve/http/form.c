#include "tools/serve/http/form.h"

#include <event2/http.h>
#include <strings.h>
#include <sys/queue.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"

struct tcn_str
tcn_form_cookie(const char *header, const char *name)
{
	const size_t n = strlen(name);

	while (header && *header) {
		size_t pair = strcspn(header, ";");

		if (pair > n && header[n] == '=' &&
		    memcmp(header, name, n) == 0)
			return tcn_str_trim((struct tcn_str){
			    header + n + 1, pair - n - 1 });
		header += pair;
		header += strspn(header, "; \t");
	}
	return (struct tcn_str){ 0 };
}

/* Whether the names and values mean what they say to whoever reads them. */
static bool
is_sound(const struct evkeyvalq *fields)
{
	const struct evkeyval *at;

	TAILQ_FOREACH (at, fields, next)
		if (!tcn_utf8_valid(tcn_str(at->key)) ||
		    !tcn_utf8_valid(tcn_str(at->value)))
			return false;
	return true;
}

/* Escaped or not, a NUL would end a value for us, but not for others. */
static bool
has_nul(struct tcn_str body)
{
	return memchr(body.at, '\0', body.n) ||
	    memmem(body.at, body.n, "%00", 3);
}

static size_t
count_fields(struct tcn_str body)
{
	size_t n = 1;

	for (size_t i = 0; i < body.n; i++)
		n += body.at[i] == '&';
	return n;
}

bool
tcn_form_read(struct tcn_str body, struct evkeyvalq *fields)
{
	char *text;
	bool ok;

	if (body.n == 0)
		return true;
	if (has_nul(body) || count_fields(body) > TCN_FORM_FIELDS_MAX)
		return false;
	text = tcn_mem_dupz(body.at, body.n);
	ok = evhttp_parse_query_str(text, fields) == 0 && is_sound(fields);
	tcn_mem_free(text);
	return ok;
}

bool
tcn_form_is_type(const char *type, const char *wanted)
{
	size_t n = strlen(wanted);

	return type && strncasecmp(type, wanted, n) == 0 &&
	    (type[n] == '\0' || type[n] == ';' || tcn_ascii_is_blank(type[n]));
}
