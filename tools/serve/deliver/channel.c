#include "tools/serve/deliver/channel.h"

#include <assert.h>
#include <inttypes.h>

static const struct tcn_channel *const channels[] = {
	&tcn_channel_webhook,
	&tcn_channel_slack,
	&tcn_channel_teams,
	&tcn_channel_discord,
	&tcn_channel_alertmanager,
	&tcn_channel_smtp,
	&tcn_channel_exec,
	&tcn_channel_file,
};

const struct tcn_channel *
tcn_channel_at(size_t i)
{
	return i < sizeof channels / sizeof *channels ? channels[i] : NULL;
}

const struct tcn_channel *
tcn_channel_find(const char *name)
{
	for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
		if (strcmp(channels[i]->name, name) == 0)
			return channels[i];
	return NULL;
}

/* Programs and files get the whole message as one line of JSON. */
static void
write_whole(const struct tcn_receiver *receiver,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	(void)receiver;
	tcn_message_json(message, out);
	tcn_buf_char(out, '\n');
}

const struct tcn_channel tcn_channel_exec = {
	.name = "exec",
	.transport = TCN_CHANNEL_TRANSPORT_EXEC,
	.sends = TCN_RECEIVER_SENDS_OPEN | TCN_RECEIVER_SENDS_REOPENED,
	.takes = "command",
	.needs = "command",
	.write = write_whole,
};

const struct tcn_channel tcn_channel_file = {
	.name = "file",
	.transport = TCN_CHANNEL_TRANSPORT_FILE,
	.sends = TCN_RECEIVER_SENDS_ALL,
	.takes = "path",
	.needs = "path",
	.write = write_whole,
};
