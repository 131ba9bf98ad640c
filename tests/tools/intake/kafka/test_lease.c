/*
 * The lease against what may happen to detectors and a log: records that are
 * late, lost or overtaken, detectors that are frozen, die, are cut off or read
 * slowly. At no moment may two of them send, and no two lead in one epoch.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/base/random.h"
#include "tools/intake/kafka/lease.h"

#define DETECTORS  3
#define RECORDS    20000 /* of the log */
#define FLYING     64 /* records of a detector that are under way */
#define SESSION_MS 1000
#define STEP_MS    20
#define STEPS      3000
#define CALM_STEPS 300 /* at the end nothing goes wrong */

struct flying {
	struct tcn_lease_record record;
	int64_t at_ms; /* it arrives; 0: none */
};

struct detector {
	struct tcn_lease lease;
	size_t read; /* of the log */
	int64_t skew_ms; /* of its clock */
	int64_t frozen_until, cut_until; /* both by the one true clock */
	struct flying flying[FLYING];
	unsigned lives;
};

static struct tcn_lease_record log_of[RECORDS];
static size_t log_n;
static char leader_of[RECORDS][TCN_LEASE_ID_BYTES]; /* of each epoch */

static void
be_born(struct detector *d, int i, int64_t now_ms)
{
	uint64_t epoch = d->lives ? d->lease.epoch : 0;
	char self[TCN_LEASE_ID_BYTES];

	snprintf(self, sizeof self, "host%d-%u", i, d->lives++);
	tcn_lease_init(&d->lease, self, SESSION_MS, epoch, (int64_t)d->read,
	    log_n == 0, now_ms + d->skew_ms);
}

static void
send(struct detector *d, const struct tcn_lease_record *record, int64_t at_ms)
{
	for (int i = 0; i < FLYING; i++)
		if (!d->flying[i].at_ms) {
			d->flying[i] = (struct flying){ *record, at_ms };
			return;
		}
}

/* What has arrived by now is appended. */
static void
deliver(struct detector *d, int64_t now_ms)
{
	for (int i = 0; i < FLYING; i++) {
		struct flying *one = &d->flying[i];

		if (!one->at_ms || one->at_ms > now_ms || d->cut_until > now_ms)
			continue;
		ck_assert_uint_lt(log_n, RECORDS);
		log_of[log_n++] = one->record;
		one->at_ms = 0;
	}
}

static void
read_log(struct detector *d, int64_t now_ms, size_t most)
{
	for (; most && d->read < log_n; most--, d->read++)
		tcn_lease_read(&d->lease, &log_of[d->read], (int64_t)d->read,
		    now_ms + d->skew_ms);
}

/* One of these befalls a detector now and then. */
static void
trouble(uint64_t *rng, struct detector *d, int i, int64_t now_ms)
{
	switch (random_below(rng, 400)) {
	case 0:
		d->frozen_until = now_ms + (int64_t)random_below(rng, 4000);
		break;
	case 1:
		d->cut_until = now_ms + (int64_t)random_below(rng, 4000);
		break;
	case 2: /* killed: what is under way may still arrive */
		be_born(d, i, now_ms);
		break;
	default:
		break;
	}
}

static void
live(uint64_t *rng, struct detector *d, int64_t now_ms, bool calm)
{
	struct tcn_lease_record record;
	int64_t late_ms = (int64_t)random_below(rng, 3 * STEP_MS);

	if (now_ms < d->frozen_until)
		return;
	if (!calm && random_below(rng, 20) == 0)
		late_ms = (int64_t)random_below(rng, 3 * SESSION_MS);
	if (now_ms >= d->cut_until)
		read_log(d, now_ms, calm ? SIZE_MAX : random_below(rng, 4));
	if (tcn_lease_due(&d->lease, now_ms + d->skew_ms, &record) &&
	    (calm || random_below(rng, 15)))
		send(d, &record, now_ms + 1 + late_ms);
}

/* How many may send now. A frozen one looks when it goes on, so it counts. */
static int
leaders(struct detector *all, int64_t now_ms)
{
	int n = 0;

	for (int i = 0; i < DETECTORS; i++) {
		const struct tcn_lease *lease = &all[i].lease;
		char *leader;

		if (!tcn_lease_leads(lease, now_ms + all[i].skew_ms))
			continue;
		n++;
		leader = leader_of[lease->epoch];
		if (!*leader)
			memcpy(leader, lease->self, sizeof lease->self);
		ck_assert_str_eq(leader, lease->self);
	}
	return n;
}

START_TEST(never_do_two_send)
{
	uint64_t rng = (uint64_t)_i + 1;
	struct detector all[DETECTORS] = { 0 };
	int64_t now_ms = 1000000;
	int led = 0;

	log_n = 0;
	memset(leader_of, 0, sizeof leader_of);
	for (int i = 0; i < DETECTORS; i++) {
		all[i].skew_ms = (int64_t)random_below(&rng, 100000);
		be_born(&all[i], i, now_ms);
	}
	for (int step = 0; step < STEPS; step++, now_ms += STEP_MS) {
		bool calm = step >= STEPS - CALM_STEPS;
		int n;

		for (int i = 0; i < DETECTORS; i++) {
			deliver(&all[i], now_ms);
			if (!calm)
				trouble(&rng, &all[i], i, now_ms);
			live(&rng, &all[i], now_ms, calm);
		}
		n = leaders(all, now_ms);
		ck_assert_int_le(n, 1);
		led += n;
	}
	ck_assert_int_eq(leaders(all, now_ms), 1);
	ck_assert_int_gt(led, STEPS / 3);
}
END_TEST

/* Reads all that was written, and says who leads. */
static bool
leads(struct tcn_lease *lease, const struct tcn_lease_record *records, size_t n,
    int64_t now_ms)
{
	for (size_t i = 0; i < n; i++)
		tcn_lease_read(lease, &records[i], (int64_t)i, now_ms);
	return tcn_lease_leads(lease, now_ms);
}

START_TEST(who_comes_first_leads_at_once_and_resigns_at_once)
{
	struct tcn_lease one, other;
	struct tcn_lease_record log[3];

	tcn_lease_init(&one, "one", SESSION_MS, 0, 0, true, 0);
	tcn_lease_init(&other, "other", SESSION_MS, 0, 0, true, 0);
	ck_assert(tcn_lease_due(&one, 0, &log[0]));
	ck_assert(tcn_lease_due(&other, 0, &log[1]));
	ck_assert(leads(&one, log, 2, 10));
	ck_assert(!leads(&other, log, 2, 10));
	ck_assert_uint_eq(other.epoch, 1);
	ck_assert(!tcn_lease_resign(&other, 10, &log[2]));
	ck_assert(tcn_lease_resign(&one, 10, &log[2]));
	ck_assert(!tcn_lease_leads(&one, 10));
	tcn_lease_read(&other, &log[2], 2, 600);
	ck_assert(tcn_lease_due(&other, 600, &log[0]));
	ck_assert_uint_eq(log[0].epoch, 2);
	tcn_lease_read(&other, &log[0], 3, 601);
	ck_assert(tcn_lease_leads(&other, 601));
}
END_TEST

START_TEST(a_claim_that_was_long_under_way_counts_for_nothing)
{
	struct tcn_lease one, other;
	struct tcn_lease_record first, late, again;

	tcn_lease_init(&one, "one", SESSION_MS, 0, 0, true, 0);
	tcn_lease_init(&other, "other", SESSION_MS, 0, 0, true, 0);
	ck_assert(tcn_lease_due(&one, 0, &first));
	tcn_lease_read(&one, &first, 0, 0);
	tcn_lease_read(&other, &first, 0, 0);
	/* It hears nothing for a session, and claims; that is not taken. */
	ck_assert(!tcn_lease_due(&other, SESSION_MS - 1, &late));
	ck_assert(tcn_lease_due(&other, SESSION_MS, &late));
	/* Meanwhile the leader goes on. */
	ck_assert(tcn_lease_due(&one, SESSION_MS, &again));
	tcn_lease_read(&one, &again, 1, SESSION_MS);
	tcn_lease_read(&one, &late, 2, SESSION_MS);
	tcn_lease_read(&other, &again, 1, SESSION_MS);
	tcn_lease_read(&other, &late, 2, SESSION_MS);
	ck_assert(tcn_lease_leads(&one, SESSION_MS));
	ck_assert(!tcn_lease_leads(&other, SESSION_MS));
}
END_TEST

START_TEST(who_starts_behind_the_claim_learns_from_a_renewal)
{
	const struct tcn_lease_record renewal = { TCN_LEASE_RENEW, 7, "one", -1,
		0 };
	struct tcn_lease lease;
	struct tcn_lease_record claim;

	tcn_lease_init(&lease, "late", SESSION_MS, 0, 50, false, 0);
	tcn_lease_read(&lease, &renewal, 50, 5);
	ck_assert_uint_eq(lease.epoch, 7);
	ck_assert_str_eq(lease.holder, "one");
	ck_assert(!tcn_lease_due(&lease, SESSION_MS + 4, &claim));
	ck_assert(tcn_lease_due(&lease, SESSION_MS + 5, &claim));
	ck_assert_uint_eq(claim.epoch, 8);
	ck_assert_int_eq(claim.after, 50);
}
END_TEST

TCN_TESTS(lease)
{
	tcase_add_loop_test(tc, never_do_two_send, 0, 600);
	tcase_add_test(tc, who_comes_first_leads_at_once_and_resigns_at_once);
	tcase_add_test(tc, a_claim_that_was_long_under_way_counts_for_nothing);
	tcase_add_test(tc, who_starts_behind_the_claim_learns_from_a_renewal);
}
