#include "engine/text/textcat.h"

#include <assert.h>
#include <libexttextcat/textcat.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"

struct tcn_textcat {
	struct tcn_textcat *next;
	char *dir;
	void *models; /* libexttextcat's */
	unsigned users;
};

static struct tcn_textcat *all; /* those that are open */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all of them */

static void
release(struct tcn_textcat *textcat)
{
	if (textcat->models)
		textcat_Done(textcat->models);
	tcn_mem_free(textcat->dir);
	tcn_mem_free(textcat);
}

static struct tcn_textcat *
load_models(const char *dir)
{
	struct tcn_textcat *made = tcn_mem_calloc(1, sizeof *made);
	char conf[512], prefix[512];

	made->dir = tcn_mem_dupz(dir, strlen(dir));
	snprintf(conf, sizeof conf, "%s/fpdb.conf", dir);
	snprintf(prefix, sizeof prefix, "%s/", dir);
	made->models = special_textcat_Init(conf, prefix);
	if (!made->models) {
		release(made);
		return NULL;
	}
	made->next = all;
	all = made;
	return made;
}

struct tcn_textcat *
tcn_textcat_open(const char *dir)
{
	struct tcn_textcat *textcat;

	pthread_mutex_lock(&lock);
	textcat = all;
	while (textcat && strcmp(textcat->dir, dir) != 0)
		textcat = textcat->next;
	if (!textcat)
		textcat = load_models(dir);
	if (textcat)
		textcat->users++;
	pthread_mutex_unlock(&lock);
	return textcat;
}

void
tcn_textcat_close(struct tcn_textcat *textcat)
{
	struct tcn_textcat **at = &all;

	if (!textcat)
		return;
	pthread_mutex_lock(&lock);
	assert(textcat->users);
	if (--textcat->users == 0) {
		while (*at != textcat)
			at = &(*at)->next;
		*at = textcat->next;
		release(textcat);
	}
	pthread_mutex_unlock(&lock);
}

/* An answer is as "[en--utf8][sco--utf8]". */
bool
tcn_textcat_ask(struct tcn_textcat *textcat, struct tcn_str text, char lang[3])
{
	const char *said;
	bool found = false;

	pthread_mutex_lock(&lock);
	said = textcat_Classify(textcat->models, text.at, text.n);
	while (!found && said && (said = strchr(said, '['))) {
		found = *++said && strcspn(said, "-") == 2;
		if (found)
			snprintf(lang, 3, "%.2s", said);
	}
	pthread_mutex_unlock(&lock);
	return found;
}
