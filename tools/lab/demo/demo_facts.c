#include <stddef.h>

#include "tools/lab/demo/demo_impl.h"

static const struct tcn_sections_file files[] = {
#include "tools/lab/demo/facts_data.h"
};

struct tcn_sections
tcn_demo_facts(void)
{
	return (struct tcn_sections){ .rest = tcn_str(files[0].text) };
}

static enum tcn_rc
take_heading(struct tcn_demo_fact *fact, struct tcn_str heading,
    struct tcn_err *err)
{
	fact->id = heading;
	fact->weight = tcn_str("1");
	if (!tcn_sections_part(&fact->id, ' ', &fact->topic) || !fact->id.n)
		return tcn_err_set(err, TCN_INVALID,
		    "[%.*s] is not a topic and the name of a fact",
		    TCN_STR_ARG(heading));
	return TCN_OK;
}

static enum tcn_rc
take_line(struct tcn_demo_fact *fact, struct tcn_str line, struct tcn_err *err)
{
	static const struct {
		const char *key;
		size_t field;
	} fields[] = {
		{ "says", offsetof(struct tcn_demo_fact, says) },
		{ "value", offsetof(struct tcn_demo_fact, value) },
		{ "told", offsetof(struct tcn_demo_fact, told) },
		{ "weight", offsetof(struct tcn_demo_fact, weight) },
	};
	struct tcn_str key;

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		struct tcn_str rest = line;

		if (!tcn_sections_part(&rest, ':', &key) || !rest.n ||
		    !tcn_str_equal(key, tcn_str(fields[i].key)))
			continue;
		*(struct tcn_str *)((char *)fact + fields[i].field) =
		    tcn_str_trim(rest);
		return TCN_OK;
	}
	return tcn_err_set(err, TCN_INVALID,
	    "\"%.*s\" is not one of says, value, told and weight",
	    TCN_STR_ARG(key));
}

enum tcn_rc
tcn_demo_facts_next(struct tcn_sections *facts, struct tcn_demo_fact *fact,
    struct tcn_err *err)
{
	struct tcn_sections before;
	struct tcn_str line;
	bool is_heading;
	enum tcn_rc rc = TCN_OK;

	*fact = (struct tcn_demo_fact){ 0 };
	while (!rc) {
		before = *facts;
		rc = tcn_sections_next(facts, &is_heading, &line, err);
		if (fact->topic.n && (rc == TCN_DONE || (!rc && is_heading)))
			break;
		if (!rc)
			rc = is_heading ? take_heading(fact, line, err)
					: take_line(fact, line, err);
	}
	if (!fact->topic.n || (rc && rc != TCN_DONE))
		return rc;
	*facts = before;
	return fact->says.n
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID, "a fact without a line \"says\"");
}
