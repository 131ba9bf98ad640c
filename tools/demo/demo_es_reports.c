/* A Spanish agency's reports, each statement in several ways. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_es_reports[] = {
	{ "rewrites", "compra|fallo|paro|retirada|colegios|fabrica" },
	{ "compra.t",
	    "{brand1} comprará {brand2} por {n1:120-980} millones|{brand2} "
	    "acepta la oferta de {brand1}: {n1:120-980} millones|{brand1} se "
	    "queda con {brand2}, fabricante de {=bien}" },
	{ "compra.1",
	    "{brand1} acordó comprar {brand2}, que fabrica {=bien}, por "
	    "{n1:120-980} millones.|El fabricante de {=bien} {brand2} pasa a "
	    "manos de {brand1}; el precio es de {n1:120-980} millones.|Por "
	    "{n1:120-980} millones, {brand1} adquiere {brand2}, conocida por "
	    "sus {=bien}." },
	{ "compra.2",
	    "Los accionistas reciben {n2:11-98} por título, un {n3:12-64} por "
	    "ciento más que el último cambio.|La oferta de {n2:11-98} supera "
	    "en un {n3:12-64} por ciento el cierre de la bolsa.|Cada acción se "
	    "paga a {n2:11-98}, con una prima del {n3:12-64} por ciento." },
	{ "compra.3",
	    "{P1}, que preside {brand1}, dirigirá el grupo desde {place1}.|Al "
	    "frente estará {P1}, de {brand1}, con sede en {place1}.|La sede "
	    "queda en {place1} y el mando, en manos de {P1}." },
	{ "compra.4",
	    "{brand2} emplea a {n4:400-9800} personas en {place2} y "
	    "{place3}.|En {place2} y {place3} trabajan {n4:400-9800} "
	    "empleados.|Cambian de dueño las plantas de {place2} y {place3}, "
	    "con {n4:400-9800} trabajadores." },
	{ "compra.5",
	    "Falta el visto bueno de {country2}.|Las autoridades de {country2} "
	    "deben aprobarla.|{country2} todavía tiene que dar su permiso." },
	{ "compra.6",
	    "{P2}, que fundó la firma en {n5:1948-1999}, vende toda su "
	    "parte.|La fundadora, {P2}, empezó en {n5:1948-1999} y se "
	    "desprende de cuanto tiene.|Desde {n5:1948-1999} era de {P2}, que "
	    "ahora lo deja todo." },
	{ "fallo.t",
	    "{n1:2-14} años de cárcel para {P1} por el caso {brand1}|Un "
	    "tribunal de {place1} condena a {P1}|Caso {brand1}: {P1} irá a "
	    "prisión {n1:2-14} años" },
	{ "fallo.1",
	    "Un tribunal de {place1} condenó a {P1} a {n1:2-14} años de "
	    "prisión por sobornos de {brand1}.|{P1} pasará {n1:2-14} años en "
	    "la cárcel: aceptó dinero de {brand1}, según los jueces de "
	    "{place1}.|Por dejarse pagar por {brand1}, {P1} recibió {n1:2-14} "
	    "años en la audiencia de {place1}." },
	{ "fallo.2",
	    "El antiguo {=oficio} cobró {n2:40-900} mil en {n3:3-21} "
	    "pagos.|Fueron {n3:3-21} entregas, {n2:40-900} mil en total, al "
	    "que había sido {=oficio}.|Quien fuera {=oficio} se embolsó "
	    "{n2:40-900} mil a lo largo de {n3:3-21} veces." },
	{ "fallo.3",
	    "La jueza {P2} habló de una traición a {country1}.|Traicionó a "
	    "{country1}, dijo {P2} al leer la sentencia.|Según la magistrada "
	    "{P2}, {country1} fue traicionado." },
	{ "fallo.4",
	    "Su abogado, {P3}, anunció un recurso.|{P3}, de la defensa, "
	    "acudirá a otra instancia.|Habrá apelación, aseguró el letrado "
	    "{P3}." },
	{ "fallo.5",
	    "Con el dinero compró un {=cosa} en la costa de {place2}.|Un "
	    "{=cosa} junto al mar de {place2} salió de aquellos fondos.|Lo "
	    "gastó en un {=cosa} cerca de la playa de {place2}." },
	{ "fallo.6",
	    "La fiscalía interrogó a {n4:20-180} testigos desde "
	    "{n5:2014-2023}.|Declararon {n4:20-180} personas en un sumario "
	    "abierto en {n5:2014-2023}.|La investigación, de {n5:2014-2023}, "
	    "reunió {n4:20-180} testimonios." },
	{ "paro.t",
	    "{n1:300-6400} trabajadores paran en {brand1} de {place1}|La "
	    "huelga detiene la planta de {brand1} en {place1}|{brand1}: paro "
	    "por los salarios en {place1}" },
	{ "paro.1",
	    "{n1:300-6400} trabajadores de {brand1} en {place1} fueron a la "
	    "huelga por sus salarios.|En {brand1} de {place1}, {n1:300-6400} "
	    "empleados dejaron las máquinas por la paga.|Un paro de "
	    "{n1:300-6400} personas detuvo la planta de {place1} de "
	    "{brand1}." },
	{ "paro.2",
	    "El sindicato pide un {n2:4-14} por ciento; la empresa ofrece un "
	    "{n3:1-3}.|Se exige un {n2:4-14} por ciento y hay un {n3:1-3} "
	    "sobre la mesa.|La dirección daría un {n3:1-3} por ciento, lejos "
	    "del {n2:4-14} que se reclama." },
	{ "paro.3",
	    "«No se vive de promesas», dijo {P1}, del sindicato.|El líder "
	    "sindical {P1} se quejó de promesas vacías.|Las promesas no dan de "
	    "comer, en palabras de {P1}." },
	{ "paro.4",
	    "La portavoz {P2} llamó irresponsable a la protesta.|Una "
	    "irresponsabilidad, según {P2}, que habla por la firma.|{P2}, de "
	    "la compañía, reprochó falta de responsabilidad." },
	{ "paro.5",
	    "Cada día sin producir cuesta {n4:2-19} millones.|Las pérdidas "
	    "diarias suman {n4:2-19} millones.|Son {n4:2-19} millones por "
	    "jornada perdida." },
	{ "paro.6",
	    "La fábrica hace {=bien} para {brand2} y {brand3}.|{brand2} y "
	    "{brand3} reciben de allí sus {=bien}.|De ella salen las {=bien} "
	    "de {brand2} y {brand3}." },
	{ "retirada.t",
	    "{brand1} retira sus {=bien} tras {n1:4-90} intoxicados|{n1:4-90} "
	    "enfermos: {country1} advierte de {brand1}|Prohibida la venta de "
	    "{=bien} de {brand1} en {country1}" },
	{ "retirada.1",
	    "{brand1} retira sus {=bien} después de que {n1:4-90} personas "
	    "enfermaran en {country1}.|Con {n1:4-90} clientes enfermos en "
	    "{country1}, desaparecen de las tiendas las {=bien} de "
	    "{brand1}.|Las {=bien} de {brand1} hicieron enfermar a {n1:4-90} "
	    "personas de {country1} y ya no se venden." },
	{ "retirada.2",
	    "Se trata de los lotes {n2:1000-4900} a {n3:5000-9900}.|Llevan un "
	    "código entre {n2:1000-4900} y {n3:5000-9900}.|Están afectados los "
	    "números del {n2:1000-4900} al {n3:5000-9900}." },
	{ "retirada.3",
	    "Un laboratorio de {place2} halló restos de cadmio.|Cadmio fue lo "
	    "que encontraron los químicos de {place2}.|En {place2} se demostró "
	    "que contenían cadmio." },
	{ "retirada.4",
	    "El ministro {P1} pidió devolver los productos.|Hay que llevarlos "
	    "a la tienda, aconsejó {P1}, de Sanidad.|{P1}, responsable de "
	    "Sanidad, rogó que nadie los guarde en casa." },
	{ "retirada.5",
	    "Venían de {brand2}, un proveedor de {country2}.|Los suministró "
	    "{brand2}, con sede en {country2}.|Fueron hechos en {country2} por "
	    "{brand2}." },
	{ "retirada.6",
	    "En {place1} hay {n4:2-9} niños ingresados.|El hospital de "
	    "{place1} atiende a {n4:2-9} menores.|{n4:2-9} de los pacientes, "
	    "en {place1}, son niños." },
	{ "colegios.t",
	    "{place1} cerrará {n1:3-28} colegios|El plan de {p1} cierra "
	    "{n1:3-28} colegios en {place1}|{n1:3-28} colegios de {place1}, "
	    "sin futuro" },
	{ "colegios.1",
	    "{place1} cerrará {n1:3-28} colegios antes de {n2:2027-2031}, "
	    "anunció la concejala {P1}.|La concejala {P1} quiere cerrar "
	    "{n1:3-28} colegios de {place1} hasta {n2:2027-2031}.|En {n1:3-28} "
	    "colegios de {place1} se acaban las clases en {n2:2027-2031}, "
	    "según hizo saber {P1}." },
	{ "colegios.2",
	    "El número de alumnos bajó un {n3:11-48} por ciento, a "
	    "{n4:2100-29000}.|Quedan {n4:2100-29000} niños en las aulas, un "
	    "{n3:11-48} por ciento menos.|Con {n4:2100-29000} escolares, la "
	    "ciudad ha perdido un {n3:11-48} por ciento." },
	{ "colegios.3",
	    "{P2}, de la asociación de padres, prometió resistir.|Las familias "
	    "no lo aceptarán, dijo {P2}.|{P2}, en nombre de madres y padres, "
	    "puso el grito en el cielo." },
	{ "colegios.4",
	    "{n5:60-800} maestros irán a {place2}.|A {place2} se trasladan "
	    "{n5:60-800} docentes.|{place2} recibe a {n5:60-800} profesores." },
	{ "colegios.5",
	    "La escuela de {village1}, de {n6:1870-1960}, será un {=cosa}.|En "
	    "{village1}, el edificio de {n6:1870-1960} se convierte en "
	    "{=cosa}.|Un {=cosa} ocupará la casa de {n6:1870-1960} de "
	    "{village1}." },
	{ "colegios.6",
	    "Se ahorran {n7:2-40} millones al año.|El ahorro anual es de "
	    "{n7:2-40} millones.|Cada año quedan en caja {n7:2-40} millones." },
	{ "fabrica.t",
	    "{brand1} elige {village1} para hacer {=bien}|{village1} gana la "
	    "planta de {brand1} y {n1:200-2900} empleos|{n1:200-2900} empleos "
	    "de {brand1} para {village1}" },
	{ "fabrica.1",
	    "{brand1} levantará en {village1} una fábrica de {=bien} y "
	    "contratará a {n1:200-2900} personas.|{village1} tendrá una planta "
	    "de {=bien} de {brand1} con {n1:200-2900} puestos.|{n1:200-2900} "
	    "vecinos encontrarán trabajo cuando {brand1} haga {=bien} en "
	    "{village1}." },
	{ "fabrica.2",
	    "Cuesta {n2:80-970} millones, de los que {country1} pone "
	    "{n3:5-60}.|{country1} añade {n3:5-60} a una inversión de "
	    "{n2:80-970} millones.|De los {n2:80-970} millones, {n3:5-60} son "
	    "una ayuda de {country1}." },
	{ "fabrica.3",
	    "La gobernadora {P1} celebró lo que llamó un comienzo.|Un "
	    "comienzo, se alegró {P1}, que gobierna la región.|{P1} no "
	    "escatimó elogios: esto solo es el principio." },
	{ "fabrica.4",
	    "También se presentaron {place2} y {place3}.|Pierden {place2} y "
	    "{place3}.|Las candidatas de {place2} y {place3} se van con las "
	    "manos vacías." },
	{ "fabrica.5",
	    "El agricultor {P2} se niega a vender {n4:3-60} "
	    "hectáreas.|{n4:3-60} hectáreas son de {P2}, que no las suelta.|No "
	    "está claro que {P2} ceda {n4:3-60} hectáreas de labor." },
	{ "fabrica.6",
	    "Empezará en {n5:2027-2032} con máquinas de {brand2}.|{brand2} "
	    "pone la maquinaria y la apertura será en {n5:2027-2032}.|Desde "
	    "{n5:2027-2032} funcionarán los equipos de {brand2}." },
	{ 0 },
};
