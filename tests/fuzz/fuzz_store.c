/*
 * tests/fuzz/fuzz_store.c - a damaged database does no harm.
 *
 * The input patches a sound database of the sample: four bytes a patch, three
 * of where (modulo the size) and one to exclusive-or. A last odd byte cuts
 * the file, at that 256th of it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/must.h"
#include "tests/sql/fault_vfs.h"
#include "tests/sql/hostile.h"
#include "tests/sql/sample.h"

#define SOUND_MAX (1 << 20)

static void
use_bytes(const unsigned char *bytes, size_t n)
{
	FILE *file = fopen(sample_path(), "w");

	must(file != NULL);
	must(fwrite(bytes, 1, n, file) == n);
	must(fclose(file) == 0);
	hostile_use(sample_path());
	sample_clean();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static unsigned char sound[SOUND_MAX], bytes[SOUND_MAX];
	static size_t sound_n;
	size_t n, i;

	if (!sound_n) {
		fault_install();
		sound_n = hostile_sound(sound, sizeof sound);
		sample_clean();
	}
	n = sound_n;
	memcpy(bytes, sound, n);
	for (i = 0; i + 4 <= size; i += 4) {
		size_t at = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 |
		    data[i + 2];

		bytes[at % n] ^= data[i + 3];
	}
	if (i < size)
		n = n * data[i] / 256;
	use_bytes(bytes, n);
	return 0;
}
