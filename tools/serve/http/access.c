#include "tools/serve/http/access.h"

#include <assert.h>
#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/base/private.h"

#define TOKEN_BYTES_MIN 16
#define TOKENS_MAX      1000
#define LINE_BYTES      1024
#define NAME_BYTES      101

struct token {
	unsigned char digest[SHA256_DIGEST_LENGTH];
	unsigned long line; /* of the file */
	enum tcn_http_scope scope;
	char name[NAME_BYTES];
};

struct tcn_access {
	struct token *at;
	size_t n, cap;
};

static bool
find_scope(const char *word, enum tcn_http_scope *scope)
{
	static const char *const words[] = {
		[TCN_HTTP_SCOPE_READ] = "read",
		[TCN_HTTP_SCOPE_WRITE] = "write",
		[TCN_HTTP_SCOPE_ADMIN] = "admin",
	};

	for (size_t i = TCN_HTTP_SCOPE_READ; i < sizeof words / sizeof *words;
	     i++) {
		if (strcmp(word, words[i]) == 0) {
			*scope = (enum tcn_http_scope)i;
			return true;
		}
	}
	return false;
}

/* What nobody means to write into a token, or a name, is refused. */
static enum tcn_rc
check_line(const char *line, struct tcn_err *err)
{
	size_t n = strcspn(line, "\r\n");

	if (!line[n] && n == LINE_BYTES - 1)
		return tcn_err_set(err, TCN_INVALID,
		    "the line is longer than %d bytes: shorten it",
		    LINE_BYTES - 2);
	if (line[n] == '\r' && line[n + 1] && line[n + 1] != '\n')
		return tcn_err_set(err, TCN_INVALID,
		    "a line break (CR) stands within the line: write the token "
		    "on one line");
	return TCN_OK;
}

/* The same token in two lines would have two scopes, or two names. */
static enum tcn_rc
check_new(const struct tcn_access *tokens, const struct token *token,
    struct tcn_err *err)
{
	for (size_t i = 0; i < tokens->n; i++)
		if (CRYPTO_memcmp(token->digest, tokens->at[i].digest,
			sizeof token->digest) == 0)
			return tcn_err_set(err, TCN_INVALID,
			    "the token stands on line %lu already: remove one "
			    "of the two lines",
			    tokens->at[i].line);
	return TCN_OK;
}

static enum tcn_rc
add(struct tcn_access *tokens, const struct token *token, struct tcn_err *err)
{
	enum tcn_rc rc = check_new(tokens, token, err);
	struct token *at;

	if (rc)
		return rc;
	if (tokens->n == TOKENS_MAX)
		return tcn_err_set(err, TCN_INVALID, "more than %d tokens",
		    TOKENS_MAX);
	at = tcn_mem_grow(tokens->at, &tokens->cap, tokens->n + 1, sizeof *at);
	tokens->at = at;
	at[tokens->n++] = *token;
	return TCN_OK;
}

static enum tcn_rc
add_line(struct tcn_access *tokens, char *line, unsigned long n,
    struct tcn_err *err)
{
	enum tcn_rc rc = check_line(line, err);
	char *rest = NULL, *word = strtok_r(line, " \t\r\n", &rest);
	char *secret = word ? strtok_r(NULL, " \t\r\n", &rest) : NULL;
	char *name = secret ? strtok_r(NULL, "\t\r\n", &rest) : NULL;
	struct tcn_str who = tcn_str_trim(tcn_str(name ? name : ""));
	struct token token = { .line = n };

	if (rc || !word || *word == '#')
		return rc;
	if (!find_scope(word, &token.scope) || !secret ||
	    strlen(secret) < TOKEN_BYTES_MIN)
		return tcn_err_set(err, TCN_INVALID,
		    "a line is a scope (read, write or admin) and a token of "
		    "at least %d characters",
		    TOKEN_BYTES_MIN);
	if (who.n >= NAME_BYTES || !tcn_utf8_valid(who))
		return tcn_err_set(err, TCN_INVALID,
		    "the name behind a token is UTF-8 of at most %d bytes",
		    NAME_BYTES - 1);
	memcpy(token.name, who.at, who.n);
	SHA256((const unsigned char *)secret, strlen(secret), token.digest);
	OPENSSL_cleanse(secret, strlen(secret));
	return add(tokens, &token, err);
}

enum tcn_rc
tcn_access_read(const char *path, struct tcn_access **out, struct tcn_err *err)
{
	struct tcn_access *tokens = tcn_mem_calloc(1, sizeof *tokens);
	FILE *file = fopen(path, "r");
	struct stat info;
	enum tcn_rc rc;

	assert(err); /* it is marked with the place of each line */
	tcn_err_at(err, path, 0, 0);
	if (!file || fstat(fileno(file), &info) != 0) {
		rc = tcn_err_set(err, TCN_IO, "%s", strerror(errno));
	} else if (!tcn_private_is(path, info.st_mode)) {
		rc = tcn_err_set(err, TCN_IO,
		    "others may read the tokens: chmod 600 it");
	} else {
		char line[LINE_BYTES];

		rc = TCN_OK;
		for (unsigned long n = 1; !rc && fgets(line, sizeof line, file);
		     n++) {
			rc = add_line(tokens, line, n, err);
			tcn_err_at(err, path, n, 0);
		}
		OPENSSL_cleanse(line, sizeof line);
		if (!rc && tokens->n == 0) {
			tcn_err_at(err, path, 0, 0);
			rc = tcn_err_set(err, TCN_INVALID, "it holds no token");
		}
	}
	if (file)
		fclose(file);
	if (rc) {
		tcn_access_free(tokens);
		tokens = NULL;
	}
	*out = tokens;
	return rc;
}

void
tcn_access_free(struct tcn_access *tokens)
{
	if (!tokens)
		return;
	tcn_mem_free(tokens->at);
	tcn_mem_free(tokens);
}

void
tcn_access_digest(struct tcn_str token, unsigned char digest[TCN_ACCESS_DIGEST])
{
	static_assert(TCN_ACCESS_DIGEST == SHA256_DIGEST_LENGTH, "a SHA-256");
	SHA256((const unsigned char *)token.at, token.n, digest);
}

enum tcn_http_scope
tcn_access_scope_of(const struct tcn_access *tokens,
    const unsigned char digest[TCN_ACCESS_DIGEST], const char **name)
{
	enum tcn_http_scope scope = TCN_HTTP_SCOPE_NONE;

	assert(tokens);
	*name = "";
	for (size_t i = 0; i < tokens->n; i++)
		if (CRYPTO_memcmp(digest, tokens->at[i].digest,
			TCN_ACCESS_DIGEST) == 0 &&
		    tokens->at[i].scope > scope) {
			scope = tokens->at[i].scope;
			*name = tokens->at[i].name;
		}
	return scope;
}
