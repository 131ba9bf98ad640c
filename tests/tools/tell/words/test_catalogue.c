/*
 * The binary form of a catalogue, made here by hand: messages in order, found
 * each, in both orders of bytes; and what is no catalogue.
 */
#include "tests/base/run.h"

#include "tests/base/mo.h"
#include "tools/tell/words/catalogue.h"

static const struct mo_entry entries[] = {
	{ TCN_STR(""), TCN_STR("Language: xx\n") },
	{ TCN_STR("date\4day"), TCN_STR("jour") },
	{ TCN_STR("one\0more"), TCN_STR("eins\0mehr") },
	{ TCN_STR("open"), TCN_STR("offen") },
	{ TCN_STR("week\4open"), TCN_STR("auf") },
};

#define ENTRIES (sizeof entries / sizeof *entries)

/* A catalogue that a test may spoil. */
struct mo {
	char at[512];
	size_t n;
};

static struct mo
make(bool swapped)
{
	struct tcn_buf out = { 0 };
	struct mo mo;

	mo_make(entries, ENTRIES, swapped, &out);
	ck_assert(out.n <= sizeof mo.at);
	memcpy(mo.at, out.at, out.n);
	mo.n = out.n;
	tcn_buf_fini(&out);
	return mo;
}

static enum tcn_rc
open_mo(const struct mo *mo, struct tcn_catalogue *catalogue,
    struct tcn_err *err)
{
	return tcn_catalogue_open((struct tcn_str){ mo->at, mo->n }, catalogue,
	    err);
}

static void
ck_found(const struct tcn_catalogue *catalogue, const char *context,
    const char *message, size_t form, const char *translation)
{
	struct tcn_str found = tcn_catalogue_find(catalogue, context, message);

	ck_assert_msg(found.at, "%s", message);
	ck_assert_str_eq(tcn_catalogue_form(found, form), translation);
}

START_TEST(each_message_is_found)
{
	const struct mo mo = make(_i);
	struct tcn_catalogue catalogue;
	struct tcn_str found;

	ck_assert_int_eq(open_mo(&mo, &catalogue, NULL), TCN_OK);
	ck_assert_uint_eq(catalogue.n, ENTRIES);
	ck_found(&catalogue, NULL, "", 0, "Language: xx\n");
	ck_found(&catalogue, "date", "day", 0, "jour");
	ck_found(&catalogue, NULL, "one", 0, "eins");
	ck_found(&catalogue, NULL, "one", 1, "mehr");
	ck_found(&catalogue, NULL, "open", 0, "offen");
	ck_found(&catalogue, "week", "open", 0, "auf");
	found = tcn_catalogue_find(&catalogue, NULL, "one");
	ck_assert_ptr_null(tcn_catalogue_form(found, 2));
	ck_assert_ptr_null(tcn_catalogue_find(&catalogue, NULL, "day").at);
	ck_assert_ptr_null(tcn_catalogue_find(&catalogue, "date", "open").at);
	ck_assert_ptr_null(tcn_catalogue_find(&catalogue, NULL, "zero").at);
	ck_assert_ptr_null(tcn_catalogue_find(&catalogue, "a", "").at);
}
END_TEST

START_TEST(nothing_is_in_no_catalogue)
{
	const struct tcn_catalogue none = { 0 };

	ck_assert_ptr_null(tcn_catalogue_find(&none, NULL, "open").at);
}
END_TEST

/* Every cut of a catalogue, and each byte of its numbers changed, is refused
 * with words, or all that it then says lies within it. */
START_TEST(a_spoilt_catalogue_is_refused_or_whole)
{
	const struct mo sound = make(false);
	struct tcn_catalogue catalogue;
	struct tcn_err err;

	for (size_t n = 0; n < sound.n; n++) {
		struct mo mo = sound;

		mo.n = n;
		err = (struct tcn_err){ 0 };
		ck_assert_int_eq(open_mo(&mo, &catalogue, &err), TCN_INVALID);
		ck_assert(err.text[0]);
		ck_assert_uint_eq(catalogue.n, 0);
	}
	for (size_t at = 0; at < MO_TABLE + 16 * ENTRIES; at++) {
		struct mo mo = sound;

		mo.at[at] = (char)(mo.at[at] ^ 0x81);
		if (open_mo(&mo, &catalogue, NULL) != TCN_OK)
			continue;
		for (size_t i = 0; i < catalogue.n; i++) {
			struct tcn_str text =
			    tcn_catalogue_at(&catalogue, i).translation;

			ck_assert(text.at >= catalogue.bytes.at);
			ck_assert_uint_lt((size_t)(text.at -
					      catalogue.bytes.at) +
				text.n,
			    mo.n);
		}
	}
}
END_TEST

START_TEST(messages_out_of_order_are_refused)
{
	struct mo mo = make(false);
	struct tcn_catalogue catalogue;
	struct tcn_err err = { 0 };
	char row[8];

	memcpy(row, mo.at + MO_TABLE + 8, 8);
	memcpy(mo.at + MO_TABLE + 8, mo.at + MO_TABLE + 16, 8);
	memcpy(mo.at + MO_TABLE + 16, row, 8);
	ck_assert_int_eq(open_mo(&mo, &catalogue, &err), TCN_INVALID);
	ck_assert_str_eq(err.text, "message 2 of a catalogue is not in order");
}
END_TEST

TCN_TESTS(catalogue)
{
	tcase_add_loop_test(tc, each_message_is_found, 0, 2);
	tcase_add_test(tc, nothing_is_in_no_catalogue);
	tcase_add_test(tc, a_spoilt_catalogue_is_refused_or_whole);
	tcase_add_test(tc, messages_out_of_order_are_refused);
}
