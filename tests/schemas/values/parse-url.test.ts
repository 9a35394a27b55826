import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseUrl } from '../../../schemas/values/parse-url.ts';

test('an address with letters beyond ASCII is valid however often it is parsed', () => {
  for (let one = 0; one < 50_000; one += 1) {
    assert.is(parseUrl('https://b\u00fccher.example/r\u00fcck')?.host, 'xn--bcher-kva.example');
  }
});

for (const [text, base, href] of [
  ['/terms', 'https://issuer.example/a/b', 'https://issuer.example/terms'],
  ['//other.example', 'https://issuer.example', 'https://other.example/'],
  ['terms', undefined, null],
  ['https://', undefined, null],
  ['', undefined, null],
  ['https://exa mple', undefined, null],
] as const) {
  test(`${JSON.stringify(text)} against ${String(base)}`, () => assert.is(parseUrl(text, base)?.href ?? null, href));
}

test.run();
