#include "engine/item/vector.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LANES 8 /* sums that do not wait for each other */
#define BYTES 4 /* a stored number */

#define COS_STEP 0.99879545620517239271 /* cos(pi / 64) */

/* The sums of a[i] b[i], a[i]^2 and b[i]^2. */
static void
add_products(const float *a, const float *b, size_t n, double sums[3])
{
	double ab[LANES] = { 0 }, aa[LANES] = { 0 }, bb[LANES] = { 0 };

	for (size_t i = 0; i < n; i++) {
		double x = (double)a[i], y = (double)b[i];

		ab[i % LANES] += x * y;
		aa[i % LANES] += x * x;
		bb[i % LANES] += y * y;
	}
	sums[0] = sums[1] = sums[2] = 0;
	for (size_t i = 0; i < LANES; i++) {
		sums[0] += ab[i];
		sums[1] += aa[i];
		sums[2] += bb[i];
	}
}

/* Numbers of 1e-30 have squares that a float would lose; a double does not. */
double
tcn_vector_cosine(const float *a, const float *b, size_t n)
{
	double sums[3], cosine;

	assert((a && b) || !n);
	add_products(a, b, n, sums);
	if (sums[1] <= 0 || sums[2] <= 0)
		return 0;
	cosine = sums[0] / (sqrt(sums[1]) * sqrt(sums[2]));
	return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

/* By cos((k + 1) u) = 2 cos(u) cos(k u) - cos((k - 1) u), because cos() of one
 * C library differs from that of another in the last bits. */
double
tcn_vector_estimate(unsigned bits)
{
	double before = COS_STEP, now = 1;

	assert(bits <= 64);
	for (unsigned k = 0; k < bits; k++) {
		double next = 2 * COS_STEP * now - before;

		before = now;
		now = next;
	}
	return bits < 32 ? now : 0;
}

void
tcn_vector_encode(const float *vector, size_t n, struct tcn_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		uint8_t at[BYTES];
		uint32_t bits;

		memcpy(&bits, &vector[i], sizeof bits);
		for (unsigned k = 0; k < BYTES; k++)
			at[k] = (uint8_t)(bits >> (8 * k));
		tcn_buf_add(out, at, BYTES);
	}
}

static float
decode_number(const char *at)
{
	uint32_t bits = 0;
	float x;

	for (unsigned k = 0; k < BYTES; k++)
		bits |= (uint32_t)(uint8_t)at[k] << (8 * k);
	memcpy(&x, &bits, sizeof x);
	return x;
}

enum tcn_rc
tcn_vector_decode(struct tcn_str bytes, struct tcn_arena *arena,
    const float **vector, size_t *n)
{
	float *list;

	*vector = NULL;
	*n = 0;
	if (bytes.n % BYTES)
		return TCN_CORRUPT;
	if (!bytes.n)
		return TCN_OK;
	list = tcn_arena_zalloc(arena, bytes.n / BYTES, sizeof *list);
	for (size_t i = 0; i < bytes.n / BYTES; i++) {
		list[i] = decode_number(bytes.at + i * BYTES);
		if (!isfinite(list[i]))
			return TCN_CORRUPT;
	}
	*vector = list;
	*n = bytes.n / BYTES;
	return TCN_OK;
}
