/* Spanish. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_es_rules[] = {
	{ "days", "lunes|martes|miércoles|jueves|viernes|sábado|domingo" },
	{ "topics",
	    "pleno|juicio|empresa|estudio|partido|cine|campo|robo|obra|"
	    "fiesta" },
	{ "dateline",
	    "{^place1}, {day} (Agencia {country1}) — |({country1} Prensa) — " },
	{ "credit",
	    "Con información de la Agencia {country1}.|Lea más en {o1}.|Texto "
	    "de agencia, no modificado por {o1}." },
	{ "q",
	    "«{remark}», dijo {P7}, {role}.|{P7}, {role}, lo resumió así: "
	    "«{^remark}».|«{^remark}», escribió {P8} a sus colegas." },
	{ "remark",
	    "llevamos {r:2-30} años esperando este día|nadie dijo que fuera "
	    "fácil|el {=cosa} es solo la mitad de la historia|prefiero llegar "
	    "tarde que equivocarme|en {place3} lo hicieron con menos|la gente "
	    "nos juzgará por el {=cosa}|mi abuela se habría reído" },
	{ "role",
	    "portavoz de {brand3}|profesora en la Universidad de "
	    "{place3}|vecina del barrio|{=oficio} jubilado|asesor de la "
	    "región|que dirige un taller de {=oficio} en {place2}" },
	{ "oficio",
	    "panadero|fontanero|piloto|sastre|impresor|enfermero|soldador|"
	    "traductor|apicultor|archivero|molinero|zapatero|guardabosques|"
	    "cerrajero|alfarero" },
	{ "cosa",
	    "comedor|puerto|puente|huerto|horno|coro|túnel|archivo|pabellón|"
	    "embalse|invernadero|taller|molino|sótano|transbordador|faro|"
	    "estadio|mercado|muelle|teatro|viaducto|almacén|jardín|quiosco|"
	    "balneario|observatorio|mirador|lavadero" },
	{ "bien",
	    "paraguas|castañas|cerámica|bicicletas|velas|flores|especias|"
	    "discos|juguetes|quesos|lámparas|alfombras|joyas|café|zapatos|"
	    "muebles|relojes|guitarras" },
	{ "adj",
	    "antiguo|discreto|frágil|inesperado|modesto|ruidoso|sobrio|tenaz|"
	    "vasto|tímido|curioso|polémico|lento|singular" },
	{ "bicho",
	    "nutrias|estorninos|polillas|anguilas|murciélagos|salmones|erizos|"
	    "abejorros|grullas|cangrejos|linces|lechuzas|lagartos|cigüeñas" },
	{ "fruto",
	    "manzanas|lentejas|peras|espárragos|cerezas|cebada|girasoles|"
	    "ciruelas|uvas|nueces|ajos|pimientos|aceitunas|almendras" },
	{ "pleno.l",
	    "Tras {r:2-6} horas de debate, el ayuntamiento de {place1} decidió "
	    "sobre el {=cosa}.|El futuro del {=cosa} dividió al pleno de "
	    "{place1} hasta la medianoche." },
	{ "pleno.s",
	    "La oposición, con {P2} al frente, habló de un acuerdo {=adj}.|El "
	    "coste se calcula en {n4:2-90} millones.|Los vecinos de la calle "
	    "{place2} llenaron la sala.|{brand1} no quiso hacer "
	    "comentarios.|El tesorero, {P3}, advirtió de un agujero en las "
	    "cuentas.|La próxima sesión cae en {day}." },
	{ "juicio.l",
	    "Un tribunal de {place1} cerró uno de los casos más largos de los "
	    "últimos años.|{P1}, antiguo {=oficio}, se sentó ante los jueces "
	    "de {place1}." },
	{ "juicio.s",
	    "La fiscal {P2} había pedido {n2:2-11} años.|La defensa calificó "
	    "las pruebas de {=adj}.|Declararon {n3:18-210} testigos.|El "
	    "sumario ocupa {n4:30-400} carpetas.|Las partes tienen un mes para "
	    "recurrir.|Todo empezó en un {=cosa} de {place2}." },
	{ "empresa.l",
	    "{brand1}, fabricante de {=bien}, y su rival {brand2} cerraron "
	    "{n2:3-40} semanas de negociaciones.|El grupo {brand1}, de "
	    "{place1}, vendió más {=bien} de lo previsto." },
	{ "empresa.s",
	    "La presidenta, {P2}, prometió no cerrar ninguna planta.|Entre "
	    "ambas emplean a {n4:900-24000} personas.|Los pedidos de "
	    "{country2} se duplicaron.|El sindicato de {place2} pidió una "
	    "reunión.|La deuda bajó a {n5:20-900} millones.|El almacén de "
	    "{place3} está en venta." },
	{ "estudio.l",
	    "Un equipo de la Universidad de {place1} observó {=bicho} durante "
	    "{n3:2-19} años.|Lo que empezó como una tesis sobre {=bicho} "
	    "terminó en portada." },
	{ "estudio.s",
	    "Las muestras proceden de {n4:6-70} lugares cerca de "
	    "{place2}.|{P2}, ajeno al trabajo, llamó {=adj} al método.|La beca "
	    "termina el año próximo.|Dos laboratorios de {country2} intentan "
	    "repetirlo.|Los datos están abiertos a todos.|Los cazadores no "
	    "están contentos." },
	{ "partido.l",
	    "{P1} necesitó {n2:2-89} minutos para callar a {place2}.|Una noche "
	    "en {place1} terminó con {n3:9-60} mil personas en pie." },
	{ "partido.s",
	    "El entrenador {P3} cambió a {n4:2-5} jugadores.|{place2} no gana "
	    "aquí desde {n5:1988-2022}.|El árbitro, {P4}, mostró {n6:1-7} "
	    "tarjetas.|La lluvia encharcó el campo.|El capitán {P5} se fue con "
	    "muletas.|El próximo partido es en {place3}." },
	{ "cine.l",
	    "{P1} cuenta la historia de un {=oficio} que encuentra un "
	    "{=cosa:2} lleno de {=bien}.|{n1:2-11} minutos de aplausos recibió "
	    "{P1} en {place1}." },
	{ "cine.s",
	    "{P2} interpreta al {=oficio:2} casi sin palabras.|Se rodó en un "
	    "{=cosa} cerca de {place2}.|La música es de {P3}.|El presupuesto "
	    "fue de {n2:1-40} millones.|Se estrena el {day}.|La crítica lo "
	    "llamó {=adj}." },
	{ "campo.l",
	    "En una noche la helada se llevó el {n2:20-90} por ciento de las "
	    "{=fruto} en torno a {place1}.|{P1} recorre cada mañana sus filas "
	    "de {=fruto}." },
	{ "campo.s",
	    "La caja se paga a {n3:4-60}.|El seguro cubre el granizo, no las "
	    "{=bicho}.|La cooperativa de {place2} construyó un {=cosa}.|La "
	    "semilla viene de {country2}.|{brand1} compra el resto para "
	    "zumo.|Hacen falta {n4:2-9} semanas de lluvia." },
	{ "robo.l",
	    "Entraron por el tejado del {=cosa} de {place1} y se llevaron "
	    "{=bien}.|Cerca de {place1}, {n2:4-28} toneladas de {=bien} "
	    "acabaron en la carretera." },
	{ "robo.s",
	    "La pérdida se calcula en {n3:2-90} mil.|Una cámara grabó un "
	    "sombrero.|La inspectora {P2} pide colaboración.|La furgoneta "
	    "apareció en {place2}.|No hubo heridos.|La aseguradora {brand1} "
	    "ofrece una recompensa." },
	{ "obra.l",
	    "Entre {place1} y {place2} los autobuses sustituyen a los "
	    "trenes.|Una excavadora se detuvo a tiempo en {place1}: bajo el "
	    "barro había un {=cosa}." },
	{ "obra.s",
	    "El arquitecto {P2} quiso conservar la puerta.|Los viajeros de "
	    "{place3} pierden {n3:10-70} minutos al día.|{brand2} pagará una "
	    "multa.|Un nido de {=bicho} detiene las obras.|El consejero {P3} "
	    "habló de problemas iniciales." },
	{ "fiesta.l",
	    "Durante {n3:2-9} días {place1} huele a {=fruto}.|Con tambores y "
	    "{=bien}, {n2:4-80} mil personas cruzaron {place1}." },
	{ "fiesta.s",
	    "La procesión sale del {=cosa}.|El alcalde {P2} dio el primer "
	    "golpe.|Vinieron invitados de {country2}.|Llovió el {day}.|El "
	    "tambor más viejo es de {n4:1610-1890}." },

	{ "weather.t", "La previsión del tiempo para {village1}" },
	{ "cielo", "sol|lluvia débil|niebla|chubascos|despejado|nubes|viento" },
	{ "weather.l",
	    "El tiempo en {place1} y alrededores: {cielo}, después {cielo}." },
	{ "weather.s",
	    "Máxima de {r:4-33} grados.|Viento de {r:5-50} kilómetros por "
	    "hora.|Probabilidad de lluvia: {r:0-100} por ciento." },
	{ "stars.t", "Qué dicen los astros a {=signo} este {day}" },
	{ "signo",
	    "Aries|Tauro|Géminis|Cáncer|Leo|Virgo|Libra|Escorpio|Sagitario|"
	    "Capricornio|Acuario|Piscis" },
	{ "stars.l",
	    "{=signo}: le espera un día {=adj}; no firme nada antes del "
	    "mediodía." },
	{ "stars.s",
	    "En el amor, paciencia.|Su número es el {n1:1-49}.|Evite discutir "
	    "por dinero." },
	{ "score.t", "Así fue el encuentro: {village1} ante {village2}" },
	{ "score.l",
	    "Final del partido: {village1} {n1:0-4}-{n2:0-3} {village2}." },
	{ "score.s",
	    "Espectadores: {n5:400-39000}.|Árbitro: {p1}.|Amonestados: {p2} y "
	    "{p3}." },

	{ "quake.t1",
	    "Fuerte terremoto sacude {place1}|Terremoto de magnitud "
	    "{n1:6-7},{n2:1-9} en {place1}, {country1}" },
	{ "quake.t2",
	    "Terremoto en {place1}: al menos {g3:20-180} muertos|Buscan "
	    "supervivientes entre los escombros de {place1} tras el "
	    "terremoto" },
	{ "quake.t3",
	    "Terremoto de {place1}: rescatan con vida a una niña|Miles pasan "
	    "la noche al raso tras el terremoto de {place1}" },
	{ "quake.l1",
	    "Un terremoto de magnitud {n1:6-7},{n2:1-9} sacudió {place1}, en "
	    "{country1}, y derrumbó edificios del casco viejo." },
	{ "quake.l2",
	    "Al menos {g3:20-180} personas murieron en el terremoto de "
	    "{place1}, según protección civil." },
	{ "quake.l3",
	    "La cifra de muertos por el terremoto de {place1} subió a "
	    "{g3:20-180}." },
	{ "quake.s1",
	    "El epicentro se situó a {n9:4-30} kilómetros de la ciudad.|El "
	    "temblor se sintió hasta en {place3}.|No hay luz en gran parte de "
	    "{place1}." },
	{ "quake.s2",
	    "El hospital {P5} trasladó a sus pacientes al aparcamiento.|Una "
	    "réplica detuvo el rescate durante una hora.|El barrio {p6} es el "
	    "más afectado." },
	{ "quake.s3",
	    "{country2} y {country3} ofrecieron equipos de rescate.|Las "
	    "escuelas siguen cerradas.|Unas {n7:4-19} mil personas necesitan "
	    "refugio." },
	{ "quake.q",
	    "«Oímos golpes bajo las piedras», dijo el jefe de bomberos "
	    "{P3}.|«Media ciudad vieja ha desaparecido», dijo la alcaldesa "
	    "{P1}." },

	{ "ferry.t1",
	    "El ferry {brand1} se hunde frente a {place1} con {n1:240-690} "
	    "personas|Naufragio del ferry {brand1} cerca de {place1}" },
	{ "ferry.t2",
	    "Ferry {brand1}: {g2:120-560} rescatados frente a {place1}|Buscan "
	    "supervivientes del ferry {brand1} frente a {place1}" },
	{ "ferry.t3",
	    "El capitán del ferry {brand1}, {p1}, declara en {place1}|Ya son "
	    "{g3:12-90} los muertos del ferry {brand1}" },
	{ "ferry.l1",
	    "El ferry de pasajeros {brand1} se hundió frente a {place1} con "
	    "{n1:240-690} personas a bordo." },
	{ "ferry.l2",
	    "{g2:120-560} personas fueron rescatadas del ferry {brand1}, "
	    "hundido frente a {place1}." },
	{ "ferry.l3",
	    "El capitán del ferry {brand1}, {P1}, es interrogado en "
	    "{place1}." },
	{ "ferry.s1",
	    "Las olas alcanzaban {n6:4-9} metros.|El barco llevaba {n7:40-160} "
	    "vehículos.|La guardia costera de {place2} dirige el rescate." },
	{ "ferry.s2",
	    "El agua está a {n9:4-11} grados.|La marina de {country2} envió "
	    "una fragata.|Los familiares esperan en el puerto de {place1}." },
	{ "ferry.s3",
	    "La naviera {brand2} abrió un teléfono de ayuda.|La puerta de proa "
	    "estaba abierta, dicen los supervivientes.|Se halló la caja "
	    "negra." },
	{ "ferry.q",
	    "«Se tumbó de lado en minutos», contó {P2}, camionero.|«Buscaremos "
	    "mientras haya esperanza», dijo {P3}, de la guardia costera." },
	{ 0 },
};
