#include "tools/serve/deliver/linker.h"

#include "tools/base/mime64.h"

#define EVENTS "/v1/events/"
#define REPORT "/report"

void
tcn_linker_path(struct tcn_str event, struct tcn_buf *out)
{
	tcn_buf_printf(out, EVENTS "%.*s" REPORT, TCN_STR_ARG(event));
}

static bool
is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	    (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

/* The bytes of the path of a report that text begins with; 0: it does not. */
static size_t
path_n(struct tcn_str text)
{
	const size_t events = sizeof EVENTS - 1, report = sizeof REPORT - 1;
	size_t n = events;

	if (text.n < events || memcmp(text.at, EVENTS, events) != 0)
		return 0;
	while (n < text.n && (is_word(text.at[n]) || text.at[n] == '.'))
		n++;
	if (n == events || text.n - n < report ||
	    memcmp(text.at + n, REPORT, report) != 0)
		return 0;
	n += report;
	/* Behind it another address may go on, or a link that is signed. */
	if (n < text.n && (is_word(text.at[n]) || strchr("/?%", text.at[n])))
		return 0;
	return n;
}

struct tcn_str
tcn_linker_event(struct tcn_str path)
{
	if (path.n == 0 || path_n(path) != path.n)
		return (struct tcn_str){ 0 };
	return (struct tcn_str){ path.at + sizeof EVENTS - 1,
		path.n - (sizeof EVENTS - 1) - (sizeof REPORT - 1) };
}

/* Signs the links of a plain text; returns how many there were. */
static size_t
sign_text(const struct tcn_linker *linker, struct tcn_str text, int64_t now_ms,
    struct tcn_buf *out)
{
	const size_t address = strlen(linker->address);
	size_t signed_n = 0;
	const char *at;

	while (text.n &&
	    (at = memmem(text.at, text.n, linker->address, address))) {
		size_t before = (size_t)(at - text.at) + address;
		struct tcn_str path = { at + address, text.n - before };

		tcn_buf_add(out, text.at, before);
		path.n = path_n(path);
		if (path.n) {
			tcn_buf_z(out, TCN_LINKER_SHORT);
			tcn_buf_str(out, tcn_linker_event(path));
			tcn_buf_z(out, "?" TCN_LINKER_PARAMETER "=");
			tcn_link_keys_sign(linker->keys, path, now_ms,
			    linker->lifetime_ms, out);
			signed_n++;
		}
		text.at += before + path.n;
		text.n -= before + path.n;
	}
	tcn_buf_str(out, text);
	return signed_n;
}

/* --- mail --- */

static bool
sign_mail(const struct tcn_linker *linker, struct tcn_str mail, int64_t now_ms,
    struct tcn_buf *out)
{
	static const char coding[] = "Content-Transfer-Encoding: base64\r\n";
	const char *end = memmem(mail.at, mail.n, "\r\n\r\n", 4);
	struct tcn_buf text = { 0 }, linked = { 0 };
	struct tcn_str head = mail, body = mail;
	bool changed = false;

	if (!end)
		return false;
	head.n = (size_t)(end + 4 - mail.at);
	body.at += head.n;
	body.n -= head.n;
	if (memmem(head.at, head.n, coding, sizeof coding - 1) &&
	    tcn_mime64_unpack(body, &text))
		changed =
		    sign_text(linker, tcn_buf_view(&text), now_ms, &linked) > 0;
	if (changed) {
		tcn_buf_str(out, head);
		tcn_mime64_pack(tcn_buf_view(&linked), out);
	}
	tcn_buf_fini(&text);
	tcn_buf_fini(&linked);
	return changed;
}

bool
tcn_linker_sign(const struct tcn_linker *linker, struct tcn_str body, bool mail,
    int64_t now_ms, struct tcn_buf *out)
{
	struct tcn_buf linked = { 0 };
	bool changed;

	if (!linker->keys || !linker->lifetime_ms || !linker->address ||
	    !*linker->address)
		return false;
	if (mail)
		return sign_mail(linker, body, now_ms, out);
	changed = sign_text(linker, body, now_ms, &linked) > 0;
	if (changed)
		tcn_buf_str(out, tcn_buf_view(&linked));
	tcn_buf_fini(&linked);
	return changed;
}
