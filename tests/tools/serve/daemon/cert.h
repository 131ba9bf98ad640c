/*
 * tests/tools/serve/daemon/cert.h - certificates for tests, made on the spot.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_CERT_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_CERT_H

/* A certificate for 127.0.0.1 that signs itself, and its key, as PEM files;
 * the key with mode 0600. The serial numbers distinguish them. */
void cert_write(const char *cert, const char *key, long serial);

#endif
