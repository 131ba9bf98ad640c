/*
 * engine/facts/fact_words_shows.c - words for what shows an event and tells
 * nothing of it: pictures, footage, maps, lists; and in English, whose nouns
 * are verbs as well, those that name events. In a file of their own, as all
 * languages have the same few.
 */
#include <string.h>

#include "engine/facts/fact_words_impl.h"

static const struct {
	const char *code;
	struct tcn_fact_row rows[4]; /* the last one has no words */
} langs[] = {
	{ "de",
	    { { .is = TCN_FACT_SHOWS,
		.words = "bild, bilder, foto, fotos, video, videos, aufnahme, "
			 "aufnahmen, karte, liste, fotostrecke" } } },
	{ "en",
	    { { .is = TCN_FACT_SHOWS,
		  .words = "picture, pictures, pic, pics, photo, photos, "
			   "photograph, photographs, image, images, "
			   "video, videos, footage, clip, map, list, gallery, "
			   "stream, livestream" },
		{ .is = TCN_FACT_NOUN,
		    .words = "attack, attacks, fire, fires, strikes, protests, "
			     "bombs, raids, floods, storms, crash, blast, "
			     "blasts, murder, murders, rescue, search, hunt" },
		{ .is = TCN_FACT_ARTICLE,
		    .words =
			"a, an, the, his, her, its, their, this, these" } } },
	{ "es",
	    { { .is = TCN_FACT_SHOWS,
		.words =
		    "imagen, imágenes, foto, fotos, fotografía, "
		    "fotografías, video, vídeo, videos, vídeos, mapa, "
		    "lista, listado, galería, fotogalería, infografía" } } },
	{ "fr",
	    { { .is = TCN_FACT_SHOWS,
		.words = "image, images, photo, photos, vidéo, vidéos, carte, "
			 "liste, diaporama" } } },
	{ "it",
	    { { .is = TCN_FACT_SHOWS,
		.words = "immagine, immagini, foto, fotografia, fotografie, "
			 "video, mappa, elenco, lista, fotogallery" } } },
	{ "pt",
	    { { .is = TCN_FACT_SHOWS,
		.words = "imagem, imagens, foto, fotos, fotografia, "
			 "fotografias, vídeo, video, vídeos, videos, mapa, "
			 "lista, galeria" } } },
};

const struct tcn_fact_row *
tcn_fact_words_shows(const char *code)
{
	for (size_t i = 0; i < sizeof langs / sizeof *langs; i++)
		if (strcmp(langs[i].code, code) == 0)
			return langs[i].rows;
	return NULL;
}
