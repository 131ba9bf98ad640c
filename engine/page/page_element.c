/*
 * engine/page/page_element.c - the elements of HTML, by what they are to a
 * reader.
 */
#include <string.h>

#include "engine/page/page_impl.h"

#define NAME_BYTES 12 /* of the longest name, with its NUL */

static const struct {
	char name[NAME_BYTES];
	uint8_t kind;
} elements[] = {
	/* sorted by name */
	{ "a", TCN_PAGE_LINK },
	{ "abbr", TCN_PAGE_TIME },
	{ "acronym", TCN_PAGE_STYLE },
	{ "address", TCN_PAGE_DIV },
	{ "amp-sidebar", TCN_PAGE_NAV },
	{ "applet", TCN_PAGE_RAW },
	{ "area", TCN_PAGE_VOID },
	{ "article", TCN_PAGE_ARTICLE },
	{ "aside", TCN_PAGE_ASIDE },
	{ "audio", TCN_PAGE_SKIP },
	{ "b", TCN_PAGE_STYLE },
	{ "base", TCN_PAGE_VOID },
	{ "bdi", TCN_PAGE_STYLE },
	{ "bdo", TCN_PAGE_STYLE },
	{ "big", TCN_PAGE_STYLE },
	{ "blockquote", TCN_PAGE_QUOTE },
	{ "body", TCN_PAGE_BODY },
	{ "br", TCN_PAGE_BR },
	{ "button", TCN_PAGE_INPUT },
	{ "canvas", TCN_PAGE_SKIP },
	{ "caption", TCN_PAGE_CAPTION },
	{ "center", TCN_PAGE_DIV },
	{ "cite", TCN_PAGE_STYLE },
	{ "code", TCN_PAGE_STYLE },
	{ "col", TCN_PAGE_VOID },
	{ "datalist", TCN_PAGE_SKIP },
	{ "dd", TCN_PAGE_LI },
	{ "del", TCN_PAGE_STYLE },
	{ "details", TCN_PAGE_DIV },
	{ "dfn", TCN_PAGE_STYLE },
	{ "dialog", TCN_PAGE_NAV },
	{ "dir", TCN_PAGE_DIV },
	{ "div", TCN_PAGE_DIV },
	{ "dl", TCN_PAGE_DIV },
	{ "dt", TCN_PAGE_LI },
	{ "em", TCN_PAGE_STYLE },
	{ "embed", TCN_PAGE_VOID },
	{ "fieldset", TCN_PAGE_FORM },
	{ "figcaption", TCN_PAGE_CAPTION },
	{ "figure", TCN_PAGE_FIGURE },
	{ "font", TCN_PAGE_STYLE },
	{ "footer", TCN_PAGE_FOOTER },
	{ "form", TCN_PAGE_FORM },
	{ "h1", TCN_PAGE_HEADING },
	{ "h2", TCN_PAGE_HEADING },
	{ "h3", TCN_PAGE_HEADING },
	{ "h4", TCN_PAGE_HEADING },
	{ "h5", TCN_PAGE_HEADING },
	{ "h6", TCN_PAGE_HEADING },
	{ "header", TCN_PAGE_HEADER },
	{ "hgroup", TCN_PAGE_DIV },
	{ "hr", TCN_PAGE_VOID },
	{ "html", TCN_PAGE_HTML },
	{ "i", TCN_PAGE_STYLE },
	{ "iframe", TCN_PAGE_RAW },
	{ "img", TCN_PAGE_VOID },
	{ "input", TCN_PAGE_VOID },
	{ "ins", TCN_PAGE_STYLE },
	{ "kbd", TCN_PAGE_STYLE },
	{ "label", TCN_PAGE_INLINE },
	{ "legend", TCN_PAGE_DIV },
	{ "li", TCN_PAGE_LI },
	{ "link", TCN_PAGE_LINK_REL },
	{ "main", TCN_PAGE_MAIN },
	{ "map", TCN_PAGE_SKIP },
	{ "mark", TCN_PAGE_STYLE },
	{ "menu", TCN_PAGE_DIV },
	{ "meta", TCN_PAGE_META },
	{ "nav", TCN_PAGE_NAV },
	{ "nobr", TCN_PAGE_STYLE },
	{ "noembed", TCN_PAGE_RAW },
	{ "noframes", TCN_PAGE_RAW },
	{ "noscript", TCN_PAGE_SKIP },
	{ "object", TCN_PAGE_SKIP },
	{ "ol", TCN_PAGE_DIV },
	{ "p", TCN_PAGE_P },
	{ "param", TCN_PAGE_VOID },
	{ "pre", TCN_PAGE_QUOTE },
	{ "q", TCN_PAGE_STYLE },
	{ "rp", TCN_PAGE_SKIP },
	{ "rt", TCN_PAGE_SKIP },
	{ "s", TCN_PAGE_STYLE },
	{ "samp", TCN_PAGE_STYLE },
	{ "script", TCN_PAGE_RAW },
	{ "search", TCN_PAGE_NAV },
	{ "section", TCN_PAGE_DIV },
	{ "select", TCN_PAGE_INPUT },
	{ "small", TCN_PAGE_STYLE },
	{ "source", TCN_PAGE_VOID },
	{ "span", TCN_PAGE_INLINE },
	{ "strike", TCN_PAGE_STYLE },
	{ "strong", TCN_PAGE_STYLE },
	{ "style", TCN_PAGE_RAW },
	{ "sub", TCN_PAGE_STYLE },
	{ "summary", TCN_PAGE_DIV },
	{ "sup", TCN_PAGE_STYLE },
	{ "svg", TCN_PAGE_SKIP },
	{ "table", TCN_PAGE_DIV },
	{ "tbody", TCN_PAGE_DIV },
	{ "td", TCN_PAGE_CELL },
	{ "template", TCN_PAGE_SKIP },
	{ "textarea", TCN_PAGE_INPUT },
	{ "tfoot", TCN_PAGE_DIV },
	{ "th", TCN_PAGE_CELL },
	{ "thead", TCN_PAGE_DIV },
	{ "time", TCN_PAGE_TIME },
	{ "title", TCN_PAGE_TITLE },
	{ "tr", TCN_PAGE_ROW },
	{ "track", TCN_PAGE_VOID },
	{ "tt", TCN_PAGE_STYLE },
	{ "u", TCN_PAGE_STYLE },
	{ "ul", TCN_PAGE_DIV },
	{ "var", TCN_PAGE_STYLE },
	{ "video", TCN_PAGE_SKIP },
	{ "wbr", TCN_PAGE_STYLE },
	{ "xmp", TCN_PAGE_RAW },
};

enum tcn_page_kind
tcn_page_element(const char *name, size_t n)
{
	size_t low = 0, high = sizeof elements / sizeof *elements;

	if (n >= NAME_BYTES)
		return TCN_PAGE_UNKNOWN;
	while (low < high) {
		size_t mid = (low + high) / 2;
		int order = strncmp(name, elements[mid].name, n);

		if (order == 0 && elements[mid].name[n] == '\0')
			return elements[mid].kind;
		if (order <= 0)
			high = mid;
		else
			low = mid + 1;
	}
	return TCN_PAGE_UNKNOWN;
}
