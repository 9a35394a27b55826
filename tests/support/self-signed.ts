/**
 * A key and a certificate of its own for 127.0.0.1, valid until 2126, for servers of tests alone. Made by `openssl req -x509
 * -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=127.0.0.1`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgk65k1J9FmSAp79lz
0X3ZDF3dTS1tp2Clv66Xlkdb0/+hRANCAAQ6bzKqwO4Bwqxp4JwDJoVIKWE1/A42
IVvPlLzeg+jiCPjK7myFmILz0ttIYM50fpxh250+ep1zBgi7eEkjWf+7
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUYqJtj9Yh1NnkKrJVDQ1DJ0zn+UcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyOTE1NDYyMFoYDzIxMjYxMTA1
MTU0NjIwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ6bzKqwO4Bwqxp4JwDJoVIKWE1/A42IVvPlLzeg+jiCPjK7myFmILz
0ttIYM50fpxh250+ep1zBgi7eEkjWf+7o1MwUTAdBgNVHQ4EFgQUCtNViJ8M1Z2j
kc2E29qcA2lVRRAwHwYDVR0jBBgwFoAUCtNViJ8M1Z2jkc2E29qcA2lVRRAwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA9gbjvsh2+akqflbi+uDi
rxYe9J0K/HBg4QF/U9ZZjZQCIDVvXdCCkiUpJTRvo5QKxzFOYV0yDCIcZX9oYtLF
URCz
-----END CERTIFICATE-----
`,
} as const;
