#include "tools/base/networks.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/ascii.h"

#define WORD_BYTES 64

static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

/* Whether the bits behind the first n are 0. */
static bool
ends_in_zeros(const uint8_t at[16], unsigned n)
{
	for (unsigned i = n; i < 128; i++)
		if (at[i / 8] >> (7 - i % 8) & 1)
			return false;
	return true;
}

static bool
same_bits(const uint8_t a[16], const uint8_t b[16], unsigned n)
{
	unsigned whole = n / 8, rest = n % 8;

	return memcmp(a, b, whole) == 0 &&
	    (rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0);
}

/* Reads an address; *most: the length of its prefix at most. */
static bool
parse_address(const char *z, struct tcn_network *net, unsigned *most)
{
	memcpy(net->at, mapped, sizeof mapped);
	*most = 32;
	if (inet_pton(AF_INET, z, net->at + 12) == 1)
		return true;
	*most = 128;
	return inet_pton(AF_INET6, z, net->at) == 1;
}

/* Reads what stands behind the slash; none is the whole address. */
static bool
parse_bits(const char *z, unsigned most, unsigned *bits)
{
	*bits = 0;
	if (!z) {
		*bits = most;
		return true;
	}
	for (size_t i = 0; z[i]; i++) {
		if (!tcn_ascii_is_digit(z[i]) || i == 3)
			return false;
		*bits = *bits * 10 + (unsigned)(z[i] - '0');
	}
	return z[0] && *bits <= most;
}

static enum tcn_rc
parse_range(struct tcn_str word, struct tcn_network *net, struct tcn_err *err)
{
	char z[WORD_BYTES], *slash;
	unsigned most, bits;

	snprintf(z, sizeof z, "%.*s", TCN_STR_ARG(word));
	slash = strchr(z, '/');
	if (slash)
		*slash = '\0';
	if (word.n >= sizeof z || !parse_address(z, net, &most) ||
	    !parse_bits(slash ? slash + 1 : NULL, most, &bits))
		return tcn_err_set(err, TCN_INVALID,
		    "'%.*s' is no range of addresses; write one as 10.0.0.0/8, "
		    "fd00::/8 or 192.168.1.7, or true or false for all or none",
		    word.n < 60 ? (int)word.n : 60, word.at);
	bits += 128 - most;
	if (!ends_in_zeros(net->at, bits))
		return tcn_err_set(err, TCN_INVALID,
		    "'%.*s' has bits set beyond its prefix: begin the range at "
		    "a lower address, or make the prefix longer",
		    TCN_STR_ARG(word));
	net->bits = (uint8_t)bits;
	return TCN_OK;
}

static bool
is_one_of(struct tcn_str text, const char *const words[3])
{
	for (size_t i = 0; i < 3; i++)
		if (tcn_str_equal(text, tcn_str(words[i])))
			return true;
	return false;
}

static enum tcn_rc
parse_list(struct tcn_str text, struct tcn_networks *to, struct tcn_err *err)
{
	for (size_t at = 0; at <= text.n;) {
		struct tcn_str word = { text.at + at, 0 };
		enum tcn_rc rc;

		while (at < text.n && text.at[at] != ',')
			at++;
		word.n = (size_t)(text.at + at++ - word.at);
		if (to->n == TCN_NETWORKS_MAX)
			return tcn_err_set(err, TCN_INVALID,
			    "at most %d ranges may be named; join some",
			    TCN_NETWORKS_MAX);
		rc = parse_range(tcn_str_trim(word), &to->at[to->n], err);
		if (rc)
			return rc;
		to->n++;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_networks_parse(struct tcn_str text, struct tcn_networks *networks,
    struct tcn_err *err)
{
	static const char *const yes[] = { "true", "yes", "on" };
	static const char *const no[] = { "false", "no", "off" };
	struct tcn_networks read = { 0 };
	enum tcn_rc rc = TCN_OK;

	text = tcn_str_trim(text);
	if (text.n >= 2 && text.at[0] == '[' && text.at[text.n - 1] == ']')
		text =
		    tcn_str_trim((struct tcn_str){ text.at + 1, text.n - 2 });
	else if (text.n == 0)
		return parse_range(text, &read.at[0], err);
	read.all = is_one_of(text, yes);
	if (text.n && !read.all && !is_one_of(text, no))
		rc = parse_list(text, &read, err);
	if (!rc)
		*networks = read;
	return rc;
}

bool
tcn_networks_add(struct tcn_networks *networks, const struct tcn_networks *more)
{
	networks->all |= more->all;
	if (networks->n + more->n > TCN_NETWORKS_MAX)
		return false;
	for (size_t i = 0; i < more->n; i++)
		networks->at[networks->n++] = more->at[i];
	return true;
}

void
tcn_networks_print(const struct tcn_networks *networks, struct tcn_buf *out)
{
	char text[INET6_ADDRSTRLEN];

	if (networks->all || networks->n == 0) {
		tcn_buf_z(out, networks->all ? "true" : "false");
		return;
	}
	for (size_t i = 0; i < networks->n; i++) {
		const struct tcn_network *net = &networks->at[i];
		bool v4 = net->bits >= 96 && memcmp(net->at, mapped, 12) == 0;
		unsigned most = v4 ? 32 : 128;
		unsigned bits = net->bits - (128 - most);

		inet_ntop(v4 ? AF_INET : AF_INET6, net->at + (v4 ? 12 : 0),
		    text, sizeof text);
		tcn_buf_printf(out, "%s%s", i ? ", " : "[", text);
		if (bits < most)
			tcn_buf_printf(out, "/%u", bits);
	}
	tcn_buf_char(out, ']');
}

bool
tcn_networks_hold(const struct tcn_networks *networks,
    const struct sockaddr *address)
{
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	uint8_t at[16];

	assert(address);
	if (address->sa_family == AF_INET) {
		memcpy(&v4, address, sizeof v4);
		memcpy(at, mapped, sizeof mapped);
		memcpy(at + 12, &v4.sin_addr, 4);
	} else if (address->sa_family == AF_INET6) {
		memcpy(&v6, address, sizeof v6);
		memcpy(at, &v6.sin6_addr, 16);
	} else {
		return false;
	}
	if (networks->all)
		return true;
	for (size_t i = 0; i < networks->n; i++)
		if (same_bits(networks->at[i].at, at, networks->at[i].bits))
			return true;
	return false;
}
