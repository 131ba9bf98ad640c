/*
 * engine/facts/fact_words_es.c - the words of Spanish
 */
#include "engine/facts/fact_words_impl.h"

static const struct tcn_fact_row rows[] = {
	{ .is = TCN_FACT_VERB,
	    .words =
		("es, son, era, eran, fue, fueron, será, serán, ser, sido, "
		 "siendo, está, están, estaba, estaban, estuvo, ha, han, "
		 "había, habían, haber, hay, hubo, haya, tiene, tienen, tenía, "
		 "tuvo, tuvieron, puede, pueden, podría, podrían, debe, deben, "
		 "va, van, iba, queda, quedan, quedó, quedaron") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("dice, dicen, dijo, dijeron, informa, informan, informó, "
		 "informaron, anuncia, anuncian, anunció, anunciaron, "
		 "confirma, confirman, confirmó, confirmaron, reporta, "
		 "reportan, reportó, reportaron, advierte, advierten, "
		 "advirtió, asegura, aseguran, aseguró, afirma, afirman, "
		 "afirmó, señala, señaló, indica, indicó, niega, negó, "
		 "denuncia, denuncian, denunció, pide, piden, pidió, exige, "
		 "exigen, exigió, revela, revelan, reveló, muestra, muestran, "
		 "mostró, explica, explicó, reconoce, reconoció, declara, "
		 "declaró, cree, creen, teme, temen, espera, esperan, "
		 "califica, alerta, alertan, activa, activan") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("muere, mueren, murió, murieron, fallece, fallecen, falleció, "
		 "fallecieron, mata, matan, mató, mataron, deja, dejan, dejó, "
		 "dejaron, hiere, hieren, hirió, sacude, sacuden, sacudió, "
		 "sacudieron, golpea, golpeó, azota, azotó, afecta, afectan, "
		 "afectó, destruye, destruyó, destruyen, causa, causan, causó, "
		 "causaron, provoca, provocan, provocó, provocaron, arde, "
		 "arden, ardió, explota, explotó, choca, chocan, chocó, "
		 "chocaron, cae, caen, cayó, cayeron, derrumba, derrumbó, "
		 "colapsa, colapsó, descarrila, descarriló, hunde, hundió, "
		 "naufraga, naufragó, inunda, inundó, inundaron, rescata, "
		 "rescatan, rescató, rescataron, rescatados, salva, salvan, "
		 "busca, buscan, buscaba, encuentra, encuentran, encontró, "
		 "encontraron, evacúa, evacúan, evacua, evacuan, evacuó, "
		 "evacuaron, huye, huyen, huyó, huyeron, dispara, disparó, "
		 "dispararon, ataca, atacan, atacó, atacaron, detiene, "
		 "detienen, detuvo, detuvieron, arresta, arrestan, arrestó, "
		 "captura, capturan, capturó, acusa, acusan, acusó, condena, "
		 "condenan, condenó, investiga, investigan, investigó, "
		 "desaparece, desaparecen, desapareció, muertos, muertas, "
		 "muerto, muerta, fallecidos, fallecidas, heridos, heridas, "
		 "desaparecidos, lesionados, víctimas, damnificados, siente, "
		 "sintió, se siente, percibe, percibió") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("sube, suben, subió, subieron, aumenta, aumentan, aumentó, "
		 "aumentaron, asciende, ascienden, ascendió, eleva, elevan, "
		 "elevó, se eleva, crece, crecen, creció, baja, bajan, bajó, "
		 "pierde, pierden, perdió, gana, ganan, ganó, vence, venció, "
		 "compra, compró, vende, vendió, paga, pagó, ofrece, ofrecen, "
		 "ofreció, acuerda, acuerdan, acordó, rechaza, rechazan, "
		 "rechazó, aprueba, aprueban, aprobó, cierra, cierran, cerró, "
		 "abre, abren, abrió, suspende, suspenden, suspendió, "
		 "renuncia, renunció, dimite, dimitió, elige, eligió, nombra, "
		 "nombró, prohíbe, prohibió, bloquea, bloqueó, lanza, lanzan, "
		 "lanzó, inicia, inician, inició, comienza, comienzan, "
		 "comenzó, empieza, empezó, termina, terminó, planea, llama, "
		 "llaman, llamó, viene, vienen, vino, hace, hacen, hizo, "
		 "hicieron, da, dan, dio, dieron, llega, llegan, llegó, "
		 "llegaron, sale, salen, salió, salieron, pone, ponen, puso, "
		 "toma, tomó, lleva, llevan, llevó, sigue, siguen, siguió, "
		 "continúa, continúan, continuó, mantiene, mantienen, mantuvo, "
		 "vuelve, vuelven, volvió, regresa, regresó, visita, visitó, "
		 "viaja, viajó, envía, envían, envió, enviaron, recibe, "
		 "reciben, recibió, ayuda, ayudan, necesita, necesitan, "
		 "quiere, quieren, suma, suman, sumó, alcanza, alcanzó, "
		 "registra, registran, registró, registraron, presenta, "
		 "presentó, realiza, realizan, realizó, solicita, solicitan, "
		 "solicitó, obliga, obligó, decreta, decretó, culpa, culpan, "
		 "supera, superan, superó, ocurre, ocurrió, genera, generó, "
		 "cobra, cobró, permanece, permanecen") },
	{ .is = TCN_FACT_CUT,
	    .words = ("el, la, los, las, un, una, unos, unas, de, del, en, a, "
		      "al, por, para, con, sin, sobre, y, e, o, u, que, se, "
		      "su, sus, es, son, como, entre, desde, hasta, hacia, "
		      "tras, según, cuando, donde, mi, tu, lo, más, muy, este, "
		      "esta, ante, bajo, ha, han") },
	/* What asks, and what tells the reader what to do. */
	{ .is = TCN_FACT_OPENING,
	    .words = ("qué, cómo, por qué, cuál, así es") },
	{ .is = TCN_FACT_OPENING,
	    .words = ("recuerden, eviten, ayuden, ayudemos, sigue, sigan, "
		      "síguenos, mira, miren, lea, lee, conoce, entérate, "
		      "donen, dona, cuidado, recuerda, tomen, hagan, no "
		      "olviden, ver, vea, descubre, manténganse") },
	{ .is = TCN_FACT_OPENING,
	    .words =
		("él, ella, ellos, ellas, esto, eso, este, esta, estos, estas, "
		 "ese, esa, su, sus, lo, y, pero, así, además, también, "
		 "entonces, luego, sin embargo, por su parte, asimismo, aquí, "
		 "allí, la empresa, el banco, la compañía, el ministro, el "
		 "funcionario, el hombre, la mujer") },
	{ .is = TCN_FACT_FIRST,
	    .words = ("yo, nosotros, nosotras, nos, mi, mis, me, nuestro, "
		      "nuestra, nuestros, nuestras, estoy, estamos, somos, "
		      "tengo, tenemos, espero, quiero, soy") },
	{ .is = TCN_FACT_PRAYER,
	    .words =
		("oremos, orar, oración, oraciones, recemos, rezar, rezo, "
		 "rezos, rezamos, recen, oren, oramos, dios, señor ten, "
		 "bendiga, descanse en paz, descansen en paz, q e p d, qepd, "
		 "condolencias, pésame, mis pensamientos, solidaridad con, "
		 "rip, nuestras oraciones, abrazo, abrazos, fuerza") },
	{ .is = TCN_FACT_ASIDE,
	    .words = "tras, ante, después de, luego de, mientras, a raíz de" },
	{ .is = TCN_FACT_CAUSE,
	    .words = ("porque, debido a, a causa de, causado por, causada por, "
		      "provocado por, provocada por, causa, causas, tras, "
		      "después de, culpa, culpan, por culpa de") },
	{ .is = TCN_FACT_RESPONSE,
	    .words =
		("investigación, investiga, investigan, emergencia, ordenó, "
		 "ordena, pidió, exigió, prometió, desplegó, envió, envía, "
		 "ayuda, sanciones, dimitió, renunció, prohibió, suspendió, "
		 "suspenden, evacuó, evacuados, advirtió, albergues, alerta") },
	{ .is = TCN_FACT_PRAYER,
	    .words =
		("ojalá, por favor, tú, ustedes, usted, espero, esperemos, "
		 "jaja, jajaja, xd, omg, gracias, rt, retuit, difundan, "
		 "difundir, comparte, compartan, todo nuestro apoyo, ánimo, "
		 "todo ntro apoyo, mucha fuerza, qué triste") },
	{ .is = TCN_FACT_PREFIX,
	    .words = ("última hora, ultimahora, urgente, en vivo, envivo, en "
		      "directo, directo, minuto a minuto, video, vídeo, "
		      "videos, vídeos, foto, fotos, galería, fotogalería, "
		      "imágenes, en imágenes, exclusiva, exclusivo, atención, "
		      "alerta, actualización, actualizado, análisis, opinión, "
		      "entrevista, crónica, ahora, lo último, último minuto, "
		      "breaking, breaking news, infografía, audio, noticia, "
		      "noticias, mira, vea, lea, reporte") },
	{ .is = TCN_FACT_PERSON,
	    .words =
		("persona, personas, hombre, hombres, mujer, mujeres, niño, "
		 "niños, niña, niñas, menores, menor, jóvenes, joven, adultos, "
		 "adulto, ancianos, estudiantes, alumnos, trabajadores, "
		 "obreros, mineros, bomberos, policías, agentes, soldados, "
		 "militares, vecinos, habitantes, turistas, civiles, "
		 "pacientes, extranjeros, migrantes, manifestantes, "
		 "sospechosos, ciudadanos, familias, bebés, internos, presos, "
		 "reclusos, efectivos, rescatistas, víctimas, conductores, "
		 "pescadores, vidas, gente, individuos, integrantes, miembros, "
		 "menores de edad, seres humanos") },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = ("han, ha, son, es, fueron, fue, están, está, siguen, "
		      "sigue, permanecen, resultaron, resultó, quedaron, "
		      "confirmados, confirmadas, confirmado, ya, aún, todavía, "
		      "más, reportados, hasta ahora, hasta el momento, "
		      "oficialmente, presuntamente, sido, las, los, el, la, "
		      "las que, los que, que, se encuentran, continúan, muy, "
		      "de momento, por lo menos, habrían, había, habían, como, "
		      "víctimas mortales y, otras, otros") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words = ("a, ha, han, ya, el, la, los, las, un, una, son, es, se, "
		      "de, en, con, saldo de, hasta ahora, por lo menos, "
		      "cobrado, dejado, unas") },
	{ .is = TCN_FACT_OBJECT,
	    .words = ("casas, viviendas, edificios, pueblos, ciudades, "
		      "escuelas, autos, vehículos, vuelos, países, colegios, "
		      "hospitales, barcos, aviones, animales, perros, puentes, "
		      "hoteles, empleos, departamentos, municipios, "
		      "comunidades, provincias, zonas, albergues, aldeas, "
		      "localidades, réplicas, toneladas") },
	{ .is = TCN_FACT_UNIT,
	    .words =
		("año, años, mes, meses, semana, semanas, día, días, hora, "
		 "horas, hrs, minuto, minutos, segundo, segundos, por ciento, "
		 "puntos, punto, km, kms, kilómetro, kilómetros, metro, "
		 "metros, m, mts, cm, mm, hectáreas, hectárea, grados, kg, "
		 "kilos, toneladas, litros, veces, km h, kmh, am, pm, a m, p "
		 "m, votos, escaños, quintales, raciones, ºc, réplicas, pisos, "
		 "muertos y heridos, muertos o desaparecidos, muertos y "
		 "desaparecidos, muertos o heridos") },
	{ .is = TCN_FACT_AFTER,
	    .words = ("muertos, muertas, muerto, muerta, muertes, fallecidos, "
		      "fallecidas, fallecido, fallecida, fallecimientos, "
		      "víctimas mortales, víctimas fatales, decesos, murieron, "
		      "mueren, muere, murió, fallecieron, fallecen, fallece, "
		      "falleció, cadáveres, cuerpos, cuerpos sin vida, "
		      "perdieron la vida, perdió la vida, pierden la vida, "
		      "difuntos, asesinados, asesinadas, ahogados, personas "
		      "muertas, vidas, muertos confirmados, óbitos"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("mata, matan, mató, mataron, mueren, muere, murieron, murió, "
		 "fallecen, fallece, fallecieron, falleció, muertos, "
		 "fallecidos, víctimas mortales, víctimas fatales, cobra la "
		 "vida de, cobró la vida de, han muerto, han fallecido, ha "
		 "muerto, muertes, cifra de muertos, número de muertos, saldo "
		 "de muertos, cifra de fallecidos, número de fallecidos, "
		 "balance de muertos, cobrado la vida de, matando"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_AFTER,
	    .words = ("heridos, heridas, herido, herida, lesionados, "
		      "lesionadas, lesionado, resultaron heridas, resultaron "
		      "heridos, hospitalizados, hospitalizadas, hospitalizado, "
		      "intoxicados, con heridas, con lesiones"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("heridos, lesionados, hiere, hieren, hirió, hirieron, "
		      "hiriendo, hospitalizados, cifra de heridos, número de "
		      "heridos"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("desaparecidos, desaparecidas, desaparecido, "
		      "desaparecida, en paradero desconocido, sin localizar, "
		      "no localizados, extraviados"),
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("desaparecidos, desaparecidas, número de desaparecidos, "
		      "cifra de desaparecidos, desaparecen"),
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_AFTER,
	    .words = ("rescatados, rescatadas, rescatado, sobrevivientes, "
		      "supervivientes, salvados, a salvo, rescatados con vida, "
		      "puestos a salvo, con vida"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("rescatan, rescata, rescataron, rescató, rescatados, "
		      "salvan, salvaron, rescatar a"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("evacuados, evacuadas, evacuado, damnificados, damnificadas, "
		 "desplazados, desplazadas, desalojados, desalojadas, "
		 "albergados, albergadas, sin hogar, abandonaron sus casas, "
		 "abandonaron sus hogares, afectados, afectadas"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("evacúan, evacúa, evacuan, evacua, evacuaron, evacuó, "
		      "evacuados, damnificados, desalojan, desplaza, "
		      "albergados, evacuar a"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("detenidos, detenidas, detenido, arrestados, arrestadas, "
		 "capturados, capturadas, detenciones, imputados, presos por"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("detienen, detiene, detuvieron, detuvo, arrestan, "
		      "arrestaron, capturan, capturaron, detenidos"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("a bordo, abordo, viajaban a bordo, iban a bordo, que "
		      "viajaban, viajaban"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON,
	    .words = "tripulantes y pasajeros",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("a bordo, transportaba, transportaba a, llevaba a bordo, a "
		 "bordo iban, a bordo viajaban, en el que viajaban, viajaban"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_COUNT,
	    .words = "cifra, número, saldo, balance, total, conteo, cantidad" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = ("cifra de muertos, cifra de fallecidos, número de "
		      "muertos, número de fallecidos, número de víctimas, "
		      "cifra de víctimas, balance de muertos, saldo de "
		      "muertos, cifra oficial de muertos, cifra mortal, saldo "
		      "mortal, los muertos, los fallecidos"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_RISE,
	    .words = ("sube, suben, subió, subieron, subido, asciende, "
		      "ascienden, ascendió, ascendieron, aumenta, aumentan, "
		      "aumentó, aumentaron, aumentado, eleva, elevan, elevó, "
		      "se eleva, se elevan, se elevó, crece, creció, llega, "
		      "llegan, llegó, alcanza, alcanzó, supera, superan, "
		      "superó, es, es de, son, suman, suma, ya suman, ya son, "
		      "pasa, pasó, queda, quedó, sitúa, se sitúa, incrementa, "
		      "se incrementa, actualiza, van, ya van, pasan, pasaron, "
		      "pasan a, cifra en, cifran en, contabiliza, "
		      "contabilizan, ascendido, elevado, ha ascendido, se ha "
		      "elevado, ha subido, se incrementan, ya hay, hay ya") },
	{ .is = TCN_FACT_TO, .words = "a, en, hasta" },
	{ .is = TCN_FACT_FROM,
	    .words =
		("uno de cada, una de cada, de los, de las, de ellos, entre "
		 "ellos, entre ellas, incluidos, incluyendo, incluidas") },
	{ .is = TCN_FACT_NONE, .words = "no, sin, ningún, ninguna, nadie" },
	{ .is = TCN_FACT_QUAKE,
	    .words = "sismo, sismos, terremoto, terremotos, temblor, "
		     "temblores, sismo de, terremoto de, temblor de" },
	{ .is = TCN_FACT_LIMIT,
	    .words = "límite, limitado, limitada, limitados, limitadas, "
		     "permitido, permitida, permitidos, curva de, tramo de" },
	{ .is = TCN_FACT_AFTERSHOCK, .words = "réplica, réplicas" },
	{ .is = TCN_FACT_LEAST,
	    .words = ("al menos, por lo menos, más de, como mínimo, no menos "
		      "de, mínimo, superan los, supera los, o más, cuando "
		      "menos, sobrepasa, arriba de, mas de") },
	{ .is = TCN_FACT_MOST,
	    .words = "hasta, como máximo, a lo sumo, menos de, máximo" },
	{ .is = TCN_FACT_ABOUT,
	    .words =
		("unos, unas, alrededor de, cerca de, casi, aproximadamente, "
		 "aprox, cerca, se estima en, estimado, estimados, más o "
		 "menos, entorno a, en torno a, un estimado de, roza, rozan") },
	{ .is = TCN_FACT_MORE,
	    .words = "otros, otras, otro, otra, más, adicionales, nuevos" },
	{ .is = TCN_FACT_MAY,
	    .words = ("podría, podrían, puede, pueden, podrá, posiblemente, "
		      "posibles, posible, quizás, tal vez, habría, habrían, "
		      "sería, serían, podrian, si") },
	{ .is = TCN_FACT_HISTORY,
	    .words = ("desde, peor, mayor desde, aniversario, hace años, "
		      "recuerdan, recuerda, conmemora, conmemoran, años "
		      "después, más mortífero, último gran") },
	{ .is = TCN_FACT_TIMES, .words = "mil", .lo = 1000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "millón, millones, mill, mdd",
	    .lo = 1000000 },
	{ .is = TCN_FACT_TIMES, .words = "mil millones", .lo = 1000000000 },
	{ .is = TCN_FACT_TIMES, .words = "docena", .lo = 12 },
	{ .is = TCN_FACT_VAGUE, .words = "decenas", .lo = 20, .hi = 99 },
	{ .is = TCN_FACT_VAGUE, .words = "docenas", .lo = 24, .hi = 99 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "centenares, cientos",
	    .lo = 200,
	    .hi = 999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "miles, millares",
	    .lo = 2000,
	    .hi = 9999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "decenas de miles",
	    .lo = 20000,
	    .hi = 99999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "cientos de miles",
	    .lo = 200000,
	    .hi = 999999 },
	{ .is = TCN_FACT_OF, .words = "de" },
	{ .is = TCN_FACT_MONEY, .words = "euro, euros, eur", .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "dólar, dólares, usd, dólares estadounidenses, de dólares",
	    .unit = "USD" },
	{ .is = TCN_FACT_MONEY, .words = "de euros", .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "libras, libras esterlinas",
	    .unit = "GBP" },
	{ .is = TCN_FACT_MONEY, .words = "quetzales", .unit = "GTQ" },
	{ .is = TCN_FACT_MONEY, .words = "pesos mexicanos", .unit = "MXN" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "compra, adquisición, oferta, precio, operación",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("compra, compró, adquiere, adquirió, vende, vendió, "
		      "valorada en"),
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "daños, pérdidas, perjuicios, en daños, en pérdidas",
	    .slot = TCN_SLOT_DAMAGE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "multa, sanción, multas, indemnización",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_AFTER,
	    .words = ("en la escala de richter, grados en la escala de "
		      "richter, grados en la escala, grados richter, richter, "
		      "grados de magnitud, de magnitud, grados en escala de "
		      "richter, grados escala richter, escala de richter, "
		      "escala richter, grados en escala richter, grados de "
		      "intensidad, grados de magnitud momento"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_UNSURE,
	    .words = "grados, grado, mw",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("magnitud, de magnitud, magnitud de, intensidad de, de "
		      "intensidad, magnitud preliminar, magnitud preliminar "
		      "de, richter, escala de, fuerza de"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = ("sismo de, terremoto de, temblor de, sismo, terremoto, "
		      "temblor, réplica"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("sismo, sismos, terremoto, terremotos, temblor, "
		      "temblores, richter, magnitud, epicentro, sismológico, "
		      "réplica, réplicas, sismica, sísmico, sísmica"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER,
	    .words = "km h, kmh, kilómetros por hora, km por hora",
	    .slot = TCN_SLOT_SPEED,
	    .unit = "km/h" },
	{ .is = TCN_FACT_AFTER,
	    .words = "metros, metro, m",
	    .slot = TCN_SLOT_WATER,
	    .unit = "m" },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("alcanza, alcanzó, alcanzan, sube, subió, llega, llegó, "
		      "baja, bajó, nivel"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("río, nivel, crecida, inundación, inundaciones, agua, "
		      "embalse, lago, presa, caudal"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_GAP_AFTER | TCN_FACT_DEGREE,
	    .words = "gravemente, levemente, de gravedad, graves, grave, "
		     "leves, leve, de consideración, críticos" },
	{ .is = TCN_FACT_PERSON,
	    .words =
		"ciudadanos, presuntos, presuntas, presunto, implicados, "
		"delincuentes, narcotraficantes, sicarios, terroristas, "
		"yihadistas, guerrilleros, insurgentes, combatientes, "
		"palestinos, israelíes, refugiados, inmigrantes, peregrinos, "
		"peatones, motoristas, ciclistas, excursionistas, montañeros, "
		"alpinistas, bañistas, marineros, marinos, tripulantes, "
		"pilotos, guardias, uniformados, periodistas, activistas, "
		"campesinos, indígenas, escolares, universitarios, bebé, "
		"ancianas, ancianos, mayores, adolescentes, clientes, "
		"empleados, funcionarios, pobladores, residentes, evacuados y, "
		"pasajeros y, afectados, damnificados" },
	{ .is = TCN_FACT_AFTER,
	    .words =
		"víctimas mortales confirmadas, personas fallecidas, personas "
		"muertas, muertos y, fallecidos y, cuerpos sin vida",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		"la muerte de, muerte de, la muerte a, muertas, fallecidas, "
		"matado a, ha matado a, han matado a, ha matado, han matado, "
		"asesina a, asesinan a, asesinó a, asesinaron a, asesinan, "
		"asesinados, mata a tiros a, mata a puñaladas a, mata a golpes "
		"a, mata a tiros, mata a, matan a, mató a, mataron a, hallan "
		"los cuerpos de, los cuerpos de, cuerpos de, cuerpos sin vida "
		"de, los cadáveres de, cadáveres de, la vida a, costado la "
		"vida a, cuesta la vida a, costó la vida a, la vida de",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words = "heridas, heridos a, hiere a, hirió a, lesionadas, "
		     "hospitalizadas",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "desaparecido, desaparecida, buscan a, búsqueda de, "
		     "continúa la búsqueda de, continúan desaparecidos, "
		     "continúan desaparecidas, sin rastro de",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = "rescatadas, rescata a, rescatan a, rescataron a, rescató "
		     "a, rescate de, salvan a, salvó a",
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "evacuadas, desalojadas, desalojados, desalojar a, "
		     "desalojan a, desaloja a, evacuación de, damnificadas, "
		     "evacúa a, evacúan a, evacuaron a, evacuó a, desplazados, "
		     "desplazadas, desplaza a, realojados",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words =
		"realojados, realojadas, refugiados en albergues, confinados",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		"detenidas, detenido, arresta a, arresta, arrestó, arrestó a, "
		"arrestan a, detiene a, detienen a, detuvo a, detuvieron a, "
		"captura a, capturan a, capturó a, capturaron a, capturados, "
		"arrestadas, arrestados, detención de, la detención de",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "arrestado, arrestada, arrestos, capturas, capturado, "
		     "detenida, personas detenidas",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_LEAST | TCN_FACT_RISE,
	    .words =
		"pasa de, pasan de, supera las, superan las, superan ya los, "
		"supera ya los, superan ya las, sobrepasa los, sobrepasan los, "
		"rebasa los, rebasan los, superan los, supera los" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words =
		"víctimas mortales, muertos, fallecidos, víctimas, balance de "
		"víctimas, número de fallecimientos, muertes, decesos",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "heridos, número de heridos, cifra de heridos",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "desaparecidos, número de desaparecidos, cifra de "
		     "desaparecidos",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "detenidos, número de detenidos",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words =
		"evacuados, damnificados, número de damnificados, desplazados",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_ALONE,
	    .words = "solo en, sólo en, tan solo en, tan sólo en, únicamente "
		     "en, solamente en" },
	{ .is = TCN_FACT_FROM,
	    .words = "entre, de los cuales, de las cuales, incluyendo a, entre "
		     "los que hay, entre ellos al menos, incluidos al menos" },
	{ .is = TCN_FACT_RATE,
	    .words = "cada año, al año, anuales, cada día, al día, diarios, "
		     "cada mes, al mes, por año, por día, cada semana, a la "
		     "semana, anualmente, por mes, de media, en promedio" },
	{ .is = TCN_FACT_PAST,
	    .words = "el año pasado, el mes pasado, la década pasada, año "
		     "anterior, años anteriores, en los últimos años, el año "
		     "anterior, de hace" },
	{ .is = TCN_FACT_PAST | TCN_FACT_UNIT,
	    .words =
		"años después, años atrás, meses después, meses atrás, décadas "
		"después, décadas atrás, años antes, meses antes" },
	{ .is = TCN_FACT_AGO, .words = "hace, de hace" },
	{ .is = TCN_FACT_SPAN,
	    .words = "año, años, meses, década, décadas, siglo, siglos" },
	{ .is = TCN_FACT_MAY,
	    .words =
		"planeaba, planeaban, pretendía, pretendían, quería, querían, "
		"intentó, intentaron, amenaza con, amenazó con, planes para" },
	{ .is = TCN_FACT_NUMBER | TCN_FACT_TIMES, .words = "mil", .lo = 1000 },
	{ .is = TCN_FACT_NUMBER, .words = "media docena", .lo = 6 },
	{ .is = TCN_FACT_NUMBER, .words = "una decena", .lo = 10 },
	{ .is = TCN_FACT_NUMBER, .words = "una quincena de", .lo = 15 },
	{ .is = TCN_FACT_NUMBER, .words = "una veintena", .lo = 20 },
	{ .is = TCN_FACT_NUMBER, .words = "una treintena", .lo = 30 },
	{ .is = TCN_FACT_NUMBER, .words = "una cuarentena de", .lo = 40 },
	{ .is = TCN_FACT_NUMBER,
	    .words = "una cincuentena, medio centenar",
	    .lo = 50 },
	{ .is = TCN_FACT_NUMBER, .words = "un centenar, centenar", .lo = 100 },
	{ .is = TCN_FACT_NUMBER, .words = "medio millar", .lo = 500 },
	{ .is = TCN_FACT_NUMBER, .words = "un millar, millar", .lo = 1000 },
	{ .is = TCN_FACT_TIMES, .words = "decena", .lo = 10 },
	{ .is = TCN_FACT_TIMES, .words = "veintena", .lo = 20 },
	{ .is = TCN_FACT_TIMES, .words = "cincuentena", .lo = 50 },
	{ .is = TCN_FACT_MONEY, .words = "pesos colombianos", .unit = "COP" },
	{ .is = TCN_FACT_MONEY, .words = "pesos chilenos", .unit = "CLP" },
	{ .is = TCN_FACT_MONEY, .words = "pesos argentinos", .unit = "ARS" },
	{ .is = TCN_FACT_MONEY,
	    .words = "soles, de soles, nuevos soles",
	    .unit = "PEN" },
	{ .is = TCN_FACT_MONEY,
	    .words = "de libras, de libras esterlinas",
	    .unit = "GBP" },
	{ .is = TCN_FACT_MONEY, .words = "de pesos mexicanos", .unit = "MXN" },
	{ .is = TCN_FACT_MONEY, .words = "reales, de reales", .unit = "BRL" },
	{ .is = TCN_FACT_MONEY, .words = "yenes, de yenes", .unit = "JPY" },
	{ .is = TCN_FACT_MONEY,
	    .words = "francos suizos, de francos suizos",
	    .unit = "CHF" },
	{ .is = TCN_FACT_MONEY, .words = "de euros de", .unit = "EUR" },
	{ .is = TCN_FACT_BEFORE,
	    .words = "vende por, se vende por, compra por, adquiere por, "
		     "comprar, adquirir, vender, venta de, venta por, fusión, "
		     "opa, por valor de, compran, venden, adquieren",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = "multada con, multado con, multa con, multada, multado, "
		     "multan con, sanciona con, sancionada con, sancionado "
		     "con, condenada a pagar, condenado a pagar, pagará",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_CONTEXT,
	    .words =
		"avión, vuelo, aeronave, helicóptero, tren, autobús, bus, "
		"barco, ferry, lancha, embarcación, patera, crucero, buque, "
		"autocar, accidente, naufragio, naufraga, estrella, se "
		"estrella, descarrila, vuelca, volcó, a bordo",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON | TCN_FACT_UNSURE,
	    .words = "pasajeros, ocupantes",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = "resultan, de una familia, de la misma familia, de una "
		     "misma familia" },
	{ .is = TCN_FACT_BEFORE,
	    .words = "con vida a, rescatan con vida a, rescatados con vida",
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_RISE | TCN_FACT_FALL,
	    .words = "baja, bajan, bajó, desciende, descendió, se reduce, "
		     "reducen, rebaja, rebajan, revisa, revisada, revisado, "
		     "corrige, corrigen, rectifica, rectifican" },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "m",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_PERSON | TCN_FACT_ANYONE,
	    .words = "persona, personas, víctimas, vidas, gente, seres "
		     "humanos, individuos" },
	{ .words = NULL },
};

const struct tcn_fact_lang tcn_fact_words_es = {
	.code = "es",
	.rows = rows,
	.ordinals = " º ª er ero da do to ta ",
	.gap_capitals = 1,
	.blank_groups = true,
	.accents = false,
	.decimal_comma = true,
};
