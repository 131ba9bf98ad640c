#include "engine/item/headline.h"

#include "engine/base/url.h"
#include "engine/text/title_suffix.h"

struct tcn_str
tcn_headline(struct tcn_str title, struct tcn_str source, struct tcn_str url)
{
	struct tcn_str rest = title, name;

	if (!tcn_title_suffix_find(title, &rest.n, &name))
		return title;
	rest = tcn_str_trim(rest);
	return rest.n &&
		tcn_title_suffix_is_source(name, source, tcn_url_site(url),
		    rest)
	    ? rest
	    : title;
}

struct tcn_str
tcn_headline_fallback(struct tcn_str text, struct tcn_str url,
    struct tcn_str id)
{
	if (tcn_str_trim(text).n)
		return text;
	return url.n ? url : id;
}
