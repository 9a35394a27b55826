/** The oracle of the fault tests detects every kind of loss, duplicate and difference. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Findings, findingsOf } from './faults/oracle.ts';
import type { TestSystem } from './faults/test-system.ts';
import { expectedChanges, type World } from './faults/world.ts';

const world: World = { name: 'w', assets: 1, witnesses: 0 };

/** Each value is read twice: the first reading opens a change, the second confirms it. */
const values = ['0', '0', '1', '1', '2', '2', '3'];
const acknowledged = values.map((value, index) => ({ id: `o${index}`, assetId: 'a', value }));

interface Place {
  readonly observations: readonly { readonly id: string }[];
  readonly changes: readonly { readonly newObservationId: string; readonly revision: number; readonly text?: string }[];
  readonly rows: readonly { readonly id: string; readonly n: number }[];
  readonly changeRows: readonly { readonly id: string; readonly revision: number; readonly n: number }[];
}

const observed = acknowledged.map(({ id }) => ({ id }));
const right: Place = {
  observations: observed,
  changes: [
    ...[0, 1].map((revision) => ({ newObservationId: 'o2', revision })),
    ...[0, 1].map((revision) => ({ newObservationId: 'o4', revision })),
    { newObservationId: 'o6', revision: 0 },
  ],
  rows: observed.map(({ id }) => ({ id, n: 1 })),
  changeRows: [
    { id: 'o2', revision: 1, n: 1 },
    { id: 'o4', revision: 1, n: 1 },
    { id: 'o6', revision: 0, n: 1 },
  ],
};

/** A log whose values are JSON after a five-byte header, and tables that return fixed rows. */
function systemOf(place: Place): TestSystem {
  const topics: Readonly<Record<string, readonly object[]>> = {
    observations: place.observations.map((value) => ({ ...value, extractor: world.name })),
    changes: place.changes.map((value) => ({ ...value, assetId: 'a', field: 'redemption_fee' })),
  };
  const recordsOf = (topic: string): readonly { readonly offset: number; readonly value: Buffer }[] =>
    (topics[topic] ?? []).map((value, offset) => ({ offset, value: Buffer.from(`-----${JSON.stringify(value)}`) }));
  const engine = {
    log: {
      ranges: async (topic: string) => [{ partition: 0, low: 0, end: recordsOf(topic).length }],
      read: async ({ topic, from }: { readonly topic: string; readonly from: number }) =>
        recordsOf(topic).filter(({ offset }) => offset >= from),
    },
    codec: {
      prepare: async () => undefined,
      decode: (_: string, value: Buffer) => JSON.parse(value.subarray(5).toString()) as unknown,
    },
  };
  const query = async (sql: string): Promise<readonly unknown[]> =>
    sql.includes('attestry.changes') ? place.changeRows : place.rows;
  return { engine, query } as unknown as TestSystem;
}

const findings = (given: Partial<Place>): Promise<Findings> =>
  findingsOf(systemOf({ ...right, ...given }), world, acknowledged, new Map());

const clean: Findings = {
  acknowledged: 7,
  lostOnLog: 0,
  lostInTables: 0,
  duplicateRows: 0,
  writtenAgain: 0,
  changes: 3,
  lostChanges: 0,
  inventedChanges: 0,
  differingChanges: 0,
  duplicateChanges: 0,
};

const cases: readonly (readonly [string, Partial<Place>, Partial<Findings>])[] = [
  ['all is there', {}, {}],
  ['an observation is not on the log', { observations: observed.slice(1) }, { lostOnLog: 1 }],
  ['… not in the tables', { rows: right.rows.slice(0, -2) }, { lostInTables: 2 }],
  ['… twice on the log', { observations: [...observed, { id: 'o0' }] }, { writtenAgain: 1 }],
  [
    '… twice in the tables',
    { rows: right.rows.map((row) => ({ ...row, n: row.id === 'o1' ? 2 : 1 })) },
    { duplicateRows: 1 },
  ],
  ['a revision is not on the log', { changes: right.changes.filter((_, at) => at !== 1) }, { lostChanges: 1 }],
  ['a change is not in the tables', { changeRows: right.changeRows.slice(1) }, { lostChanges: 1 }],
  [
    'its newest revision is not in the tables',
    { changeRows: right.changeRows.map((row) => ({ ...row, revision: 0 })) },
    { lostChanges: 2 },
  ],
  [
    'a change that nothing leads to',
    {
      changes: [...right.changes, { newObservationId: 'o1', revision: 0 }],
      changeRows: [...right.changeRows, { id: 'o1', revision: 0, n: 1 }],
    },
    { inventedChanges: 2 },
  ],
  [
    'a revision that nothing leads to',
    { changes: [...right.changes, { newObservationId: 'o6', revision: 1 }] },
    { inventedChanges: 1 },
  ],
  ['the same revision twice, with the same bytes', { changes: [...right.changes, ...right.changes] }, {}],
  [
    'the same revision in two versions',
    { changes: [...right.changes, { newObservationId: 'o2', revision: 0, text: 'other' }] },
    { differingChanges: 1 },
  ],
  [
    'two changes for one observation',
    { changeRows: right.changeRows.map((row) => ({ ...row, n: 2 })) },
    { duplicateChanges: 3 },
  ],
];

for (const [what, place, wanted] of cases) {
  test(`oracle: ${what}`, async () => {
    assert.equal(await findings(place), { ...clean, ...wanted });
  });
}

const read = (text: string): readonly { readonly id: string; readonly value: string }[] =>
  text.split('').map((value, index) => ({ id: String(index), value }));

for (const [values_, wanted] of [
  ['', []],
  ['a', []],
  ['aab', [['2', 0]]],
  ['aabb', [['2', 1]]],
  [
    'aabbc',
    [
      ['2', 1],
      ['4', 0],
    ],
  ],
  [
    'abcc',
    [
      ['1', 0],
      ['2', 1],
    ],
  ],
] as const) {
  test(`changes of readings "${values_}"`, () => {
    assert.equal([...expectedChanges(read(values_))], wanted);
  });
}

test.run();
