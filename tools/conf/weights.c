#include "tools/conf/weights.h"

#include <assert.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/suggest.h"
#include "engine/base/yaml.h"
#include "tools/base/file.h"
#include "tools/base/say.h"
#include "tools/conf/conf_value.h"
#include "tools/conf/diagnostic.h"

enum {
	FILE_MAX = 64 * 1024,
	SHOWN_MAX = 40, /* bytes of a wrong name that are shown */
};

static const struct tcn_yaml_limits limits = { FILE_MAX, 4, false };

/* The parts of a feature. */
enum part {
	P_WEIGHT,
	P_MEAN,
	P_SD,
	P_PARTS
};

static const char *const part_names[P_PARTS] = { "weight", "mean", "sd" };

struct reader {
	const char *name; /* of the file */
	const char *const *names;
	size_t n;
	struct tcn_weights *weights;
	struct tcn_yaml *yaml;
	struct tcn_yaml_event event;
	struct tcn_err *err;
	bool found[TCN_WEIGHTS_MAX];
};

static enum tcn_rc
next(struct reader *r)
{
	return tcn_yaml_next(r->yaml, &r->event, r->err);
}

static bool
is(const struct reader *r, enum tcn_yaml_kind kind)
{
	return r->event.kind == kind;
}

static int
shown(struct tcn_str text)
{
	return (int)(text.n < SHOWN_MAX ? text.n : SHOWN_MAX);
}

/* Reads the value that comes next. */
static enum tcn_rc
read_number(struct reader *r, const char *key, const char *least,
    const char *most, double *number)
{
	struct tcn_conf_row row = { key, TCN_CONF_NUMBER, 0, "0", least, most,
		NULL, NULL };
	struct tcn_err why = { 0 };
	enum tcn_rc rc = next(r);

	if (rc)
		return rc;
	if (!is(r, TCN_YAML_TEXT))
		return tcn_err_set(r->err, TCN_INVALID, "%s takes a number",
		    key);
	rc = tcn_conf_value_read(&row, r->event.text, number, NULL, &why);
	return rc ? tcn_err_set(r->err, rc, "%s", why.text) : TCN_OK;
}

static bool
is_key(const struct reader *r, const char *key)
{
	return tcn_str_equal(r->event.text, tcn_str(key));
}

/* Reads one feature's numbers; the event is its name. */
static enum tcn_rc
read_parts(struct reader *r, struct tcn_weights_row *row, const char *feature)
{
	double *const numbers[P_PARTS] = { &row->weight, &row->mean, &row->sd };
	struct tcn_yaml_event at = r->event;
	unsigned found = 0;
	enum tcn_rc rc = next(r);

	if (rc)
		return rc;
	if (!is(r, TCN_YAML_MAPPING))
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s takes {weight: ..., mean: ..., sd: ...}", feature);
	while ((rc = next(r)) == TCN_OK && !is(r, TCN_YAML_MAPPING_END)) {
		int part = 0;

		while (part < P_PARTS && !is_key(r, part_names[part]))
			part++;
		if (part == P_PARTS)
			return tcn_err_set(r->err, TCN_INVALID,
			    "%s has no '%.*s'; it has weight, mean and sd",
			    feature, shown(r->event.text), r->event.text.at);
		rc = read_number(r, part_names[part],
		    part == P_SD ? "0.000001" : "-1000000", "1000000",
		    numbers[part]);
		if (rc)
			return rc;
		found |= 1u << part;
	}
	for (int part = 0; !rc && part < P_PARTS; part++) {
		if (found >> part & 1)
			continue;
		tcn_err_at(r->err, r->name, at.line, at.column);
		return tcn_err_set(r->err, TCN_INVALID, "%s lacks its %s",
		    feature, part_names[part]);
	}
	return rc;
}

static enum tcn_rc
refuse_feature(struct reader *r)
{
	struct tcn_str text = r->event.text;
	char word[SHOWN_MAX + 1];
	struct tcn_suggest nearest;
	const char *best;

	memcpy(word, text.at, (size_t)shown(text));
	word[shown(text)] = '\0';
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; i < r->n; i++)
		tcn_suggest_offer(&nearest, r->names[i]);
	best = tcn_suggest_find(&nearest);
	if (best)
		return tcn_err_set(r->err, TCN_INVALID,
		    "the score has no feature '%s'; did you mean '%s'?", word,
		    best);
	return tcn_err_set(r->err, TCN_INVALID,
	    "the score has no feature '%s'; if another version made this "
	    "file, make it anew with 'tocsin tune fit'",
	    word);
}

/* Reads the features; the event is the key `weights`. */
static enum tcn_rc
read_weights(struct reader *r)
{
	enum tcn_rc rc = next(r);

	if (rc)
		return rc;
	if (!is(r, TCN_YAML_MAPPING))
		return tcn_err_set(r->err, TCN_INVALID,
		    "weights takes a line for each feature, indented");
	while ((rc = next(r)) == TCN_OK && !is(r, TCN_YAML_MAPPING_END)) {
		size_t i = 0;

		while (i < r->n && !is_key(r, r->names[i]))
			i++;
		if (i == r->n)
			return refuse_feature(r);
		r->found[i] = true;
		rc = read_parts(r, &r->weights->rows[i], r->names[i]);
		if (rc)
			return rc;
	}
	return rc;
}

/* Whether all was there; `bias` and `weights` were or were not. */
static enum tcn_rc
check_whole(struct reader *r, bool bias, bool weights)
{
	tcn_err_at(r->err, r->name, 0, 0);
	if (!bias || !weights)
		return tcn_err_set(r->err, TCN_INVALID,
		    "'%s:' is missing; 'tocsin tune fit' makes such a file",
		    bias ? "weights" : "bias");
	for (size_t i = 0; i < r->n; i++)
		if (!r->found[i])
			return tcn_err_set(r->err, TCN_INVALID,
			    "the feature '%s' is missing; if another version "
			    "made this file, make it anew with 'tocsin tune "
			    "fit'",
			    r->names[i]);
	return TCN_OK;
}

static enum tcn_rc
read_file(struct reader *r)
{
	bool bias = false, weights = false;
	enum tcn_rc rc = next(r);

	if (rc && rc != TCN_DONE)
		return rc;
	if (rc || !is(r, TCN_YAML_MAPPING))
		return tcn_err_set(r->err, TCN_INVALID,
		    "'bias:' and 'weights:' are expected here");
	while ((rc = next(r)) == TCN_OK && !is(r, TCN_YAML_MAPPING_END)) {
		if (is_key(r, "bias")) {
			bias = true;
			rc = read_number(r, "bias", "-1000000", "1000000",
			    &r->weights->bias);
		} else if (is_key(r, "weights")) {
			weights = true;
			rc = read_weights(r);
		} else {
			return tcn_err_set(r->err, TCN_INVALID,
			    "'%.*s' is not known here; 'bias' and 'weights' "
			    "are",
			    shown(r->event.text), r->event.text.at);
		}
		if (rc)
			return rc;
	}
	if (!rc)
		rc = next(r);
	return rc == TCN_DONE ? check_whole(r, bias, weights) : rc;
}

enum tcn_rc
tcn_weights_read(const char *name, struct tcn_str yaml,
    const char *const *names, size_t n, struct tcn_weights *weights,
    struct tcn_err *err)
{
	struct reader r = {
		.name = name,
		.names = names,
		.n = n,
		.weights = weights,
		.err = err,
	};
	enum tcn_rc rc;

	assert(n <= TCN_WEIGHTS_MAX && err);
	*weights = (struct tcn_weights){ 0 };
	rc = tcn_yaml_open(name, yaml, &limits, &r.yaml, err);
	if (rc)
		return rc;
	rc = read_file(&r);
	tcn_yaml_close(r.yaml);
	return rc;
}

enum tcn_rc
tcn_weights_load(const char *path, const char *const *names, size_t n,
    struct tcn_weights *weights, struct tcn_err *err)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = tcn_file_read(path, FILE_MAX, &bytes, err);

	if (!rc)
		rc = tcn_weights_read(path, tcn_buf_view(&bytes), names, n,
		    weights, err);
	tcn_buf_fini(&bytes);
	return rc;
}
