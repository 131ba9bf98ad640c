#include "engine/base/json_tree.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <threads.h>

#include "engine/base/ascii.h"
#include "engine/base/json_flat_impl.h"
#include "engine/base/json_nesting.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"

/*
 * cJSON's allocator. While a thread parses a line, its memory comes from the
 * arena of that call and is freed with it.
 */
static thread_local struct tcn_arena *parse_arena;
static once_flag hooks_once = ONCE_FLAG_INIT;

static void *
hook_malloc(size_t n)
{
	return parse_arena ? tcn_arena_alloc(parse_arena, n) : tcn_mem_alloc(n);
}

static void
hook_free(void *p)
{
	if (!parse_arena)
		tcn_mem_free(p);
}

static void
set_hooks(void)
{
	cJSON_Hooks hooks = { hook_malloc, hook_free };

	cJSON_InitHooks(&hooks);
}

static enum tcn_rc
refuse_at(struct tcn_err *err, size_t at, const char *text)
{
	if (err)
		err->column = at + 1;
	return tcn_err_set(err, TCN_INVALID, "%s", text);
}

/* The four hex digits behind a \u, at p[0..n), as a number; or -1. */
static int
hex4(const char *p, size_t n)
{
	int value = 0;

	if (n < 6 || p[0] != '\\' || p[1] != 'u')
		return -1;
	for (size_t i = 2; i < 6; i++) {
		int digit = tcn_ascii_hex(p[i]);

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

/* Length of the escape at p[0..n), which begins with '\'; 0: it is not allowed,
 * and *why says so. */
static size_t
escape_bytes(const char *p, size_t n, const char **why)
{
	int code, low;

	if (n < 2 || p[1] != 'u')
		return n < 2 ? 1 : 2; /* cJSON refuses unknown letters */
	code = hex4(p, n);
	low = code >= 0 ? hex4(p + 6, n - 6) : -1;
	if (code < 0)
		*why = "\\u is not followed by four hex digits";
	else if (code == 0)
		*why = "a string holds the character NUL (\\u0000); remove it";
	else if (code >= 0xdc00 && code < 0xe000)
		*why = "a string holds the second half of a surrogate pair "
		       "without the first; send the character whole";
	else if (code < 0xd800 || code >= 0xdc00)
		return 6;
	else if (low >= 0xdc00 && low < 0xe000)
		return 12;
	else
		*why = "a string holds the first half of a surrogate pair "
		       "without the second; send the character whole";
	return 0;
}

static enum tcn_rc
check_escapes(struct tcn_str line, struct tcn_err *err)
{
	const char *end = line.at + line.n;
	const char *p = line.at;
	const char *why;

	while ((p = memchr(p, '\\', (size_t)(end - p)))) {
		size_t n = escape_bytes(p, (size_t)(end - p), &why);

		if (n == 0)
			return refuse_at(err, (size_t)(p - line.at), why);
		p += n;
	}
	return TCN_OK;
}

static enum tcn_rc
check_bytes(struct tcn_str line, struct tcn_err *err)
{
	size_t n = tcn_utf8_valid_n(line);
	const char *nul;

	if (n < line.n)
		return refuse_at(err, n,
		    "the line is not valid UTF-8; convert it, for example "
		    "with iconv -t UTF-8");
	nul = memchr(line.at, '\0', line.n);
	if (nul)
		return refuse_at(err, (size_t)(nul - line.at),
		    "the line holds a NUL byte; remove it");
	return check_escapes(line, err);
}

/* What explains why a line is not JSON, for the message. */
struct survey {
	size_t deepest; /* level of nesting */
	bool in_string; /* the line ends inside a string ... */
	bool open; /* ... or inside an array or object */
};

static struct survey
survey(struct tcn_str line)
{
	struct tcn_json_nesting at = { 0 };
	size_t most = 0;

	for (size_t i = 0; i < line.n; i++) {
		tcn_json_nesting_step(&at, line.at[i]);
		if (at.depth > most)
			most = at.depth;
	}
	return (struct survey){ most, at.in_string, at.depth > 0 };
}

static enum tcn_rc
refuse_json(struct tcn_str line, size_t at, struct tcn_err *err)
{
	struct survey seen = survey(line);

	if (seen.deepest > CJSON_NESTING_LIMIT)
		return refuse_at(err, at,
		    "arrays or objects are nested too deep; flatten them");
	if (seen.in_string)
		return refuse_at(err, at,
		    "a string has no end: the line is cut off, or a quote in "
		    "a string lacks its backslash");
	if (seen.open && at + 1 >= line.n)
		return refuse_at(err, at,
		    "the JSON is cut off; write each article whole, on one "
		    "line");
	return refuse_at(err, at,
	    "this is not JSON; write one JSON object a line");
}

static enum tcn_rc
parse(struct tcn_str line, struct tcn_arena *arena, const cJSON **root,
    struct tcn_err *err)
{
	const char *end = line.at;

	assert(!parse_arena); /* no call is inside another */
	call_once(&hooks_once, set_hooks);
	parse_arena = arena;
	*root = cJSON_ParseWithLengthOpts(line.at, line.n, &end, 0);
	parse_arena = NULL;
	while (*root && end < line.at + line.n && *end == ' ')
		end++;
	if (*root && end == line.at + line.n)
		return TCN_OK;
	if (*root)
		return refuse_at(err, (size_t)(end - line.at),
		    "something follows the JSON object; write one object a "
		    "line");
	return refuse_json(line, (size_t)(end - line.at), err);
}

static enum tcn_rc
check_kind(const cJSON *root, struct tcn_err *err)
{
	if (cJSON_IsArray(root))
		return refuse_at(err, 0,
		    "the line is an array; write one object a line, for "
		    "example with jq -c '.[]'");
	if (!cJSON_IsObject(root))
		return refuse_at(err, 0, "the line is not a JSON object");
	return TCN_OK;
}

static enum tcn_rc
parse_any(struct tcn_str json, struct tcn_arena *arena, const cJSON **root,
    struct tcn_err *err)
{
	enum tcn_rc rc = parse(json, arena, root, err);

	return rc ? rc : check_kind(*root, err);
}

enum tcn_rc
tcn_json_tree(struct tcn_str line, struct tcn_arena *arena,
    const struct cJSON **root, struct tcn_err *err)
{
	struct tcn_str json = tcn_str_trim(line);
	enum tcn_rc rc;

	assert(arena && root);
	if (err)
		err->column = 0;
	*root = NULL;
	rc = check_bytes(json, err);
	if (rc == TCN_OK)
		*root = tcn_json_flat(json, arena);
	if (rc == TCN_OK && !*root)
		rc = parse_any(json, arena, root, err);
	if (err && err->column)
		err->column += (size_t)(json.at - line.at);
	return rc;
}
