dist_pkgdata_DATA = \
	man/tocsin-report.schema.json \
	man/tocsin-report-index.schema.json
dist_man_MANS += man/tocsin-input.5
