#include "tools/base/address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Special ranges, each by the first `bits` bits of its addresses. */
static const struct {
	uint8_t prefix[4];
	unsigned bits;
} special4[] = {
	{ { 0 }, 8 }, /* this network */
	{ { 10 }, 8 }, /* private */
	{ { 100, 64 }, 10 }, /* shared by a carrier's customers */
	{ { 127 }, 8 }, /* loopback */
	{ { 169, 254 }, 16 }, /* link-local */
	{ { 172, 16 }, 12 }, /* private */
	{ { 192, 0, 0 }, 24 }, /* protocol assignments */
	{ { 192, 0, 2 }, 24 }, /* documentation */
	{ { 192, 88, 99 }, 24 }, /* 6to4 relays */
	{ { 192, 168 }, 16 }, /* private */
	{ { 198, 18 }, 15 }, /* benchmarks */
	{ { 198, 51, 100 }, 24 }, /* documentation */
	{ { 203, 0, 113 }, 24 }, /* documentation */
	{ { 224 }, 3 }, /* multicast, reserved, broadcast */
};

/* Special ranges inside global unicast, which is all that is public: 2000::/3
 * (RFC 4291, section 2.4; the IANA registry of IPv6 address space). */
static const struct {
	uint8_t prefix[8];
	unsigned bits;
} special6[] = {
	{ { 0x20, 0x01, 0 }, 23 }, /* Teredo and other protocols */
	{ { 0x20, 0x01, 0x0d, 0xb8 }, 32 }, /* documentation */
	{ { 0x3f, 0xff, 0 }, 20 }, /* documentation */
};

static bool
begins(const uint8_t *at, const uint8_t *prefix, unsigned bits)
{
	unsigned whole = bits / 8, rest = bits % 8;

	if (memcmp(at, prefix, whole) != 0)
		return false;
	return rest == 0 || (at[whole] ^ prefix[whole]) >> (8 - rest) == 0;
}

static bool
is_public4(const uint8_t *at)
{
	for (size_t i = 0; i < sizeof special4 / sizeof *special4; i++)
		if (begins(at, special4[i].prefix, special4[i].bits))
			return false;
	return true;
}

static bool
is_public6(const uint8_t *at)
{
	static const uint8_t nat64[12] = { 0, 0x64, 0xff, 0x9b };
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	static const uint8_t sixto4[2] = { 0x20, 0x02 };

	if (memcmp(at, mapped, 12) == 0 || memcmp(at, nat64, 12) == 0)
		return is_public4(at + 12);
	if (at[0] >> 5 != 1)
		return false;
	if (memcmp(at, sixto4, 2) == 0)
		return is_public4(at + 2);
	for (size_t i = 0; i < sizeof special6 / sizeof *special6; i++)
		if (begins(at, special6[i].prefix, special6[i].bits))
			return false;
	return true;
}

bool
tcn_address_is_public(const struct sockaddr *address)
{
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;

	assert(address);
	if (address->sa_family == AF_INET) {
		memcpy(&v4, address, sizeof v4);
		return is_public4((const uint8_t *)&v4.sin_addr);
	}
	if (address->sa_family == AF_INET6) {
		memcpy(&v6, address, sizeof v6);
		return is_public6(v6.sin6_addr.s6_addr);
	}
	return false;
}

bool
tcn_address_read(const char *text, struct sockaddr_storage *address)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		memcpy(address, &v4, sizeof v4);
	else if (inet_pton(AF_INET6, text, &v6.sin6_addr) == 1)
		memcpy(address, &v6, sizeof v6);
	else
		return false;
	return true;
}
