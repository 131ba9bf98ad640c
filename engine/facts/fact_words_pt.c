/*
 * engine/facts/fact_words_pt.c - the words of Portuguese
 */
#include "engine/facts/fact_words_impl.h"

static const struct tcn_fact_row rows[] = {
	{ .is = TCN_FACT_VERB,
	    .words =
		("é, são, era, eram, foi, foram, será, serão, seria, seriam, "
		 "ser, sido, está, estão, estava, estavam, esteve, tem, têm, "
		 "tinha, tinham, teve, tiveram, há, houve, havia, pode, podem, "
		 "poderia, poderiam, deve, devem, vai, vão, fica, ficam, "
		 "ficou, ficaram, continua, continuam") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("diz, dizem, disse, disseram, informa, informam, informou, "
		 "informaram, anuncia, anunciam, anunciou, anunciaram, "
		 "confirma, confirmam, confirmou, confirmaram, afirma, "
		 "afirmam, afirmou, declara, declarou, relata, relatam, "
		 "relatou, alerta, alertam, alertou, nega, negam, negou, pede, "
		 "pedem, pediu, exige, revela, revelam, revelou, mostra, "
		 "mostram, mostrou, explica, explicou, admite, admitiu, "
		 "denuncia, denunciou, acusa, acusam, acusou, teme, temem, "
		 "espera, esperam, promete, ameaça, segundo, estima, estimam, "
		 "aponta, apontam, lamenta, lamentou, divulga, divulgam, "
		 "divulgou, conta, contam") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("morre, morrem, morreu, morreram, morto, mortos, morta, "
		 "mortas, mata, matam, matou, mataram, deixa, deixam, deixou, "
		 "deixaram, fere, ferem, feriu, feriram, ferido, feridos, "
		 "ferida, feridas, desaparecido, desaparecidos, vítimas, "
		 "atinge, atingem, atingiu, atingiram, sacode, abala, abalou, "
		 "destrói, destruiu, danifica, queima, incendeia, pega, pegou, "
		 "explode, explodiu, explodem, colide, colidiu, bate, bateu, "
		 "cai, caem, caiu, caíram, desaba, desabou, desabam, afunda, "
		 "afundou, naufraga, naufragou, descarrila, descarrilou, "
		 "inunda, inundou, alaga, resgata, resgatam, resgatou, "
		 "resgataram, resgatados, salva, salvam, salvou, busca, "
		 "buscam, procura, procuram, encontra, encontram, encontrou, "
		 "encontraram, evacua, evacuam, evacuou, foge, fogem, fugiu, "
		 "atira, atirou, atiram, ataca, atacam, atacou, prende, "
		 "prendem, prendeu, presos, preso, detém, deteve, detidos, "
		 "condena, condenou, condenados, investiga, investigam, "
		 "investigou, indicia, indiciou, internado, internados, "
		 "internadas, identificados, identificadas, enterrado, "
		 "enterrados") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("sobe, sobem, subiu, subiram, aumenta, aumentam, aumentou, "
		 "chega, chegam, chegou, chegaram, eleva, elevou, cresce, "
		 "crescem, cresceu, cai, caem, baixa, baixou, perde, perdem, "
		 "perdeu, perderam, ganha, ganham, ganhou, vence, venceu, "
		 "compra, comprou, vende, vendeu, paga, pagou, oferece, "
		 "ofereceu, aceita, rejeita, rejeitou, aprova, aprovam, "
		 "aprovou, fecha, fecham, fechou, abre, abrem, abriu, "
		 "suspende, suspendeu, renuncia, renunciou, elege, elegeu, "
		 "nomeia, nomeou, proíbe, proibiu, bloqueia, bloqueou, lança, "
		 "lançam, lançou, inicia, iniciou, começa, começam, começou, "
		 "termina, terminou, planeja, chama, chamou, vem, vêm, veio, "
		 "faz, fazem, fez, fizeram, dá, dão, deu, sai, saem, saiu, "
		 "põe, toma, tomou, leva, levam, levou, levaram, segue, "
		 "seguem, seguiu, mantém, manteve, volta, voltam, voltou, "
		 "visita, visitou, viaja, viajou, envia, enviam, enviou, "
		 "recebe, recebem, recebeu, receberam, ajuda, ajudam, precisa, "
		 "precisam, quer, querem, soma, somam, alcança, registra, "
		 "registram, registrou, apresenta, apresentou, realiza, "
		 "decreta, decretou, culpa, causa, causam, causou, causaram, "
		 "provoca, provocam, provocou, cancela, cancelou, ocorre, "
		 "ocorreu, vai, funcionava, usou, tinha") },
	{ .is = TCN_FACT_CUT,
	    .words =
		("o, a, os, as, um, uma, uns, umas, de, do, da, dos, das, em, "
		 "no, na, nos, nas, ao, à, aos, às, por, pelo, pela, pelos, "
		 "pelas, para, pra, com, sem, sobre, e, ou, que, se, seu, sua, "
		 "seus, suas, é, são, como, entre, desde, até, após, quando, "
		 "onde, meu, minha, mais, muito, este, esta, não") },
	/* What asks, and what tells the reader what to do. */
	{ .is = TCN_FACT_OPENING,
	    .words = ("como, por que, porque, o que, qual") },
	{ .is = TCN_FACT_OPENING,
	    .words = ("ajude, ajudem, doe, doem, siga, acompanhe, acompanhem, "
		      "veja, vejam, confira, leia, saiba, assista, entenda, "
		      "evitem, fiquem, lembrem") },
	{ .is = TCN_FACT_OPENING,
	    .words = ("ele, ela, eles, elas, isso, isto, este, esta, estes, "
		      "estas, esse, essa, esses, essas, seu, sua, seus, suas, "
		      "e, mas, assim, além disso, também, então, depois, aqui, "
		      "ali, a empresa, o banco, a companhia, o ministro, o "
		      "homem, a mulher") },
	{ .is = TCN_FACT_FIRST,
	    .words = ("eu, nós, meu, minha, meus, minhas, me, nosso, nossa, "
		      "nossos, nossas, estou, estamos, tenho, temos, espero, "
		      "quero, sou, somos") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("oremos, orar, oração, orações, rezar, rezo, rezem, "
		      "rezemos, orem, deus, abençoe, descanse em paz, "
		      "descansem em paz, condolências, pêsames, luto, meus "
		      "sentimentos, meus pensamentos, solidariedade, rip, "
		      "força, forças, que deus, orando, rezando") },
	{ .is = TCN_FACT_ASIDE,
	    .words = ("após, depois de, enquanto, devido a, devido ao, "
		      "apesar de, por causa de") },
	{ .is = TCN_FACT_CAUSE,
	    .words = ("porque, por causa de, devido a, devido ao, causado por, "
		      "causada por, provocado por, provocada por, causa, "
		      "causas, após, depois de, culpa") },
	{ .is = TCN_FACT_RESPONSE,
	    .words = ("investigação, inquérito, investiga, estado de "
		      "emergência, ordenou, ordena, pediu, exigiu, prometeu, "
		      "enviou, envia, ajuda, sanções, renunciou, proibiu, "
		      "suspendeu, evacuou, alertou, luto oficial, decretou") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("tomara, por favor, você, vocês, espero, vc, vcs, kkk, "
		      "kkkk, obrigado, obrigada") },
	{ .is = TCN_FACT_PRAYER, .words = "rt, compartilhem, divulguem" },
	{ .is = TCN_FACT_PREFIX,
	    .words = ("última hora, urgente, plantão, ao vivo, aovivo, agora, "
		      "vídeo, video, vídeos, foto, fotos, galeria, imagens, "
		      "veja, veja fotos, exclusivo, atenção, alerta, "
		      "atualização, atualizado, análise, opinião, entrevista, "
		      "breaking, breaking news, infográfico, áudio, notícia, "
		      "notícias, assista, leia, minuto a minuto") },
	{ .is = TCN_FACT_PERSON,
	    .words =
		("pessoa, pessoas, homem, homens, mulher, mulheres, criança, "
		 "crianças, menino, meninos, menina, meninas, menores, jovem, "
		 "jovens, adultos, idosos, estudantes, alunos, universitários, "
		 "trabalhadores, operários, mineiros, bombeiros, policiais, "
		 "agentes, soldados, militares, moradores, habitantes, "
		 "turistas, civis, pacientes, estrangeiros, migrantes, "
		 "manifestantes, suspeitos, cidadãos, famílias, detentos, "
		 "socorristas, vítimas, brasileiros, vidas, gente, indivíduos, "
		 "membros, integrantes, motoristas, pescadores, seres humanos, "
		 "corpos de, adolescentes, funcionários") },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = ("são, é, foram, foi, estão, está, seguem, permanecem, "
		      "continuam, continua, ficaram, confirmados, confirmadas, "
		      "confirmado, já, ainda, até agora, até o momento, "
		      "oficialmente, as, os, o, a, das, dos, que, se "
		      "encontram, tiveram, teriam, mais, outras, outros, "
		      "haviam, sido, foram encontrados, em") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words = ("a, já, o, os, as, um, uma, são, é, em, de, para, com, "
		      "ao, aos, tem, têm, pelo menos, chega, até") },
	{ .is = TCN_FACT_OBJECT,
	    .words = ("casas, residências, edifícios, prédios, aldeias, "
		      "cidades, escolas, carros, veículos, voos, países, "
		      "hospitais, barcos, navios, aviões, animais, cães, "
		      "pontes, hotéis, empregos, municípios, bairros, regiões, "
		      "estados, cadáveres de animais, boates, leitos") },
	{ .is = TCN_FACT_UNIT,
	    .words = ("ano, anos, mês, meses, semana, semanas, dia, dias, "
		      "hora, horas, h, minuto, minutos, segundo, segundos, por "
		      "cento, pontos, ponto, km, quilômetro, quilômetros, "
		      "quilómetros, metro, metros, m, cm, mm, hectares, graus, "
		      "kg, quilos, toneladas, litros, vezes, km h, kmh, votos, "
		      "vagas, centavos, andares, mortos e feridos, mortos ou "
		      "desaparecidos, mortos e desaparecidos") },
	{ .is = TCN_FACT_AFTER,
	    .words = ("mortos, mortas, morto, morta, mortes, óbitos, vítimas "
		      "fatais, vítimas mortais, morreram, morrem, morre, "
		      "morreu, faleceram, corpos, cadáveres, perderam a vida, "
		      "perdeu a vida, perdem a vida, falecidos, assassinados, "
		      "vidas, afogados, mortos confirmados"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("mata, matam, matou, mataram, matando, mortos, mortes, "
		 "morrem, morreram, morre, morreu, número de mortos, total de "
		 "mortos, vítimas fatais, número de vítimas, tirou a vida de, "
		 "deixa mortos, número de mortes, vitimou"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("feridos, feridas, ferido, ferida, internados, internadas, "
		 "hospitalizados, hospitalizadas, intoxicados, intoxicadas, "
		 "ficaram feridas, ficaram feridos, hospitalizado"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("feridos, fere, ferem, feriu, feriram, ferindo, "
		      "internados, hospitalizados, número de feridos"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("desaparecidos, desaparecidas, desaparecido, "
		      "desaparecida, não localizados"),
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = "desaparecidos, desaparecidas, número de desaparecidos",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_AFTER,
	    .words = ("resgatados, resgatadas, sobreviventes, salvos, salvas, "
		      "a salvo, resgatado, com vida"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("resgata, resgatam, resgatou, resgataram, resgatados, "
		      "salvam, salvou, sobreviventes"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("evacuados, evacuadas, retirados, retiradas, desalojados, "
		 "desalojadas, desabrigados, desabrigadas, deslocados, sem "
		 "casa, deixaram suas casas, abandonaram suas casas"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("evacua, evacuam, evacuou, evacuados, desalojados, "
		      "desabrigados, retira"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("presos, presas, detidos, detidas, detido, prisões, em "
		      "prisão temporária, capturados"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("prende, prendem, prendeu, prenderam, presos, detém, "
		      "deteve, detidos"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "a bordo, estavam a bordo, iam a bordo",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON,
	    .words = "passageiros e tripulantes",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("a bordo, transportava, levava a bordo, com a bordo, "
		      "viajavam"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_COUNT,
	    .words = "número, total, balanço, contagem, saldo" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = ("número de mortos, total de mortos, número de vítimas, "
		      "balanço de mortos, número de mortes, número de vítimas "
		      "fatais, total de vítimas, os mortos, as vítimas"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_RISE | TCN_FACT_FALL,
	    .words = "revisado, revisada, revisto, revista, corrigido, "
		     "corrigida, corrige, cai, caiu, diminui, diminuiu, reduz, "
		     "reduziu, reduzido, baixa, baixou" },
	{ .is = TCN_FACT_RISE,
	    .words =
		("sobe, sobem, subiu, subiram, aumenta, aumentam, aumentou, "
		 "chega, chegam, chegou, chegaram, eleva, elevou, se eleva, "
		 "cresce, cresceu, atinge, atingiu, alcança, ultrapassa, "
		 "passa, passam, passou, é, é de, são, soma, somam, já são, "
		 "vai, fica, atualiza, atualizado, cai, caiu") },
	{ .is = TCN_FACT_TO, .words = "a, para, em, pra, de" },
	{ .is = TCN_FACT_FROM,
	    .words = ("um em cada, uma em cada, entre, dos, das, deles, entre "
		      "eles, entre elas, incluindo, sendo") },
	{ .is = TCN_FACT_SUIT, .words = "processo" },
	{ .is = TCN_FACT_NONE, .words = "não, sem, nenhum, nenhuma, ninguém" },
	{ .is = TCN_FACT_QUAKE,
	    .words = "terremoto, terremotos, sismo, sismos, terremoto de, "
		     "sismo de, tremor de, abalo" },
	{ .is = TCN_FACT_LIMIT,
	    .words = "limite, limitado, limitada, permitido, permitida, "
		     "permitidos, curva de, troço de, trecho de" },
	{ .is = TCN_FACT_AFTERSHOCK, .words = "réplica, réplicas" },
	{ .is = TCN_FACT_LEAST,
	    .words = ("pelo menos, ao menos, mais de, no mínimo, não menos de, "
		      "mínimo, ou mais, ultrapassa, passa de, passam de") },
	{ .is = TCN_FACT_MOST, .words = "até, no máximo, menos de, máximo" },
	{ .is = TCN_FACT_ABOUT,
	    .words =
		("cerca de, aproximadamente, quase, em torno de, por volta de, "
		 "uns, umas, em cerca de, perto de, mais ou menos") },
	{ .is = TCN_FACT_MORE,
	    .words = ("outros, outras, outro, outra, mais, adicionais, novos, "
		      "novas") },
	{ .is = TCN_FACT_MAY,
	    .words =
		("poderia, poderiam, pode, podem, podemos, talvez, "
		 "possivelmente, possível, seria, seriam, teria, teriam, se") },
	{ .is = TCN_FACT_HISTORY,
	    .words = ("desde, pior, aniversário, anos atrás, relembra, lembra, "
		      "lembram, anos depois, mais mortal, história, memória, "
		      "último grande") },
	{ .is = TCN_FACT_TIMES, .words = "mil", .lo = 1000 },
	{ .is = TCN_FACT_TIMES, .words = "milhão, milhões, mi", .lo = 1000000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "bilhão, bilhões, bi, mil milhões",
	    .lo = 1000000000 },
	{ .is = TCN_FACT_TIMES, .words = "dúzia", .lo = 12 },
	{ .is = TCN_FACT_VAGUE, .words = "dezenas", .lo = 20, .hi = 99 },
	{ .is = TCN_FACT_VAGUE, .words = "dúzias", .lo = 24, .hi = 99 },
	{ .is = TCN_FACT_VAGUE, .words = "centenas", .lo = 200, .hi = 999 },
	{ .is = TCN_FACT_VAGUE, .words = "milhares", .lo = 2000, .hi = 9999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "dezenas de milhares",
	    .lo = 20000,
	    .hi = 99999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "centenas de milhares",
	    .lo = 200000,
	    .hi = 999999 },
	{ .is = TCN_FACT_OF, .words = "de" },
	{ .is = TCN_FACT_MONEY,
	    .words = "real, reais, de reais, brl",
	    .unit = "BRL" },
	{ .is = TCN_FACT_MONEY,
	    .words = "euro, euros, de euros, eur",
	    .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "dólar, dólares, de dólares, usd",
	    .unit = "USD" },
	{ .is = TCN_FACT_MONEY, .words = "libras, de libras", .unit = "GBP" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "compra, aquisição, oferta, preço, negócio",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = "compra, comprou, adquire, adquiriu, vende, vendeu",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "danos, prejuízo, prejuízos, perdas",
	    .slot = TCN_SLOT_DAMAGE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "multa, multas, indenização, indemnização",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_AFTER,
	    .words = ("na escala richter, graus na escala richter, graus na "
		      "escala, escala richter, richter, de magnitude, graus de "
		      "magnitude, graus richter"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_UNSURE,
	    .words = "graus, grau",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("magnitude, de magnitude, magnitude de, richter, "
		      "intensidade de"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words =
		("terremoto de, tremor de, sismo de, terremoto, sismo, tremor"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("terremoto, terremotos, sismo, sismos, tremor, tremores, "
		      "richter, magnitude, epicentro, sísmico"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER,
	    .words = "km h, kmh, quilômetros por hora, quilómetros por hora",
	    .slot = TCN_SLOT_SPEED,
	    .unit = "km/h" },
	{ .is = TCN_FACT_AFTER,
	    .words = "metros, metro, m",
	    .slot = TCN_SLOT_WATER,
	    .unit = "m" },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("atinge, atingiu, alcança, alcançou, chega, chegou, "
		      "sobe, subiu, nível, baixa"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("rio, nível, cheia, enchente, inundação, água, represa, "
		      "lago, barragem"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_GAP_AFTER | TCN_FACT_DEGREE,
	    .words = "gravemente, levemente, em estado grave, graves, grave, "
		     "leves, com gravidade" },
	{ .is = TCN_FACT_PERSON,
	    .words =
		"presos, passageiros e, traficantes, criminosos, terroristas, "
		"manifestantes, refugiados, imigrantes, ciclistas, pedestres, "
		"motociclistas, tripulantes, pilotos, jornalistas, indígenas, "
		"bebês, professores, servidores, empresários, políticos, "
		"envolvidos, torcedores, fiéis, hóspedes, clientes, "
		"portugueses, rebeldes, combatentes, militantes, palestinos, "
		"palestinianos, israelenses" },
	{ .is = TCN_FACT_BEFORE,
	    .words = "a morte de, morte de, matou ao menos, já mataram, já "
		     "matou, mortas, a vida de, vítimas mortais, vítimas",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words = "feridas, internadas",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "buscas por, busca por",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = "resgatadas, resgate de",
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "evacuadas, desalojadas, desabrigadas, retiradas, "
		     "retirados, retirada de",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "presas, detidas, prisão de",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_RISE,
	    .words = "registra, registram, contabiliza, contabilizam, subido, "
		     "sobem para, ultrapassam, supera, superam" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "vítimas, mortos, mortes, óbitos, vítimas mortais",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "feridos",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "desaparecidos",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "desabrigados, desalojados",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "presos, detidos",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_ALONE,
	    .words = "só em, só no, só na, somente em, somente no, somente na, "
		     "apenas em, apenas no, apenas na" },
	{ .is = TCN_FACT_RATE,
	    .words = "por ano, a cada ano, todos os anos, ao ano, por dia, a "
		     "cada dia, por mês, a cada mês, por semana, anualmente, "
		     "anuais, diários, em média" },
	{ .is = TCN_FACT_PAST,
	    .words = "no ano passado, ano passado, no mês passado, ano "
		     "anterior, nos últimos anos, na década passada" },
	{ .is = TCN_FACT_PAST | TCN_FACT_UNIT,
	    .words = "anos depois, anos atrás, meses depois, meses atrás, anos "
		     "após, meses após, décadas atrás, anos antes" },
	{ .is = TCN_FACT_AGO, .words = "há" },
	{ .is = TCN_FACT_SPAN, .words = "ano, anos, meses, década, décadas" },
	{ .is = TCN_FACT_MAY,
	    .words = "planejava, planejavam, queria, queriam, pretendia, "
		     "tentou, ameaça" },
	{ .is = TCN_FACT_NUMBER | TCN_FACT_TIMES, .words = "mil", .lo = 1000 },
	{ .is = TCN_FACT_NUMBER, .words = "meia dúzia", .lo = 6 },
	{ .is = TCN_FACT_NUMBER, .words = "uma dezena, dezena", .lo = 10 },
	{ .is = TCN_FACT_NUMBER, .words = "uma dúzia", .lo = 12 },
	{ .is = TCN_FACT_NUMBER, .words = "uma centena, centena", .lo = 100 },
	{ .is = TCN_FACT_NUMBER, .words = "um milhar", .lo = 1000 },
	{ .is = TCN_FACT_BEFORE,
	    .words = "multada em, multado em, multa em, multada, multado",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_MONEY, .words = "euros de", .unit = "EUR" },
	{ .is = TCN_FACT_CONTEXT,
	    .words = "avião, voo, aeronave, helicóptero, trem, comboio, "
		     "ônibus, autocarro, barco, balsa, ferry, navio, lancha, "
		     "embarcação, acidente, naufrágio, naufraga, cai, caiu, "
		     "descarrila, descarrilou, a bordo, capota, tomba",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON | TCN_FACT_UNSURE,
	    .words = "passageiros, ocupantes",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_GAP_AFTER, .words = "ficou" },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = "da mesma família, de uma família" },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "m",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_PERSON | TCN_FACT_ANYONE,
	    .words = "pessoa, pessoas, vítimas, vidas, gente, seres humanos, "
		     "indivíduos" },
	{ .words = NULL },
};

const struct tcn_fact_lang tcn_fact_words_pt = {
	.code = "pt",
	.rows = rows,
	.ordinals = " º ª o a ",
	.gap_capitals = 1,
	.blank_groups = true,
	.accents = false,
	.decimal_comma = true,
};
