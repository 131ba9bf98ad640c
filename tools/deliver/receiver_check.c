#include <stdio.h>

#include "engine/base/err.h"
#include "tools/deliver/channel.h"
#include "tools/deliver/receiver_impl.h"
#include "tools/deliver/template.h"

const char *const tcn_receiver_states[] = { "open", "updated", "closed",
	"reopened", NULL };

/* First the fields that every kind takes; channels' rows name the others. */
const struct tcn_receiver_field tcn_receiver_fields[TCN_RECEIVER_FIELDS] = {
#define FIELD(member) offsetof(struct tcn_receiver, member)
	{ "name", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(name),
	    .any = true },
	{ "kind", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, 0, .any = true },
	{ "send", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_SET, FIELD(sends),
	    .words = tcn_receiver_states, .any = true },
	{ "timeout", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_DURATION,
	    FIELD(timeout_ms), "100ms", "10m", .any = true },
	{ "pause", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_DURATION,
	    FIELD(pause_ms), "0s", "1h", .any = true },
	{ "cap", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_COUNT, FIELD(cap), "0",
	    "1000000", .any = true },
	{ "url", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(url),
	    .any = false },
	{ "url_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT, FIELD(url),
	    .any = false },
	{ "secret_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT,
	    FIELD(secret), .any = false },
	{ "token_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT, FIELD(token),
	    .any = false },
	{ "password_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT,
	    FIELD(password), .any = false },
	{ "body", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(body),
	    .any = false },
	{ "headers", TCN_RECEIVER_SYNTAX_PAIRS, TCN_CONF_TEXT, FIELD(headers),
	    .any = false },
	{ "from", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(from),
	    .any = false },
	{ "to", TCN_RECEIVER_SYNTAX_WORDS, TCN_CONF_TEXT, FIELD(to),
	    .any = false },
	{ "user", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(user),
	    .any = false },
	{ "command", TCN_RECEIVER_SYNTAX_WORDS, TCN_CONF_PATH, FIELD(command),
	    .any = false },
	{ "path", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_PATH, FIELD(path),
	    .any = false },
	{ "ca_file", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_PATH, FIELD(ca_file),
	    .any = false },
	{ "allow_private", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_BOOLEAN,
	    FIELD(private_ok), .any = false },
#undef FIELD
};

/* The check of one receiver. */
struct check {
	const struct tcn_receiver_locations *given;
	struct tcn_err *err;
};

/* The errors that follow are about this place. */
static void
at_place(const struct check *r, struct tcn_receiver_location at)
{
	tcn_err_at(r->err, r->given->file, at.line, at.column);
}

/* Whether list, which is words with spaces between them, holds name. */
static bool
lists(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; (at = strstr(at, name)); at += n)
		if ((at == list || at[-1] == ' ') &&
		    (at[n] == '\0' || at[n] == ' '))
			return true;
	return false;
}

static bool
was_given(const struct check *r, const char *name, size_t n)
{
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++)
		if (r->given->at[i].line &&
		    strlen(tcn_receiver_fields[i].name) == n &&
		    memcmp(tcn_receiver_fields[i].name, name, n) == 0)
			return true;
	return false;
}

/* needs "a b|c" means a, and at least one of b and c. */
static enum tcn_rc
check_needs(const struct check *r, const struct tcn_channel *channel)
{
	for (const char *at = channel->needs; *at;) {
		size_t n = strcspn(at, " ");
		size_t first = strcspn(at, " |");
		const char *second = at + first + (at[first] == '|');
		bool one = was_given(r, at, first) ||
		    was_given(r, second, n - (size_t)(second - at));

		if (!one)
			return tcn_err_set(r->err, TCN_INVALID,
			    "a receiver of kind %s needs %.*s%s%.*s",
			    channel->name, (int)first, at,
			    first < n ? " or " : "",
			    (int)(n - (size_t)(second - at)), second);
		at += n + (at[n] == ' ');
	}
	return TCN_OK;
}

static enum tcn_rc
check_fields(const struct check *r, const struct tcn_receiver *to)
{
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++) {
		if (!r->given->at[i].line || tcn_receiver_fields[i].any ||
		    lists(to->channel->takes, tcn_receiver_fields[i].name))
			continue;
		at_place(r, r->given->at[i]);
		return tcn_err_set(r->err, TCN_INVALID,
		    "a receiver of kind %s has no '%s': remove it",
		    to->channel->name, tcn_receiver_fields[i].name);
	}
	at_place(r, r->given->begins);
	return check_needs(r, to->channel);
}

static enum tcn_rc
check_body(const struct check *r, const struct tcn_receiver *to)
{
	struct tcn_receiver_location at = r->given->begins;
	size_t byte = 0;
	enum tcn_rc rc;

	if (!to->body)
		return TCN_OK;
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++)
		if (strcmp(tcn_receiver_fields[i].name, "body") == 0)
			at = r->given->at[i];
	rc = tcn_template_check(tcn_str(to->body), &byte, r->err);
	/* The column is exact for a body on one line; else the error is
	 * reported where the body begins. */
	if (rc && !memchr(to->body, '\n', byte))
		at.column += byte + (byte != 0);
	at_place(r, at);
	return rc;
}

static enum tcn_rc
check_url(const struct check *r, const struct tcn_receiver *to)
{
	static const char *const http[] = { "https://", "http://" };
	static const char *const mail[] = { "smtps://", "smtp://" };
	const char *const *schemes =
	    to->channel->transport == TCN_CHANNEL_TRANSPORT_MAIL ? mail : http;

	at_place(r, r->given->begins);
	if (!to->url)
		return TCN_OK;
	for (const char *at = to->url; *at; at++)
		if (*at <= ' ' || *at > '~')
			return tcn_err_set(r->err, TCN_INVALID,
			    "an address has no spaces, control characters or "
			    "letters beyond ASCII");
	for (int i = 0; i < 2; i++)
		if (strncmp(to->url, schemes[i], strlen(schemes[i])) == 0)
			return TCN_OK;
	return tcn_err_set(r->err, TCN_INVALID,
	    "the address of a receiver of kind %s begins with %s or %s",
	    to->channel->name, schemes[0], schemes[1]);
}

static bool
is_address(const char *text)
{
	const char *at = strrchr(text, '@');

	return at && at != text && at[1] && !strpbrk(text, "\r\n<>, \t");
}

static enum tcn_rc
check_mail(const struct check *r, const struct tcn_receiver *to)
{
	if (to->from && !is_address(to->from))
		return tcn_err_set(r->err, TCN_INVALID,
		    "from is one bare address: desk@paper.example");
	for (size_t i = 0; i < to->to.n; i++)
		if (!is_address(to->to.at[i]))
			return tcn_err_set(r->err, TCN_INVALID,
			    "to is bare addresses: [desk@paper.example]");
	if (!to->user != !to->password)
		return tcn_err_set(r->err, TCN_INVALID,
		    "user and password_file go together");
	return TCN_OK;
}

enum tcn_rc
tcn_receiver_check(const struct tcn_receiver_set *all,
    const struct tcn_receiver_locations *given, struct tcn_receiver *to,
    struct tcn_err *err)
{
	const struct check check = { given, err };
	const struct check *r = &check;
	bool sends = was_given(r, "send", 4);
	enum tcn_rc rc = TCN_OK;

	at_place(r, r->given->begins);
	if (!to->name || !to->channel)
		return tcn_err_set(r->err, TCN_INVALID,
		    "a receiver needs a name and a kind");
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i].name, to->name) == 0)
			return tcn_err_set(r->err, TCN_INVALID,
			    "there are two receivers called %s; the other is "
			    "on line %lu",
			    to->name, all->at[i].line);
	if (!sends)
		to->sends = to->channel->sends;
	rc = check_fields(r, to);
	if (!rc)
		rc = check_url(r, to);
	if (!rc)
		rc = check_mail(r, to);
	return rc ? rc : check_body(r, to);
}

/* --- the validator of a set --- */

static bool
is_ended(const struct tcn_receiver_strs *strs)
{
	for (size_t i = 0; i < strs->n; i++)
		if (!strs->at[i])
			return false;
	return !strs->n || !strs->at[strs->n];
}

static const char *
receiver_problem(const struct tcn_receiver_set *all,
    const struct tcn_receiver *r)
{
	if (!r->name || !r->channel)
		return "has no name or no kind";
	if (tcn_receiver_find(all, tcn_str(r->name)) != r)
		return "has the name of another";
	if (!is_ended(&r->headers) || !is_ended(&r->to) ||
	    !is_ended(&r->command))
		return "has a list without an end";
	if (r->timeout_ms <= 0 || r->sends & ~TCN_RECEIVER_SENDS_ALL)
		return "has a time limit or states that there cannot be";
	return NULL;
}

static const char *
desk_problem(const struct tcn_receiver_set *all,
    const struct tcn_receiver_desk *desk)
{
	if (!desk->name || !is_ended(&desk->names))
		return "has no name or a list without an end";
	for (size_t i = 0; i < desk->names.n; i++) {
		const struct tcn_receiver *r = desk->receivers[i];

		if (r < all->at || r >= all->at + all->n ||
		    strcmp(r->name, desk->names.at[i]) != 0)
			return "names a receiver that is not in the set";
	}
	return NULL;
}

enum tcn_rc
tcn_receiver_set_check(const struct tcn_receiver_set *all, struct tcn_err *err)
{
	for (size_t i = 0; i < all->n; i++) {
		const char *wrong = receiver_problem(all, &all->at[i]);

		if (wrong)
			return tcn_err_set(err, TCN_CORRUPT, "receiver %zu %s",
			    i, wrong);
	}
	for (size_t i = 0; i < all->desks_n; i++) {
		const char *wrong = desk_problem(all, &all->desks[i]);

		if (wrong)
			return tcn_err_set(err, TCN_CORRUPT, "desk %zu %s", i,
			    wrong);
	}
	return all->names_n == all->n + all->desks_n
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT, "%zu names of %zu and %zu",
		  all->names_n, all->n, all->desks_n);
}
