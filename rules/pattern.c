#include "rules/pattern.h"

#include <assert.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/base/mem.h"

const struct tcn_pattern_letter tcn_pattern_letters[] = {
	{ 'i', TCN_PATTERN_CASELESS },
	{ 'm', TCN_PATTERN_LINES },
	{ 's', TCN_PATTERN_DOT_ALL },
	{ 'x', TCN_PATTERN_SPACED },
	{ 'u', 0 },
	{ 0 },
};

/* The bounds of one match. */
enum {
	STEPS_MAX = 100000,
	HEAP_MAX_KIB = 1024,
	DEPTH_MAX = 10000, /* of backtracking */
};

enum {
	ALWAYS = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C,
};

struct tcn_pattern {
	pcre2_general_context *memory;
	pcre2_match_context *bounds;
	pcre2_code *code;
	pcre2_match_data *match;
	uint64_t given_up;
};

static void *
mem_malloc(size_t n, void *ctx)
{
	(void)ctx;
	return tcn_mem_alloc(n);
}

static void
mem_free(void *p, void *ctx)
{
	(void)ctx;
	tcn_mem_free(p);
}

void
tcn_pattern_free(struct tcn_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_match_data_free(pattern->match);
	pcre2_code_free(pattern->code);
	pcre2_match_context_free(pattern->bounds);
	pcre2_general_context_free(pattern->memory);
	tcn_mem_free(pattern);
}

static uint32_t
options(unsigned flags)
{
	return ALWAYS | (flags & TCN_PATTERN_CASELESS ? PCRE2_CASELESS : 0) |
	    (flags & TCN_PATTERN_LINES ? PCRE2_MULTILINE : 0) |
	    (flags & TCN_PATTERN_DOT_ALL ? PCRE2_DOTALL : 0) |
	    (flags & TCN_PATTERN_SPACED ? PCRE2_EXTENDED : 0);
}

static enum tcn_rc
compile(struct tcn_pattern *pattern, struct tcn_str text, unsigned flags,
    struct tcn_err *err)
{
	pcre2_compile_context *compiling =
	    tcn_mem_must(pcre2_compile_context_create(pattern->memory));
	PCRE2_UCHAR why[160] = "";
	PCRE2_SIZE at = 0;
	int code = 0;

	pattern->code = pcre2_compile((PCRE2_SPTR)text.at, text.n,
	    options(flags), &code, &at, compiling);
	pcre2_compile_context_free(compiling);
	if (pattern->code)
		return TCN_OK;
	if (code == PCRE2_ERROR_NOMEMORY || code == PCRE2_ERROR_HEAP_FAILED)
		tcn_mem_end();
	pcre2_get_error_message(code, why, sizeof why);
	/* PCRE2 counts bytes, people count characters. */
	for (size_t i = at = at < text.n ? at : text.n; i > 0; i--)
		at -= ((unsigned char)text.at[i - 1] & 0xc0) == 0x80;
	tcn_err_at(err, NULL, 0, at + 1);
	return tcn_err_set(err, TCN_INVALID,
	    "the pattern '%.*s' is wrong at its character %zu: %s",
	    (int)(text.n < 80 ? text.n : 80), text.at, at + 1,
	    (const char *)why);
}

enum tcn_rc
tcn_pattern_new(struct tcn_str text, unsigned flags, struct tcn_pattern **out,
    struct tcn_err *err)
{
	struct tcn_pattern *pattern;
	enum tcn_rc rc;

	*out = NULL;
	if (!text.n || text.n > TCN_PATTERN_BYTES_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    text.n ? "the pattern is over %d bytes long"
			   : "the pattern is empty (at most %d bytes)",
		    TCN_PATTERN_BYTES_MAX);
	pattern = tcn_mem_calloc(1, sizeof *pattern);
	pattern->memory = tcn_mem_must(pcre2_general_context_create(mem_malloc,
	    mem_free, NULL));
	rc = compile(pattern, text, flags, err);
	if (rc) {
		tcn_pattern_free(pattern);
		return rc;
	}
	/* Where there is no JIT the interpreter matches. */
	(void)pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
	pattern->bounds =
	    tcn_mem_must(pcre2_match_context_create(pattern->memory));
	pattern->match =
	    tcn_mem_must(pcre2_match_data_create(1, pattern->memory));
	pcre2_set_match_limit(pattern->bounds, STEPS_MAX);
	pcre2_set_depth_limit(pattern->bounds, DEPTH_MAX);
	pcre2_set_heap_limit(pattern->bounds, HEAP_MAX_KIB);
	*out = pattern;
	return TCN_OK;
}

static int
match(struct tcn_pattern *pattern, struct tcn_str text, uint32_t how)
{
	return pcre2_match(pattern->code, (PCRE2_SPTR)(text.at ? text.at : ""),
	    text.n, 0, how, pattern->match, pattern->bounds);
}

bool
tcn_pattern_matches(struct tcn_pattern *pattern, struct tcn_str text)
{
	int found;

	assert(pattern != NULL);
	if (text.n > TCN_PATTERN_TEXT_MAX)
		text.n = TCN_PATTERN_TEXT_MAX;
	while (text.n && ((unsigned char)text.at[text.n - 1] & 0xc0) == 0x80 &&
	    text.n == TCN_PATTERN_TEXT_MAX)
		text.n--;
	found = match(pattern, text, 0);
	/* Machine code has little stack; the interpreter uses the heap. */
	if (found == PCRE2_ERROR_JIT_STACKLIMIT)
		found = match(pattern, text, PCRE2_NO_JIT);
	pattern->given_up += found < 0 && found != PCRE2_ERROR_NOMATCH;
	return found >= 0;
}

uint64_t
tcn_pattern_given_up(const struct tcn_pattern *pattern)
{
	return pattern->given_up;
}
