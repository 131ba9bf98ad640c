#include "tests/base/run.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tests/window/cluster/cluster_model.h"
#include "window/base/state.h"
#include "window/cluster/clusters_impl.h"

enum {
	HORIZON_MS = 20000,
	STEP_MS = 40, /* between items */
};

static struct tcn_clusters_conf
small_conf(void)
{
	struct tcn_clusters_conf conf = tcn_clusters_conf_default;

	conf.horizon_ms = HORIZON_MS;
	conf.saved = true;
	return conf;
}

static struct tcn_clusters *
new_clusters(const struct tcn_clusters_conf *conf)
{
	struct tcn_clusters *clusters = NULL;

	clusters = tcn_clusters_new(conf);
	return clusters;
}

/* What a stream is made of. */
enum shape {
	MIXED, /* some of one event, some alone, a little out of order */
	EQUAL, /* all have the same words */
	ONE_WORD, /* all share some words, and differ in the others */
	SHORT, /* hardly any words */
	SHAPES,
};

static void
next_item(enum shape shape, uint64_t seq, int64_t now_ms, uint64_t *seed,
    struct model_item *item)
{
	uint32_t event = random_below(seed, 12);
	size_t n =
	    shape == SHORT ? random_below(seed, 4) : 4 + random_below(seed, 8);

	*item = (struct model_item){
		.seq = seq,
		.ts_ms = now_ms -
		    (random_below(seed, 4) ? 0 : random_below(seed, 3000)),
		.origin = random_below(seed, 3) ? seq : 1 + seq / 9,
		.words_n = n,
	};
	for (size_t i = 0; i < n; i++) {
		uint32_t word = random_below(seed, 5)
		    ? 1000 * event + random_below(seed, 12)
		    : random_below(seed, 5000);

		if (shape == EQUAL)
			word = (uint32_t)(i % 4);
		else if (shape == ONE_WORD)
			word = i < 3 ? (uint32_t)i : random_below(seed, 40);
		item->words[i] = word * 2654435761u;
	}
}

static void
add_both(struct model *model, struct tcn_clusters *clusters,
    const struct model_item *item, int64_t now_ms)
{
	const struct model_item *added = model_add(model, item, now_ms);
	struct tcn_clusters_item view = model_view(item);
	struct tcn_clusters_step step;

	tcn_clusters_expire(clusters, now_ms);
	tcn_clusters_insert(clusters, &view, now_ms, &step);
	ck_assert_uint_eq(step.cluster, added->cluster);
	if (step.cluster)
		model_compare(model, clusters, step.cluster, now_ms);
	for (size_t i = 0; i < step.merged_n; i++)
		model_compare(model, clusters, step.merged[i], now_ms);
}

static void
run_shape(const struct tcn_clusters_conf *conf, enum shape shape, size_t n)
{
	struct tcn_clusters *clusters = new_clusters(conf);
	int64_t now_ms = 1000000;
	uint64_t seed = 1 + (uint64_t)shape;
	struct model model;

	model_init(&model, conf);
	for (size_t i = 0; i < n; i++) {
		struct model_item item;

		now_ms += i == n / 2 ? HORIZON_MS - 100
				     : random_below(&seed, 2 * STEP_MS);
		next_item(shape, 1 + i, now_ms, &seed, &item);
		add_both(&model, clusters, &item, now_ms);
		if (i % 50 == 0)
			ck_sound(tcn_clusters_check, clusters);
	}
	for (size_t i = 0; i < model.n; i++)
		if (model.items[i].cluster)
			model_compare(&model, clusters, model.items[i].cluster,
			    now_ms);
	tcn_clusters_free(clusters);
	model_fini(&model);
}

START_TEST(clusters_are_connected_components)
{
	struct tcn_clusters_conf conf = small_conf();

	run_shape(&conf, (enum shape)_i, 1500);
	conf.jaccard = 0.5;
	conf.least_bands = 3;
	run_shape(&conf, (enum shape)_i, 800);
	conf.jaccard = 0.778;
	conf.estimate = TCN_MINHASH_SETS;
	run_shape(&conf, (enum shape)_i, 800);
	conf.minhash = (struct tcn_minhash_conf){ 30, 4, 7 };
	conf.jaccard = 0.2;
	conf.least_bands = 1;
	run_shape(&conf, (enum shape)_i, 800);
	conf.horizon_ms = 0; /* for ever */
	run_shape(&conf, (enum shape)_i, 800);
}
END_TEST

START_TEST(a_leader_bounds_its_cluster)
{
	struct tcn_clusters_conf conf = small_conf();

	conf.link = TCN_CLUSTERS_LEADER;
	run_shape(&conf, (enum shape)_i, 1500);
	conf.jaccard = 0.5;
	run_shape(&conf, (enum shape)_i, 800);
}
END_TEST

/* With no window, the end is what all pairs at once give. */
START_TEST(a_batch_is_its_components)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters *clusters;
	uint64_t seed = 9;
	struct model model;
	uint64_t *root;
	bool changed = true;

	conf.horizon_ms = 0;
	clusters = new_clusters(&conf);
	model_init(&model, &conf);
	for (size_t i = 0; i < 700; i++) {
		struct model_item item;

		next_item(MIXED, 1 + i, (int64_t)(i * 100000), &seed, &item);
		add_both(&model, clusters, &item, (int64_t)(i * 100000));
	}
	root = calloc(model.n, sizeof *root);
	ck_assert_ptr_nonnull(root);
	for (size_t i = 0; i < model.n; i++)
		root[i] = i + 1;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < model.n; i++)
			for (size_t k = 0; k < i; k++) {
				if (root[i] == root[k] ||
				    !model_links(&model, &model.items[i],
					&model.items[k]))
					continue;
				changed = true;
				if (root[i] < root[k])
					root[k] = root[i];
				else
					root[i] = root[k];
			}
	}
	for (size_t i = 0; i < model.n; i++)
		ck_assert_uint_eq(root[i], model.items[i].cluster);
	free(root);
	tcn_clusters_free(clusters);
	model_fini(&model);
}
END_TEST

/* --- state --- */

struct saved {
	struct saved_row {
		uint32_t kind;
		uint64_t id;
		char *bytes;
		size_t n;
	} rows[2000];
	size_t n;
};

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	struct saved *saved = ctx;
	size_t at = 0;

	while (at < saved->n &&
	    (saved->rows[at].kind < row->kind ||
		(saved->rows[at].kind == row->kind &&
		    saved->rows[at].id < row->id)))
		at++;
	if (at == saved->n || saved->rows[at].kind != row->kind ||
	    saved->rows[at].id != row->id) {
		if (!row->bytes)
			return TCN_OK;
		memmove(saved->rows + at + 1, saved->rows + at,
		    (saved->n - at) * sizeof *saved->rows);
		saved->n++;
	} else {
		free(saved->rows[at].bytes);
	}
	if (!row->bytes) {
		memmove(saved->rows + at, saved->rows + at + 1,
		    (saved->n - at - 1) * sizeof *saved->rows);
		saved->n--;
		return TCN_OK;
	}
	saved->rows[at] =
	    (struct saved_row){ row->kind, row->id, malloc(row->n), row->n };
	ck_assert_ptr_nonnull(saved->rows[at].bytes);
	memcpy(saved->rows[at].bytes, row->bytes, row->n);
	return TCN_OK;
}

static void
free_saved(struct saved *saved)
{
	for (size_t i = 0; i < saved->n; i++)
		free(saved->rows[i].bytes);
	free(saved);
}

static enum tcn_rc
restore_all(struct tcn_clusters *clusters, const struct saved *saved)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < saved->n && !rc; i++) {
		const struct tcn_state_row row = {
			.kind = saved->rows[i].kind,
			.id = saved->rows[i].id,
			.bytes = saved->rows[i].bytes,
			.n = saved->rows[i].n,
		};

		rc = tcn_clusters_restore(clusters, &row);
	}
	return rc;
}

/* Cut at any place and restored, it goes on as if nothing had been. */
START_TEST(restored_at_any_cut)
{
	struct tcn_clusters_conf conf = small_conf();
	struct saved *saved = calloc(1, sizeof *saved);
	struct tcn_clusters *clusters;
	int64_t now_ms = 1000000;
	uint64_t seed = 5;
	struct model model;

	conf.link = _i ? TCN_CLUSTERS_LEADER : TCN_CLUSTERS_SINGLE;
	ck_assert_ptr_nonnull(saved);
	clusters = new_clusters(&conf);
	model_init(&model, &conf);
	for (size_t i = 0; i < 1500; i++) {
		struct model_item item;

		now_ms += random_below(&seed, 2 * STEP_MS);
		next_item(i % 3 ? MIXED : ONE_WORD, 1 + i, now_ms, &seed,
		    &item);
		add_both(&model, clusters, &item, now_ms);
		if (random_below(&seed, 20))
			continue;
		ck_assert_int_eq(tcn_clusters_save(clusters, keep_row, saved),
		    TCN_OK);
		if (random_below(&seed, 3))
			continue;
		tcn_clusters_free(clusters);
		clusters = new_clusters(&conf);
		ck_assert_int_eq(restore_all(clusters, saved), TCN_OK);
		ck_sound(tcn_clusters_check, clusters);
	}
	/* What has left the window has left the rows. */
	ck_assert_uint_lt(saved->n, 1200);
	tcn_clusters_free(clusters);
	free_saved(saved);
	model_fini(&model);
}
END_TEST

START_TEST(damaged_rows_are_refused)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters *clusters = new_clusters(&conf);
	unsigned char bytes[80] = { 0 };
	struct tcn_state_row row = {
		.kind = TCN_STATE_CLUSTER_ITEM,
		.id = 5,
		.bytes = bytes,
	};
	uint64_t circle[3] = { 7, 7, 0 };
	uint64_t seed = 4;

	for (row.n = 0; row.n < sizeof bytes; row.n++)
		ck_assert_int_eq(tcn_clusters_restore(clusters, &row),
		    TCN_CORRUPT); /* of cluster 0 */
	bytes[0] = 6; /* an item that came before its cluster */
	row.n = 44;
	ck_assert_int_eq(tcn_clusters_restore(clusters, &row), TCN_CORRUPT);
	bytes[0] = 5;
	bytes[32] = 1;
	ck_assert_int_eq(tcn_clusters_restore(clusters, &row), TCN_OK);
	ck_assert_int_eq(tcn_clusters_restore(clusters, &row), TCN_CORRUPT);
	row = (struct tcn_state_row){ TCN_STATE_CLUSTERS, 0, circle, 24 };
	ck_assert_int_eq(tcn_clusters_restore(clusters, &row), TCN_CORRUPT);
	for (int i = 0; i < 20000; i++) {
		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = (unsigned char)(random_below(&seed, 4)
				? 0
				: random_below(&seed, 256));
		row.kind = TCN_STATE_CLUSTERS + random_below(&seed, 2);
		row.id = random_next(&seed) >> (i % 64);
		row.bytes = bytes;
		row.n = random_below(&seed, sizeof bytes);
		(void)!tcn_clusters_restore(clusters, &row);
	}
	ck_sound(tcn_clusters_check, clusters);
	tcn_clusters_free(clusters);
}
END_TEST

/* --- what an item is told --- */

static struct tcn_clusters_step
insert(struct tcn_clusters *clusters, uint64_t seq, uint64_t origin,
    const char *words)
{
	uint32_t numbers[MODEL_WORDS];
	struct tcn_clusters_item item = {
		.words = numbers,
		.seq = seq,
		.ts_ms = (int64_t)seq,
		.origin = origin,
	};
	struct tcn_clusters_step step;

	for (; *words; words++)
		numbers[item.words_n++] = (uint32_t)*words * 2654435761u;
	tcn_clusters_insert(clusters, &item, (int64_t)seq, &step);
	return step;
}

START_TEST(equal_words_are_one_origin)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters *clusters = new_clusters(&conf);
	struct tcn_clusters_members members = { 0 };
	struct tcn_clusters_step step;

	step = insert(clusters, 1, 1, "abcdefgh");
	ck_assert_uint_eq(step.cluster, 1);
	ck_assert_uint_eq(step.nearest, 0);
	step = insert(clusters, 2, 2, "hgfedcba");
	ck_assert_uint_eq(step.cluster, 1);
	ck_assert_uint_eq(step.items, 2);
	ck_assert_uint_eq(step.nearest, 1);
	ck_assert_uint_eq(step.bands, 40);
	ck_assert_double_eq(step.likeness, 1);
	step = insert(clusters, 3, 3, "abcdefgx");
	ck_assert_uint_eq(step.cluster, 1);
	ck_assert_uint_lt(step.bands, 40);
	tcn_clusters_list(clusters, 1, 0, &members);
	ck_assert_uint_eq(members.n, 3);
	ck_assert_uint_eq(members.at[1].origin, 1);
	ck_assert_uint_eq(members.at[2].origin, 3);
	tcn_clusters_members_fini(&members);
	tcn_clusters_free(clusters);
}
END_TEST

START_TEST(a_bridge_makes_one_of_two)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters *clusters = new_clusters(&conf);
	struct tcn_clusters_step step;
	struct tcn_clusters_stats stats;

	(void)insert(clusters, 1, 1, "abcdef");
	step = insert(clusters, 2, 2, "uvwxyz");
	ck_assert_uint_eq(step.cluster, 2);
	ck_assert_uint_eq(step.merged_n, 0);
	step = insert(clusters, 3, 3, "abcdefuvwxyz");
	ck_assert_uint_eq(step.cluster, 1);
	ck_assert_uint_eq(step.items, 3);
	ck_assert_uint_eq(step.merged_n, 1);
	ck_assert_uint_eq(step.merged[0], 2);
	tcn_clusters_stats(clusters, &stats);
	ck_assert_uint_eq(stats.items, 3);
	ck_assert_uint_eq(stats.clusters, 1);
	ck_assert_uint_eq(stats.merges, 1);
	step = insert(clusters, 4, 4, "k");
	ck_assert_uint_eq(step.cluster, 0);
	tcn_clusters_free(clusters);
}
END_TEST

START_TEST(the_nearest_are_told)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters *clusters = new_clusters(&conf);
	uint32_t numbers[8];
	struct tcn_clusters_item item = { .words = numbers, .words_n = 8 };
	struct tcn_clusters_near near[2];
	size_t n;

	(void)insert(clusters, 1, 1, "abcdefgh");
	(void)insert(clusters, 2, 2, "abcdefgz");
	(void)insert(clusters, 3, 3, "abcdyxwz");
	for (size_t i = 0; i < 8; i++)
		numbers[i] = (uint32_t) "abcdefgh"[i] * 2654435761u;
	tcn_clusters_nearest(clusters, &item, 4, near, 2, &n);
	ck_assert_uint_eq(n, 2);
	ck_assert_uint_eq(near[0].seq, 1);
	ck_assert_uint_eq(near[0].bands, 40);
	ck_assert_uint_eq(near[1].seq, 2);
	ck_assert_double_lt(near[1].likeness, 1);
	ck_assert_uint_eq(near[1].cluster, 1);
	tcn_clusters_free(clusters);
}
END_TEST

/* The index gives way at its cap; clusters know their items all the same. */
START_TEST(the_cap_holds)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters_stats stats;
	struct tcn_clusters *clusters;
	uint64_t seed = 8;

	conf.cap_bytes = 400000;
	clusters = new_clusters(&conf);
	for (size_t i = 0; i < 5000; i++) {
		int64_t now_ms = (int64_t)i * 10;
		struct tcn_clusters_item view;
		struct tcn_clusters_step step;
		struct model_item item;

		next_item(MIXED, 1 + i, now_ms, &seed, &item);
		view = model_view(&item);
		tcn_clusters_expire(clusters, now_ms);
		tcn_clusters_insert(clusters, &view, now_ms, &step);
		tcn_clusters_stats(clusters, &stats);
		ck_assert_uint_lt(stats.lsh.bytes, 900000);
	}
	ck_assert_uint_gt(stats.lsh.dropped, 0);
	ck_sound(tcn_clusters_check, clusters);
	tcn_clusters_free(clusters);
}
END_TEST

START_TEST(damage_is_found)
{
	struct tcn_clusters_conf conf = small_conf();
	struct tcn_clusters *clusters = new_clusters(&conf);

	(void)insert(clusters, 1, 1, "abcdef");
	(void)insert(clusters, 2, 2, "uvwxyz");
	ck_sound(tcn_clusters_check, clusters);
	clusters->places[0].live++;
	ck_broken(tcn_clusters_check, clusters);
	clusters->places[0].live--;
	clusters->clusters_n++;
	ck_broken(tcn_clusters_check, clusters);
	clusters->clusters_n--;
	tcn_clusters_entry(clusters, 1)->cluster = 0;
	ck_broken(tcn_clusters_check, clusters);
	tcn_clusters_free(clusters);
}
END_TEST

TCN_TESTS(clusters)
{
	tcase_add_loop_test(tc, clusters_are_connected_components, 0, SHAPES);
	tcase_add_loop_test(tc, a_leader_bounds_its_cluster, 0, SHAPES);
	tcase_add_test(tc, a_batch_is_its_components);
	tcase_add_loop_test(tc, restored_at_any_cut, 0, 2);
	tcase_add_test(tc, damaged_rows_are_refused);
	tcase_add_test(tc, equal_words_are_one_origin);
	tcase_add_test(tc, a_bridge_makes_one_of_two);
	tcase_add_test(tc, the_nearest_are_told);
	tcase_add_test(tc, the_cap_holds);
	tcase_add_test(tc, damage_is_found);
}
