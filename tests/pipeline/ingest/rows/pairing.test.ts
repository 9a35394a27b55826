import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegisterFeed } from '../../../../pipeline/ingest/feed.ts';
import { type RowPairing, pair } from '../../../../pipeline/ingest/rows/pairing.ts';
import { compareRows } from '../../../../pipeline/ingest/rows/row-diff.ts';
import { factsReader, type RowFacts } from '../../../../pipeline/ingest/rows/row-facts.ts';
import { feedOf } from '../harness.ts';
import type { Cells } from '../register-files.ts';

const feed = feedOf('esma-emtwp') as RegisterFeed;
const factsOf = factsReader(feed);
const lei = '3912007G8L8CD3HFIV26';
const row = (cells: Cells): RowFacts =>
  factsOf({ ae_lei: lei, ae_lei_name: 'AllUnity GmbH', ae_homeMemberState: 'DE', ...cells });

const summary = (pairing: RowPairing<RowFacts, RowFacts>): readonly unknown[] => [
  pairing.pairs.map(({ step }) => step),
  pairing.added.length,
  pairing.removed.length,
  pairing.held.map((group) => [group.before.length, group.after.length]),
];

const cases: readonly (readonly [string, readonly Cells[], readonly Cells[], readonly unknown[]])[] = [
  ['nothing and nothing', [], [], [[], 0, 0, []]],
  ['added', [], [{ wp_comments: 'A' }], [[], 1, 0, []]],
  ['removed', [{ wp_comments: 'A' }], [], [[], 0, 1, []]],
  ['exact, but for whitespace', [{ wp_comments: 'A b' }], [{ wp_comments: 'A\u00a0 b' }], [['exact'], 0, 0, []]],
  [
    'two identical rows, one left',
    [{ wp_comments: 'A' }, { wp_comments: 'A' }],
    [{ wp_comments: 'A' }],
    [['exact'], 0, 1, []],
  ],
  [
    'two identical rows, one with a trailing comma in its list',
    [{ ae_DTI: 'VP84J2JSS' }, { ae_DTI: 'VP84J2JSS' }],
    [{ ae_DTI: 'VP84J2JSS' }, { ae_DTI: 'VP84J2JSS,' }],
    [['exact', 'exact'], 0, 0, []],
  ],
  [
    'two identical rows edited alike are paired in order',
    [{ ae_DTI_FFG: '13XTMPZT3' }, { ae_DTI_FFG: '13XTMPZT3' }],
    [
      { ae_DTI_FFG: '13XTMPZT3', wp_comments: 'B' },
      { ae_DTI_FFG: '13XTMPZT3', wp_comments: 'B' },
    ],
    [['ffg', 'ffg'], 0, 0, []],
  ],
  [
    'equal fungible group',
    [{ ae_DTI_FFG: '13XTMPZT3', wp_url: 'https://a.example' }],
    [{ ae_DTI_FFG: '13XTMPZT3', wp_url: 'https://b.example' }],
    [['ffg'], 0, 0, []],
  ],
  [
    'overlapping token identifiers',
    [{ ae_DTI: 'VP84J2JSS|D1PFLVZDZ' }, { ae_DTI: 'HTKFL04WZ' }],
    [{ ae_DTI: 'HTKFL04WZ|6TR5F3KKF' }, { ae_DTI: 'D1PFLVZDZ|35PTC5Z63' }],
    [['dti', 'dti'], 0, 0, []],
  ],
  [
    'identifiers that overlap with two rows decide nothing',
    [{ ae_DTI: 'VP84J2JSS', wp_comments: 'A' }],
    [{ ae_DTI: 'VP84J2JSS' }, { ae_DTI: 'VP84J2JSS|D1PFLVZDZ' }],
    [[], 0, 0, [[1, 2]]],
  ],
  [
    'link and comment before link alone',
    [
      { wp_url: 'https://a.example/', wp_comments: 'A', wp_authorisationNotificationDate: '01/01/2026' },
      { wp_url: 'https://a.example', wp_comments: 'B', wp_authorisationNotificationDate: '01/01/2026' },
    ],
    [
      { wp_url: 'https://www.a.example', wp_comments: 'B', wp_authorisationNotificationDate: '02/01/2026' },
      { wp_url: 'https://a.example', wp_comments: 'A', wp_authorisationNotificationDate: '02/01/2026' },
    ],
    [['url_and_comment', 'url_and_comment'], 0, 0, []],
  ],
  [
    'notification date',
    [{ wp_authorisationNotificationDate: '26/01/2026', wp_comments: 'A' }, { wp_comments: 'B' }],
    [{ wp_authorisationNotificationDate: '26/01/2026', wp_comments: 'C' }, { wp_comments: 'B' }],
    [['exact', 'date'], 0, 0, []],
  ],
  ['sole remaining', [{ wp_comments: 'A' }], [{ wp_comments: 'B' }], [['sole_remaining'], 0, 0, []]],
  [
    'no link is not a link',
    [{ wp_url: 'EMT_NO_WP', wp_comments: 'A' }, { wp_comments: 'B' }],
    [{ wp_url: 'EMT_NO_WP', wp_comments: 'C' }, { wp_comments: 'D' }],
    [[], 0, 0, [[2, 2]]],
  ],
  ['suspected re-key', [{ wp_comments: 'A' }], [{ wp_comments: 'B' }, { wp_comments: 'C' }], [[], 0, 0, [[1, 2]]]],
  ['LEI becomes valid', [{ ae_lei: '9.60E+19' }], [{}], [['sole_remaining'], 0, 0, []]],
  ['LEI replaced', [{ ae_lei: '969500OYUDADGZKCR583' }], [{}], [['sole_remaining'], 0, 0, []]],
  ['another name and another LEI', [{ ae_lei: '969500OYUDADGZKCR583', ae_lei_name: 'Circle' }], [{}], [[], 1, 1, []]],
  ['another state and no LEI', [{ ae_lei: '', ae_homeMemberState: 'FR' }], [{ ae_lei: '' }], [[], 1, 1, []]],
  [
    'rows without an entity: by their own keys alone',
    [
      { ae_lei: '', ae_lei_name: '', wp_url: 'https://a.example', wp_comments: 'A' },
      { ae_lei: '', ae_lei_name: 'Not Available', wp_comments: 'B' },
    ],
    [
      { ae_lei: '', ae_lei_name: 'Not Available', wp_url: 'https://a.example', wp_comments: 'C' },
      { ae_lei: '', ae_lei_name: '', wp_comments: 'D' },
    ],
    [['url'], 1, 1, []],
  ],
  [
    'spaces inside a legal form',
    [{ ae_lei: '', ae_lei_name: 'FUMBI, s. r. o.', wp_comments: 'A' }],
    [{ ae_lei: '', ae_lei_name: 'FUMBI, s.r.o.', wp_comments: 'B' }],
    [['sole_remaining'], 0, 0, []],
  ],
  [
    'EL and GR are one state',
    [{ ae_lei: '', ae_homeMemberState: 'EL' }],
    [{ ae_lei: '', ae_homeMemberState: 'GR' }],
    [['sole_remaining'], 0, 0, []],
  ],
];
for (const [name, before, after, expected] of cases) {
  test(name, () => assert.equal(summary(pair(before.map(row), after.map(row))), expected));
}

test('an LEI that becomes valid, or another valid one, is a correction; one that breaks is a change', () => {
  const kinds = (before: string, after: string) =>
    compareRows(feed, row({ ae_lei: before }), row({ ae_lei: after, wp_comments: 'x' })).kind;
  assert.is(kinds('9.60E+19', lei), 'corrected');
  assert.is(kinds('969500OYUDADGZKCR583', lei), 'corrected');
  assert.is(kinds(lei, '9.60E+19'), 'changed');
  assert.is(kinds(lei, lei), 'changed');
});

test.run();
