#include "tools/intake/kafka/lease.h"

#include <assert.h>
#include <string.h>

void
tcn_lease_init(struct tcn_lease *lease, const char *self, int64_t session_ms,
    uint64_t epoch, int64_t next, bool untouched, int64_t now_ms)
{
	assert(strlen(self) < TCN_LEASE_ID_BYTES && *self && session_ms > 0);
	*lease = (struct tcn_lease){
		.session_ms = session_ms,
		.epoch = epoch,
		.untouched = untouched,
		.began_at = next,
		.read_at = next - 1,
		.last_at = -1,
		.other_at = -1,
		.heard_ms = now_ms,
	};
	memcpy(lease->self, self, strlen(self) + 1);
}

/* --- reading --- */

/* The last claim or renewal before this one that is not by the same. */
static int64_t
last_of_others(const struct tcn_lease *lease, const char *by)
{
	return strcmp(lease->last_by, by) == 0 ? lease->other_at
					       : lease->last_at;
}

static void
hold(struct tcn_lease *lease, const struct tcn_lease_record *record)
{
	lease->epoch = record->epoch;
	memcpy(lease->holder, record->by, sizeof record->by);
	lease->resigned = false;
	if (strcmp(record->by, lease->self) == 0)
		lease->holds_ms = record->wrote_ms;
}

static bool
is_holders(const struct tcn_lease *lease, const struct tcn_lease_record *record)
{
	return record->epoch == lease->epoch &&
	    (!*lease->holder || strcmp(lease->holder, record->by) == 0);
}

/* Renewals of a higher epoch are of one whose claim the log no longer holds. */
static void
read_renewal(struct tcn_lease *lease, const struct tcn_lease_record *record)
{
	if (record->epoch > lease->epoch || is_holders(lease, record))
		hold(lease, record);
}

/* first: no other wrote since the claimant read, as far as we have read. */
static void
read_claim(struct tcn_lease *lease, const struct tcn_lease_record *record,
    bool first)
{
	if (record->epoch <= lease->epoch || !first)
		return;
	hold(lease, record);
	if (record->after + 1 < lease->began_at)
		lease->holder[0] = '\0'; /* it may not count */
}

void
tcn_lease_skip(struct tcn_lease *lease, int64_t offset)
{
	lease->untouched = false;
	lease->read_at = offset;
}

void
tcn_lease_read(struct tcn_lease *lease, const struct tcn_lease_record *record,
    int64_t offset, int64_t now_ms)
{
	bool first = last_of_others(lease, record->by) <= record->after;

	tcn_lease_skip(lease, offset);
	if (record->kind == TCN_LEASE_RESIGN) {
		lease->resigned |= is_holders(lease, record);
		return;
	}
	if (strcmp(lease->last_by, record->by) != 0) {
		lease->other_at = lease->last_at;
		memcpy(lease->last_by, record->by, sizeof record->by);
	}
	lease->last_at = offset;
	if (strcmp(record->by, lease->self) != 0)
		lease->heard_ms = now_ms;
	if (record->kind == TCN_LEASE_RENEW)
		read_renewal(lease, record);
	else
		read_claim(lease, record, first);
}

/* --- writing --- */

static bool
is_ours(const struct tcn_lease *lease)
{
	return !lease->resigned && strcmp(lease->holder, lease->self) == 0;
}

static void
write_record(struct tcn_lease *lease, enum tcn_lease_kind kind, int64_t now_ms,
    struct tcn_lease_record *record)
{
	*record = (struct tcn_lease_record){
		.kind = kind,
		.epoch = lease->epoch + (kind == TCN_LEASE_CLAIM),
		.after = lease->read_at,
		.wrote_ms = now_ms,
	};
	memcpy(record->by, lease->self, sizeof lease->self);
	lease->wrote = true;
	lease->wrote_ms = now_ms;
}

static bool
is_vacant(const struct tcn_lease *lease, int64_t now_ms)
{
	return lease->resigned || lease->untouched ||
	    now_ms - lease->heard_ms >= lease->session_ms;
}

bool
tcn_lease_due(struct tcn_lease *lease, int64_t now_ms,
    struct tcn_lease_record *record)
{
	bool ours = is_ours(lease);
	int64_t wait_ms = lease->session_ms / (ours ? 5 : 2);

	if (lease->wrote && now_ms - lease->wrote_ms < wait_ms)
		return false;
	if (!ours && !is_vacant(lease, now_ms))
		return false;
	write_record(lease, ours ? TCN_LEASE_RENEW : TCN_LEASE_CLAIM, now_ms,
	    record);
	return true;
}

bool
tcn_lease_resign(struct tcn_lease *lease, int64_t now_ms,
    struct tcn_lease_record *record)
{
	if (!is_ours(lease))
		return false;
	write_record(lease, TCN_LEASE_RESIGN, now_ms, record);
	lease->resigned = true;
	return true;
}

bool
tcn_lease_leads(const struct tcn_lease *lease, int64_t now_ms)
{
	return is_ours(lease) &&
	    now_ms - lease->holds_ms <
	    lease->session_ms - lease->session_ms / 5;
}
