/*
 * tools/base/networks.h - lists of address ranges, as CIDR writes them (RFC
 * 4632, RFC 4291): 10.0.0.0/8, fd00::/8, 192.168.1.7.
 *
 * They say which addresses that are not public (tools/base/address.h) may be
 * used all the same. An IPv4 address that is mapped into IPv6 is that IPv4
 * address, on both sides. One that is hidden in an address of NAT64 or 6to4 is
 * not: a range must name that address as it is.
 */
#ifndef TCN_TOOLS_BASE_NETWORKS_H
#define TCN_TOOLS_BASE_NETWORKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_NETWORKS_MAX 32

struct tcn_network {
	uint8_t at[16]; /* IPv6, or IPv4 mapped; bits behind `bits` are 0 */
	uint8_t bits; /* of at, 0 to 128 */
};

/* Which addresses that are not public may be used. All zero: none. */
struct tcn_networks {
	bool all;
	size_t n;
	struct tcn_network at[TCN_NETWORKS_MAX];
};

/*
 * Reads "true", "false" (also yes, no, on, off), or ranges between commas, with
 * or without brackets around them. Addresses are written as in RFC 4291 and
 * with four decimal numbers: no octal or hexadecimal ones. TCN_INVALID: err
 * says which range is wrong and how to write it; *networks is then as it was.
 */
TCN_MUST_USE enum tcn_rc tcn_networks_parse(struct tcn_str text,
    struct tcn_networks *networks, struct tcn_err *err);

/* Adds the ranges of more; false when there are too many. */
TCN_MUST_USE bool tcn_networks_add(struct tcn_networks *networks,
    const struct tcn_networks *more);

/* Appends the list as it is read: "true", "false" or "[10.0.0.0/8, ::1]". */
void tcn_networks_print(const struct tcn_networks *networks,
    struct tcn_buf *out);

/* Whether an address lies in one of them. Families other than IPv4 and IPv6 lie
 * in none. O(n). */
bool tcn_networks_hold(const struct tcn_networks *networks,
    const struct sockaddr *address);

#endif
