/*
 * tocsin show: prints one event or article of a store as JSON.
 */
#include <inttypes.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_read.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/pipeline/event_text.h"
#include "tools/verb/verb.h"

#define ITEMS_SHOWN 200

struct args {
	const char *db;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store to look in", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ 0 },
};

/* The state of one call. */
struct show {
	struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_buf out;
};

static void
placement_fields(struct tcn_buf *out, const struct tcn_placement *place)
{
	tcn_buf_printf(out, "%-12s%" PRIu64 "\n", "arrival", place->seq);
	if (place->has_fingerprint)
		tcn_buf_printf(out, "%-12s%016" PRIx64 "\n", "fingerprint",
		    place->fingerprint);
	else
		tcn_buf_printf(out, "%-12snone: too few features\n",
		    "fingerprint");
	if (place->story)
		tcn_buf_printf(out, "%-12s%" PRIu64 "\n", "story",
		    place->story);
	if (place->duplicate_of)
		tcn_buf_printf(out, "%-12sof arrival %" PRIu64 ", at %u bits\n",
		    "copy", place->duplicate_of, place->distance);
}

static enum tcn_rc
show_item(struct show *show, const struct tcn_store_item_row *item)
{
	struct tcn_buf *out = &show->out;
	struct tcn_store_item_list copies;
	char when[TCN_WHEN_BYTES];
	enum tcn_rc rc = tcn_store_sightings(show->store, item->place.seq,
	    ITEMS_SHOWN, &show->arena, &copies);

	if (rc)
		return rc;
	if (out->n)
		tcn_buf_char(out, '\n');
	tcn_event_text_field(out, "article", item->article.id);
	tcn_event_text_field(out, "title", item->article.title);
	tcn_event_text_field(out, "time",
	    tcn_str(tcn_when_text(item->place.ts_ms, when)));
	tcn_event_text_field(out, "source", item->article.source);
	tcn_event_text_field(out, "url", item->article.url);
	tcn_event_text_field(out, "language", item->article.lang);
	tcn_event_text_field(out, "category", item->article.category);
	tcn_event_text_field(out, "text", item->article.text);
	placement_fields(out, &item->place);
	tcn_event_text_items(out, "copies", &copies);
	return TCN_OK;
}

/* Shows the event with that id, else every article that has it. */
static enum tcn_rc
show_id(struct show *show, const char *id)
{
	struct tcn_store_item_list items;
	struct tcn_event *event;
	enum tcn_rc rc = tcn_store_event(show->store, id, &show->arena, &event);

	if (rc)
		return rc;
	if (event)
		return tcn_event_text(show->store, event, &show->arena,
		    &show->out);
	rc = tcn_store_items_by_id(show->store, tcn_str(id), &show->arena,
	    &items);
	for (size_t i = 0; !rc && i < items.n; i++)
		rc = show_item(show, &items.at[i]);
	return rc;
}

static int
run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct show show = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	(void)argc;
	if (!args->db) {
		tcn_say("which store? Name it with --db FILE");
		return TCN_EXIT_USAGE;
	}
	rc = tcn_store_open(args->db, TCN_STORE_READ_ONLY, &show.store, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_arena_init(&show.arena, 0);
	rc = show_id(&show, argv[0]);
	if (rc) {
		code = tcn_say_rc(rc, tcn_store_error(show.store));
	} else if (!show.out.n) {
		tcn_say("no event and no article has the id '%s'", argv[0]);
		code = TCN_EXIT_NO;
	} else {
		code = tcn_say_out(&show.out);
	}
	tcn_buf_fini(&show.out);
	tcn_arena_fini(&show.arena);
	tcn_store_close(show.store);
	return code;
}

const struct tcn_verb tcn_verb_show = {
	.name = "show",
	.summary = "show an event or an article of a store",
	.usage = "--db FILE ID",
	.details = "Of an event: its history and the items counted when it "
		   "fired. Of an article: what is stored, how it was placed "
		   "and where copies were seen.\n\nExit code 1: nothing has "
		   "that id.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
