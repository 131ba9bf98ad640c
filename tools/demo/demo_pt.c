/* Portuguese. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_pt_rules[] = {
	{ "days",
	    "segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|"
	    "sábado|domingo" },
	{ "topics", "câmara|tribunal|empresa|estudo|jogo|filme|campo|roubo" },
	{ "dateline", "{^place1}, {day} (Agência {country1}) — " },
	{ "credit",
	    "Com informações da Agência {country1}.|Leia mais em {o1}." },
	{ "q",
	    "“{^remark}”, disse {P7}, {role}.|{P7}, {role}, resumiu: "
	    "“{remark}”." },
	{ "remark",
	    "esperamos {r:2-30} anos por este dia|ninguém disse que seria "
	    "fácil|o {=coisa} é só metade da história|antes tarde do que "
	    "errado|em {place3} fizeram com menos|seremos julgados pelo "
	    "{=coisa}" },
	{ "role",
	    "porta-voz da {brand3}|professora na Universidade de "
	    "{place3}|moradora do bairro|{=ofício} reformado|que tem uma "
	    "oficina em {place2}" },
	{ "ofício",
	    "padeiro|canalizador|piloto|alfaiate|impressor|enfermeiro|soldador|"
	    "tradutor|apicultor|arquivista|moleiro|sapateiro|oleiro" },
	{ "coisa",
	    "refeitório|porto|pomar|forno|coro|túnel|arquivo|pavilhão|moinho|"
	    "farol|estádio|mercado|cais|teatro|viaduto|armazém|jardim|quiosque|"
	    "lavadouro|miradouro|estaleiro|convento" },
	{ "bem",
	    "guarda-chuvas|castanhas|cerâmicas|bicicletas|velas|flores|"
	    "especiarias|discos|brinquedos|queijos|candeeiros|tapetes|joias|"
	    "sapatos|relógios|violas" },
	{ "adj",
	    "antigo|discreto|frágil|inesperado|modesto|sóbrio|tenaz|vasto|"
	    "curioso|polémico|lento|singular" },
	{ "bicho",
	    "lontras|estorninhos|mariposas|enguias|morcegos|salmões|ouriços|"
	    "grous|caranguejos|linces|corujas|lagartos|cegonhas" },
	{ "câmara.l",
	    "Ao fim de {r:2-6} horas, a câmara de {place1} decidiu sobre o "
	    "{=coisa}.|O destino do {=coisa} dividiu {place1} até à "
	    "meia-noite." },
	{ "câmara.s",
	    "A oposição de {P2} fala de um acordo {=adj}.|O custo ronda os "
	    "{n4:2-90} milhões.|Moradores da rua {place2} encheram a sala.|A "
	    "{brand1} não quis comentar.|A próxima sessão é numa {day}." },
	{ "tribunal.l",
	    "Um tribunal de {place1} encerrou um dos processos mais longos dos "
	    "últimos anos.|{P1}, antigo {=ofício}, sentou-se perante os juízes "
	    "de {place1}." },
	{ "tribunal.s",
	    "A procuradora {P2} pedira {n2:2-11} anos.|A defesa chamou {=adj} "
	    "ao processo.|Foram ouvidas {n3:18-210} testemunhas.|Há um mês "
	    "para recorrer.|Tudo começou num {=coisa} em {place2}." },
	{ "empresa.l",
	    "A {brand1}, que fabrica {=bem}, e a rival {brand2} fecharam "
	    "{n2:3-40} semanas de conversas.|O grupo {brand1}, de {place1}, "
	    "vendeu mais {=bem} do que previa." },
	{ "empresa.s",
	    "{P2} prometeu não fechar fábricas.|Juntas empregam {n4:900-24000} "
	    "pessoas.|As encomendas de {country2} duplicaram.|O sindicato de "
	    "{place2} pede uma reunião.|O armazém de {place3} está à venda." },
	{ "estudo.l",
	    "Uma equipa da Universidade de {place1} observou {=bicho} durante "
	    "{n3:2-19} anos.|O que começou como tese sobre {=bicho} acabou na "
	    "primeira página." },
	{ "estudo.s",
	    "As amostras vêm de {n4:6-70} locais perto de {place2}.|{P2} "
	    "chamou {=adj} ao método.|A bolsa acaba para o ano.|Laboratórios "
	    "de {country2} tentam repetir.|Os caçadores não gostaram." },
	{ "jogo.l",
	    "{P1} precisou de {n2:2-89} minutos para calar {place2}.|Uma noite "
	    "em {place1} acabou com {n3:9-60} mil pessoas de pé." },
	{ "jogo.s",
	    "O treinador {P3} mudou {n4:2-5} jogadores.|{place2} não ganha "
	    "aqui desde {n5:1988-2022}.|O árbitro {P4} mostrou {n6:1-7} "
	    "cartões.|O capitão {P5} saiu de muletas.|Segue-se {place3}." },
	{ "filme.l",
	    "{P1} conta a história de um {=ofício} que encontra um {=coisa:2} "
	    "cheio de {=bem}.|{n1:2-11} minutos de aplausos para {P1} em "
	    "{place1}." },
	{ "filme.s",
	    "{P2} quase não fala.|Foi rodado num {=coisa} perto de {place2}.|A "
	    "música é de {P3}.|O orçamento foi de {n2:1-40} milhões.|A crítica "
	    "achou-o {=adj}." },
	{ "campo.l",
	    "Numa noite a geada levou {n2:20-90} por cento da fruta de "
	    "{place1}.|Todas as manhãs {P1} percorre o pomar de {place1}." },
	{ "campo.s",
	    "A caixa paga-se a {n3:4-60}.|A cooperativa de {place2} construiu "
	    "um {=coisa}.|A semente vem de {country2}.|A {brand1} compra o "
	    "resto para sumo.|Faltam {n4:2-9} semanas de chuva." },
	{ "roubo.l",
	    "Entraram pelo telhado do {=coisa} de {place1} e levaram "
	    "{=bem}.|Perto de {place1}, {n2:4-28} toneladas de {=bem} foram "
	    "parar à estrada." },
	{ "roubo.s",
	    "O prejuízo é de {n3:2-90} mil.|Uma câmara filmou um chapéu.|A "
	    "inspetora {P2} pede ajuda.|A carrinha estava em {place2}.|Não há "
	    "feridos." },

	{ "weather.t", "O boletim meteorológico de {village1}" },
	{ "céu", "sol|chuva fraca|nevoeiro|aguaceiros|céu limpo|nuvens|vento" },
	{ "weather.l",
	    "O tempo em {place1} e arredores: {céu}, depois {céu}." },
	{ "weather.s",
	    "Máxima de {r:6-33} graus.|Vento de {r:5-50} quilómetros por "
	    "hora.|Probabilidade de chuva: {r:0-100} por cento." },
	{ "stars.t", "As estrelas de {day} para {=signo}" },
	{ "signo",
	    "Carneiro|Touro|Gémeos|Caranguejo|Leão|Virgem|Balança|Escorpião|"
	    "Sagitário|Capricórnio|Aquário|Peixes" },
	{ "stars.l",
	    "{=signo}: espera-o um dia {=adj}; não assine nada antes do "
	    "meio-dia." },
	{ "stars.s", "No amor, paciência.|O seu número é o {n1:1-49}." },
	{ "score.t", "O resumo do jogo: {village1} e {village2}" },
	{ "score.l",
	    "Resultado final: {village1} {n1:0-4}-{n2:0-3} {village2}." },
	{ "score.s",
	    "Espectadores: {n5:400-39000}.|Árbitro: {p1}.|Cartões: {p2}, "
	    "{p3}." },

	{ "quake.t1",
	    "Forte sismo abala {place1}|Sismo de magnitude {n1:6-7},{n2:1-9} "
	    "em {place1}, {country1}" },
	{ "quake.t2", "Sismo em {place1}: pelo menos {g3:20-180} mortos" },
	{ "quake.t3", "Sismo de {place1}: menina retirada com vida" },
	{ "quake.l1",
	    "Um sismo de magnitude {n1:6-7},{n2:1-9} abalou {place1}, em "
	    "{country1}, e derrubou prédios." },
	{ "quake.l2",
	    "Pelo menos {g3:20-180} pessoas morreram no sismo de {place1}." },
	{ "quake.l3",
	    "O número de mortos do sismo de {place1} subiu para {g3:20-180}." },
	{ "quake.s1",
	    "O epicentro foi a {n9:4-30} quilómetros da cidade.|Sentiu-se até "
	    "{place3}." },
	{ "quake.s2",
	    "O hospital {P5} levou os doentes para a rua.|O bairro {p6} é o "
	    "mais atingido." },
	{ "quake.s3",
	    "{country2} e {country3} enviam equipas.|As escolas continuam "
	    "fechadas." },
	{ "quake.q",
	    "“Ouvimos bater debaixo das pedras”, disse o chefe dos bombeiros "
	    "{P3}." },
	{ "ferry.t1",
	    "Ferry {brand1} afunda ao largo de {place1} com {n1:240-690} "
	    "pessoas|Naufrágio do ferry {brand1} perto de {place1}" },
	{ "ferry.t2",
	    "Ferry {brand1}: {g2:120-560} resgatados ao largo de {place1}" },
	{ "ferry.t3", "Capitão do ferry {brand1}, {p1}, ouvido em {place1}" },
	{ "ferry.l1",
	    "O ferry {brand1} afundou ao largo de {place1} com {n1:240-690} "
	    "pessoas a bordo." },
	{ "ferry.l2",
	    "{g2:120-560} pessoas foram resgatadas do ferry {brand1}, que "
	    "afundou ao largo de {place1}." },
	{ "ferry.l3",
	    "O capitão do ferry {brand1}, {P1}, está a ser ouvido em "
	    "{place1}." },
	{ "ferry.s1",
	    "As ondas tinham {n6:4-9} metros.|O navio levava {n7:40-160} "
	    "veículos." },
	{ "ferry.s2",
	    "A água está a {n9:4-11} graus.|A marinha de {country2} enviou uma "
	    "fragata." },
	{ "ferry.s3",
	    "A porta da proa estava aberta, dizem sobreviventes.|A caixa negra "
	    "foi encontrada." },
	{ "ferry.q",
	    "“Deitou-se de lado em minutos”, contou {P2}, camionista." },
	{ 0 },
};
