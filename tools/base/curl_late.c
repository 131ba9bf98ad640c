#include "tools/base/curl_late.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit.h"

#define LIBRARY "libcurl.so.4" /* of every libcurl since 7.16 */

static struct tcn_curl_late calls;

static const char *const names[] = {
#define TCN_CURL_LATE_NAME(name) #name,
	TCN_CURL_LATE(TCN_CURL_LATE_NAME)
};

_Static_assert(sizeof names == sizeof calls, "a pointer for each name");

/* It stays loaded. */
static void
load(void)
{
	void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_NODELETE);
	char *at = (char *)&calls;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		void *call = library ? dlsym(library, names[i]) : NULL;

		if (!call) {
			fprintf(stderr,
			    "tocsin: libcurl cannot be loaded: %s; install "
			    "libcurl4\n",
			    dlerror());
			exit(TCN_EXIT_FAILED);
		}
		memcpy(at + i * sizeof call, &call, sizeof call);
	}
}

const struct tcn_curl_late *
tcn_curl_late(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return &calls;
}
