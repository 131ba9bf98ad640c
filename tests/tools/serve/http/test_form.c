/*
 * Cookies, and the fields of forms.
 */
#include "tests/base/run.h"

#include <event2/http.h>
#include <sys/queue.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/serve/http/form.h"

static const struct {
	const char *header, *value;
} cookies[] = {
	{ "tocsin=abc", "abc" },
	{ "a=1; tocsin=abc; b=2", "abc" },
	{ "a=1;tocsin=abc;b=2", "abc" },
	{ "tocsin= abc ", "abc" },
	{ "tocsin=abc; tocsin=def", "abc" },
	{ "tocsin=a=b", "a=b" },
	{ "tocsin=", "" },
	{ "xtocsin=abc", "" },
	{ "tocsin-login=abc", "" },
	{ "a=tocsin=abc", "" },
	{ "tocsin", "" },
	{ "TOCSIN=abc", "" },
	{ "", "" },
	{ ";;; ; ", "" },
	{ NULL, "" },
};

START_TEST(a_cookie_is_found_by_its_whole_name)
{
	ck_assert(tcn_str_equal(tcn_form_cookie(cookies[_i].header, "tocsin"),
	    tcn_str(cookies[_i].value)));
}
END_TEST

/* The fields as they were read, or NULL: they cannot be. */
static const char *
read_form(const char *bytes, size_t n)
{
	static char text[256];
	struct evkeyvalq fields;
	struct tcn_buf out = { 0 };
	const struct evkeyval *at;
	bool ok;

	TAILQ_INIT(&fields);
	ok = tcn_form_read((struct tcn_str){ bytes, n }, &fields);
	TAILQ_FOREACH (at, &fields, next)
		tcn_buf_printf(&out, "[%s|%s]", at->key, at->value);
	evhttp_clear_headers(&fields);
	text[0] = '\0';
	if (out.n)
		memcpy(text, out.at, out.n + 1);
	tcn_buf_fini(&out);
	return ok ? text : NULL;
}

static const struct {
	const char *body, *fields; /* NULL: refused */
} forms[] = {
	{ "", "" },
	{ "act=ack&event=E1", "[act|ack][event|E1]" },
	{ "note=a+b%20c%2Bd", "[note|a b c+d]" },
	{ "note=%e2%82%ac%0d%0ax", "[note|\xe2\x82\xac\r\nx]" },
	{ "items=1&items=2", "[items|1][items|2]" },
	{ "a=", "[a|]" },
	{ "a=b=c", "[a|b=c]" },
	{ "a=%zz%", "[a|%zz%]" },
	{ "a=%2500", "[a|%00]" },
	{ "a", NULL },
	{ "=b", NULL },
	{ "a=1&&b=2", NULL },
	{ "a=%00", NULL },
	{ "a=%ff", NULL },
	{ "a=\xff", NULL },
	{ "a=%c0%80", NULL },
	{ "a=%ed%a0%80", NULL },
};

START_TEST(a_form_is_read_in_one_way)
{
	const char *got = read_form(forms[_i].body, strlen(forms[_i].body));

	if (forms[_i].fields)
		ck_assert_pstr_eq(got, forms[_i].fields);
	else
		ck_assert_ptr_null(got);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_form_has_an_end)
{
	struct tcn_buf body = { 0 };

	ck_assert_ptr_null(read_form("a=1\0b=2", 7));
	for (int i = 0; i < TCN_FORM_FIELDS_MAX; i++)
		tcn_buf_z(&body, i ? "&a=" : "a=");
	{
		struct evkeyvalq fields;

		TAILQ_INIT(&fields);
		ck_assert(tcn_form_read(tcn_buf_view(&body), &fields));
		evhttp_clear_headers(&fields);
		tcn_buf_z(&body, "&a=");
		ck_assert(!tcn_form_read(tcn_buf_view(&body), &fields));
		evhttp_clear_headers(&fields);
	}
	tcn_buf_fini(&body);
}
END_TEST

START_TEST(a_type_is_told_by_its_beginning)
{
	const char *form = "application/x-www-form-urlencoded";

	ck_assert(tcn_form_is_type(form, form));
	ck_assert(tcn_form_is_type(
	    "Application/X-WWW-Form-Urlencoded; charset=utf-8", form));
	ck_assert(!tcn_form_is_type("application/x-www-form-urlencodedx",
	    form));
	ck_assert(!tcn_form_is_type("text/plain", form));
	ck_assert(!tcn_form_is_type("", form));
	ck_assert(!tcn_form_is_type(NULL, form));
}
END_TEST

TCN_TESTS(form)
{
	TCN_EACH(a_cookie_is_found_by_its_whole_name, cookies);
	TCN_EACH(a_form_is_read_in_one_way, forms);
	tcase_add_test(tc, a_form_has_an_end);
	tcase_add_test(tc, a_type_is_told_by_its_beginning);
}
