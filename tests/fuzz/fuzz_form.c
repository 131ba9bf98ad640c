/*
 * Bytes that a browser may send: cookies and forms. What is taken of them is
 * whole, valid, and within the limits; and an address that is said to be ours
 * stays with us.
 */
#include <event2/http.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/must.h"
#include "tools/serve/http/form.h"
#include "tools/serve/http/origin.h"

static void
read_cookie(const char *text)
{
	struct tcn_str value = tcn_form_cookie(text, "tocsin");

	if (value.n == 0)
		return;
	must(value.at > text && value.at + value.n <= text + strlen(text));
	must(!memchr(value.at, ';', value.n));
	must(strstr(text, "tocsin=") != NULL);
}

static void
read_form(struct tcn_str bytes)
{
	struct evkeyvalq fields;
	const struct evkeyval *at;
	size_t n = 0;
	bool ok;

	TAILQ_INIT(&fields);
	ok = tcn_form_read(bytes, &fields);
	TAILQ_FOREACH (at, &fields, next) {
		n++;
		if (!ok)
			continue;
		must(*at->key && tcn_utf8_valid(tcn_str(at->key)));
		must(tcn_utf8_valid(tcn_str(at->value)));
	}
	must(n <= TCN_FORM_FIELDS_MAX);
	evhttp_clear_headers(&fields);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size };
	char *text = tcn_mem_dupz(bytes.at, bytes.n);

	must(text != NULL);
	read_cookie(text);
	read_form(bytes);
	if (tcn_origin_is_own_path(bytes))
		must(text[0] == '/' && text[1] != '/' && text[1] != '\\' &&
		    strlen(text) == size && !strpbrk(text, "\t\r\n \\"));
	if (tcn_origin_is(text, "https", "news.example"))
		must(strlen(text) <= strlen("https://news.example:443"));
	tcn_mem_free(text);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
