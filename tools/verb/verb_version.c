#include <stdio.h>

#include "tools/base/picture_program.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/conf/dictionaries.h"
#include "tools/intake/kafka/kafka.h"
#include "tools/intake/tagger/tagger_data.h"
#include "tools/verb/verb.h"

/* Which bilingual dictionaries, taggers and clients are installed. */
static int
say_installed(void)
{
	struct tcn_buf out = { 0 };
	struct tcn_conf conf;
	char path[PATH_MAX];
	enum tcn_rc rc = tcn_conf_init(&conf);
	int code;

	if (rc) {
		tcn_conf_fini(&conf);
		return tcn_say_rc(rc, NULL);
	}
	tcn_buf_printf(&out, "dictionaries in %s: ", conf.story.dictionaries);
	tcn_dictionaries_text(conf.story.dictionaries, &out);
	tcn_buf_printf(&out, "\ntaggers in %s: ", conf.text.tagger_data);
	tcn_tagger_data_text(conf.text.tagger_data, &out);
	tcn_buf_z(&out, "\nKafka client: ");
	tcn_kafka_text(&conf, &out);
	tcn_buf_printf(&out, "\npictures: %s\n",
	    tcn_picture_program(path) ? path
				      : "none (install tocsin-pictures)");
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	tcn_conf_fini(&conf);
	return code;
}

static int
run(const void *opts, int argc, char **argv)
{
	(void)opts;
	(void)argc;
	(void)argv;
	printf("%s " TCN_VERSION "\n", tcn_verb_program.name);
	return say_installed();
}

const struct tcn_verb tcn_verb_version = {
	.name = "version",
	.summary = "print the version, and what is installed beside it",
	.usage = "",
	.run = run,
};
