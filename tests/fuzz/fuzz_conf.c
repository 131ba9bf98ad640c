/*
 * Configuration text from anywhere: reading it ends, leaks nothing, and what
 * it accepts prints and reads back as the same configuration.
 */
#include <stdint.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/yaml_leaks.h"
#include "tools/conf/conf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
read_back(const struct tcn_conf *conf)
{
	struct tcn_buf once = { 0 }, twice = { 0 };
	struct tcn_conf back;

	tcn_conf_print(conf, &once);
	must(tcn_conf_init(&back) == TCN_OK);
	must(tcn_conf_read(&back, "printed", tcn_buf_view(&once), NULL) ==
	    TCN_OK);
	tcn_conf_print(&back, &twice);
	must(tcn_str_equal(tcn_buf_view(&once), tcn_buf_view(&twice)));
	tcn_conf_fini(&back);
	tcn_buf_fini(&once);
	tcn_buf_fini(&twice);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	must(tcn_conf_init(&conf) == TCN_OK);
	if (tcn_conf_read(&conf, "fuzz", text, &err) == TCN_OK)
		read_back(&conf);
	else
		must(err.text[0] != '\0' && err.line > 0);
	tcn_conf_fini(&conf);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
