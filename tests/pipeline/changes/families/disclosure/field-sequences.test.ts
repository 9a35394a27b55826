/** What sequences of readings of one disclosed field raise (domain 4.3, 5.1, conformance B-86, B-91). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourceState } from '../../../../../pipeline/changes/families/source/source-state.ts';
import { fieldFold, hour, type Overrides, reading, start, type Step } from './field-harness.ts';

interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly told: readonly string[];
  readonly holds: string;
  /** What is known of the document before the last step. */
  readonly standing?: Partial<SourceState>;
}

const bytes = (name: string): Overrides => ({ sourceHash: `sha256:${name.repeat(64)}` });
const lens = (extractorVersion: string, given: Overrides = {}): Overrides => ({ extractorVersion, ...given });
const tagged: Overrides = { extractionRule: 'ixbrl:RedemptionFee' };
const chain: Overrides = { sourceKey: 'chain:eip155:1', extractionRule: null, documentClass: null };
const says = (quote: string | null): Overrides => ({ quote });
const partial: Overrides = { parseStatus: 'partial', value: null, quote: null };

const draft = (hours: number): string => `${hours} #1.0 value_changed/changed draft`;
const confirmed = (hours: number): string => `${hours} #1.1 value_changed/changed confirmed material, notable`;

const values: readonly Case[] = [
  { name: 'the first reading is the baseline', steps: [[0, 'A']], told: [], holds: 'A' },
  { name: 'not disclosed is a baseline, too', steps: [[0, '-']], told: [], holds: '-' },
  {
    name: 'the same again',
    steps: [
      [0, 'A'],
      [10, 'A'],
      [20, 'A'],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'one reading of a text is a draft',
    steps: [
      [0, 'A'],
      [10, 'B'],
    ],
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'seen again after 5 h 59 min: still a draft',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [15 + 59 / 60, 'B'],
    ],
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'B-91 seen again after 6 h: confirmed and notable then',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
    ],
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'several captures within 6 h confirm nothing, the first one after does',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [12, 'B'],
      [15, 'B'],
      [17, 'B'],
    ],
    told: [draft(10), confirmed(17)],
    holds: 'B',
  },
  {
    name: 'the same bytes 6 h later are a second capture',
    steps: [
      [0, 'A'],
      [10, 'B', bytes('b')],
      [16, 'B', bytes('b')],
    ],
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'PDF, then HTML an hour later: confirmed',
    steps: [
      [0, 'A'],
      [10, 'B', { documentClass: 'pdf' }],
      [11, 'B'],
    ],
    told: [draft(10), confirmed(11)],
    holds: 'B',
  },
  {
    name: 'PDF, then a document of no stated class: not known to be another medium',
    steps: [
      [0, 'A'],
      [10, 'B', { documentClass: 'pdf' }],
      [11, 'B', { documentClass: null }],
    ],
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'no stated class twice: the same medium',
    steps: [
      [0, 'A'],
      [10, 'B', { documentClass: null }],
      [11, 'B', { documentClass: null }],
    ],
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'the same bytes under another class of document: no other medium',
    steps: [
      [0, 'A'],
      [10, 'B', { documentClass: 'pdf', ...bytes('b') }],
      [11, 'B', bytes('b')],
    ],
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'a page in other mark-up: no other medium',
    steps: [
      [0, 'A'],
      [10, 'B', { documentClass: 'xhtml' }],
      [11, 'B', { documentClass: 'ixbrl_other' }],
      [12, 'B'],
    ],
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'the draft in other words is borne out',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B', says('Fifty.')],
    ],
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'confirmed, then seen again',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [30, 'B'],
      [200, 'B'],
    ],
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'a tagged fact of iXBRL is confirmed at once',
    steps: [
      [0, 'A', tagged],
      [10, 'B', tagged],
    ],
    told: ['10 #1.0 value_changed/changed confirmed material, notable'],
    holds: 'B',
  },
  {
    name: 'a tagged fact after a text bears the draft out',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [11, 'B', tagged],
    ],
    told: [draft(10), confirmed(11)],
    holds: 'B',
  },
  {
    name: 'a field that is stated now',
    steps: [
      [0, '-'],
      [10, 'B'],
      [16, 'B'],
    ],
    told: ['10 #1.0 value_added/added draft', '16 #1.1 value_added/added confirmed material, notable'],
    holds: 'B',
  },
  {
    name: 'a field that is stated no longer',
    steps: [
      [0, 'A'],
      [10, '-'],
      [16, '-'],
    ],
    told: ['10 #1.0 value_removed/removed draft', '16 #1.1 value_removed/removed confirmed material, notable'],
    holds: '-',
  },
];

const withdrawn = (hours: number): string => `${hours} #1.1 value_changed/corrected withdrawn`;

const back: readonly Case[] = [
  {
    name: 'A, B, A: the draft is withdrawn',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [12, 'A'],
    ],
    told: [draft(10), withdrawn(12)],
    holds: 'A',
  },
  {
    name: 'A, B, A a week later: the draft is withdrawn',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [178, 'A'],
    ],
    told: [draft(10), withdrawn(178)],
    holds: 'A',
  },
  {
    name: 'A, B, C: withdrawn, and another draft from A',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [12, 'C'],
    ],
    told: [draft(10), withdrawn(12), '12 #2.0 value_changed/changed draft'],
    holds: 'A, draft C',
  },
  {
    name: 'A, B, A, B, B: the second draft is another change',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [12, 'A'],
      [14, 'B'],
      [20, 'B'],
    ],
    told: [
      draft(10),
      withdrawn(12),
      '14 #2.0 value_changed/changed draft',
      '20 #2.1 value_changed/changed confirmed material, notable',
    ],
    holds: 'B',
  },
  {
    name: 'A, B, A in other words: withdrawn, and the words differ',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [12, 'A', says('Ten.')],
    ],
    told: [draft(10), withdrawn(12), '12 #2.0 wording_changed/changed confirmed clarification'],
    holds: 'A',
  },
  {
    name: 'confirmed and back within 72 h: one change, collapsed',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [82, 'A'],
    ],
    told: [draft(10), confirmed(16), '82 #1.2 value_changed/restored low collapsed, notable since 16'],
    holds: 'A',
  },
  {
    name: 'confirmed and back after 72 h: another change',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [82.01, 'A'],
    ],
    told: [draft(10), confirmed(16), '82.01 #2.0 value_changed/changed draft'],
    holds: 'B, draft A',
  },
  {
    name: 'back within 72 h, then B again and again',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [20, 'A'],
      [30, 'B'],
      [36, 'B'],
    ],
    told: [
      draft(10),
      confirmed(16),
      '20 #1.2 value_changed/restored low collapsed, notable since 16',
      '30 #2.0 value_changed/changed draft',
      '36 #2.1 value_changed/changed confirmed material, notable',
    ],
    holds: 'B',
  },
  {
    name: 'confirmed, another draft, back to the first value within 72 h',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [20, 'C'],
      [22, 'A'],
    ],
    told: [
      draft(10),
      confirmed(16),
      '20 #2.0 value_changed/changed draft',
      '22 #2.1 value_changed/corrected withdrawn',
      '22 #1.2 value_changed/restored low collapsed, notable since 16',
    ],
    holds: 'A',
  },
  {
    name: 'structured facts that go back are two changes',
    steps: [
      [0, 'A', tagged],
      [10, 'B', tagged],
      [12, 'A', tagged],
    ],
    told: [
      '10 #1.0 value_changed/changed confirmed material, notable',
      '12 #2.0 value_changed/changed confirmed material, notable',
    ],
    holds: 'A',
  },
];

const words: readonly Case[] = [
  {
    name: 'other words',
    steps: [
      [0, 'A'],
      [10, 'A', says('Ten.')],
    ],
    told: ['10 #1.0 wording_changed/changed confirmed clarification'],
    holds: 'A',
  },
  {
    name: 'another spelling of the passage',
    steps: [
      [0, 'A'],
      [10, 'A', says('the\u00a0fee is  “a”'.replaceAll(/[“”]/g, ''))],
    ],
    told: ['10 #1.0 wording_changed/changed confirmed editorial'],
    holds: 'A',
  },
  {
    name: 'the passage in decomposed characters',
    steps: [
      [0, 'A', says('Gebühr')],
      [10, 'A', says('Gebu\u0308hr')],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'no passage before',
    steps: [
      [0, 'A', says(null)],
      [10, 'A'],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'no passage now; the next one is compared with the first',
    steps: [
      [0, 'A'],
      [10, 'A', says(null)],
      [20, 'A'],
      [30, 'A', says('Ten.')],
    ],
    told: ['30 #1.0 wording_changed/changed confirmed clarification'],
    holds: 'A',
  },
  {
    name: 'another passage of the same bytes',
    steps: [
      [0, 'A', bytes('a')],
      [10, 'A', { ...bytes('a'), ...says('Ten.') }],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'another passage of bytes that were seen again',
    steps: [
      [0, 'A', bytes('a')],
      [10, 'A', bytes('b')],
      [20, 'A', { ...bytes('b'), ...says('Ten.') }],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'words beside what is not disclosed',
    steps: [
      [0, '-', says('One.')],
      [10, '-', says('Two.')],
    ],
    told: [],
    holds: '-',
  },
  {
    name: 'words and back within 72 h: one change, collapsed',
    steps: [
      [0, 'A'],
      [10, 'A', says('Ten.')],
      [82, 'A'],
    ],
    told: ['10 #1.0 wording_changed/changed confirmed clarification', '82 #1.1 wording_changed/restored low collapsed'],
    holds: 'A',
  },
  {
    name: 'words and back after 72 h: two changes',
    steps: [
      [0, 'A'],
      [10, 'A', says('Ten.')],
      [82.01, 'A'],
    ],
    told: [
      '10 #1.0 wording_changed/changed confirmed clarification',
      '82.01 #2.0 wording_changed/changed confirmed clarification',
    ],
    holds: 'A',
  },
  {
    name: 'words between a value and its return',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [20, 'B', says('Fifty.')],
      [30, 'A'],
    ],
    told: [
      draft(10),
      confirmed(16),
      '20 #2.0 wording_changed/changed confirmed clarification',
      '30 #1.2 value_changed/restored low collapsed, notable since 16',
    ],
    holds: 'A',
  },
];

const lineage: readonly Case[] = [
  {
    name: 'our lens, the same bytes, the same value',
    steps: [
      [0, 'A', bytes('a')],
      [10, 'A', lens('2', { ...bytes('a'), ...says('Ten.') })],
      [20, 'A', lens('2', says('Ten.'))],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'our lens, the same bytes, another value: corrected',
    steps: [
      [0, 'A', bytes('a')],
      [10, 'B', lens('2', bytes('a'))],
      [20, 'B', lens('2')],
    ],
    told: ['10 #1.0 value_corrected/corrected low suppressed'],
    holds: 'B',
  },
  {
    name: 'our lens, the bytes that were seen again, another value: corrected',
    steps: [
      [0, 'A', bytes('a')],
      [5, 'A', bytes('b')],
      [10, 'B', lens('2', bytes('b'))],
    ],
    told: ['10 #1.0 value_corrected/corrected low suppressed'],
    holds: 'B',
  },
  {
    name: 'our lens, other bytes, another value: not comparable',
    steps: [
      [0, 'A'],
      [10, 'B', lens('2')],
      [20, 'B', lens('2')],
    ],
    told: ['10 #1.0 value_changed/changed low suppressed'],
    holds: 'B',
  },
  {
    name: 'our lens, other bytes, no value any more: not comparable',
    steps: [
      [0, 'A'],
      [10, '-', lens('2')],
    ],
    told: ['10 #1.0 value_removed/removed low suppressed'],
    holds: '-',
  },
  {
    name: 'our lens, other bytes, the same value in other words',
    steps: [
      [0, 'A'],
      [10, 'A', lens('2', says('Ten.'))],
      [20, 'A', lens('2', says('Ten.'))],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'a draft, and the same value through another lens: borne out',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B', lens('2')],
    ],
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'a draft, and the same bytes through another lens: no second capture',
    steps: [
      [0, 'A'],
      [10, 'B', bytes('b')],
      [16, 'B', lens('2', bytes('b'))],
      [17, 'B', lens('2')],
    ],
    told: [draft(10), confirmed(17)],
    holds: 'B',
  },
  {
    name: 'a draft, and another value through another lens: withdrawn, not comparable',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'C', lens('2')],
    ],
    told: [draft(10), withdrawn(16), '16 #2.0 value_changed/changed low suppressed'],
    holds: 'C',
  },
  {
    name: 'a draft, and the old value through another lens: withdrawn',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'A', lens('2')],
    ],
    told: [draft(10), withdrawn(16)],
    holds: 'A',
  },
  {
    name: 'confirmed, and back through another lens: collapsed',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
      [20, 'A', lens('2')],
    ],
    told: [draft(10), confirmed(16), '20 #1.2 value_changed/restored low collapsed, notable since 16'],
    holds: 'A',
  },
];

const parts: readonly Case[] = [
  { name: 'a first reading in part', steps: [[0, 'A', partial]], told: [], holds: 'nothing' },
  {
    name: 'once for a spell of readings in part',
    steps: [
      [0, 'A'],
      [10, 'A', partial],
      [20, 'A', partial],
      [30, 'A'],
    ],
    told: ['10 #1.0 value_changed/changed low suppressed'],
    holds: 'A',
  },
  {
    name: 'a second spell',
    steps: [
      [0, 'A'],
      [10, 'A', partial],
      [20, 'A'],
      [30, 'A', partial],
    ],
    told: ['10 #1.0 value_changed/changed low suppressed', '30 #2.0 value_changed/changed low suppressed'],
    holds: 'A',
  },
  {
    name: 'a value that does not fit the field is a reading in part',
    steps: [
      [0, 'A'],
      [10, 'B', { value: { bps: 'ten' } }],
      [20, 'B', { value: 7 }],
      [30, 'A'],
    ],
    told: ['10 #1.0 value_changed/changed low suppressed'],
    holds: 'A',
  },
  { name: 'a first value that does not fit', steps: [[0, 'A', { value: [] }]], told: [], holds: 'nothing' },
  {
    name: 'a draft outlives a reading in part',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [12, 'B', partial],
      [16, 'B'],
    ],
    told: [draft(10), '12 #2.0 value_changed/changed low suppressed', confirmed(16)],
    holds: 'B',
  },
  {
    name: 'readings that failed',
    steps: [
      [0, 'A'],
      [10, '-', { parseStatus: 'failed' }],
      [11, '-', { fetchOutcome: 'gone' }],
      [12, '-', { fetchOutcome: 'empty', parseStatus: 'partial' }],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'not read anew',
    steps: [
      [0, 'A'],
      [10, 'B', { fetchOutcome: 'not_modified' }],
    ],
    told: [],
    holds: 'A',
  },
];

const late: readonly Case[] = [
  {
    name: 'an older reading changes nothing',
    steps: [
      [10, 'A'],
      [5, 'B'],
    ],
    told: [],
    holds: 'A',
  },
  {
    name: 'an older reading does not withdraw a draft',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [5, 'A'],
      [16, 'B'],
      [12, 'A'],
    ],
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'an older reading in part',
    steps: [
      [10, 'A'],
      [5, 'A', partial],
    ],
    told: [],
    holds: 'A',
  },
];

const known: readonly Case[] = [
  {
    name: 'a suspect capture: nothing from it',
    steps: [
      [0, 'A'],
      [10, '-', bytes('b')],
    ],
    standing: { suspectHashes: [`sha256:${'b'.repeat(64)}`] },
    told: [],
    holds: 'A',
  },
  {
    name: 'a suspect capture bears no draft out',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B', bytes('b')],
    ],
    standing: { suspectHashes: [`sha256:${'b'.repeat(64)}`] },
    told: [draft(10)],
    holds: 'A, draft B',
  },
  {
    name: 'a suspect first capture is no baseline',
    steps: [[0, 'A', bytes('b')]],
    standing: { suspectHashes: [`sha256:${'b'.repeat(64)}`] },
    told: [],
    holds: 'nothing',
  },
  {
    name: 'a suspect capture in part',
    steps: [
      [0, 'A'],
      [10, 'A', { ...partial, ...bytes('b') }],
    ],
    standing: { suspectHashes: [`sha256:${'b'.repeat(64)}`] },
    told: [],
    holds: 'A',
  },
  {
    name: 'a settled capture confirms a removal at once',
    steps: [
      [0, 'A'],
      [10, '-', bytes('b')],
    ],
    standing: { settledHashes: [`sha256:${'b'.repeat(64)}`] },
    told: ['10 #1.0 value_removed/removed confirmed material, notable'],
    holds: '-',
  },
  {
    name: 'a settled capture bears a draft out',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [11, 'B', bytes('b')],
    ],
    standing: { settledHashes: [`sha256:${'b'.repeat(64)}`] },
    told: [draft(10), confirmed(11)],
    holds: 'B',
  },
  {
    name: 'another value after a rewrite: not comparable',
    steps: [
      [0, 'A'],
      [10, 'B'],
    ],
    standing: { rewrittenAt: start + 10 * hour },
    told: ['10 #1.0 value_changed/changed low suppressed'],
    holds: 'B',
  },
  {
    name: 'the same value in other words after a rewrite',
    steps: [
      [0, 'A'],
      [10, 'A', says('Ten.')],
    ],
    standing: { rewrittenAt: start + 10 * hour },
    told: [],
    holds: 'A',
  },
  {
    name: 'a rewrite before the value was last seen',
    steps: [
      [0, 'A'],
      [10, 'A'],
      [20, 'B'],
    ],
    standing: { rewrittenAt: start + 10 * hour },
    told: ['20 #1.0 value_changed/changed draft'],
    holds: 'A, draft B',
  },
  {
    name: 'a draft that outlives a rewrite',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'B'],
    ],
    standing: { rewrittenAt: start + 16 * hour },
    told: [draft(10), confirmed(16)],
    holds: 'B',
  },
  {
    name: 'a draft and another value after a rewrite',
    steps: [
      [0, 'A'],
      [10, 'B'],
      [16, 'C'],
    ],
    standing: { rewrittenAt: start + 16 * hour },
    told: [draft(10), withdrawn(16), '16 #2.0 value_changed/changed low suppressed'],
    holds: 'C',
  },
];

for (const { name, steps, told, holds, standing } of [
  ...values,
  ...back,
  ...words,
  ...lineage,
  ...parts,
  ...late,
  ...known,
]) {
  test(name, () => {
    const folding = fieldFold();
    const readings = steps.map((step) => reading(...step));
    const before = folding.told(...readings.slice(0, -1));
    if (standing !== undefined) folding.stands(standing);
    assert.equal([...before, ...folding.told(...readings.slice(-1))], told);
    assert.is(folding.holds(), holds);
    const { state } = folding;
    const writes = state.writes();
    assert.equal(folding.told(...readings), [], 'what was sent before says nothing');
    if (standing === undefined) assert.is(state.writes(), writes, 'and is not written');
  });
}

test('the newest bytes are read anew at the time of their capture, whatever the ids', () => {
  for (const sourceUrl of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const folding = fieldFold();
    const given: Overrides = { ...bytes('a'), sourceUrl: `https://example.com/${sourceUrl}` };
    assert.equal(folding.told(reading(0, 'A', given), reading(0, 'B', lens('2', given))), [
      '0 #1.0 value_corrected/corrected low suppressed',
    ]);
  }
});

test('chain state is confirmed at once and has no words of its own', () => {
  const folding = fieldFold();
  const of = (hours: number, letter: string, quote: string) => reading(hours, letter, { ...chain, quote });
  assert.equal(
    folding.told(of(0, 'A', 'block 1'), of(1, 'A', 'block 2'), of(2, 'B', 'block 3'), of(3, 'A', 'block 4')),
    [
      '2 #1.0 value_changed/changed confirmed material, notable',
      '3 #2.0 value_changed/changed confirmed material, notable',
    ],
  );
});

test('what each source states is a fact of its own', () => {
  const folding = fieldFold();
  const other: Overrides = { sourceKey: 'whitepaper' };
  const told = folding.told(reading(0, 'A'), reading(0, 'B', other), reading(10, 'A'), reading(10, 'A', other));
  assert.equal(told, ['10 #1.0 value_changed/changed draft']);
  assert.equal([folding.holds(), folding.holds(reading(0, 'A', other))], ['A', 'B, draft A']);
});

test('another spelling of the value is editorial, and collapses when it goes back', () => {
  const folding = fieldFold();
  const contact = (hours: number, text: string) =>
    reading(hours, 'A', { field: 'complaints_contact', value: { contact: text }, quote: `Write to ${text}` });
  assert.equal(
    folding.told(contact(0, 'help@example.com'), contact(10, 'Help@example.com'), contact(20, 'help@example.com')),
    ['10 #1.0 wording_changed/changed confirmed editorial', '20 #1.1 wording_changed/restored low collapsed'],
  );
});

test.run();
