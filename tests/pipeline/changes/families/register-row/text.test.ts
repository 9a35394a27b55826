import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatRow } from '../../../../../pipeline/changes/families/register-row/text.ts';

const entity = 'Example AG';
const cases: readonly (readonly [token: string, text: string])[] = [
  ['https://issuer.example/whitepaper.pdf', 'white paper of issuer.example'],
  ['https://issuer.example/whitepaper.pdf).', 'white paper of issuer.example).'],
  ['https://issuer.example/whitepaper.pdf; second edition', 'white paper of issuer.example; second edition'],
  ['https://issuer.example”, second edition', 'white paper of issuer.example”, second edition'],
  ['https://issuer.example).', 'white paper of issuer.example).'],
  [
    'https://issuer.example/a, Extension (see https://www.a.example/x, https://b.example/y). http://c.example.',
    'white paper of issuer.example, Extension (see a.example, b.example). c.example.',
  ],
  ['ABC', 'ABC'],
];

for (const [token, text] of cases) {
  test(`a row with ${token} is named by ${text}`, () => {
    const named = formatRow({ entity, token: '' }, 200);
    assert.is(formatRow({ entity, token }, 200).replace(named, '').trim(), `(${text})`);
  });
}

test.run();
