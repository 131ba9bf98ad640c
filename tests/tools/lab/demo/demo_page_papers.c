/*
 * tests/tools/lab/demo/demo_page_papers.c - pages as the systems of newspapers
 * and broadcasters write them.
 */
#include "tests/tools/lab/demo/demo_page_impl.h"

#define HEAD                                                                   \
	"<!doctype html><html lang=\"[[lang]]\"><head><title>[[title]] | "     \
	"[[site]]</title><meta property=\"og:title\" content=\"[[title]]\"/>"  \
	"<meta property=\"og:site_name\" content=\"[[site]]\"/>"               \
	"<link rel=\"canonical\" href=\"[[url]]\"/>"

const struct tcn_demo_shape_of_page tcn_demo_page_papers[] = {
	{ "arc", TCN_DEMO_BODY_LINKS | TCN_DEMO_BODY_INLINE,
	    "<p class=\"c-paragraph\">", "</p>",
	    "<div class=\"c-interstitial\"><b>[[more]]:</b> [[line]]</div>"
	    "<div class=\"arcad-wrapper\"><span>[[ads]]</span><div "
	    "class=\"ad-slot\"></div></div>",
	    HEAD
	    "[[ld]]<script>window.Fusion=window.Fusion||{};</script>"
	    "[[js:40000]]</head><body><div id=\"fusion-app\" "
	    "class=\"layout-section\"><div class=\"b-header-nav-chain\"><nav>"
	    "[[line]][[line]]</nav></div><section role=\"main\" id=\"main\" "
	    "class=\"b-right-rail\"><div class=\"b-right-rail__full-width-1\">"
	    "<h1 class=\"b-headline\">[[title]]</h1></div><div "
	    "class=\"b-right-rail__main-interior-item\"><div "
	    "class=\"c-stack b-byline\">By [[name]]<time class=\"c-date\" "
	    "datetime=\"[[iso]]\">March 3</time></div><article "
	    "class=\"b-article-body\">[[body]]</article><div "
	    "class=\"c-stack b-author-bio\"><p>[[some]]</p></div></div><div "
	    "class=\"b-right-rail__rail-container\"><div "
	    "class=\"c-stack b-results-list\">[[cards:6]]</div></div></section>"
	    "<footer class=\"b-footer\"><p>[[rights]]</p></footer></div>"
	    "[[js:20000]]</body></html>" },
	{ "cue", TCN_DEMO_BODY_ADS | TCN_DEMO_BODY_FIGURE,
	    "<div class=\"widget storyContent article widget-editable\"><p>",
	    "</p></div>\n",
	    "<div class=\"widget advertising\"><span>[[ads]]</span></div>",
	    HEAD
	    "</head><body class=\"article-page\"><div id=\"container\"><div "
	    "class=\"group top\"><ul class=\"nav\">[[menu:10]]</ul></div><div "
	    "class=\"group main\"><div class=\"widget storyHeadline\"><h1>"
	    "[[title]]</h1></div><div class=\"widget byline\"><p>[[name]], "
	    "3 March</p></div>[[body]]<div class=\"widget relatedContents\">"
	    "<ul>[[links:5]]</ul></div></div><div class=\"group right\"><div "
	    "class=\"widget mostPopular\"><ol>[[links:10]]</ol></div></div>"
	    "<div class=\"group foot\"><p>[[rights]]</p></div></div></body>"
	    "</html>" },
	{ "broadcaster", TCN_DEMO_BODY_HEADS | TCN_DEMO_BODY_FIGURE,
	    "<div data-component=\"text-block\" class=\"sc-18fde0d6-0\"><p "
	    "class=\"sc-9a00e533-0 eZyhnA\">",
	    "</p></div>", "",
	    HEAD
	    "[[ld]][[js:60000]]</head><body><div id=\"__next\"><div "
	    "class=\"sc-e0a87ff7-0\"><nav><ul>[[menu:9]]</ul></nav><main "
	    "id=\"main-content\"><article class=\"sc-b1f1b5d7-2\"><div "
	    "data-component=\"headline-block\"><h1 class=\"sc-f98b1ad2-0\">"
	    "[[title]]</h1></div><div data-component=\"byline-block\"><time>3 "
	    "hours ago</time><span>Share</span><span>Save</span><div>[[name]]"
	    "</div><div>Correspondent</div></div>[[body]]<div "
	    "data-component=\"links-block\"><p>[[more]]</p><ul>[[links:4]]</ul>"
	    "</div><div data-component=\"tags\"><ul>[[menu:3]]</ul></div>"
	    "</article><div data-component=\"promo-grid\">[[cards:8]]</div>"
	    "</main><footer><p>[[rights]]</p><ul>[[menu:14]]</ul></footer>"
	    "</div></div>[[js:30000]]</body></html>" },
	{ "hashed-classes", TCN_DEMO_BODY_LONG | TCN_DEMO_BODY_ADS,
	    "<div class=\"css-s99gbd\"><div class=\"css-53u6y8\"><p "
	    "class=\"css-at9mc1 evys1bk0\">",
	    "</p></div></div>",
	    "<div class=\"css-1dv1kvn\"><div class=\"css-7h\"><p>[[ads]]</p>"
	    "<a href=\"#after\">SKIP</a></div></div>",
	    HEAD
	    "[[js:50000]]</head><body><div id=\"app\"><div class=\"css-1a\">"
	    "<div class=\"css-2b\">[[line]][[line]]</div></div><div "
	    "class=\"css-3c\"><div id=\"site-content\" role=\"main\"><article "
	    "id=\"story\" class=\"css-1vxca1d\"><header class=\"css-z\"><h1 "
	    "data-testid=\"headline\" class=\"css-1l24qy5\">[[title]]</h1><p "
	    "id=\"article-summary\">[[some]]</p></header><section "
	    "name=\"articleBody\" class=\"meteredContent css-1r7ky0e\">[[body]]"
	    "</section><div class=\"bottom-of-article\"><div "
	    "class=\"css-1ubp8k9\"><p>[[some]]</p></div></div></article><div "
	    "class=\"css-more\"><h2>[[more]]</h2>[[cards:5]]</div></div></div>"
	    "</div>[[js:20000]]</body></html>" },
	{ "amp", TCN_DEMO_BODY_ADS | TCN_DEMO_BODY_INLINE, "<p>", "</p>",
	    "<amp-ad width=300 height=250 type=\"doubleclick\"></amp-ad>",
	    "<!doctype html><html amp lang=\"[[lang]]\"><head><meta "
	    "charset=\"utf-8\"><title>[[title]]</title><link rel=\"canonical\" "
	    "href=\"[[url]]\"><style amp-boilerplate>body{visibility:hidden}"
	    "</style><noscript><style amp-boilerplate>body{}</style></noscript>"
	    "[[ld]]</head><body><amp-sidebar id=\"side\" layout=\"nodisplay\">"
	    "<ul>[[menu:12]]</ul><p>[[some]]</p></amp-sidebar><header><a "
	    "href=\"/\">[[site]]</a></header><div class=\"amp-wrap\"><h1>"
	    "[[title]]</h1><p class=\"meta\">[[name]] - 3 March</p>"
	    "<amp-img src=\"a.jpg\" width=16 height=9></amp-img>[[body]]<div "
	    "class=\"amp-social\"><amp-social-share type=\"email\">"
	    "</amp-social-share></div><amp-list><div>[[line]]</div><div>"
	    "[[line]]</div><div>[[line]]</div></amp-list></div><amp-consent>"
	    "<div><p>[[cookies]]</p><button>OK</button></div></amp-consent>"
	    "<footer>[[rights]]</footer></body></html>" },
	{ "live-blog", 0,
	    "<article class=\"block\" id=\"b1\"><header><time "
	    "datetime=\"[[iso]]\">10.31</time></header><div "
	    "class=\"block-elements\"><p>",
	    "</p></div></article>\n", "",
	    HEAD
	    "<script type=\"application/ld+json\">[{\"@type\":"
	    "\"LiveBlogPosting\",\"name\":\"Live\",\"datePublished\":\"[[iso]]"
	    "\",\"liveBlogUpdate\":[]}]</script></head><body><nav><ul>"
	    "[[menu:8]]</ul></nav><main><header><h1>[[title]]</h1></header>"
	    "<div class=\"live\">[[body]]</div></main><aside>[[cards:5]]"
	    "</aside><footer>[[rights]]</footer></body></html>" },
	{ "gallery", 0,
	    "<li class=\"slide\"><figure><img src=\"1.jpg\"><figcaption>",
	    "</figcaption></figure></li>\n", "",
	    HEAD
	    "</head><body><nav><ul>[[menu:8]]</ul></nav><main><article><h1>"
	    "[[title]]</h1><ul class=\"slides\">[[body]]</ul></article></main>"
	    "<aside>[[cards:4]]</aside><footer>[[rights]]</footer></body>"
	    "</html>" },
	{ "paywall-data", TCN_DEMO_BODY_LONG, "<p>", "</p>", "",
	    HEAD
	    "[[ldtext]]</head><body><nav><ul>[[menu:9]]</ul></nav><main>"
	    "<article><h1>[[title]]</h1><div class=\"teaser-text\" "
	    "data-cut=\"1\"><!--[[body]]--></div><div class=\"paywall\"><h2>"
	    "Subscribe to read on</h2><p>[[letter]]</p><button>Subscribe"
	    "</button></div></article></main><footer>[[rights]]</footer>"
	    "</body></html>" },
	{ "paywall-stub", TCN_DEMO_BODY_SHORT, "<p>", "</p>", "",
	    HEAD
	    "[[ld]]</head><body><header><nav><ul>[[menu:9]]</ul></nav></header>"
	    "<main><div class=\"article-wrap\"><h1>[[title]]</h1><div "
	    "class=\"text\">[[body]]</div><div class=\"subscribe-offer\"><h3>"
	    "[[more]]</h3><p>[[letter]]</p><p>[[some]]</p><a href=\"/abo\">"
	    "Subscribe now</a></div></div><section>[[acards:6]]</section>"
	    "</main><footer>[[rights]]</footer></body></html>" },
	{ "data-cut", TCN_DEMO_BODY_HEADS, "<p>", "</p>", "",
	    HEAD
	    "[[ldcut]]</head><body><nav><ul>[[menu:9]]</ul></nav><main>"
	    "<article class=\"story\"><h1>[[title]]</h1><div class=\"lead\"><p>"
	    "[[lead]]</p></div><div class=\"story-text\">[[body]]</div><aside>"
	    "<h4>[[more]]</h4>[[cards:3]]</aside></article></main><footer>"
	    "[[rights]]</footer></body></html>" },
	{ "in-one-form", TCN_DEMO_BODY_ADS, "<p>", "</p>\n",
	    "<div class=\"ad\"><small>[[ads]]</small></div>\n",
	    "<html><head><title>[[title]]</title></head><body><form "
	    "method=\"post\" action=\"./a.aspx\" id=\"aspnetForm\"><input "
	    "type=\"hidden\" name=\"__VIEWSTATE\" value=\"dDwtMTA2MzQ5Mzk\"/>"
	    "<div id=\"ctl00_top\"><table><tr><td><ul>[[menu:8]]</ul></td>"
	    "</tr></table></div><div id=\"ctl00_main\"><h1 "
	    "id=\"ctl00_title\">[[title]]</h1><span id=\"ctl00_date\">3/3/2026"
	    "</span><div id=\"ctl00_text\">[[body]]</div><div "
	    "id=\"ctl00_rel\"><ul>[[links:6]]</ul></div></div><div "
	    "id=\"ctl00_foot\">[[rights]]</div></form></body></html>" },
	{ 0 },
};
