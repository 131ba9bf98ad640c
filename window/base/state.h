/*
 * window/base/state.h - who owns which kinds of saved state (struct
 * tcn_state_row).
 *
 * Kinds are written into stores and so never change their meaning; a change
 * of a row's layout takes a new kind.
 */
#ifndef TCN_WINDOW_BASE_STATE_H
#define TCN_WINDOW_BASE_STATE_H

enum {
	/* 1..15: window/story/story.h, enum tcn_state_kind */
	TCN_STATE_CLOCK = 16, /* one row, id 0: struct tcn_clock */
	TCN_STATE_NAMES, /* one row, id 0: 64-bit hashes of sources' names */
	TCN_STATE_RULES = 32, /* 32..47: rules/detector */
};

#endif
