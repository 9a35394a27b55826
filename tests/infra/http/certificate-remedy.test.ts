import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { certificateRemedy } from '../../../infra/http/certificate-remedy.ts';

for (const [message, remedy] of [
  ['self-signed certificate in certificate chain', true],
  ['self signed certificate', true],
  ['unable to verify the first certificate', true],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
  ['certificate has expired', false],
  ["Hostname/IP does not match certificate's altnames", false],
  ['tlsv13 alert certificate required', false],
  ['sslv3 alert bad certificate', false],
  ['connect ECONNREFUSED 127.0.0.1:1', false],
  ['no answer within 10000 ms', false],
] as const) {
  test(`${message}: ${remedy ? 'the setting is named' : 'certificates are not mentioned'}`, () => {
    assert.is(certificateRemedy(message, 'SOME_CA_FILE').includes('SOME_CA_FILE'), remedy);
  });
}

test.run();
