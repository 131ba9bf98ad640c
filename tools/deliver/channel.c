#include "tools/deliver/channel.h"

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

void
tcn_sending_key(const struct tcn_sending *s, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%.*s-%" PRIu32 "-%s", TCN_STR_ARG(s->event),
	    s->revision, s->receiver->name);
}

/* The whole message: what programs read. */
static enum tcn_rc
write_whole(const struct tcn_receiver *receiver, const struct tcn_told *told,
    struct tcn_buf *out)
{
	(void)receiver;
	tcn_told_json(told, out);
	tcn_buf_char(out, '\n');
	return out->failed ? TCN_NOMEM : TCN_OK;
}

const struct tcn_channel tcn_channel_exec = {
	.name = "exec",
	.carrier = TCN_CARRIER_EXEC,
	.sends = TCN_SEND_OPEN | TCN_SEND_REOPENED,
	.takes = "command",
	.needs = "command",
	.write = write_whole,
};

const struct tcn_channel tcn_channel_file = {
	.name = "file",
	.carrier = TCN_CARRIER_FILE,
	.sends = TCN_SEND_ALL,
	.takes = "path",
	.needs = "path",
	.write = write_whole,
};
