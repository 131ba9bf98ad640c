/*
 * tests/fuzz/yaml_leaks.h - for targets that read YAML: libfyaml 0.7 itself
 * loses some memory on a broken document, which is no finding.
 */
#ifndef TCN_TESTS_FUZZ_YAML_LEAKS_H
#define TCN_TESTS_FUZZ_YAML_LEAKS_H

const char *__lsan_default_suppressions(void);

/* LeakSanitizer calls this by its name. */
const char *
__lsan_default_suppressions(void)
{
	return "leak:libfyaml.so\n";
}

#endif
