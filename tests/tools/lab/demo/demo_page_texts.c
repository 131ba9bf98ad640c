/*
 * tests/tools/lab/demo/demo_page_texts.c - what the texts of pages are drawn
 * from: the generated stream, by language, and the notes that pages carry.
 */
#include "engine/base/json_value.h"
#include "engine/base/mem.h"
#include "tests/tools/lab/demo/demo_page_impl.h"
#include "tools/lab/demo/demo.h"

#define ITEMS     8000 /* of the stream that the paragraphs are from */
#define TEXTS_MAX 4000 /* of a language */
#define LEAST     30 /* bytes of a paragraph */

const char *const tcn_demo_page_texts_langs[TCN_DEMO_PAGE_LANGS] = { "en", "es",
	"fr", "de", "pt", "it", "zh", "ja" };

/* Notes that pages carry, by language. */
const struct tcn_demo_page_notes
    tcn_demo_page_texts_notes[TCN_DEMO_PAGE_LANGS] = {
	    { "Advertisement",
		"We and our partners store and read information on your "
		"device, "
		"such as cookies, to show you personal offers and to measure "
		"how "
		"our pages are used. You may accept all of it or choose.",
		"Get the best of the day in your inbox every morning, with all "
		"you "
		"need to know before breakfast.",
		"Copyright 2026 All rights reserved. No part may be reproduced "
		"without permission.",
		"Read more" },
	    { "Publicidad",
		"Nosotros y nuestros socios guardamos cookies en su "
		"dispositivo "
		"para mostrarle ofertas y medir el uso de estas páginas. Puede "
		"aceptarlas todas o elegir.",
		"Reciba cada mañana en su correo lo mejor del día, con todo lo "
		"que "
		"hay que saber antes del desayuno.",
		"Copyright 2026 Todos los derechos reservados.",
		"Lea también" },
	    { "Publicité",
		"Nos partenaires et nous déposons des cookies sur votre "
		"appareil "
		"pour vous montrer des offres et mesurer l'audience de ces "
		"pages. "
		"Vous pouvez tout accepter ou choisir.",
		"Recevez chaque matin dans votre boîte le meilleur du jour, "
		"avec "
		"tout ce qu'il faut savoir avant le petit déjeuner.",
		"Copyright 2026 Tous droits réservés.", "Lire aussi" },
	    { "Anzeige",
		"Wir und unsere Partner speichern Cookies auf Ihrem Gerät, um "
		"Ihnen Angebote zu zeigen und zu messen, wie diese Seiten "
		"benutzt "
		"werden. Sie können alles annehmen oder auswählen.",
		"Jeden Morgen das Beste vom Tage in Ihrem Postfach, mit allem, "
		"was "
		"man vor dem Frühstück wissen muss.",
		"Copyright 2026 Alle Rechte vorbehalten.", "Lesen Sie auch" },
	    { "Publicidade",
		"Nós e os nossos parceiros guardamos cookies no seu aparelho "
		"para "
		"mostrar ofertas e medir o uso destas páginas. Pode aceitar "
		"tudo "
		"ou escolher.",
		"Receba todas as manhãs no seu correio o melhor do dia, com "
		"tudo o "
		"que é preciso saber antes do café.",
		"Copyright 2026 Todos os direitos reservados.", "Leia também" },
	    { "Pubblicità",
		"Noi e i nostri partner salviamo cookie sul suo dispositivo "
		"per "
		"mostrarle offerte e misurare l'uso di queste pagine. Può "
		"accettarli tutti o scegliere.",
		"Ogni mattina nella sua casella il meglio del giorno, con "
		"tutto "
		"quello che bisogna sapere prima di colazione.",
		"Copyright 2026 Tutti i diritti riservati.", "Leggi anche" },
	    { "广告",
		"我们和合作伙伴在您的设备上保存信息，以便显示个性化内容并统计页"
		"面的"
		"使用情况。您可以全部接受，也可以自行选择。",
		"每天早晨把当天最重要的新闻送到您的邮箱，早餐之前了解一切。",
		"版权所有，未经书面许可不得转载使用。", "延伸阅读" },
	    { "広告",
		"当社とパートナーは、広告の表示やページの利用状況の測定のために"
		"、お"
		"使"
		"いの端末に情報を保存します。すべて許可することも選ぶこともでき"
		"ます"
		"。",
		"毎朝、その日の大切なニュースをメールでお届けします。",
		"無断転載を禁じます。すべての権利を保有します。",
		"あわせて読みたい" },
    };

static void
add_text(struct tcn_demo_pages *pages, struct tcn_demo_page_texts *to,
    struct tcn_str s)
{
	if (to->n < TEXTS_MAX) {
		tcn_arena_str(&pages->arena, s, &s);
		to->at[to->n++] = s;
	}
}

static void
add_article(struct tcn_demo_pages *pages, const struct tcn_json_value *line)
{
	struct tcn_str lang = tcn_json_member(line, "lang").s;
	struct tcn_str text = tcn_json_member(line, "text").s;

	for (size_t i = 0; i < TCN_DEMO_PAGE_LANGS; i++) {
		if (!tcn_str_equal(lang,
			tcn_str(tcn_demo_page_texts_langs[i])) ||
		    (text.n && memchr(text.at, '<', text.n)))
			continue;
		add_text(pages, &pages->titles[i],
		    tcn_json_member(line, "title").s);
		while (text.n) {
			const char *end = memchr(text.at, '\n', text.n);
			struct tcn_str one = { text.at,
				end ? (size_t)(end - text.at) : text.n };

			text.n -= one.n + (end != NULL);
			text.at += one.n + (end != NULL);
			if (one.n >= LEAST)
				add_text(pages, &pages->paragraphs[i], one);
		}
	}
}

static enum tcn_rc
read_stream(struct tcn_demo_pages *pages, struct tcn_demo *demo)
{
	struct tcn_arena scratch;
	struct tcn_str line;
	enum tcn_rc rc;

	tcn_arena_init(&scratch, 0);
	while (!(rc = tcn_demo_next(demo, &line))) {
		struct tcn_json_value object;

		tcn_arena_reset(&scratch);
		rc = tcn_json_read(line, &scratch, &object, NULL);
		if (rc)
			break;
		add_article(pages, &object);
	}
	tcn_arena_fini(&scratch);
	for (size_t i = 0; i < TCN_DEMO_PAGE_LANGS && rc == TCN_DONE; i++)
		if (pages->paragraphs[i].n < 30 || pages->titles[i].n < 20)
			rc = TCN_INVALID;
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_demo_pages_new(uint64_t seed, struct tcn_demo_pages **out,
    struct tcn_err *err)
{
	struct tcn_demo_pages *pages = tcn_mem_calloc(1, sizeof *pages);
	struct tcn_demo_conf conf;
	struct tcn_demo *demo = NULL;
	enum tcn_rc rc;

	*out = NULL;
	pages->seed = seed;
	tcn_arena_init(&pages->arena, 0);
	for (size_t i = 0; i < TCN_DEMO_PAGE_LANGS; i++) {
		struct tcn_demo_page_texts *of[] = { &pages->titles[i],
			&pages->paragraphs[i] };

		for (size_t k = 0; k < 2; k++)
			of[k]->at = tcn_arena_zalloc(&pages->arena, TEXTS_MAX,
			    sizeof *of[k]->at);
	}
	tcn_demo_conf_init(&conf);
	conf.seed = seed;
	conf.items = ITEMS;
	rc = tcn_demo_new(&conf, &demo, err);
	if (!rc)
		rc = read_stream(pages, demo);
	tcn_demo_free(demo);
	if (rc)
		tcn_demo_pages_free(pages);
	else
		*out = pages;
	return rc;
}

void
tcn_demo_pages_free(struct tcn_demo_pages *pages)
{
	if (!pages)
		return;
	tcn_arena_fini(&pages->arena);
	tcn_mem_free(pages);
}
