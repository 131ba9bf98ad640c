/*
 * A record of the topic of the lease from anywhere: it is refused with words,
 * or what it says is written and read again as the same.
 */
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/intake/kafka/lease_record.h"

static void
must_be_same(const struct tcn_lease_entry *one,
    const struct tcn_lease_entry *other)
{
	must(one->what == other->what);
	must(one->reach.revision == other->reach.revision);
	must(strcmp(one->reach.event, other->reach.event) == 0);
	must(one->lease.kind == other->lease.kind);
	must(one->lease.epoch == other->lease.epoch);
	must(one->lease.after == other->lease.after ||
	    one->lease.kind != TCN_LEASE_CLAIM);
	must(strcmp(one->lease.by, other->lease.by) == 0);
	must(one->end.revision == other->end.revision);
	must(one->end.step == other->end.step);
	must(one->end.state == other->end.state);
	must(tcn_str_equal(one->end.event, other->end.event));
	must(tcn_str_equal(one->end.receiver, other->end.receiver));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct tcn_str value = { (const char *)data, size };
	struct tcn_lease_entry entry, again;
	struct tcn_err err = { .text = "" };
	struct tcn_buf bytes = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	if (tcn_lease_record_parse(value, &arena, &entry, &err) != TCN_OK) {
		must(err.text[0] != '\0');
		tcn_arena_fini(&arena);
		return 0;
	}
	if (entry.what == TCN_LEASE_OF_EVENTS)
		tcn_lease_record_write_reach(&entry.reach, &bytes);
	else if (entry.what == TCN_LEASE_OF_MESSAGE)
		tcn_lease_record_write_end(&entry.end, &bytes);
	else
		tcn_lease_record_write(&entry.lease, &entry.place, &bytes);
	must(tcn_lease_record_parse(tcn_buf_view(&bytes), &arena, &again,
		 &err) == TCN_OK);
	must_be_same(&entry, &again);
	tcn_buf_fini(&bytes);
	tcn_arena_fini(&arena);
	return 0;
}
