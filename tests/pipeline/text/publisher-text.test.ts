import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isAddress, publisherOf } from '../../../pipeline/text/publisher-text.ts';

for (const [address, publisher] of [
  ['https://www.issuer.example/terms?version=2#fees', 'issuer.example'],
  ['https://docs.issuer.co.uk/paper.pdf', 'issuer.co.uk'],
  ['https://issuer.github.io/paper', 'issuer.github.io'],
  ['http://192.0.2.7:8080/paper', '192.0.2.7'],
  ['https://s3.amazonaws.com/bucket/paper.pdf', 's3.amazonaws.com/bucket'],
  ['not an  address', 'not an address'],
] as const) {
  test(`the publisher at ${address} is ${publisher}`, () => assert.is(publisherOf(address), publisher));
}

test('a text is an address only as a whole', () => {
  for (const text of ['https://issuer.example', ' HTTPS://issuer.example/a.pdf ']) assert.ok(isAddress(text), text);
  for (const text of [
    '',
    'EMT_NO_WP',
    'issuer.example',
    'https://a.example and https://b.example',
    'https://',
    'ftp://a.example',
  ])
    assert.not.ok(isAddress(text), text);
});

test.run();
