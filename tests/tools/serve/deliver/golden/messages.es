== slack, new
{"text":"Nuevo: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Nuevo (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, new
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Nuevo (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, new
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":12597547,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"Nuevo, gravedad crítica"}}]}
== alerts, new
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-22T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, new
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?W2Nyw610aWNhXSBRdWFrZSBzaGFrZXMgY29hc3Q=?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

Nuevo: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, new
{"t": "Nuevo: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical open"}
== slack, update
{"text":"Actualización: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Actualización (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, update
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Actualización (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, update
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":12597547,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"Actualización, gravedad crítica"}}]}
== alerts, update
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-22T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, update
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?UmU6IFtjcsOtdGljYV0gUXVha2Ugc2hha2VzIGNvYXN0?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

Actualización: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, update
{"t": "Actualización: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical updated"}
== slack, merged
{"text":"Fusionado: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Fusionado (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\nAhora forma parte de <https://desk.example/v1/events/e2/report|Strong quake>\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, merged
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Fusionado (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"Ahora forma parte de Strong quake\r\r- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, merged
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":8421504,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\nAhora forma parte de Strong quake\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"Fusionado, gravedad crítica"}}]}
== alerts, merged
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos; ahora forma parte del evento e2"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-21T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, merged
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?UmU6IFtjcsOtdGljYV0gRnVzaW9uYWRvOiBRdWFrZSBzaGFrZXMg?=
 =?UTF-8?B?Y29hc3Q=?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

Fusionado: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report
Ahora forma parte de: Strong quake (evento e2)
       https://desk.example/v1/events/e2/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, merged
{"t": "Fusionado: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical closed"}
== slack, again
{"text":"De nuevo: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*De nuevo (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, again
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"De nuevo (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, again
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":12597547,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"De nuevo, gravedad crítica"}}]}
== alerts, again
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-22T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, again
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?UmU6IFtjcsOtdGljYV0gUXVha2Ugc2hha2VzIGNvYXN0?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

De nuevo: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, again
{"t": "De nuevo: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical reopened"}
== slack, closed since
{"text":"Nuevo, cerrado entretanto: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Nuevo, cerrado entretanto (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, closed since
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Nuevo, cerrado entretanto (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, closed since
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":8421504,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"Nuevo, cerrado entretanto, gravedad crítica"}}]}
== alerts, closed since
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-21T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, closed since
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?W2Nyw610aWNhXSBOdWV2bywgY2VycmFkbyBlbnRyZXRhbnRvOiBR?=
 =?UTF-8?B?dWFrZSBzaGFrZXMgY29hc3Q=?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

Nuevo, cerrado entretanto: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, closed since
{"t": "Nuevo, cerrado entretanto: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical closed"}
== slack, unacknowledged
{"text":"Sin confirmar: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Sin confirmar (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, unacknowledged
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Sin confirmar (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, unacknowledged
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":12597547,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"Sin confirmar, gravedad crítica"}}]}
== alerts, unacknowledged
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-22T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, unacknowledged
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?UmU6IFtjcsOtdGljYV0gU2luIGNvbmZpcm1hcjogUXVha2Ugc2hh?=
 =?UTF-8?B?a2VzIGNvYXN0?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

Sin confirmar: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, unacknowledged
{"t": "Sin confirmar: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical open"}
== slack, test
{"text":"Prueba: Quake shakes coast","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Prueba (gravedad crítica):* <https://desk.example/v1/events/e1/report|Quake shakes coast>\n1.240 noticias, 12 textos distintos, 1 medio, en inglés y español | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• The Wire: <https://wire.example/1|Quake shakes coast>\n• El Hilo: <https://hilo.example/2|Un sismo sacude>"}}]}
== teams, test
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Prueba (gravedad crítica): Quake shakes coast"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- The Wire: Quake shakes coast\r- El Hilo: Un sismo sacude\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, test
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"Quake shakes coast","url":"https://desk.example/v1/events/e1/report","color":12597547,"description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- The Wire: Quake shakes coast\n- El Hilo: Un sismo sacude","footer":{"text":"Prueba, gravedad crítica"}}]}
== alerts, test
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-21T21:36:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, test
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?W2Nyw610aWNhXSBQcnVlYmE6IFF1YWtlIHNoYWtlcyBjb2FzdA==?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

Prueba: Quake shakes coast

1.240 noticias, 12 textos distintos, 1 medio, en inglés y español
87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos
Alerta: sáb, 21 nov 2026, 21:35 UTC
Términos: quake, coast
Informe: https://desk.example/v1/events/e1/report

21:34  The Wire: Quake shakes coast
       https://wire.example/1
21:35  El Hilo: Un sismo sacude
       https://hilo.example/2

Evento e1, revisión 3, regla quakes

== hook, test
{"t": "Prueba: Quake shakes coast, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical open"}
== slack, digest
{"text":"Resumen: 7","blocks":[
{"type":"section","text":{"type":"mrkdwn","text":"*Resumen (gravedad crítica):* <https://desk.example/v1/events/e1/report|7>\n1 crítico, 1 bajo, y 5 más; 1 confirmado entretanto; 2 silenciados entretanto; los demás eventos se envían uno a uno a partir de sáb, 21 nov 2026, 22:35 UTC; hasta entonces, los críticos llegan en un resumen cada cinco minutos | quake, coast\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n• Nuevo (gravedad crítica): <https://desk.example/v1/events/e1/report|Quake shakes coast>\n• Nuevo (gravedad baja): <https://desk.example/v1/events/e1/report|Quake shakes coast>"}}]}
== teams, digest
{"type":"message","attachments":[
{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[
{"type":"TextBlock","wrap":true,"size":"Large","text":"Resumen (gravedad crítica): 7"},
{"type":"TextBlock","wrap":true,"size":"Default","text":"1 crítico, 1 bajo, y 5 más; 1 confirmado entretanto; 2 silenciados entretanto; los demás eventos se envían uno a uno a partir de sáb, 21 nov 2026, 22:35 UTC; hasta entonces, los críticos llegan en un resumen cada cinco minutos\r\r87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},
{"type":"TextBlock","wrap":true,"size":"Small","text":"- Nuevo (gravedad crítica): Quake shakes coast\r- Nuevo (gravedad baja): Quake shakes coast\r"}],"actions":[
{"type":"Action.OpenUrl","title":"Leer más","url":"https://desk.example/v1/events/e1/report"}]}}]}
== discord, digest
{"allowed_mentions":{"parse":[]},"embeds":[
{"title":"7","url":"https://desk.example/v1/events/e1/report","color":12597547,"description":"1 crítico, 1 bajo, y 5 más; 1 confirmado entretanto; 2 silenciados entretanto; los demás eventos se envían uno a uno a partir de sáb, 21 nov 2026, 22:35 UTC; hasta entonces, los críticos llegan en un resumen cada cinco minutos\n87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos\n- Nuevo (gravedad crítica): Quake shakes coast\n- Nuevo (gravedad baja): Quake shakes coast","footer":{"text":"Resumen, gravedad crítica"}}]}
== alerts, digest
[
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"critical"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-22T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"},
{"labels":{"alertname":"tocsin","event":"e1","rule":"quakes","severity":"low"},"annotations":{"summary":"Quake shakes coast","description":"1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; quake, coast; 87 % de probabilidad de que sea noticia (la regla pide 50 %): la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos"},"startsAt":"2026-11-21T21:35:57.312Z","endsAt":"2026-11-22T21:35:57.312Z","generatorURL":"https://desk.example/v1/events/e1/report"}]
== mail, digest
From: a@b.example
To: c@d.example
Subject: =?UTF-8?B?W2Nyw610aWNhXSA3?=
Date: Sat, 21 Nov 2026 21:35:57 +0000
Message-ID: <e1-3-r@b.example>
References: <e1-mail@b.example>
In-Reply-To: <e1-mail@b.example>
MIME-Version: 1.0
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

7

1 crítico, 1 bajo, y 5 más; 1 confirmado entretanto; 2 silenciados entretanto; los demás eventos se envían uno a uno a partir de sáb, 21 nov 2026, 22:35 UTC; hasta entonces, los críticos llegan en un resumen cada cinco minutos

21 nov, 21:35  Nuevo (gravedad crítica): Quake shakes coast
       1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; 87 % de probabilidad de que sea noticia; evento e1, regla quakes
       https://desk.example/v1/events/e1/report
21 nov, 21:35  Nuevo (gravedad baja): Quake shakes coast
       1.240 noticias, 12 textos distintos, 1 medio, en inglés y español; 87 % de probabilidad de que sea noticia; evento e1, regla quakes
       https://desk.example/v1/events/e1/report

== hook, digest
{"t": "Resumen: 7, 87 %: la mayoría de los textos comparten un nombre poco frecuente; 2,5 veces mayor que cualquier historia parecida de los días anteriores; en contra: solo 9 textos distintos", "s": "critical open"}
