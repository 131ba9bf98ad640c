#include "tools/base/link_keys.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/mem.h"
#include "tools/base/hex.h"
#include "tools/base/private.h"

#define SECRET_BYTES 32
#define MAC_BYTES    32
#define MAC_CHARS    43 /* base64url without padding */
#define LINE_BYTES   (TCN_LINK_PATH_MAX + 64)

struct revoked {
	int64_t at_s; /* links that were issued until then */
	char *path;
};

struct tcn_link_keys {
	char *file;
	uint64_t number;
	unsigned char secret[SECRET_BYTES];
	struct revoked *revoked;
	size_t n, cap;
};

static enum tcn_rc
fail(const struct tcn_link_keys *keys, const char *what, struct tcn_err *err)
{
	tcn_err_at(err, keys->file, 0, 0);
	return tcn_err_set(err, TCN_IO, "%s: %s", what, strerror(errno));
}

static void
forget_revoked(struct tcn_link_keys *keys)
{
	for (size_t i = 0; i < keys->n; i++)
		tcn_mem_free(keys->revoked[i].path);
	keys->n = 0;
}

void
tcn_link_keys_free(struct tcn_link_keys *keys)
{
	if (!keys)
		return;
	forget_revoked(keys);
	tcn_mem_free(keys->revoked);
	tcn_mem_free(keys->file);
	OPENSSL_cleanse(keys->secret, sizeof keys->secret);
	tcn_mem_free(keys);
}

uint64_t
tcn_link_keys_number(const struct tcn_link_keys *keys)
{
	return keys->number;
}

/* --- the file --- */

static void
write_text(const struct tcn_link_keys *keys, struct tcn_buf *out)
{
	char secret[2 * SECRET_BYTES + 1];

	tcn_hex_write(keys->secret, SECRET_BYTES, secret);
	tcn_buf_printf(out,
	    "# The key of tocsin's signed links. Keep it to yourself.\n"
	    "key %" PRIu64 " %s\n",
	    keys->number, secret);
	OPENSSL_cleanse(secret, sizeof secret);
	for (size_t i = 0; i < keys->n; i++)
		tcn_buf_printf(out, "revoked %" PRId64 " %s\n",
		    keys->revoked[i].at_s, keys->revoked[i].path);
}

static enum tcn_rc
save_keys(const struct tcn_link_keys *keys, struct tcn_err *err)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc;

	write_text(keys, &text);
	rc = tcn_private_write(keys->file, tcn_buf_view(&text),
	    "the key that signs links cannot be written", err);
	OPENSSL_cleanse(text.at, text.n);
	tcn_buf_fini(&text);
	return rc;
}

static bool
read_key(struct tcn_link_keys *keys, const char *line)
{
	int used = 0;

	return sscanf(line, "key %" SCNu64 " %n", &keys->number, &used) == 1 &&
	    used && keys->number > 0 &&
	    tcn_hex_read(tcn_str(line + used), keys->secret, SECRET_BYTES);
}

static void
add_revoked(struct tcn_link_keys *keys, int64_t at_s, struct tcn_str path)
{
	struct revoked *at =
	    tcn_mem_grow(keys->revoked, &keys->cap, keys->n + 1, sizeof *at);
	char *copy;

	keys->revoked = at;
	copy = tcn_mem_dupz(path.at, path.n);
	at[keys->n++] = (struct revoked){ at_s, copy };
}

static enum tcn_rc
read_line(struct tcn_link_keys *keys, const char *line, struct tcn_err *err)
{
	int64_t at_s;
	int used = 0;

	if (*line == '#' || *line == '\0')
		return TCN_OK;
	if (strncmp(line, "key ", 4) == 0 && !keys->number &&
	    read_key(keys, line))
		return TCN_OK;
	if (keys->n < TCN_LINK_REVOKED_MAX &&
	    sscanf(line, "revoked %" SCNd64 " %n", &at_s, &used) == 1 && used &&
	    line[used] == '/') {
		add_revoked(keys, at_s, tcn_str(line + used));
		return TCN_OK;
	}
	return tcn_err_set(err, TCN_INVALID,
	    "a line is 'key NUMBER SECRET' or 'revoked TIME PATH': remove the "
	    "file, and a new key is made");
}

static enum tcn_rc
read_lines(struct tcn_link_keys *keys, FILE *file, struct tcn_err *err)
{
	char line[LINE_BYTES];
	enum tcn_rc rc = TCN_OK;

	for (unsigned long n = 1; !rc && fgets(line, sizeof line, file); n++) {
		line[strcspn(line, "\r\n")] = '\0';
		rc = read_line(keys, line, err);
		tcn_err_at(err, keys->file, n, 0);
	}
	OPENSSL_cleanse(line, sizeof line);
	if (!rc && !keys->number) {
		tcn_err_at(err, keys->file, 0, 0);
		rc = tcn_err_set(err, TCN_INVALID,
		    "it holds no key: remove the file, and a new key is "
		    "made");
	}
	return rc;
}

static enum tcn_rc
make_key(struct tcn_link_keys *keys, struct tcn_err *err)
{
	if (RAND_bytes(keys->secret, SECRET_BYTES) != 1) {
		errno = EIO;
		return fail(keys,
		    "the system gives no random numbers for the "
		    "key that signs links",
		    err);
	}
	keys->number++;
	forget_revoked(keys);
	return save_keys(keys, err);
}

static enum tcn_rc
load_keys(struct tcn_link_keys *keys, struct tcn_err *err)
{
	FILE *file = fopen(keys->file, "re");
	struct stat info;
	enum tcn_rc rc;

	if (!file && errno == ENOENT)
		return make_key(keys, err);
	if (!file || fstat(fileno(file), &info) != 0)
		rc = fail(keys, "the key that signs links cannot be read", err);
	else if (!tcn_private_is(keys->file, info.st_mode))
		rc = tcn_err_set(err, TCN_IO,
		    "others may read the key that signs links: chmod 600 it");
	else
		rc = read_lines(keys, file, err);
	if (file)
		fclose(file);
	return rc;
}

enum tcn_rc
tcn_link_keys_open(const char *path, struct tcn_link_keys **out,
    struct tcn_err *err)
{
	struct tcn_link_keys *keys = tcn_mem_calloc(1, sizeof *keys);
	enum tcn_rc rc;

	assert(path);
	*out = NULL;
	tcn_err_at(err, path, 0, 0);
	keys->file = tcn_mem_dupz(path, strlen(path));
	rc = load_keys(keys, err);
	if (rc)
		tcn_link_keys_free(keys);
	else
		*out = keys;
	return rc;
}

/* --- revoking --- */

enum tcn_rc
tcn_link_keys_rotate(struct tcn_link_keys *keys, struct tcn_err *err)
{
	struct tcn_link_keys next = { .file = keys->file,
		.number = keys->number };
	enum tcn_rc rc = make_key(&next, err);

	if (!rc) {
		keys->number = next.number;
		memcpy(keys->secret, next.secret, SECRET_BYTES);
		forget_revoked(keys);
	}
	OPENSSL_cleanse(next.secret, SECRET_BYTES);
	return rc;
}

/* Drops revocations that are older than any link that is still valid. */
static void
drop_old(struct tcn_link_keys *keys, int64_t now_s)
{
	size_t n = 0;

	for (size_t i = 0; i < keys->n; i++)
		if (keys->revoked[i].at_s + TCN_LINK_LIFETIME_MAX / 1000 <
		    now_s)
			tcn_mem_free(keys->revoked[i].path);
		else
			keys->revoked[n++] = keys->revoked[i];
	keys->n = n;
}

enum tcn_rc
tcn_link_keys_revoke(struct tcn_link_keys *keys, struct tcn_str path,
    int64_t now_ms, struct tcn_err *err)
{
	int64_t now_s = now_ms / 1000;
	enum tcn_rc rc;

	if (path.n == 0 || path.n > TCN_LINK_PATH_MAX || path.at[0] != '/')
		return tcn_err_set(err, TCN_LIMIT, "there is no such link");
	drop_old(keys, now_s);
	for (size_t i = 0; i < keys->n; i++)
		if (tcn_str_equal(tcn_str(keys->revoked[i].path), path)) {
			keys->revoked[i].at_s = now_s;
			return save_keys(keys, err);
		}
	if (keys->n == TCN_LINK_REVOKED_MAX)
		return tcn_err_set(err, TCN_LIMIT,
		    "the links of %d events are revoked: rotate the key",
		    TCN_LINK_REVOKED_MAX);
	add_revoked(keys, now_s, path);
	rc = save_keys(keys, err);
	if (rc)
		tcn_mem_free(keys->revoked[--keys->n].path);
	return rc;
}

/* --- signatures --- */

/* Computes the MAC of a path and of the head of its signature, which is all
 * before the last point, in base64 for URLs. */
static void
make_mac(const struct tcn_link_keys *keys, struct tcn_str head,
    struct tcn_str path, char to[MAC_CHARS + 2])
{
	unsigned char bytes[128 + TCN_LINK_PATH_MAX], mac[MAC_BYTES];
	unsigned n = 0;

	assert(head.n < 127 && path.n <= TCN_LINK_PATH_MAX);
	memcpy(bytes, head.at, head.n);
	bytes[head.n] = '\n';
	memcpy(bytes + head.n + 1, path.at, path.n);
	HMAC(EVP_sha256(), keys->secret, SECRET_BYTES, bytes,
	    head.n + 1 + path.n, mac, &n);
	EVP_EncodeBlock((unsigned char *)to, mac, MAC_BYTES);
	for (size_t i = 0; i < MAC_CHARS; i++)
		to[i] = to[i] == '+' ? '-' : to[i] == '/' ? '_' : to[i];
	to[MAC_CHARS] = '\0';
}

void
tcn_link_keys_sign(const struct tcn_link_keys *keys, struct tcn_str path,
    int64_t now_ms, int64_t lifetime_ms, struct tcn_buf *out)
{
	char head[96], mac[MAC_CHARS + 2];

	assert(lifetime_ms > 0 && lifetime_ms <= TCN_LINK_LIFETIME_MAX);
	if (path.n > TCN_LINK_PATH_MAX)
		return;
	snprintf(head, sizeof head, "%" PRIu64 ".%" PRId64 ".%" PRId64,
	    keys->number, now_ms / 1000, (now_ms + lifetime_ms) / 1000);
	make_mac(keys, tcn_str(head), path, mac);
	tcn_buf_printf(out, "%s.%s", head, mac);
}

/* Reads the number at *at and the point after it, and moves *at past them. */
static bool
take_number(const char **at, int64_t *n)
{
	const char *from = *at;

	for (*n = 0; **at >= '0' && **at <= '9'; ++*at) {
		if (*at - from == 15)
			return false;
		*n = *n * 10 + (**at - '0');
	}
	return *at > from && *(*at)++ == '.';
}

bool
tcn_link_keys_verify(const struct tcn_link_keys *keys, struct tcn_str path,
    struct tcn_str signature, int64_t now_ms)
{
	char text[128], mac[MAC_CHARS + 2];
	const char *at = text;
	int64_t number, issued_s, expires_s;

	if (path.n > TCN_LINK_PATH_MAX || signature.n >= sizeof text)
		return false;
	snprintf(text, sizeof text, "%.*s", TCN_STR_ARG(signature));
	if (!take_number(&at, &number) || !take_number(&at, &issued_s) ||
	    !take_number(&at, &expires_s) || strlen(at) != MAC_CHARS)
		return false;
	make_mac(keys, (struct tcn_str){ text, (size_t)(at - 1 - text) }, path,
	    mac);
	if (CRYPTO_memcmp(mac, at, MAC_CHARS) != 0 ||
	    (uint64_t)number != keys->number || now_ms / 1000 >= expires_s)
		return false;
	for (size_t i = 0; i < keys->n; i++)
		if (issued_s <= keys->revoked[i].at_s &&
		    tcn_str_equal(tcn_str(keys->revoked[i].path), path))
			return false;
	return true;
}

size_t
tcn_link_keys_revoked_n(const struct tcn_link_keys *keys)
{
	return keys->n;
}

struct tcn_link_revoked
tcn_link_keys_revoked(const struct tcn_link_keys *keys, size_t i)
{
	assert(i < keys->n);
	return (struct tcn_link_revoked){ tcn_str(keys->revoked[i].path),
		keys->revoked[i].at_s * 1000 };
}
