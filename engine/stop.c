#include "engine/stop.h"

static const struct {
	const char *lang;
	const char *words; /* apart by single spaces, one at either end */
} lists[] = {
	{ "en",
	    " a about above after again against all also although always am "
	    "among an and any are arent as at be because been before being "
	    "below between both but by can cannot cant could couldnt did didnt "
	    "do does doesnt doing dont done during each either else ever every "
	    "few for from further had hadnt has hasnt have havent having he "
	    "hed hell her here heres hers herself hes him himself his how "
	    "however i id if ill im in into is isnt it itd itll its itself ive "
	    "just lest let many may me might mine more most much must mustnt "
	    "my myself neither no nor not of off often on once one only onto "
	    "or other others ought our ours ourselves out over own per rather "
	    "same shall shant she shed shes should shouldnt since so some such "
	    "than that thats the their theirs them themselves then there "
	    "theres these they theyd theyll theyre theyve this those though "
	    "through thus to too toward towards under until unto up upon very "
	    "via was wasnt we wed well were werent weve what whatever whats "
	    "when whenever where whereas whether which while whilst whom whose "
	    "why will with within without wont would wouldnt yet you youd "
	    "youll your youre yours yourself yourselves youve " },
};

const char *
tcn_stop_list(const char *lang)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		if (strcmp(lists[i].lang, lang) == 0)
			return lists[i].words;
	}
	return NULL;
}

bool
tcn_stop_in(const char *list, struct tcn_str word)
{
	const char *at = list;

	if (!word.n || memchr(word.at, ' ', word.n))
		return false;
	for (; *at; at++) {
		const char *end = strchr(at + 1, ' ');

		if (!end)
			return false;
		if ((size_t)(end - at) == word.n + 1 &&
		    memcmp(at + 1, word.at, word.n) == 0)
			return true;
		at = end - 1;
	}
	return false;
}

const char *
tcn_stop_lang(size_t i)
{
	return i < sizeof lists / sizeof *lists ? lists[i].lang : NULL;
}
