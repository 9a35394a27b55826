import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formats } from '../../../schemas/values/formats.ts';

const cases: readonly (readonly [url: string, isSource: boolean])[] = [
  ['https://issuer.example/terms', true],
  ['http://127.0.0.1:8090/terms', true],
  ['http://localhost/terms', true],
  ['http://issuer.example/terms', false],
  ['http://127.0.0.1.issuer.example/terms', false],
  ['http://localhost@issuer.example/terms', false],
  ['http://me@127.0.0.1/terms', false],
  ['http://127.0.0.1', false],
  ['ftp://127.0.0.1/terms', false],
];

test('a source is declared with https, or on this machine with http', () => {
  for (const [url, isSource] of cases) assert.is(formats['source-url'].accepts(url), isSource, url);
});

test.run();
