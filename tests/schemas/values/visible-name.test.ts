import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { whyNotName } from '../../../schemas/values/visible-name.ts';

for (const name of ['Ann', 'Acme S.A. (FR)', 'Ångström', '東京 支店', 'شركة', 'می‌خواهم', '👩‍🚀 desk', '-', 'क्‍ष']) {
  test(`a name that shows all that it is: ${name}`, () => assert.is(whyNotName(name), null));
}

const refused: readonly (readonly [name: string, why: RegExp])[] = [
  ['', /shows nothing/],
  ['  ', /shows nothing/],
  ['\u00a0\u3000', /shows nothing/],
  ['\u0301', /shows nothing/],
  ['\u3164', /U\+3164/],
  ['\u2800', /U\+2800/],
  ['\u200b', /U\+200B/],
  ['An\u200bn', /U\+200B/],
  ['An\u200dn', /U\+200D/],
  ['Ann\u200d', /U\+200D/],
  ['An\u00adn', /U\+00AD/],
  ['\u202enna', /U\+202E/],
  ['Ann\u2066', /U\+2066/],
  ['Ann\u200e', /U\+200E/],
  ['Ann\nBob', /U\+000A/],
  ['Ann\u0000', /U\+0000/],
  ['Ann\u2028', /U\+2028/],
  ['Ann\u{e0061}', /U\+E0061/],
  ['Ann\ud800', /half of a character/],
];
test('a name that hides something is refused', () => {
  for (const [name, why] of refused) assert.match(whyNotName(name) ?? 'accepted', why, JSON.stringify(name));
});

test.run();
