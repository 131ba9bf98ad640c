/*
 * tests/tools/lab/demo/demo_page_systems.c - pages as general content systems
 * write them.
 */
#include "tests/tools/lab/demo/demo_page_impl.h"

#define HEAD                                                                   \
	"<!DOCTYPE html>\n<html lang=\"[[lang]]\"><head><meta charset=utf-8>"  \
	"<title>[[title]] - [[site]]</title>\n"                                \
	"<link rel=\"canonical\" href=\"[[url]]\">"                            \
	"<meta property=\"og:title\" content=\"[[title]]\">"                   \
	"<meta property=\"og:site_name\" content=\"[[site]]\">\n"

const struct tcn_demo_shape_of_page tcn_demo_page_systems[] = {
	{ "wordpress",
	    TCN_DEMO_BODY_HEADS | TCN_DEMO_BODY_FIGURE | TCN_DEMO_BODY_INLINE,
	    "<p>", "</p>\n", "",
	    HEAD
	    "<meta property=\"article:published_time\" content=\"[[iso]]\">"
	    "<style>body{margin:0}.entry{max-width:40em}</style>[[js:3000]]"
	    "</head><body class=\"single single-post postid-77 has-sidebar "
	    "comments-open\"><a class=\"skip-link screen-reader-text\" "
	    "href=\"#c\">Skip to content</a><div id=\"page\">"
	    "<header id=\"masthead\" class=\"site-header\"><p "
	    "class=\"site-title\"><a href=\"/\">[[site]]</a></p>"
	    "<nav><ul>[[menu:9]]</ul></nav></header>\n"
	    "<div id=\"content\"><main id=\"main\"><article id=\"post-77\" "
	    "class=\"post-77 post type-post tag-comments category-banner "
	    "hentry\"><header class=\"entry-header\"><h1 class=\"entry-title\">"
	    "[[title]]</h1><div class=\"entry-meta\">Posted on <time "
	    "class=\"entry-date published\" datetime=\"[[iso]]\">3 March</time>"
	    " by [[name]]</div></header><div class=\"entry-content\">\n[[body]]"
	    "<div class=\"sharedaddy sd-sharing\"><h3>Share this:</h3><ul>"
	    "<li><a href=\"#\">Click to share</a></li></ul></div></div>"
	    "<footer class=\"entry-footer\">Tags: <a href=\"/t\">one</a>"
	    "</footer></article><section class=\"related\"><h2>Related</h2>"
	    "[[cards:3]]</section><div id=\"comments\" "
	    "class=\"comments-area\"><h2>[[more]]</h2><ol "
	    "class=\"comment-list\">[[talk:9]]</ol><div id=\"respond\">"
	    "<form><p>Your email address will not be published. Required "
	    "fields are marked with a star so that you see them.</p>"
	    "<textarea></textarea></form></div></div></main></div>"
	    "<aside id=\"secondary\" class=\"widget-area\"><ul>[[links:8]]</ul>"
	    "<div class=\"textwidget\"><p>[[some]]</p></div></aside>"
	    "<footer id=\"colophon\"><p>[[rights]]</p></footer></div>"
	    "<div id=\"cookie-notice\" role=\"dialog\"><p>[[cookies]]</p>"
	    "<button>OK</button></div></body></html>\n" },
	{ "wordpress-blocks", TCN_DEMO_BODY_QUOTE | TCN_DEMO_BODY_LIST,
	    "<p class=\"has-medium-font-size\">", "</p>\n", "",
	    HEAD
	    "[[ld]]</head><body class=\"wp-embed-responsive\">"
	    "<div class=\"wp-site-blocks\"><header "
	    "class=\"wp-block-template-part\"><div class=\"wp-block-group\">"
	    "<ul class=\"wp-block-page-list\">[[menu:7]]</ul></div></header>"
	    "<main class=\"wp-block-group\"><div class=\"wp-block-group\">"
	    "<h1 class=\"wp-block-post-title\">[[title]]</h1><div "
	    "class=\"wp-block-post-date\"><time datetime=\"[[iso]]\">today"
	    "</time></div></div><div class=\"entry-content "
	    "wp-block-post-content is-layout-constrained\">\n[[body]]"
	    "<div class=\"wp-block-group has-background\"><p>[[letter]]</p>"
	    "<form><input type=email><button>Go</button></form></div></div>"
	    "<div class=\"wp-block-group\"><h2>[[more]]</h2><ul "
	    "class=\"wp-block-latest-posts__list\">[[links:6]]</ul></div>"
	    "<div class=\"wp-block-comments\"><ol>[[talk:4]]</ol></div></main>"
	    "<footer class=\"wp-block-template-part\"><p>[[rights]]</p>"
	    "</footer></div></body></html>" },
	{ "drupal", TCN_DEMO_BODY_HEADS | TCN_DEMO_BODY_LINKS, "<p>", "</p>\n",
	    "<p><strong>[[more]]:</strong> [[line]]</p>\n",
	    HEAD
	    "<meta name=\"dcterms.date\" content=\"[[iso]]\"></head><body "
	    "class=\"path-node page-node-type-article\"><div "
	    "class=\"dialog-off-canvas-main-canvas\" "
	    "data-off-canvas-main-canvas><div class=\"layout-container\">"
	    "<header role=\"banner\"><div class=\"region region-header\">"
	    "<h2 class=\"visually-hidden\">Main navigation</h2><ul "
	    "class=\"menu\">[[menu:8]]</ul></div></header><main role=\"main\">"
	    "<div class=\"region region-breadcrumb\"><ol>[[menu:3]]</ol></div>"
	    "<div class=\"layout-content\"><div class=\"region "
	    "region-content\"><h1 class=\"page-title\">[[title]]</h1>"
	    "<article class=\"node node--type-article\"><footer "
	    "class=\"node__meta\"><div>Submitted by <span>[[name]]</span> on "
	    "Tue, 03/03/2026 - 10:00</div></footer><div "
	    "class=\"node__content\"><div class=\"clearfix text-formatted "
	    "field field--name-body field__item\">[[body]]</div>"
	    "<div class=\"field field--name-field-tags\"><div "
	    "class=\"field__label\">Tags</div><ul>[[menu:4]]</ul></div></div>"
	    "</article><div class=\"views-element-container\"><h2>[[more]]"
	    "</h2><div class=\"view-content\">[[acards:4]]</div></div></div>"
	    "</div><aside class=\"layout-sidebar-second\">[[cards:3]]</aside>"
	    "</main><footer role=\"contentinfo\"><p>[[rights]]</p><p>[[some]]"
	    "</p></footer></div></div></body></html>" },
	{ "ghost", TCN_DEMO_BODY_QUOTE | TCN_DEMO_BODY_INLINE, "<p>", "</p>",
	    "",
	    HEAD
	    "[[ld]][[js:9000]]</head><body class=\"post-template "
	    "tag-news\"><div class=\"gh-viewport\"><header id=\"gh-navigation\""
	    " class=\"gh-navigation\"><nav><ul class=\"nav\">[[menu:5]]</ul>"
	    "</nav><div class=\"gh-navigation-actions\"><a href=\"#/portal\">"
	    "Subscribe</a></div></header><main class=\"gh-main\"><article "
	    "class=\"gh-article post tag-news\"><header "
	    "class=\"gh-article-header gh-canvas\"><a class=\"gh-article-tag\" "
	    "href=\"/tag\">News</a><h1 class=\"gh-article-title\">[[title]]"
	    "</h1><aside class=\"gh-article-sidebar\"><figure><img src=a.png>"
	    "</figure>[[name]]</aside></header><section class=\"gh-content "
	    "gh-canvas\">[[body]]<div class=\"kg-card kg-signup-card\"><div "
	    "class=\"kg-signup-card-text\"><p>[[letter]]</p></div><form>"
	    "<input><button>Subscribe</button></form></div></section>"
	    "</article><div class=\"gh-read-next gh-canvas\"><h3>[[more]]</h3>"
	    "<div class=\"gh-topic-grid\">[[acards:3]]</div></div></main>"
	    "<footer class=\"gh-foot\"><p>[[rights]]</p></footer></div>"
	    "</body></html>" },
	{ "blogger", 0, "", "<br><br>\n", "",
	    "<!DOCTYPE html><html dir='ltr'><head><title>[[site]]: [[title]]"
	    "</title><link href='[[url]]' rel='canonical'/><meta "
	    "content='[[title]]' property='og:title'/>[[js:2000]]</head>"
	    "<body class='item-view'><div class='body-fauxcolumns'></div>"
	    "<div class='content'><div class='header'><h1 class='title'>"
	    "<a href='/'>[[site]]</a></h1><p class='description'><span>[[some]]"
	    "</span></p></div><div class='main section' id='main'><div "
	    "class='widget Blog' id='Blog1'><div class='blog-posts hfeed'>"
	    "<h2 class='date-header'><span>3.3.26</span></h2><div "
	    "class='post hentry'><h3 class='post-title entry-title'>[[title]]"
	    "</h3><div class='post-body entry-content' "
	    "itemprop='description articleBody'>[[body]]<div style='clear: "
	    "both;'></div></div><div class='post-footer'><span>Posted by "
	    "[[name]] at <abbr class='published' title='[[iso]]'>10:00</abbr>"
	    "</span></div></div><div class='comments' id='comments'><h4>9 "
	    "comments:</h4><ol>[[talk:5]]</ol></div></div></div></div><div "
	    "class='column-right-inner'><div class='widget PopularPosts'><ul>"
	    "[[links:7]]</ul></div><div class='widget HTML'><p>[[some]]</p>"
	    "</div></div><footer>[[rights]]</footer></div></body></html>" },
	{ "typo3", TCN_DEMO_BODY_HEADS | TCN_DEMO_BODY_FIGURE,
	    "<p class=\"bodytext\">", "</p>\n", "",
	    "<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\" "
	    "xml:lang=\"[[lang]]\" lang=\"[[lang]]\"><head><title>[[title]] | "
	    "[[site]]</title><meta name=\"date\" content=\"[[iso]]\" /></head>"
	    "<body><div id=\"wrap\"><div id=\"topline\"><ul>[[menu:4]]</ul>"
	    "</div><div id=\"mainnav\"><ul>[[menu:9]]</ul></div><div "
	    "id=\"cols\"><div id=\"left\"><ul class=\"submenu\">[[menu:12]]"
	    "</ul></div><div id=\"middle\"><div id=\"c42\" "
	    "class=\"csc-default\"><div class=\"news-single-item\"><div "
	    "class=\"news-single-timedata\">03.03.2026 10:00</div><h1>"
	    "[[title]]</h1><h3>[[lead]]</h3>[[body]]<div "
	    "class=\"news-single-backlink\"><a href=\"/\">&lt;- Back</a></div>"
	    "</div></div></div><div id=\"right\"><div class=\"csc-default\">"
	    "<h2>[[more]]</h2>[[cards:4]]</div></div></div><div id=\"foot\">"
	    "<p>[[rights]]</p><ul>[[menu:5]]</ul></div></div></body></html>" },
	{ "joomla", TCN_DEMO_BODY_LIST, "<p>", "</p>\n", "",
	    "<html prefix=\"og: http://ogp.me/ns#\" lang=\"[[lang]]\"><head>"
	    "<title>[[title]]</title></head><body class=\"site com_content "
	    "view-article no-layout\"><div class=\"container-header\"><ul "
	    "class=\"mod-menu\">[[menu:8]]</ul></div><div class=\"site-grid\">"
	    "<div class=\"container-component\"><div "
	    "class=\"com-content-article"
	    " item-page\" itemscope itemtype=\"https://schema.org/Article\">"
	    "<meta itemprop=\"inLanguage\" content=\"[[lang]]\"><div "
	    "class=\"page-header\"><h1>[[title]]</h1></div><dl "
	    "class=\"article-info text-muted\"><dd><span>Written by [[name]]"
	    "</span></dd><dd><time datetime=\"[[iso]]\" "
	    "itemprop=\"datePublished\">3 March</time></dd><dd>Hits: 311</dd>"
	    "</dl><div itemprop=\"articleBody\" "
	    "class=\"com-content-article__body\">[[body]]</div><nav "
	    "class=\"pagenavigation\">[[line]] [[line]]</nav></div></div>"
	    "<div class=\"container-sidebar-right\"><div class=\"card\">"
	    "<h3>[[more]]</h3><ul class=\"mostread\">[[links:9]]</ul></div>"
	    "<div class=\"card\"><p>[[some]]</p></div></div></div><footer>"
	    "[[rights]]</footer></body></html>" },
	{ "medium-like",
	    TCN_DEMO_BODY_LONG | TCN_DEMO_BODY_HEADS | TCN_DEMO_BODY_QUOTE,
	    "<p id=\"a7f1\" class=\"pw-post-body-paragraph nn no gu\">", "</p>",
	    "",
	    HEAD
	    "[[ld]][[js:20000]]</head><body><div id=\"root\"><div class=\"a "
	    "b\">"
	    "<div class=\"c d e\"><div class=\"f\"><a href=\"/\">Open in app"
	    "</a><button>Sign up</button><a href=\"/in\">Sign in</a></div>"
	    "<article><div class=\"g\"><div class=\"h i\"><section><div "
	    "class=\"ab cb\"><div class=\"ci bh\"><h1 class=\"pw-post-title\">"
	    "[[title]]</h1><div class=\"speechify\"><a href=\"/u\">[[name]]</a>"
	    "<span>5 min read</span><span>Mar 3</span></div>[[body]]</div>"
	    "</div></section></div></div></article><div class=\"x y\"><div "
	    "class=\"z\"><h2>Written by [[name]]</h2><p>[[some]]</p><button>"
	    "Follow</button></div><div class=\"rr\"><h2>[[more]]</h2>"
	    "[[cards:6]]</div></div></div></div></div>[[js:9000]]</body>"
	    "</html>" },
	{ "press-release", TCN_DEMO_BODY_SHORT | TCN_DEMO_BODY_TABLE, "<p>",
	    "</p>\n", "",
	    HEAD
	    "</head><body><div class=\"pr-header\"><ul>[[menu:6]]</ul></div>"
	    "<div class=\"release\"><h1>[[title]]</h1><p class=\"date\">3 "
	    "March "
	    "2026 10:00 GMT | Source: [[site]]</p><div class=\"release-body\">"
	    "[[body]]</div><div class=\"release-share\"><a href=\"#\">Share"
	    "</a></div><h3>[[more]]</h3><ul class=\"more-releases\">[[links:8]]"
	    "</ul></div><div class=\"legal\"><p>[[rights]] [[cookies]]</p>"
	    "</div></body></html>" },
	{ 0 },
};
