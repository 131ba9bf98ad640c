/*
 * tests/tools/lab/demo/demo_page_others.c - pages of old, small and careless
 * sites.
 */
#include "tests/tools/lab/demo/demo_page_impl.h"

const struct tcn_demo_shape_of_page tcn_demo_page_others[] = {
	{ "tables", 0, "", "<BR><BR>\n", "",
	    "<HTML><HEAD><TITLE>[[site]] - [[title]]</TITLE></HEAD><BODY "
	    "BGCOLOR=#FFFFFF><TABLE WIDTH=760 BORDER=0><TR><TD COLSPAN=3>"
	    "<A HREF=/>Home</A> | <A HREF=/a>News</A> | <A HREF=/b>Sports</A>"
	    "</TD></TR><TR><TD WIDTH=140 VALIGN=TOP><FONT SIZE=1><UL>"
	    "[[menu:10]]</UL></FONT></TD><TD WIDTH=460 VALIGN=TOP><FONT "
	    "SIZE=+2><B>[[title]]</B></FONT><BR><FONT SIZE=1>3 March 2026"
	    "</FONT><P><FONT FACE=Times>[[body]]</FONT></TD><TD WIDTH=160>"
	    "<B>[[more]]</B><UL>[[links:8]]</UL></TD></TR><TR><TD COLSPAN=3>"
	    "<CENTER>[[rights]]</CENTER></TD></TR></TABLE></BODY></HTML>" },
	{ "div-soup", TCN_DEMO_BODY_LINKS | TCN_DEMO_BODY_HEADS, "<div>",
	    "</div>\n", "<div>[[line]]</div>",
	    "<html><head><title>[[title]]</title></head><body><div><div>"
	    "[[line]]</div><div>[[line]]</div></div><div><div>[[line]]</div>"
	    "<div><div>[[title]]</div><div>[[name]]</div>[[body]]</div><div>"
	    "[[line]]</div><div>[[line]]</div><div>[[line]]</div></div><div>"
	    "<div>[[rights]]</div></div></body></html>" },
	{ "no-end-tags", TCN_DEMO_BODY_LIST, "<p>", "\n", "",
	    "<html lang=[[lang]]><head><title>[[title]]</title><body><ul>"
	    "<li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport"
	    "</a></ul><h1>[[title]]</h1>[[body]]<hr><h3>[[more]]</h3><ul>"
	    "<li>[[line]]<li>[[line]]<li>[[line]]<li>[[line]]</ul><p><small>"
	    "[[rights]]</small>" },
	{ "long-talk", TCN_DEMO_BODY_SHORT, "<p>", "</p>\n", "",
	    "<html lang=\"[[lang]]\"><head><title>[[title]] :: [[site]]</title>"
	    "</head><body><div id=\"nav\"><ul>[[menu:7]]</ul></div><div "
	    "id=\"content\"><h1>[[title]]</h1><div class=\"text\"><p>[[lead]]"
	    "</p>[[body]]</div><div id=\"disqus_thread\"><h3>Comments</h3><ul "
	    "class=\"post-comments\">[[talk:40]]</ul></div></div><div "
	    "id=\"bottom\">[[rights]]</div></body></html>" },
	{ "many-articles", TCN_DEMO_BODY_FIGURE, "<p>", "</p>\n", "",
	    "<html lang=\"[[lang]]\"><head><title>[[title]]</title>[[ld]]"
	    "</head><body><main><section class=\"hero\"><article "
	    "class=\"full\"><h1>[[title]]</h1><div class=\"txt\">[[body]]</div>"
	    "</article></section><section class=\"grid\">[[acards:14]]"
	    "</section></main><footer>[[rights]]</footer></body></html>" },
	{ "parts", TCN_DEMO_BODY_ADS, "<p>", "</p>\n",
	    "</div><div class=\"adbox\">[[ads]]</div><div class=\"part\">",
	    "<html lang=\"[[lang]]\"><head><title>[[title]]</title></head>"
	    "<body><div class=\"top\">[[line]] [[line]]</div><div "
	    "class=\"story\"><h1>[[title]]</h1><div class=\"part\">[[body]]"
	    "</div></div><div class=\"also\">[[cards:4]]</div><div "
	    "class=\"btm\">[[rights]]</div></body></html>" },
	{ "microdata", TCN_DEMO_BODY_LINKS | TCN_DEMO_BODY_QUOTE, "<p>", "</p>",
	    "<div class=\"box\">[[more]] [[line]]</div>",
	    "<html><head><title>[[title]]</title><meta name=\"language\" "
	    "content=\"[[lang]]\"></head><body><div itemscope "
	    "itemtype=\"http://schema.org/NewsArticle\"><div class=\"crumbs\">"
	    "[[line]]</div><h1 itemprop=\"headline\">[[title]]</h1><meta "
	    "itemprop=\"datePublished\" content=\"[[iso]]\"><div "
	    "itemprop=\"description\">[[some]]</div><div "
	    "itemprop=\"articleBody\">[[body]]<div class=\"nl\"><p>[[letter]]"
	    "</p><input type=\"email\"></div></div></div><div>[[cards:5]]</div>"
	    "<div>[[rights]]</div></body></html>" },
	{ "next-story-below", TCN_DEMO_BODY_FIGURE, "<p>", "</p>", "",
	    "<html lang=\"[[lang]]\"><head><title>[[title]]</title><meta "
	    "property=\"og:title\" content=\"[[title]]\"></head><body><div "
	    "class=\"page\"><div class=\"story\" data-id=\"1\"><h1>[[title]]"
	    "</h1><div class=\"copy\">[[body]]</div></div><div "
	    "class=\"recirculation\"><h4>[[more]]</h4><ul>[[links:6]]</ul>"
	    "</div><div class=\"infinite\"><h2>[[line]]</h2><p>[[some]]</p>"
	    "</div></div><footer>[[rights]]</footer></body></html>" },
	{ "sponsored-frame", TCN_DEMO_BODY_INLINE, "<p>", "</p>\n", "",
	    "<html lang=\"[[lang]]\"><head><title>[[title]]</title></head>"
	    "<body><div class=\"sidebar-layout with-banner widget-page\"><div "
	    "class=\"content-sidebar-wrap\"><div class=\"main-col\"><h1>"
	    "[[title]]</h1>[[body]]</div><div class=\"sidebar\"><p>[[some]]"
	    "</p><ul>[[links:7]]</ul></div></div></div><div id=\"consent\">"
	    "[[cookies]]</div><p class=\"copyright\">[[rights]]</p></body>"
	    "</html>" },
	{ 0 },
};
