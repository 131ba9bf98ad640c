/*
 * tools/intake/input/input_ndjson.h - reads the lines of a file, a pipe or an
 * archive.
 *
 * tools/intake/input/input_file.h says which formats are unpacked. Memory is
 * bounded by the line limit: a longer line is skipped to its end, without being
 * kept. Of an archive that is cut off or damaged all whole lines before the
 * damage are delivered, then the error.
 *
 * Call order: open, next until it returns neither TCN_OK nor TCN_INVALID,
 * close. One reader, one thread. Cost: O(bytes); a line is copied only when
 * it straddles two chunks.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_INPUT_NDJSON_H
#define TCN_TOOLS_INTAKE_INPUT_INPUT_NDJSON_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_input;

/* line_max_bytes does not count the line end; 0 is 8 MiB, the most 1 GiB.
 * Errors: TCN_IO. Nothing is read yet, so an open pipe does not block here. */
TCN_MUST_USE enum tcn_rc tcn_input_open(const char *path, size_t line_max_bytes,
    struct tcn_input **in, struct tcn_err *err);

/* in may be NULL. Standard input is left open. */
void tcn_input_close(struct tcn_input *in);

/*
 * The next line that is not blank, without its line end (LF or CR LF) and,
 * on the first, without a byte order mark. *line is valid until the next
 * call; *line_number counts from 1, blank lines too.
 *
 * TCN_OK       *line is the next line
 * TCN_INVALID  the line was over the limit and was skipped; go on
 * TCN_DONE     the end
 * TCN_CORRUPT  the archive is damaged, or the format is none of ours
 * TCN_IO       reading failed; after this and the two above, close
 *
 * With TCN_INVALID, TCN_IO and TCN_CORRUPT err holds name, line and text;
 * *line is not set for a line over the limit.
 */
TCN_MUST_USE enum tcn_rc tcn_input_next(struct tcn_input *in,
    struct tcn_str *line, unsigned long *line_number, struct tcn_err *err);

/* The path as given, or "standard input". */
const char *tcn_input_name(const struct tcn_input *in);

/* Bytes read so far, as stored (compressed), and in all; 0: not known. */
uint64_t tcn_input_bytes_read(const struct tcn_input *in);
uint64_t tcn_input_bytes_total(const struct tcn_input *in);

#endif
