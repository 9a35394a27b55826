import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceAddresses, withoutPunctuation, writtenAddresses } from '../../../schemas/values/written-addresses.ts';

const paper = 'https://issuer.example/whitepaper.pdf';

for (const behind of ['', '.', ',', ';', ':', ')', ').', '”', '”).', '»', "'", '…', '!', ' and more', '|', '>']) {
  test(`an address with ${JSON.stringify(behind)} behind it is the same`, () => {
    assert.equal(writtenAddresses(`Paper (${paper}${behind}`), [paper]);
    assert.is(
      replaceAddresses(`See ${paper}${behind}`, () => 'it'),
      `See it${behind}`,
    );
  });
}

for (const address of [
  'https://issuer.example/',
  'https://issuer.example/paper_(v2)',
  'https://issuer.example/paper?of=[a]',
  'www.issuer.example/paper',
]) {
  test(`${address} ends where it ends`, () => {
    assert.is(withoutPunctuation(address), address);
    assert.equal(writtenAddresses(`(${address})`), [address]);
  });
}

test('each of several addresses is found, and texts without one have none', () => {
  assert.equal(writtenAddresses('https://a.example|https://b.example; www.c.example.'), [
    'https://a.example',
    'https://b.example',
    'www.c.example',
  ]);
  assert.equal(writtenAddresses('EMT_NO_WP. None; n/a)'), []);
});

test('many brackets take linear time and none of an address', () => {
  const brackets = ')'.repeat(20_000);
  assert.is(withoutPunctuation(`${paper}${brackets}`), paper);
});

test.run();
