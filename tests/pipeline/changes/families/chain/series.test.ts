import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../../../../schemas/generated/records.ts';
import { hasSharedData, sharedText } from '../../../../support/shared-data.ts';
import { declaredAsset } from '../../builders.ts';
import { observed, readingsOf, type SeriesFact, seriesNames } from './series.ts';

interface ExpectedSnapshot {
  readonly snapshot: number;
  readonly reading?: 'not usable';
  readonly events?: readonly { readonly what: string; readonly role?: string; readonly direction: string }[];
  /** Names of facts that another version of the observer read. */
  readonly lens?: readonly string[];
}
type ExpectedSeries = Readonly<Record<string, { readonly expected: readonly ExpectedSnapshot[] }>>;

const isThere = hasSharedData('chain/EXPECTED.json');
const expected: ExpectedSeries = isThere ? (JSON.parse(sharedText('chain/EXPECTED.json')) as ExpectedSeries) : {};

/** Changes of a series by snapshot, as `<what>:<direction>`; null where the snapshot is not usable. */
function replay(name: string): readonly (readonly string[] | null)[] {
  const { outputs: _, changes } = declaredAsset();
  const { caip2, readings } = readingsOf(name);
  const versions = new Map<string, string>();
  return readings.map((reading) => {
    const lens = expected[name]?.expected.find(({ snapshot }) => snapshot === reading.snapshot)?.lens ?? [];
    return (
      reading.facts?.flatMap((fact) => {
        if (lens.includes(lensOf(fact))) versions.set(fact.what, `${reading.snapshot}`);
        return changes(observed(fact, reading, caip2, versions.get(fact.what) ?? '1')).map((change) =>
          shown(fact, change),
        );
      }) ?? null
    );
  });
}

const lensOf = ({ what, field }: SeriesFact): string => (field === 'role' ? `modifier ${what}` : what);
const shown = ({ what }: SeriesFact, { direction, disposition, confirmed }: Change): string =>
  `${what}:${direction}${disposition === 'shown' && confirmed ? '' : `:${disposition}`}`;

for (const name of isThere ? seriesNames() : []) {
  test(`the recorded series ${name}: every event once, in its direction, and nothing else`, () => {
    const found = replay(name);
    const byIndex = new Map(expected[name]?.expected.map((one) => [one.snapshot, one]));
    for (const [index, events] of found.entries()) {
      const one = byIndex.get(index);
      assert.is(events === null, one?.reading === 'not usable', `snapshot ${index}`);
      const stated = (one?.events ?? []).map(({ what, role, direction }) => `${role ?? what}:${direction}`);
      assert.equal([...(events ?? [])].sort(), [...stated].sort(), `snapshot ${index}`);
    }
  });
}

test('the recorded series have 75 events and 29 readings that are not usable', () => {
  if (!isThere) return;
  const all = Object.values(expected).flatMap((one) => one.expected);
  assert.is(all.flatMap(({ events = [] }) => events).length, 75);
  assert.is(all.filter(({ reading }) => reading === 'not usable').length, 29);
});

test.run();
