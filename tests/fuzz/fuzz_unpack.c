/*
 * A body from anywhere, packed ('g' before it) or not: unpacking keeps to its
 * limit, and each object that is in it, split alone, is itself: so a client
 * may look at a line and know what the server will make of it.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/base/json_split.h"
#include "tools/base/unpack.h"

#define MOST 100000

static void
must_stand_alone(struct tcn_str object)
{
	struct tcn_json_split split;
	struct tcn_err err = { .text = "" };
	struct tcn_str again;

	tcn_json_split_init(&split, object);
	must(tcn_json_split_next(&split, &again, &err) == TCN_OK);
	must(again.at == object.at && again.n == object.n);
	must(tcn_json_split_next(&split, &again, &err) == TCN_DONE);
}

static void
read_body(struct tcn_str body)
{
	const char *at = body.at, *end = body.at + body.n;
	struct tcn_json_split split;
	struct tcn_err err = { .text = "" };
	struct tcn_str object;
	enum tcn_rc rc;

	tcn_json_split_init(&split, body);
	while ((rc = tcn_json_split_next(&split, &object, &err)) == TCN_OK) {
		must(object.at >= at && object.n > 0);
		must(object.at + object.n <= end);
		at = object.at + object.n;
		must_stand_alone(object);
	}
	must(rc == TCN_DONE || (rc == TCN_INVALID && err.text[0]));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str body = { (const char *)data + 1, size ? size - 1 : 0 };
	struct tcn_buf unpacked = { 0 };
	enum tcn_rc rc;

	if (size == 0)
		return 0;
	if (*data != 'g') {
		read_body(body);
	} else {
		rc = tcn_unpack(body, MOST, &unpacked);
		must(rc == TCN_OK || rc == TCN_INVALID || rc == TCN_LIMIT);
		must(unpacked.n <= MOST + 16384);
		must((rc == TCN_LIMIT) == (unpacked.n > MOST));
		if (rc == TCN_OK && unpacked.n)
			read_body(tcn_buf_view(&unpacked));
	}
	tcn_buf_fini(&unpacked);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
