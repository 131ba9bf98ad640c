/*
 * A file of receivers from anywhere: reading it ends and leaks nothing, the
 * set is sound, and each receiver can write a message that its kind accepts.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/yaml_leaks.h"
#include "tools/serve/deliver/channel.h"

static void
write_one(const struct tcn_receiver *r)
{
	struct tcn_event event;
	struct tcn_message_content message;
	struct tcn_buf out = { 0 };
	struct tcn_json_value value;
	struct tcn_arena arena;
	struct tcn_str text;

	tcn_arena_init(&arena, 0);
	tcn_message_sample(r->words, &event, &message);
	r->channel->write(r, &message, &out);
	text = tcn_str_trim(tcn_buf_view(&out));
	if (r->channel->transport != TCN_CHANNEL_TRANSPORT_MAIL &&
	    text.at[0] == '{')
		must(tcn_json_read(text, &arena, &value, NULL) == TCN_OK);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };

	if (tcn_receiver_set_parse("fuzz", text, &all, &err) == TCN_OK) {
		must(tcn_receiver_set_check(all, &err) == TCN_OK);
		for (size_t i = 0; i < all->n; i++)
			write_one(&all->at[i]);
		tcn_receiver_set_free(all);
	} else {
		must(err.text[0] != '\0');
	}
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
