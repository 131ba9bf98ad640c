#include "tools/base/mime64.h"

#include <openssl/evp.h>

#define LINE_BYTES 57 /* packed: 76 characters */

void
tcn_mime64_pack(struct tcn_str bytes, struct tcn_buf *out)
{
	unsigned char line[LINE_BYTES * 4 / 3 + 4];

	while (bytes.n) {
		size_t n = bytes.n < LINE_BYTES ? bytes.n : LINE_BYTES;
		int chars = EVP_EncodeBlock(line,
		    (const unsigned char *)bytes.at, (int)n);

		tcn_buf_add(out, line, (size_t)chars);
		tcn_buf_z(out, "\r\n");
		bytes.at += n;
		bytes.n -= n;
	}
}

bool
tcn_mime64_unpack(struct tcn_str packed, struct tcn_buf *out)
{
	unsigned char four[4], three[3];
	size_t n = 0, padding = 0;

	for (size_t i = 0; i < packed.n; i++) {
		if (packed.at[i] == '\r' || packed.at[i] == '\n')
			continue;
		padding += packed.at[i] == '=';
		four[n++] = (unsigned char)packed.at[i];
		if (n < 4)
			continue;
		if (padding > 2 || EVP_DecodeBlock(three, four, 4) != 3)
			return false;
		tcn_buf_add(out, three, 3 - padding);
		n = padding = 0;
	}
	return n == 0;
}
