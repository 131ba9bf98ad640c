/*
 * A file from anywhere, packed or not: reading it ends, holds no line over
 * the limit, and leaks nothing.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/intake/input/input_ndjson.h"

#define LINE_MAX_BYTES 200

static void
as_standard_input(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", 0);

	must(fd >= 0);
	must(write(fd, data, size) == (ssize_t)size);
	must(lseek(fd, 0, SEEK_SET) == 0);
	must(dup2(fd, STDIN_FILENO) == STDIN_FILENO);
	close(fd);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_err err = { .text = "" };
	unsigned long number, before = 0;
	struct tcn_input *in;
	struct tcn_str line;
	enum tcn_rc rc;

	as_standard_input(data, size);
	must(tcn_input_open("-", LINE_MAX_BYTES, &in, &err) == TCN_OK);
	for (;;) {
		rc = tcn_input_next(in, &line, &number, &err);
		if (rc != TCN_OK && rc != TCN_INVALID)
			break;
		must(number > before);
		before = number;
		if (rc == TCN_INVALID)
			continue;
		must(line.n > 0 && line.n <= LINE_MAX_BYTES);
		must(!memchr(line.at, '\n', line.n));
	}
	must(rc == TCN_DONE || (rc == TCN_CORRUPT && err.text[0]));
	tcn_input_close(in);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
