#include "engine/text/hans.h"

#include <unicode/ustring.h>
#include <unicode/utrans.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"

#define PIECE_BYTES 480 /* of a text that are taken at once */
#define UNITS       512 /* of UTF-16: a piece, and room to grow */

struct tcn_hans {
	UTransliterator *trans; /* NULL: ICU has none */
};

struct tcn_hans *
tcn_hans_new(void)
{
	static const UChar id[] = u"Hant-Hans";
	struct tcn_hans *hans = tcn_mem_calloc(1, sizeof *hans);
	UErrorCode status = U_ZERO_ERROR;

	hans->trans =
	    utrans_openU(id, -1, UTRANS_FORWARD, NULL, 0, NULL, &status);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
	return hans;
}

void
tcn_hans_free(struct tcn_hans *hans)
{
	if (!hans)
		return;
	if (hans->trans)
		utrans_close(hans->trans);
	tcn_mem_free(hans);
}

/* Appends a piece in simplified characters. */
static void
add_piece(struct tcn_hans *hans, struct tcn_str piece, struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	char utf8[UNITS * 3];
	int32_t n = 0, limit, bytes = 0;

	u_strFromUTF8(units, UNITS, &n, piece.at, (int32_t)piece.n, &status);
	limit = n;
	if (hans->trans && U_SUCCESS(status))
		utrans_transUChars(hans->trans, units, &n, UNITS, 0, &limit,
		    &status);
	u_strToUTF8(utf8, sizeof utf8, &bytes, units, n, &status);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
	if (U_SUCCESS(status) && bytes)
		tcn_buf_add(out, utf8, (size_t)bytes);
	else
		tcn_buf_str(out, piece);
}

void
tcn_hans_text(struct tcn_hans *hans, struct tcn_str text, struct tcn_buf *out)
{
	tcn_buf_clear(out);
	while (text.n) {
		struct tcn_str piece = tcn_utf8_cut(text, PIECE_BYTES);

		if (!piece.n)
			piece.n = text.n;
		add_piece(hans, piece, out);
		text.at += piece.n;
		text.n -= piece.n;
	}
}
