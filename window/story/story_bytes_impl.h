/*
 * window/story/story_bytes_impl.h - the numbers of a row: little-endian, of
 * fixed width. Private.
 */
#ifndef TCN_WINDOW_STORY_STORY_BYTES_IMPL_H
#define TCN_WINDOW_STORY_STORY_BYTES_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "window/base/decay.h"

/* The unread rest of a row; a read beyond its end sets failed and returns 0. */
struct tcn_story_bytes {
	const uint8_t *at;
	size_t left;
	bool failed;
};

static inline void
tcn_story_bytes_put(struct tcn_buf *buf, uint64_t value, unsigned bytes)
{
	uint8_t at[8];

	for (unsigned i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> (8 * i));
	tcn_buf_add(buf, at, bytes);
}

static inline void
tcn_story_bytes_put_double(struct tcn_buf *buf, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	tcn_story_bytes_put(buf, bits, 8);
}

static inline void
tcn_story_bytes_put_float(struct tcn_buf *buf, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	tcn_story_bytes_put(buf, bits, 4);
}

static inline void
tcn_story_bytes_put_count(struct tcn_buf *buf, struct tcn_decay_count count)
{
	tcn_story_bytes_put_double(buf, count.sum);
	tcn_story_bytes_put(buf, (uint32_t)count.epoch, 4);
}

static inline uint64_t
tcn_story_bytes_get(struct tcn_story_bytes *in, unsigned bytes)
{
	uint64_t value = 0;

	if (in->left < bytes) {
		in->failed = true;
		in->left = 0;
		return 0;
	}
	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)in->at[i] << (8 * i);
	in->at += bytes;
	in->left -= bytes;
	return value;
}

static inline double
tcn_story_bytes_get_double(struct tcn_story_bytes *in)
{
	uint64_t bits = tcn_story_bytes_get(in, 8);
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline float
tcn_story_bytes_get_float(struct tcn_story_bytes *in)
{
	uint32_t bits = (uint32_t)tcn_story_bytes_get(in, 4);
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Stream time before the first date: far from the edge of its type, so that a
 * length of time can be taken off it. */
#define TCN_STORY_BEFORE_ALL (INT64_MIN / 4)

/* Times so large that the difference of two could overflow are refused. */
static inline bool
tcn_story_bytes_is_bad_ms(int64_t ms)
{
	return ms < TCN_STORY_BEFORE_ALL || ms > INT64_MAX / 4;
}

/* Reads a time; one that is refused sets failed. */
static inline int64_t
tcn_story_bytes_get_ms(struct tcn_story_bytes *in)
{
	int64_t ms = (int64_t)tcn_story_bytes_get(in, 8);

	in->failed |= tcn_story_bytes_is_bad_ms(ms);
	return ms;
}

/* Reads a decaying count; an impossible one sets failed. */
static inline struct tcn_decay_count
tcn_story_bytes_get_count(struct tcn_story_bytes *in)
{
	double sum = tcn_story_bytes_get_double(in);
	int32_t epoch = (int32_t)tcn_story_bytes_get(in, 4);

	in->failed |= !(sum >= 0 && sum <= DBL_MAX) || epoch < INT32_MIN / 2 ||
	    epoch > INT32_MAX / 2;
	return (struct tcn_decay_count){ sum, epoch };
}

#endif
