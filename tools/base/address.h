/*
 * tools/base/address.h - whether an address is one the whole world reaches.
 *
 * What comes from outside (a feed's address, a redirect, a DNS answer) must
 * not make the program speak to its own network. Asked of the address that is
 * about to be connected to, after all names are resolved, so that no name can
 * change in between. Private, loopback, link-local, shared, documentation,
 * multicast and reserved ranges are refused (IANA special-purpose registries,
 * RFC 6890), also where IPv6 carries them inside (mapped, 6to4, NAT64).
 */
#ifndef TCN_TOOLS_BASE_ADDRESS_H
#define TCN_TOOLS_BASE_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* False for any family other than IPv4 and IPv6. */
bool tcn_address_is_public(const struct sockaddr *address);

#endif
