import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agreement, listSide, tokenSide } from '../../../explorer/readers/changes/match-sides.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import { matchValue } from '../../pipeline/changes/builders.ts';

const valueOf = (part: Partial<ListMatchValue>): ListMatchValue => matchValue({ ...part, sinceObservationId: 'first' });
const byName = { ours: 'Circle', particular: null } as const;
const similar = {
  rules: 'match-v1',
  agreement: [],
  onlyOurs: [],
  onlyListed: [],
  pairs: [
    ['Circle', 'Cirkle'],
    ['Circle SAS', 'Cirkle SA'],
  ],
  country: 'FR',
};

const cases: readonly (readonly [part: Partial<ListMatchValue>, sentence: string])[] = [
  [{ level: 'L1', listedAs: ['ETH 0x1', 'ETC 0x1'] }, 'Equal identifier (L1): ETH 0x1; ETC 0x1.'],
  [
    { level: 'L2', byName: { ...byName, particular: { kind: 'country', value: 'FR' } } },
    'Equal name and one more particular (L2): Circle; country France (FR).',
  ],
  [
    { level: 'L2', byName: { ...byName, particular: { kind: 'date', value: '1990-01-01' } } },
    'Equal name and one more particular (L2): Circle; date 1990-01-01.',
  ],
  [{ level: 'L3', byName }, 'Equal name, no identifier (L3): Circle.'],
  [{ level: 'L4', byName: { ...byName, similar } }, 'Similar name (L4): Circle and Cirkle; Circle SAS and Cirkle SA.'],
];
for (const [part, sentence] of cases) {
  test(`what agrees: ${sentence}`, () => assert.is(agreement(valueOf(part)), sentence));
}

test('both sides name countries and roles in words', () => {
  const { notes } = listSide(valueOf({ countries: ['IR', 'FI'] }));
  assert.ok(notes.includes('Countries: Iran (IR), Finland (FI)'), notes.join('|'));
  const value = valueOf({ level: 'L4', byName: { ...byName, similar } });
  const ours = tokenSide({ ...value, subject: { ...value.subject, roles: ['reserve_manager'] } });
  assert.equal(ours.notes, ['Reserve manager, declared as Circle', 'Country France (FR)']);
});

const firstFile = Date.UTC(2026, 1, 27);
const since: readonly (readonly [part: Partial<ListMatchValue>, note: string])[] = [
  [{ inFirstSnapshot: true, listedSince: firstFile }, 'In the first file that was read'],
  [{ inFirstSnapshot: false, listedSince: firstFile }, 'First in the file of 27 Feb 2026'],
  [{ inFirstSnapshot: false, listedSince: firstFile, listedOn: '2010-06-09' }, 'Listed since 9 Jun 2010'],
  [{ inFirstSnapshot: true, listedSince: firstFile, listedOn: '2010-06-09' }, 'Listed since 9 Jun 2010'],
];
for (const [part, note] of since) {
  test(`since when a list has the entry: ${note}, in the first file: ${part.inFirstSnapshot}`, () =>
    assert.is(listSide(valueOf(part)).notes.at(-1), note));
}

test.run();
