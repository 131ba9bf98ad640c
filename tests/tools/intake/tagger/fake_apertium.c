/*
 * A stand-in for lt-proc and apertium-tagger, which it is by the name that it
 * is called by. It knows a few words of a made-up Spanish, and the ways in
 * which a program can fail:
 *
 * A word of a role ('a' analyser, 't' tagger, 'p' the tagger with -d) and a
 * fault, as "tdie", makes it fail when it meets that word in that role: die,
 * tear (end within an answer), hang, lie (answer another word), drop (leave
 * the word out), more (an answer too many), flood.
 *
 * Like the real one, as a tagger it does not know all classes of readings, and
 * from the first such word on it says other things of all others, too; with -d
 * it says so.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WORD_MAX 4096

static char role;
static bool spoiled; /* has met a class that it does not know */

static void
say(const char *text)
{
	fputs(text, stdout);
}

/* Fails as the word says; true: the word is dealt with. */
static bool
fails(const char *word)
{
	if (word[0] != role)
		return false;
	if (strcmp(word + 1, "die") == 0)
		_exit(0);
	if (strcmp(word + 1, "tear") == 0) {
		say("^torn/to");
		fflush(stdout);
		_exit(1);
	}
	if (strcmp(word + 1, "hang") == 0)
		for (;;)
			pause();
	if (strcmp(word + 1, "flood") == 0)
		for (;;)
			if (puts("flood") == EOF)
				_exit(1);
	if (strcmp(word + 1, "lie") == 0)
		say("^truth/truth<n>$");
	else if (strcmp(word + 1, "more") == 0)
		putchar('\0');
	else if (strcmp(word + 1, "drop") != 0)
		return false;
	return true;
}

/* --- As lt-proc --- */

static void
analyse(const char *word)
{
	static const struct {
		const char *word, *readings;
	} known[] = {
		{ "para", "para<pr>/parar<vblex><pri>" },
		{ "rara", "raro<adj>/rara<n>" }, /* of a class unknown */
		{ "sobre", "sobre<pr>/sobre<n>" },
		{ "al", "a<pr>+el<det>" },
		{ "la", "el<det>" },
		{ "pdie", "pdie<n>/pdie<adj>" },
		{ "phang", "phang<n>/phang<adj>" },
	};
	size_t n = strlen(word);

	if (fails(word))
		return;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(word, known[i].word) == 0) {
			printf("^%s/%s$", word, known[i].readings);
			return;
		}
	if (isdigit((unsigned char)word[0]))
		printf("^%s/%s<num>$", word, word);
	else if (isupper((unsigned char)word[0]))
		printf("^%s/*%s$", word, word);
	else if (n > 2 && strcmp(word + n - 2, "ar") == 0)
		printf("^%s/%s<vblex><inf>$", word, word);
	else
		printf("^%s/%.*s<n>$", word, (int)(n - (word[n - 1] == 's')),
		    word);
}

static bool
is_word(int c)
{
	return isalnum(c) || c >= 0x80;
}

static void
analyse_all(void)
{
	char word[WORD_MAX];
	size_t n = 0;
	int c;

	while ((c = getchar()) != EOF) {
		if (is_word(c) && n + 1 < sizeof word) {
			word[n++] = (char)c;
			continue;
		}
		word[n] = '\0';
		if (n)
			analyse(word);
		n = 0;
		if (c == '.')
			say("^./.<sent>$");
		else
			putchar(c);
		if (c == '\\')
			putchar(getchar());
		if (c == '\0')
			fflush(stdout);
	}
}

/* --- As apertium-tagger --- */

/* Chooses among readings, "para<pr>/parar<vblex>". */
static void
choose(const char *surface, const char *readings, bool debug)
{
	const char *second = strchr(readings, '/');

	if (fails(surface) ||
	    (debug &&
		fails(strncmp(readings, "pdie", 4) == 0      ? "pdie"
			: strncmp(readings, "phang", 5) == 0 ? "phang"
							     : "")))
		return;
	if (strstr(readings, "/rara<n>")) {
		spoiled = true;
		if (debug)
			fprintf(stderr, "A new class.\nWord '%s'.\n", surface);
	}
	if (second && !spoiled)
		printf("^%s/%s$", surface, second + 1);
	else
		printf("^%s/%.*s$", surface,
		    (int)(second ? (size_t)(second - readings)
				 : strlen(readings)),
		    readings);
}

/* Reads up to the byte `to`, into text. */
static void
read_to(char to, char text[WORD_MAX])
{
	size_t n = 0;
	int c;

	while ((c = getchar()) != EOF && c != to && n + 1 < WORD_MAX)
		text[n++] = (char)c;
	text[n] = '\0';
}

static void
tag_all(bool debug)
{
	char surface[WORD_MAX], readings[WORD_MAX];
	int c;

	while ((c = getchar()) != EOF) {
		if (c == '^') {
			read_to('/', surface);
			read_to('$', readings);
			choose(surface, readings, debug);
			continue;
		}
		putchar(c);
		if (c == '\\')
			putchar(getchar());
		if (c == '\0')
			fflush(stdout);
	}
}

int
main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/');
	bool debug = argc > 1 && strcmp(argv[1], "-d") == 0;

	name = name ? name + 1 : argv[0];
	if (strcmp(name, "lt-proc") == 0) {
		role = 'a';
		analyse_all();
	} else {
		role = debug ? 'p' : 't';
		tag_all(debug);
	}
	return 0;
}
