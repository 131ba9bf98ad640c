#include "tools/serve/http/tls.h"

#include <assert.h>
#include <errno.h>
#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "tools/base/private.h"

/* For TLS 1.2; all ciphers of 1.3 are authenticated and ephemeral. */
#define CIPHERS "ECDHE+AESGCM:ECDHE+CHACHA20"

struct tcn_tls {
	SSL_CTX *ctx;
};

/* An error with the library's reason; empties the library's error queue. */
static enum tcn_rc
fail(struct tcn_err *err, const char *file, const char *mend)
{
	const char *why = ERR_reason_error_string(ERR_peek_last_error());

	tcn_err_at(err, file, 0, 0);
	tcn_err_set(err, TCN_INVALID, "%s (%s)", mend, why ? why : "unknown");
	ERR_clear_error();
	return TCN_INVALID;
}

static enum tcn_rc
check_key_file(const char *key, struct tcn_err *err)
{
	struct stat info;

	tcn_err_at(err, key, 0, 0);
	if (stat(key, &info) != 0)
		return tcn_err_set(err, TCN_IO, "%s", strerror(errno));
	if (!tcn_private_is(key, info.st_mode))
		return tcn_err_set(err, TCN_IO,
		    "others may read the key: chmod 600 it");
	return TCN_OK;
}

/* A key with a pass phrase is refused: there is nobody to type it in. */
static int
no_phrase(char *to, int size, int writing, void *ctx)
{
	(void)to, (void)size, (void)writing, (void)ctx;
	return -1;
}

/* False: openssl.cnf forbids what is set here. */
static bool
set_up(SSL_CTX *ctx)
{
	SSL_CTX_set_options(ctx,
	    SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
	SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_default_passwd_cb(ctx, no_phrase);
	return SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION) == 1 &&
	    SSL_CTX_set_cipher_list(ctx, CIPHERS) == 1;
}

static enum tcn_rc
load(SSL_CTX *ctx, const char *cert, const char *key, struct tcn_err *err)
{
	enum tcn_rc rc = check_key_file(key, err);

	if (rc)
		return rc;
	if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1)
		return fail(err, cert, "no PEM certificate can be read there");
	if (SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1)
		return fail(err, key,
		    "no PEM key of the certificate, without a pass phrase, can "
		    "be read there");
	return TCN_OK;
}

enum tcn_rc
tcn_tls_read(const char *cert, const char *key, struct tcn_tls **out,
    struct tcn_err *err)
{
	struct tcn_tls *tls = tcn_mem_calloc(1, sizeof *tls);
	enum tcn_rc rc;

	assert(cert && key);
	*out = NULL;
	tls->ctx = SSL_CTX_new(TLS_server_method());
	rc = tls->ctx && set_up(tls->ctx)
	    ? load(tls->ctx, cert, key, err)
	    : fail(err, cert, "TLS 1.2 cannot be enabled: see openssl.cnf");
	if (rc)
		tcn_tls_free(tls);
	else
		*out = tls;
	return rc;
}

void
tcn_tls_free(struct tcn_tls *tls)
{
	if (!tls)
		return;
	SSL_CTX_free(tls->ctx); /* connections hold references of their own */
	tcn_mem_free(tls);
}

struct bufferevent *
tcn_tls_open(struct event_base *base, struct tcn_tls *tls)
{
	SSL *ssl = SSL_new(tls->ctx);
	struct bufferevent *bev;

	if (!ssl)
		return NULL;
	bev = bufferevent_openssl_socket_new(base, -1, ssl,
	    BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
	if (!bev)
		SSL_free(ssl);
	else
		bufferevent_openssl_set_allow_dirty_shutdown(bev, 1);
	return bev;
}

void
tcn_tls_say(struct bufferevent *bev, const char *bytes, size_t n)
{
	SSL *ssl = bufferevent_openssl_get_ssl(bev);

	if (!ssl)
		(void)!send(bufferevent_getfd(bev), bytes, n,
		    MSG_DONTWAIT | MSG_NOSIGNAL);
	else if (SSL_is_init_finished(ssl) &&
	    SSL_write(ssl, bytes, (int)n) <= 0)
		ERR_clear_error();
}
