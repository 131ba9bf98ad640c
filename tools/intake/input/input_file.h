/*
 * tools/intake/input/input_file.h - reads the unpacked bytes of a file or a
 * pipe.
 *
 * Reads plain text, gzip (also several members in a row) and zstd, which are
 * recognized by their first bytes and never by the name; "-" is standard input.
 * Of an archive that is cut off or damaged all that can be unpacked is
 * delivered, then the error. gzip's memory is counted by engine/base/mem;
 * zstd's stable interface has no hook for its window (at most 128 MiB, usually
 * 2 to 8).
 *
 * Call order: open, read until it does not return TCN_OK, close. One thread.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_INPUT_FILE_H
#define TCN_TOOLS_INTAKE_INPUT_INPUT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_input_file;

/* Errors: TCN_IO. Nothing is read yet, so an open pipe does not block here. */
TCN_MUST_USE enum tcn_rc tcn_input_file_open(const char *path,
    struct tcn_input_file **in, struct tcn_err *err);

/* Has text in any encoding delivered as it is, where UTF-16 would be refused.
 * Only between open and the first read. */
void tcn_input_file_any_encoding(struct tcn_input_file *in);

/* in may be NULL. Standard input is left open. */
void tcn_input_file_close(struct tcn_input_file *in);

/*
 * Puts 1 to room bytes at `to`, *got of them. Otherwise *got is 0 and the
 * result is TCN_DONE; TCN_IO; TCN_CORRUPT for a damaged archive or a format
 * that is none of ours. After that only close, and the calls below, are
 * allowed. room > 0.
 */
TCN_MUST_USE enum tcn_rc tcn_input_file_read(struct tcn_input_file *in,
    char *to, size_t room, size_t *got);

/* The message for a person after TCN_IO or TCN_CORRUPT. */
const char *tcn_input_file_error(const struct tcn_input_file *in);

/*
 * Opens path, appends all that it holds to `to`, unpacked and in any encoding,
 * and closes it: for what is read whole, "a feed", "a page". Errors are those
 * of open and read, and TCN_INVALID for more than most bytes; err names the
 * file in any case. O(bytes).
 */
TCN_MUST_USE enum tcn_rc tcn_input_file_whole(const char *path, size_t most,
    const char *what, struct tcn_buf *to, struct tcn_err *err);

/* The path as given, or "standard input". */
const char *tcn_input_file_name(const struct tcn_input_file *in);

/* Bytes read so far and in all, counted as stored (packed); a total of 0 is
 * not known. */
uint64_t tcn_input_file_read_n(const struct tcn_input_file *in);
uint64_t tcn_input_file_total_n(const struct tcn_input_file *in);

#endif
