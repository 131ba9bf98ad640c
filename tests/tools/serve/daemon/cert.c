#include "tests/tools/serve/daemon/cert.h"

#include <check.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <sys/stat.h>

static EVP_PKEY *
make_key(void)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
	EVP_PKEY *key = NULL;

	ck_assert_int_eq(EVP_PKEY_keygen_init(ctx), 1);
	ck_assert_int_eq(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(ctx,
			     NID_X9_62_prime256v1),
	    1);
	ck_assert_int_eq(EVP_PKEY_keygen(ctx, &key), 1);
	EVP_PKEY_CTX_free(ctx);
	return key;
}

static X509 *
make_cert(EVP_PKEY *key, long serial)
{
	X509 *cert = X509_new();
	X509_NAME *name = X509_get_subject_name(cert);
	X509_EXTENSION *address = X509V3_EXT_conf_nid(NULL, NULL,
	    NID_subject_alt_name, "IP:127.0.0.1");

	X509_set_version(cert, 2);
	ASN1_INTEGER_set(X509_get_serialNumber(cert), serial);
	X509_gmtime_adj(X509_getm_notBefore(cert), -3600);
	X509_gmtime_adj(X509_getm_notAfter(cert), 86400);
	X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
	    (const unsigned char *)"test", -1, -1, 0);
	X509_set_issuer_name(cert, name);
	X509_set_pubkey(cert, key);
	ck_assert_int_eq(X509_add_ext(cert, address, -1), 1);
	X509_EXTENSION_free(address);
	ck_assert_int_gt(X509_sign(cert, key, EVP_sha256()), 0);
	return cert;
}

void
cert_write(const char *cert_path, const char *key_path, long serial)
{
	EVP_PKEY *key = make_key();
	X509 *cert = make_cert(key, serial);
	FILE *file = fopen(cert_path, "w");

	ck_assert_int_eq(PEM_write_X509(file, cert), 1);
	fclose(file);
	file = fopen(key_path, "w");
	ck_assert_int_eq(chmod(key_path, 0600), 0);
	ck_assert_int_eq(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL,
			     NULL),
	    1);
	fclose(file);
	X509_free(cert);
	EVP_PKEY_free(key);
}
