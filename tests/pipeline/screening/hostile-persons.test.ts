/** Names of persons that no person has, declared or listed: each has an answer, at once, and nothing is parked. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { drive, entry, feeds, observationsIn, subject } from './harness.ts';

const person = (display: string): Subject =>
  subject('party', 'p1', { display, names: [display], entity: 'person', partyId: 'p1' });

const listed = (name: string): SanctionsEntry =>
  entry('e', { entityType: 'person', names: [{ name, kind: 'primary', weak: false }] });

/** The level of the only match, from the side of the list and from that of the party. */
function levels(ours: string, theirs: string): readonly (string | null)[] {
  const level = (outputs: Parameters<typeof observationsIn>[0]): string | null => {
    const [match] = observationsIn(outputs).map(({ value }) => JSON.parse(value ?? '') as ListMatchValue);
    return match?.level ?? null;
  };
  const [first, second] = [drive(createScreen({ feeds })), drive(createScreen({ feeds }))];
  first.subjects('a', [person(ours)]);
  second.row(listed(theirs), 100);
  return [level(first.row(listed(theirs), 100)), level(second.subjects('a', [person(ours)]))];
}

const real = 'Ilya Vorontsov';
const zalgo = Array.from(real, (letter) => `${letter}${'\u0300\u0316\u0489'.repeat(5)}`).join('');

/** Our name, the listed one, and the level: null when they do not match. */
const cases: readonly (readonly [what: string, ours: string, listed: string, level: string | null])[] = [
  ['ten thousand characters', 'Vorontsov '.repeat(1_000), real, null],
  ['ten thousand characters on both sides', 'Vorontsov '.repeat(1_000), 'Vorontsov '.repeat(1_000), 'L3'],
  ['ten thousand letters without a space', 'x'.repeat(10_000), real, null],
  ['right to left', 'إيليا فورونتسوف', 'إيليا فورونتسوف', 'L3'],
  ['right to left on one side', 'محمد حسن كريموف', 'Mohammed Hassan Karimov', 'L4'],
  ['marks that turn the direction', `\u202e${real}\u202c`, real, 'L3'],
  // Fifteen marks on a letter: the forty characters that are read of a word are two letters then.
  ['letters under heaps of marks', zalgo, real, null],
  ['letters under some marks', 'Ilyȧ Vőrö̈ntsov', real, 'L3'],
  ['a legal form alone', 'Ltd', real, null],
  ['a legal form alone on both sides', 'GmbH', 'GmbH', 'L3'],
  ['digits alone', '1234567890', real, null],
  ['digits alone on both sides', '1234567890', '1234567890', 'L3'],
  ['other digits', '1234567890', '1234567891', 'L4'],
  ['letters of another script that look alike', 'Ilуа Vоrоntsоv', real, 'L4'],
  ['letters in mathematical form', '𝐈𝐥𝐲𝐚 𝐕𝐨𝐫𝐨𝐧𝐭𝐬𝐨𝐯', real, 'L3'],
  ['a space without width, which is not seen', 'Ilya\u200bVorontsov', real, 'L4'],
  ['a space without width inside a name', 'Ilya Voron\u200btsov', real, 'L3'],
  ['punctuation alone', '.,;-()', real, null],
  ['punctuation alone on both sides', '.,;-()', '.,;-()', null],
  ['pictures alone', '🦊🦊', '🦊🦊', null],
  ['a title alone', 'Dr', real, null],
  ['an initial alone', 'V', real, null],
  ['a particle alone', 'al', 'al-Hassan', null],
  ['commas', ',,,,,', real, null],
  ['family name first, twice', 'Vorontsov, Ilya, Vorontsov', real, 'L4'],
];

for (const [what, ours, theirs, level] of cases) {
  test(`a person named with ${what}: ${level ?? 'no match'}`, () => {
    assert.equal(levels(ours, theirs), [level, level]);
  });
}

test('countries are stated and rule nothing out, for persons too', () => {
  const join = drive(createScreen({ feeds }));
  join.subjects('a', [{ ...person('Ilia Vorontzov'), country: 'FR' }]);
  const [match] = observationsIn(join.row({ ...listed(real), countries: ['RU'] }, 100));
  const value = JSON.parse(match?.value ?? '') as ListMatchValue;
  assert.equal([value.level, value.byName?.similar?.country, value.countries], ['L4', 'FR', ['RU']]);
});

test.run();
