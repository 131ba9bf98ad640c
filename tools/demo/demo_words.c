/*
 * Headlines of everyday news in the other languages: see demo_en_words.c. Nouns
 * stand with their article, so that no gender has to be known.
 */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_es_words[] = {
	{ "head",
	    "{^=gente} {P1} {=acto} {=objeto} en {village1}, {brand2} "
	    "{=acto:2} {=objeto:2}|{village1}: {=gente} {P1} {=acto} {=objeto} "
	    "de {village2}, {=gente:2} {p2} {=acto:2} {=objeto:2}|{^=gente} "
	    "{P1} de {village1} {=acto} {=objeto}, {p2} {=acto:2} "
	    "{=objeto:2}|{brand1} {=acto} {=objeto} de {village1} y {P2} "
	    "{=acto:2} {=objeto:2}" },
	{ "lead",
	    "{^=gente} {P1} {=acto} {=objeto} de {village1}, y no todos están "
	    "contentos.|En {village1} no se habla más que de {=objeto}." },
	{ "gente",
	    "abogada|actor|agrónoma|alpinista|anticuario|arpista|atleta|"
	    "bailarina|barbero|bibliotecaria|biólogo|boticario|cantante|"
	    "capitán|carpintero|cartero|cocinera|comerciante|compositor|"
	    "contable|coronel|costurera|decano|dentista|dibujante|domador|"
	    "editora|escultor|filósofa|fiscal|florista|fotógrafo|ganadero|"
	    "geóloga|guionista|herrero|historiador|hotelero|ilusionista|"
	    "jardinera|jinete|joyero|juez|librero|maestra|marinero|médica|"
	    "modista|músico|notario|obispo|pastor|peluquera|peregrino|pescador|"
	    "pintora|poeta|profesor|química|relojero|sastre|sereno|tenor|"
	    "torero|vendedor|veterinaria|vigilante|violinista" },
	{ "acto",
	    "abandona|abre|acaricia|acusa|adopta|afina|alquila|amplía|arrastra|"
	    "bautiza|bendice|borda|busca|cambia|cede|celebra|clausura|compra|"
	    "copia|defiende|denuncia|desmonta|devuelve|dibuja|dona|embarga|"
	    "empeña|encarga|enciende|entierra|esconde|estrena|examina|fabrica|"
	    "filma|firma|fotografía|funda|gana|graba|hereda|hipoteca|ilumina|"
	    "imita|inaugura|inventa|lava|limpia|llora|mide|moderniza|olvida|"
	    "ordena|pierde|pinta|plancha|pule|quema|recupera|regala|repara|"
	    "rescata|restaura|rifa|roba|salva|sella|siembra|subasta|sueña|"
	    "talla|traduce|trasplanta|vende|vigila|visita" },
	{ "objeto",
	    "el acordeón|el acuario|la alfombra|el altar|el ancla|el anillo|el "
	    "arado|la armadura|el atlas|la bandera|la barca|el baúl|la "
	    "biblia|el billar|la bodega|la bota|el botijo|la brújula|la "
	    "cabaña|la calesa|el candil|la capilla|la caravana|el carrusel|la "
	    "cascada|el castillo|la cesta|el clarinete|el cofre|la cometa|la "
	    "corona|la cuchara|la cúpula|el diario|el diccionario|el dragón|la "
	    "ermita|la escalera|el escudo|la espada|el espejo|la estatua|la "
	    "estufa|la fachada|la flauta|la fragua|el fresco|la galería|el "
	    "globo|la góndola|el granero|la guitarra|la hamaca|el herbario|el "
	    "himno|la iglesia|la imprenta|el jarrón|la jaula|el laberinto|la "
	    "lámina|la leyenda|la linterna|la locomotora|la mansión|el "
	    "manuscrito|el mapa|la máscara|la medalla|el mosaico|la noria|el "
	    "obelisco|la ópera|el órgano|el palacio|el pañuelo|el piano|la "
	    "pirámide|el poema|la postal|el pozo|el puzle|la receta|el "
	    "reloj|el retrato|la rueda|el sello|la sirena|el sombrero|el "
	    "tambor|el tapiz|la tinaja|la torre|el trineo|la trompeta|el "
	    "tronco|la urna|el vals|la vela|el velero|el verso|la villa|el "
	    "violín|el yate" },
	{ 0 },
};

const struct tcn_demo_rule tcn_demo_fr_words[] = {
	{ "head",
	    "{^=gens} {P1} {=acte} {=objet} à {village1}, {brand2} {=acte:2} "
	    "{=objet:2}|{village1} : {=gens} {P1} {=acte} {=objet} de "
	    "{village2}, {=gens:2} {p2} {=acte:2} {=objet:2}|{^=gens} {P1} de "
	    "{village1} {=acte} {=objet}, {p2} {=acte:2} {=objet:2}|{brand1} "
	    "{=acte} {=objet} de {village1} et {P2} {=acte:2} {=objet:2}" },
	{ "lead",
	    "{^=gens} {P1} {=acte} {=objet} de {village1}, et tout le monde "
	    "n'est pas content.|À {village1}, on ne parle que de {=objet}." },
	{ "gens",
	    "abbé|acrobate|alpiniste|antiquaire|apothicaire|architecte|"
	    "armurier|avocate|ballerine|baryton|batelier|berger|bibliothécaire|"
	    "bijoutier|botaniste|boucher|brodeuse|capitaine|charpentier|"
	    "chimiste|cocher|coiffeuse|comédien|comptable|couturière|cuisinier|"
	    "danseuse|dentiste|dompteur|ébéniste|écrivain|encadreur|épicier|"
	    "facteur|ferronnier|fleuriste|forgeron|géologue|graveur|greffier|"
	    "guide|historienne|horloger|infirmière|jardinier|jongleur|juge|"
	    "laitière|libraire|luthier|maçon|marin|menuisier|musicienne|"
	    "notaire|organiste|pâtissier|pêcheur|peintre|pharmacien|philosophe|"
	    "pianiste|pilote|poète|préfet|professeure|ramoneur|sculpteur|"
	    "soprano|tapissier|ténor|tisserand|tonnelier|vigneron|violoniste|"
	    "voyante" },
	{ "acte",
	    "abandonne|accorde|achète|adopte|agrandit|allume|astique|baptise|"
	    "bénit|brode|brûle|cache|cède|célèbre|cherche|classe|commande|"
	    "confisque|copie|dédie|défend|démonte|dénonce|dessine|donne|dore|"
	    "échange|éclaire|emprunte|enterre|envie|étudie|examine|expose|"
	    "fabrique|ferme|filme|fonde|forge|gagne|garde|grave|hérite|"
	    "hypothèque|ignore|imite|inaugure|invente|lave|loue|mesure|"
	    "modernise|nettoie|numérote|oublie|ouvre|peint|perd|photographie|"
	    "plante|polit|pleure|prête|range|rachète|range|récompense|refuse|"
	    "rend|répare|repasse|rêve|sauve|scelle|sculpte|signe|soigne|"
	    "traduit|tricote|trouve|vend|vernit|visite" },
	{ "objet",
	    "l'accordéon|l'alambic|l'ancre|l'anneau|l'aquarium|l'armoire|l'"
	    "atelier|la bague|la balançoire|le ballon|la bannière|la barque|le "
	    "beffroi|la berceuse|la boussole|le buffet|la cabane|le cadran|la "
	    "calèche|le calice|le canon|le carillon|le carrosse|la carte|la "
	    "cascade|le casque|la cave|la chaloupe|la chapelle|le château|la "
	    "cheminée|le clavecin|la cloche|le coffre|la colonne|la "
	    "couronne|la coupole|le cratère|le dictionnaire|le donjon|le "
	    "drapeau|l'échelle|l'écusson|l'enclume|l'enseigne|l'épée|l'"
	    "escalier|l'étang|l'éventail|la façade|le fauteuil|la flûte|la "
	    "fontaine|la forge|la fresque|la girouette|le globe|la gondole|la "
	    "grange|la grotte|la "
	    "guitare|l'harmonium|l'herbier|l'horloge|l'hymne|le jardin "
	    "d'hiver|le labyrinthe|la lanterne|la légende|la locomotive|la "
	    "lunette|le manège|le manoir|le manuscrit|la marionnette|le "
	    "masque|la médaille|le miroir|la mosaïque|la "
	    "nappe|l'obélisque|l'opéra|l'oratoire|l'orgue|le palais|le "
	    "parapet|le piano|la pirogue|le poème|le portail|le puits|la "
	    "pyramide|la recette|le retable|la roulotte|le sabre|la serre|la "
	    "statue|le tambour|la tapisserie|la tour|le traîneau|le trésor|la "
	    "trompette|la tuile|l'urne|la valse|le vase|la verrière|la "
	    "villa|le vitrail|le voilier" },
	{ 0 },
};

const struct tcn_demo_rule tcn_demo_de_words[] = {
	{ "head",
	    "{^=leute} {P1} {=tat} {=etwas} in {village1}, {brand2} {=tat:2} "
	    "{=etwas:2}|{village1}: {=leute} {P1} {=tat} {=etwas}, {=leute:2} "
	    "{p2} aus {village2} {=tat:2} {=etwas:2}|{brand1} {=tat} {=etwas} "
	    "in {village1}, {P2} {=tat:2} {=etwas:2}|{^=leute} {P1} aus "
	    "{village1} {=tat} {=etwas}, {p2} {=tat:2} {=etwas:2}" },
	{ "lead",
	    "{^=leute} {P1} {=tat} {=etwas} in {village1}, und nicht alle sind "
	    "zufrieden.|In {village1} gibt es nur ein Thema: {=etwas}." },
	{ "leute",
	    "Abt|Akrobatin|Ärztin|Anwalt|Apotheker|Archäologin|Artist|"
	    "Bademeister|Ballerina|Bergsteiger|Bibliothekarin|Bildhauer|"
	    "Bischof|Botaniker|Boxerin|Bräutigam|Briefträger|Buchhändler|"
	    "Cellistin|Chemiker|Dichter|Dirigentin|Dompteur|Drechsler|Erfinder|"
	    "Falkner|Fischer|Fleischer|Fotografin|Friseur|Gärtner|Geigerin|"
	    "Geologe|Glasbläser|Goldschmied|Graveur|Händler|Hebamme|Hirte|"
	    "Historikerin|Hotelier|Instrumentenbauer|Jäger|Juwelier|Kapitän|"
	    "Kellner|Konditor|Koch|Korbmacher|Küster|Lehrerin|Lotse|Maler|"
	    "Matrose|Maurer|Mechaniker|Mönch|Musikerin|Notar|Oboistin|Optiker|"
	    "Organist|Pfarrer|Philosoph|Pianist|Polizist|Professorin|"
	    "Puppenspieler|Richter|Ruderer|Sängerin|Sattler|Schäfer|Schmied|"
	    "Schreiner|Seiler|Student|Tänzer|Tenor|Tierärztin|Tischler|"
	    "Uhrmacher|Weberin|Winzer|Wirtin|Zauberer|Zimmermann|Zöllner" },
	{ "tat",
	    "baut|begräbt|bemalt|besucht|bewacht|dichtet|druckt|entdeckt|erbt|"
	    "erfindet|erneuert|ersteigert|feiert|fertigt|filmt|findet|flickt|"
	    "fotografiert|gewinnt|gießt|gründet|hütet|hört|kauft|kopiert|kürt|"
	    "leiht|lobt|malt|mietet|misst|näht|opfert|ordnet|pachtet|pflanzt|"
	    "pflegt|plant|poliert|prüft|putzt|räumt|repariert|rettet|sammelt|"
	    "schenkt|schließt|schmückt|schnitzt|schützt|segnet|spendet|spielt|"
	    "stiehlt|stiftet|stimmt|sucht|tauft|tauscht|tadelt|übersetzt|"
	    "vererbt|vergisst|vergoldet|verkauft|verliert|vermisst|verpfändet|"
	    "versiegelt|versteckt|verteidigt|vertont|weiht|wiegt|zählt|"
	    "zeichnet|zeigt|zerlegt" },
	{ "etwas",
	    "Ahnentafeln|Akkordeons|Amulette|Ankerketten|Armbrüste|Aquarien|"
	    "Backöfen|Balladen|Banner|Barometer|Baumhäuser|Bernstein|"
	    "Bienenstöcke|Blasebälge|Bojen|Brunnen|Chroniken|Dachziegel|"
	    "Dampfloks|Denkmäler|Drachen|Drehorgeln|Dudelsäcke|Edelsteine|"
	    "Eichenfässer|Eisblumen|Engel|Fächer|Fahnen|Federbetten|Fernrohre|"
	    "Fossilien|Fresken|Gedichte|Geheimgänge|Gemälde|Glasaugen|Glocken|"
	    "Gobelins|Gondeln|Grabsteine|Grotten|Gummistiefel|Harfen|Hochräder|"
	    "Holzschuhe|Hufeisen|Hymnen|Ikonen|Irrgärten|Kacheln|Kalender|"
	    "Kamine|Kanonen|Kapellen|Karussells|Kastelle|Klarinetten|"
	    "Kochbücher|Kompasse|Kronleuchter|Kuckucksuhren|Kutschen|"
	    "Landkarten|Lebkuchen|Legenden|Lexika|Liebesbriefe|Lokomotiven|"
	    "Marionetten|Masken|Medaillen|Mosaike|Mühlsteine|Münzen|Murmeln|"
	    "Noten|Obelisken|Orden|Orgelpfeifen|Paddel|Papageien|Pauken|"
	    "Pergamente|Perücken|Pokale|Porträts|Postkarten|Rätsel|Rezepte|"
	    "Ritterburgen|Ruinen|Säbel|Sagen|Sänften|Schatztruhen|Schaukeln|"
	    "Schiffsmodelle|Schlitten|Schwerter|Segelboote|Siegel|Spieluhren|"
	    "Spinnräder|Statuen|Steigbügel|Stelzen|Strohhüte|Tagebücher|"
	    "Tandems|Teekannen|Trompeten|Truhen|Urnen|Vasen|Vogelkäfige|"
	    "Volkslieder|Wachsfiguren|Walzer|Wappen|Webstühle|Weinkeller|"
	    "Wetterfahnen|Zelte|Zinnsoldaten|Zirkuszelte|Zithern" },
	{ 0 },
};

const struct tcn_demo_rule tcn_demo_pt_words[] = {
	{ "head",
	    "{^=gente} {P1} {=ato} {=objeto} em {village1}, {brand2} {=ato:2} "
	    "{=objeto:2}|{village1}: {=gente} {P1} {=ato} {=objeto}, "
	    "{=gente:2} {p2} de {village2} {=ato:2} {=objeto:2}|{brand1} "
	    "{=ato} {=objeto} de {village1}, {P2} {=ato:2} {=objeto:2}" },
	{ "lead",
	    "{^=gente} {P1} {=ato} {=objeto} de {village1}, e nem todos "
	    "gostam.|Em {village1} só se fala de uma coisa: {=objeto}." },
	{ "gente",
	    "abade|advogada|agrónomo|alpinista|antiquário|arqueóloga|atleta|"
	    "bailarina|banqueiro|barbeiro|bispo|boticário|cantora|capitão|"
	    "carpinteiro|carteiro|cozinheira|costureira|dentista|desenhador|"
	    "domador|enfermeira|escultor|farmacêutica|ferreiro|filósofo|"
	    "florista|fotógrafa|geólogo|guarda|harpista|historiadora|hoteleiro|"
	    "joalheiro|juíza|livreiro|marceneiro|marinheiro|médica|mergulhador|"
	    "músico|notário|organista|ourives|pastora|pescador|pianista|"
	    "pintora|poeta|químico|relojoeiro|sacristão|tecelã|tenor|toureiro|"
	    "veterinária|violinista" },
	{ "ato",
	    "abandona|abençoa|abre|aceita|acusa|adota|afina|aluga|amplia|"
	    "arranja|batiza|borda|busca|cede|celebra|compra|copia|desenha|"
	    "desmonta|devolve|doa|elogia|empenha|encerra|encomenda|encontra|"
	    "enterra|esconde|esculpe|esquece|estreia|estuda|examina|fabrica|"
	    "filma|funda|ganha|grava|guarda|herda|ilumina|imita|inaugura|"
	    "inventa|lava|lê|leiloa|limpa|mede|moderniza|oferece|perde|pesa|"
	    "pinta|planta|poupa|publica|queima|recupera|rejeita|repara|resgata|"
	    "restaura|salva|sela|talha|tece|traduz|troca|vende|vigia|visita" },
	{ "objeto",
	    "a âncora|o anel|o aquário|a armadura|o atlas|o balão|a bandeira|o "
	    "barco|o baú|o berço|a bússola|a cabana|o calendário|a capela|a "
	    "caravela|o carrossel|a carta|a cascata|o castelo|o chapéu|a "
	    "charrua|o cofre|o colar|a coroa|a cúpula|o diário|o dicionário|o "
	    "dragão|a ermida|a escada|o escudo|a espada|o espelho|a estátua|a "
	    "fachada|a flauta|a fonte|o fresco|a gaita|a galeria|a gôndola|a "
	    "gruta|a guitarra|o hino|o jarro|o labirinto|a lanterna|a lenda|a "
	    "locomotiva|o manuscrito|o mapa|a máscara|a medalha|o mosaico|a "
	    "nora|o obelisco|a ópera|o órgão|o palácio|o piano|a pirâmide|o "
	    "poço|o poema|o postal|a receita|o relógio|o retrato|a roda|o "
	    "selo|a sereia|o sino|o tambor|a tapeçaria|o tesouro|a torre|o "
	    "trenó|a trombeta|a urna|a valsa|o vaso|o veleiro|o violino|o "
	    "vitral|o xadrez" },
	{ 0 },
};

const struct tcn_demo_rule tcn_demo_it_words[] = {
	{ "head",
	    "{^=gente} {P1} {=atto} {=oggetto} a {village1}, {brand2} "
	    "{=atto:2} {=oggetto:2}|{village1}: {=gente} {P1} {=atto} "
	    "{=oggetto}, {=gente:2} {p2} di {village2} {=atto:2} "
	    "{=oggetto:2}|{brand1} {=atto} {=oggetto} di {village1}, {P2} "
	    "{=atto:2} {=oggetto:2}" },
	{ "lead",
	    "{^=gente} {P1} {=atto} {=oggetto} di {village1}, e non tutti sono "
	    "contenti.|A {village1} si parla solo di questo: {=oggetto}." },
	{ "gente",
	    "abate|acrobata|alpinista|antiquario|archeologa|arpista|attore|"
	    "avvocata|ballerina|banchiere|barbiere|baritono|bibliotecaria|"
	    "bottegaio|botanico|cantante|capitano|chimico|chitarrista|"
	    "comandante|commessa|contadino|cuoca|custode|dentista|domatore|"
	    "ebanista|editore|fabbro|falegname|farmacista|filosofa|fioraio|"
	    "fotografa|geologo|giardiniere|gioielliere|giudice|guardiano|"
	    "infermiera|inventore|liutaio|maestra|marinaio|medico|merciaia|"
	    "mezzosoprano|musicista|notaio|orefice|organista|orologiaio|"
	    "ostetrica|parroco|pasticcere|pastore|pescatore|pianista|pittrice|"
	    "poeta|portiere|postino|regista|restauratrice|scultore|sommelier|"
	    "tessitrice|tenore|veterinario|vescovo|violinista" },
	{ "atto",
	    "abbandona|abbraccia|accorda|accusa|adotta|affitta|allarga|ammira|"
	    "apre|benedice|brucia|canta|cede|celebra|cerca|chiude|colora|"
	    "compra|copia|cuce|dedica|denuncia|difende|dimentica|dipinge|"
	    "disegna|dona|eredita|esamina|espone|filma|firma|fonda|forgia|"
	    "fotografa|illumina|imita|impegna|inaugura|incide|inventa|lava|"
	    "lucida|misura|modella|nasconde|numera|ordina|perde|pesa|pianta|"
	    "protegge|pubblica|pulisce|raccoglie|regala|restaura|restituisce|"
	    "rifiuta|ripara|ritrova|ruba|salva|scava|scolpisce|semina|sigilla|"
	    "smonta|sogna|spedisce|stampa|suona|tesse|traduce|trasloca|vende|"
	    "vernicia|vince|visita" },
	{ "oggetto",
	    "l'acquario|l'affresco|l'alambicco|l'ancora|l'anello|l'aquilone|l'"
	    "armatura|l'atlante|la bandiera|la barca|il baule|la bicicletta "
	    "d'epoca|la bottega|la bussola|il calesse|il calice|la campana|la "
	    "canoa|la capanna|il carillon|la carrozza|la carta|la cascata|il "
	    "castello|la cattedra|il cembalo|la chitarra|il ciondolo|la "
	    "clessidra|il codice|la corona|la cripta|la cupola|il diario|il "
	    "dizionario|il drago|l'erbario|l'eremo|la facciata|la "
	    "fisarmonica|il flauto|la fontana|la giostra|la gondola|la "
	    "grotta|l'incudine|l'inno|il labirinto|la lanterna|la leggenda|il "
	    "liuto|la locomotiva|la mappa|la marionetta|la maschera|la "
	    "medaglia|la meridiana|il mosaico|l'obelisco|l'organo|il "
	    "palazzo|il pallone|il pianoforte|la piramide|la poesia|il "
	    "portale|il pozzo|il quaderno|la reliquia|il ritratto|il rosone|la "
	    "ruota|la scacchiera|la scala|lo scettro|lo scrigno|la sirena|lo "
	    "specchio|la spada|la statua|la stufa|il tamburo|il tappeto|la "
	    "teca|il tesoro|la torre|la tromba|il trono|l'urna|il valzer|il "
	    "vaso|il veliero|la vetrata|la villa|il violoncello|lo zoccolo" },
	{ 0 },
};
