#include "tools/lab/eval/fit/logit.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "engine/base/real.h"

enum {
	SIDE = TCN_LOGIT_FEATURES_MAX + 1, /* the bias and the weights */
	STEPS_MAX = 100,
	HALVINGS_MAX = 40,
};

/* A slope below this, for each row, is that of the bottom. */
#define FLAT 1e-12

/* A pivot below this is that of a feature that says nothing. */
#define PIVOT_MIN 1e-12

double
tcn_logit_p(double z)
{
	double e;

	if (z >= 0)
		return 1 / (1 + tcn_real_exp(-z));
	e = tcn_real_exp(z);
	return e / (1 + e);
}

double
tcn_logit_z(const struct tcn_logit *logit, const double *x, size_t features)
{
	double z = logit->bias;

	for (size_t i = 0; i < features; i++)
		z += logit->weights[i] * x[i];
	return z;
}

static size_t
row_at(const struct tcn_logit_data *data, size_t i)
{
	return data->rows ? data->rows[i] : i;
}

/* The row's z, with its offset. */
static double
z_of(const struct tcn_logit *logit, const struct tcn_logit_data *data,
    size_t row)
{
	return tcn_logit_z(logit, data->x + row * data->features,
		   data->features) +
	    (data->offset ? data->offset[row] : 0);
}

double
tcn_logit_loss(const struct tcn_logit_data *data, double l2,
    const struct tcn_logit *logit)
{
	double loss = 0, squares = 0;

	for (size_t i = 0; i < data->n; i++) {
		size_t row = row_at(data, i);
		double z = z_of(logit, data, row);

		/* log(1 + e^z) without an overflow */
		loss += (z > 0 ? z : 0) - data->y[row] * z +
		    tcn_real_log(1 + tcn_real_exp(z > 0 ? -z : z));
	}
	for (size_t i = 0; i < data->features; i++)
		squares += logit->weights[i] * logit->weights[i];
	return loss + l2 / 2 * squares;
}

/* Gradient and second derivatives; of both, 0 is the bias. */
struct slopes {
	double down[SIDE];
	double bend[SIDE][SIDE]; /* the lower half */
};

static void
add_row(struct slopes *s, const double *x, size_t features, double miss,
    double weight)
{
	s->down[0] += miss;
	s->bend[0][0] += weight;
	for (size_t i = 0; i < features; i++) {
		double wx = weight * x[i];

		s->down[i + 1] += miss * x[i];
		s->bend[i + 1][0] += wx;
		for (size_t k = 0; k <= i; k++)
			s->bend[i + 1][k + 1] += wx * x[k];
	}
}

static void
find_slopes(const struct tcn_logit_data *data, double l2,
    const struct tcn_logit *logit, struct slopes *s)
{
	*s = (struct slopes){ { 0 }, { { 0 } } };
	for (size_t i = 0; i < data->n; i++) {
		size_t row = row_at(data, i);
		double p = tcn_logit_p(z_of(logit, data, row));

		add_row(s, data->x + row * data->features, data->features,
		    data->y[row] - p, p * (1 - p));
	}
	for (size_t i = 1; i <= data->features; i++) {
		s->down[i] -= l2 * logit->weights[i - 1];
		s->bend[i][i] += l2;
	}
	/* A feature left out stands alone, and does not move. */
	for (size_t i = 1; i <= data->features; i++) {
		if (!(data->without >> (i - 1) & 1))
			continue;
		s->down[i] = 0;
		for (size_t k = 0; k < i; k++)
			s->bend[i][k] = 0;
		for (size_t k = i + 1; k <= data->features; k++)
			s->bend[k][i] = 0;
		s->bend[i][i] = 1;
	}
}

/* Solves bend step = down by Cholesky's factors, L L' = bend. */
static void
solve(struct slopes *s, size_t n, double step[SIDE])
{
	double(*l)[SIDE] = s->bend;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k <= i; k++) {
			double sum = l[i][k];

			for (size_t m = 0; m < k; m++)
				sum -= l[i][m] * l[k][m];
			if (k < i)
				l[i][k] = sum / l[k][k];
			else
				l[i][i] =
				    sqrt(sum > PIVOT_MIN ? sum : PIVOT_MIN);
		}
	}
	for (size_t i = 0; i < n; i++) {
		step[i] = s->down[i];
		for (size_t k = 0; k < i; k++)
			step[i] -= l[i][k] * step[k];
		step[i] /= l[i][i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t k = i + 1; k < n; k++)
			step[i] -= l[k][i] * step[k];
		step[i] /= l[i][i];
	}
}

/* Goes along the step as far as that is downward; false: nowhere is. */
static bool
descend(const struct tcn_logit_data *data, double l2, const double step[SIDE],
    struct tcn_logit *logit, double *loss)
{
	double part = 1;

	for (int i = 0; i < HALVINGS_MAX; i++, part /= 2) {
		struct tcn_logit there = *logit;
		double now;

		there.bias += part * step[0];
		for (size_t k = 0; k < data->features; k++)
			there.weights[k] += part * step[k + 1];
		now = tcn_logit_loss(data, l2, &there);
		if (!(now < *loss))
			continue;
		*logit = there;
		*loss = now;
		return true;
	}
	return false;
}

void
tcn_logit_fit(const struct tcn_logit_data *data, double l2,
    struct tcn_logit *logit)
{
	double step[SIDE] = { 0 }, loss;
	struct slopes s;

	assert(data->features <= TCN_LOGIT_FEATURES_MAX && l2 >= 0);
	*logit = (struct tcn_logit){ 0 };
	loss = tcn_logit_loss(data, l2, logit);
	for (;; logit->steps++) {
		find_slopes(data, l2, logit, &s);
		logit->slope = 0;
		for (size_t i = 0; i <= data->features; i++)
			if (fabs(s.down[i]) > logit->slope)
				logit->slope = fabs(s.down[i]);
		if (logit->slope <= FLAT * (double)data->n ||
		    logit->steps == STEPS_MAX)
			return;
		solve(&s, data->features + 1, step);
		if (!descend(data, l2, step, logit, &loss))
			return;
	}
}
