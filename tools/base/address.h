/*
 * tools/base/address.h - whether an address is public: reachable by anybody.
 *
 * Input from outside (a feed's address, a redirect, a DNS answer) must not make
 * the program connect to its own network (server-side request forgery). Callers
 * ask for the address that is about to be connected to, after all names are
 * resolved, so that no name can change in between. Private, loopback,
 * link-local, shared, documentation, multicast and reserved ranges are refused
 * (IANA special-purpose registries, RFC 6890), also where an IPv6 address holds
 * one of them (mapped, 6to4, NAT64). Pure; cost: one pass over two short
 * tables.
 */
#ifndef TCN_TOOLS_BASE_ADDRESS_H
#define TCN_TOOLS_BASE_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* False for any family other than IPv4 and IPv6. address is not NULL and as
 * long as its family says. */
bool tcn_address_is_public(const struct sockaddr *address);

/* Reads an IPv4 or IPv6 address in digits; false: it is none. */
bool tcn_address_read(const char *text, struct sockaddr_storage *address);

#endif
