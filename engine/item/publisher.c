#include "engine/item/publisher.h"

#include <assert.h>
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"
#include "engine/text/fold.h"

/* ASCII capitals become small letters, runs of blanks one space. */
static void
copy_lower(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *name)
{
	char *at = tcn_arena_alloc(arena, s.n);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!tcn_ascii_is_blank(s.at[i]))
			at[n++] = tcn_ascii_lower(s.at[i]);
		else if (i && !tcn_ascii_is_blank(s.at[i - 1]))
			at[n++] = ' ';
	}
	*name = (struct tcn_str){ at, n };
}

void
tcn_publisher_name(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str source, struct tcn_str *name)
{
	struct tcn_str site = tcn_url_site(url);

	assert(arena && name);
	*name = (struct tcn_str){ 0 };
	if (site.n) {
		copy_lower(arena, site, name);
		return;
	}
	source = tcn_str_trim(source);
	if (!source.n)
		return;
	copy_lower(arena, source, name);
	if (tcn_utf8_ascii_n(*name) != name->n) {
		/* Folds the name by Unicode's rules, in arena. */
		struct tcn_buf buf = { 0 };

		tcn_fold(*name, &buf);
		tcn_arena_str(arena, tcn_buf_view(&buf), name);
		tcn_buf_fini(&buf);
	}
}

void
tcn_publisher_id(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str source, uint64_t *id)
{
	struct tcn_str name;

	tcn_publisher_name(arena, url, source, &name);
	*id = name.n ? XXH3_64bits(name.at, name.n) : 0;
}
