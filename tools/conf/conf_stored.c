#include "tools/conf/conf_stored.h"

#include <inttypes.h>

#include "sql/store_read.h"
#include "sql/store_retain.h"
#include "tools/base/say.h"
#include "tools/conf/conf_value.h"
#include "tools/conf/dictionaries.h"
#include "tools/intake/tagger/tagger_data.h"

enum {
	WARNED_MAX = 8, /* settings named one by one */
};

/* Whether a setting is of a section that changes which events fire. */
static bool
decides(const char *key)
{
	static const char *const sections[] = { "text.", "time.", "df.",
		"near.", "shingle.", "pairs.", "lsh.", "category.", "story.",
		"rules." };

	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (strncmp(key, sections[i], strlen(sections[i])) == 0)
			return true;
	return false;
}

static void
put_dictionaries(const struct tcn_conf *conf, struct tcn_buf *out)
{
	tcn_buf_z(out, "story.dictionaries.content=");
	tcn_dictionaries_text(conf->story.dictionaries, out);
	tcn_buf_char(out, '\n');
}

/* Without a tagger nothing depends on what is installed. */
static void
put_taggers(const struct tcn_conf *conf, struct tcn_buf *out)
{
	if (conf->text.tagger == TCN_CONF_TAGGER_NONE)
		return;
	tcn_buf_z(out, "text.tagger.content=");
	tcn_tagger_data_text(conf->text.tagger_data, out);
	tcn_buf_char(out, '\n');
}

/* The hash of the rules stands for their content; the file's name is a setting
 * like others. */
void
tcn_conf_stored_text(const struct tcn_conf *conf,
    const struct tcn_rulebook *book, struct tcn_buf *out)
{
	const struct tcn_conf_row *row;

	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		if (row->kind == TCN_CONF_SECTION || !decides(row->key))
			continue;
		tcn_buf_printf(out, "%s=", row->key);
		tcn_conf_value_print(row, (const char *)conf + row->at, out);
		tcn_buf_char(out, '\n');
	}
	put_dictionaries(conf, out);
	put_taggers(conf, out);
	if (book && book->hash)
		tcn_buf_printf(out, "rules.content=xxh3 %016" PRIx64 "\n",
		    book->hash);
}

bool
tcn_conf_stored_line(struct tcn_str *text, struct tcn_str *line)
{
	const char *end = text->n ? memchr(text->at, '\n', text->n) : NULL;

	if (!text->n)
		return false;
	*line = *text;
	if (end)
		line->n = (size_t)(end - text->at);
	text->at += line->n + (end != NULL);
	text->n -= line->n + (end != NULL);
	return true;
}

/* The line of text that begins with a key of n bytes, or an empty one. */
static struct tcn_str
find_key(struct tcn_str text, const char *key, size_t n)
{
	struct tcn_str line;

	while (tcn_conf_stored_line(&text, &line))
		if (line.n > n && memcmp(line.at, key, n) == 0)
			return line;
	return (struct tcn_str){ "", 0 };
}

bool
tcn_conf_stored_has(struct tcn_str text, struct tcn_str wanted)
{
	struct tcn_str line;

	while (tcn_conf_stored_line(&text, &line))
		if (tcn_str_equal(line, wanted))
			return true;
	return false;
}

/* Warns of settings that differ. One that stands on one side only is new or
 * gone with a release, and is no difference. */
static void
warn_of_differences(struct tcn_str then, struct tcn_str now)
{
	struct tcn_str line;
	unsigned warned = 0;

	while (tcn_conf_stored_line(&now, &line)) {
		const char *equals = memchr(line.at, '=', line.n);
		size_t n = equals ? (size_t)(equals - line.at) + 1 : 0;
		struct tcn_str old = find_key(then, line.at, n);

		if (!n || !old.n || tcn_str_equal(old, line))
			continue;
		if (++warned <= WARNED_MAX)
			tcn_say("warning: the store was filled with %.*s; from "
				"here on it is %.*s",
			    TCN_STR_ARG(old), (int)(line.n - n), equals + 1);
	}
	if (warned > WARNED_MAX)
		tcn_say("warning: and %u more settings", warned - WARNED_MAX);
}

enum tcn_rc
tcn_conf_stored_read(const struct tcn_store *store, struct tcn_arena *arena,
    struct tcn_str *text)
{
	return tcn_store_get_meta(store, TCN_CONF_STORED_META, arena, text);
}

static enum tcn_rc
warn_of_copies(const struct tcn_store *store)
{
	struct tcn_store_removed removed[TCN_STORE_KEPT_KINDS];
	enum tcn_rc rc = tcn_store_removed(store, removed);

	if (!rc && removed[TCN_STORE_KEPT_COPIES].n)
		tcn_say("warning: %" PRIu64 " copies were not kept in this "
			"store (store.copies: drop), and cannot be replayed",
		    removed[TCN_STORE_KEPT_COPIES].n);
	return rc;
}

enum tcn_rc
tcn_conf_stored_warn(const struct tcn_store *store, const struct tcn_conf *conf)
{
	struct tcn_buf now = { 0 };
	struct tcn_arena arena;
	struct tcn_str then;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 4096);
	put_dictionaries(conf, &now);
	rc = tcn_conf_stored_read(store, &arena, &then);
	if (!rc && then.at)
		warn_of_differences(then, tcn_buf_view(&now));
	tcn_arena_fini(&arena);
	tcn_buf_fini(&now);
	return rc ? rc : warn_of_copies(store);
}

/* Warns if the stored lines differ from now, and stores now. */
static enum tcn_rc
update_stored(struct tcn_store_tx *tx, struct tcn_str now)
{
	struct tcn_arena arena;
	struct tcn_str then;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 4096);
	rc = tcn_conf_stored_read(tcn_store_of(tx), &arena, &then);
	if (!rc && (!then.at || !tcn_str_equal(then, now))) {
		if (then.at)
			warn_of_differences(then, now);
		rc = tcn_store_put_meta(tx, TCN_CONF_STORED_META, now);
	}
	tcn_arena_fini(&arena);
	return rc;
}

enum tcn_rc
tcn_conf_stored_record(struct tcn_store_tx *tx, const struct tcn_conf *conf,
    const struct tcn_rulebook *book)
{
	struct tcn_buf now = { 0 };
	enum tcn_rc rc;

	tcn_conf_stored_text(conf, book, &now);
	rc = update_stored(tx, tcn_buf_view(&now));
	tcn_buf_fini(&now);
	return rc;
}
