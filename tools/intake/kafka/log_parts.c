#include "tools/intake/kafka/log_parts.h"

#include "engine/base/mem.h"

#define ASK_MS 1000

void
tcn_log_parts_init(struct tcn_log_parts *parts,
    const struct tcn_kafka_plugin *plugin, struct tcn_kafka_client *client,
    const char *topic, size_t n)
{
	*parts = (struct tcn_log_parts){
		.plugin = plugin,
		.client = client,
		.topic = topic,
		.at = tcn_mem_calloc(n, sizeof *parts->at),
		.places = tcn_mem_calloc(n, sizeof *parts->places),
		.n = n,
	};
}

void
tcn_log_parts_fini(struct tcn_log_parts *parts)
{
	tcn_mem_free(parts->at);
	tcn_mem_free(parts->places);
	parts->at = NULL;
	parts->places = NULL;
	parts->n = 0;
}

static bool
is_among(const int32_t *partitions, size_t n, size_t i)
{
	while (n > 0)
		if ((size_t)partitions[--n] == i)
			return true;
	return false;
}

/* What is given anew is read from where the group is, which is not known here;
 * what is kept goes on. */
void
tcn_log_parts_assign(struct tcn_log_parts *parts, const int32_t *partitions,
    size_t n)
{
	for (size_t i = 0; i < parts->n; i++) {
		struct tcn_log_part *part = &parts->at[i];
		bool ours = is_among(partitions, n, i);

		if (!ours || !part->ours)
			part->next = part->end = -1;
		part->ours = ours;
	}
}

void
tcn_log_parts_read(struct tcn_log_parts *parts,
    const struct tcn_kafka_message *message)
{
	struct tcn_log_part *part;

	if ((size_t)message->partition >= parts->n)
		return; /* the topic has grown */
	part = &parts->at[message->partition];
	part->messages++;
	if (part->ours)
		part->next = message->offset + 1;
}

/* Where the group is in partitions of which nothing was read yet. */
static void
find_places(struct tcn_log_parts *parts)
{
	struct tcn_kafka_place *places = parts->places;
	char why[TCN_KAFKA_WHY_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < parts->n; i++)
		if (parts->at[i].ours && parts->at[i].next < 0)
			places[n++].partition = (int32_t)i;
	if (!n ||
	    !parts->plugin->places(parts->client, parts->topic, places, n,
		ASK_MS, why))
		return;
	for (size_t i = 0; i < n; i++)
		parts->at[places[i].partition].next = places[i].offset;
}

/* Where a partition ends: what reading it has shown or, if nothing has, what a
 * broker says when asked. False: none does. */
static bool
find_end(struct tcn_log_parts *parts, size_t i)
{
	struct tcn_log_part *part = &parts->at[i];
	bool from_first = part->next == TCN_KAFKA_FROM_BEGINNING;
	char why[TCN_KAFKA_WHY_BYTES];
	int64_t low;

	if (parts->plugin->bounds(parts->client, parts->topic, (int32_t)i, 0,
		&low, &part->end, why) &&
	    part->end >= 0 && !from_first)
		return true;
	if (!parts->plugin->bounds(parts->client, parts->topic, (int32_t)i,
		ASK_MS, &low, &part->end, why)) {
		part->end = -1;
		return false;
	}
	if (from_first)
		part->next = low;
	return true;
}

void
tcn_log_parts_ask(struct tcn_log_parts *parts)
{
	bool answered = true;

	find_places(parts);
	for (size_t i = 0; answered && i < parts->n; i++)
		answered = !parts->at[i].ours || find_end(parts, i);
}
