import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recordedFacts } from '../../demo/recorded-contracts.ts';
import { chain, declaredAsset } from '../pipeline/changes/builders.ts';
import { hasSharedData, sharedText } from '../support/shared-data.ts';

interface Line {
  readonly observedAt: string;
  readonly sourceUrl: string;
  readonly field: string;
  readonly subjectKind: 'asset' | 'authority';
  readonly subjectKey: string;
  readonly value: unknown;
}

const linesOf = (symbol: string): readonly Line[] =>
  recordedFacts().flatMap(({ token, content }) => (token.symbol === symbol ? [content as unknown as Line] : []));

const expectedChanges: readonly (readonly [symbol: string, changes: readonly string[]])[] = [
  ['EIGEN', ['2024-09-30 code mixed shown', '2024-10-11 authority mixed shown']],
  ['frxETH', ['2024-08-05 authority mixed shown']],
];
for (const [symbol, expected] of expectedChanges) {
  test(`${symbol}: the first reading is a baseline, and each event after it one change`, () => {
    const { changes } = declaredAsset();
    const found = linesOf(symbol).flatMap(({ observedAt, subjectKind, subjectKey, field, value }) =>
      changes(
        chain(Date.parse(observedAt), { subjectKind, subjectKey, field, value, sourceKey: 'chain:eip155:1' }),
      ).map(({ direction, disposition }) => `${observedAt.slice(0, 10)} ${field} ${direction} ${disposition}`),
    );
    assert.equal(found, expected);
  });
}

const series = { EIGEN: 'token-eigen', frxETH: 'token-frxeth' } as const;
interface Snapshot {
  readonly commit: string;
  readonly committedAt: number;
  readonly entry: { readonly values: Readonly<Record<string, unknown>> };
}
const isThere = hasSharedData('chain/series');
if (!isThere) console.log('skipped: chain/series is not next to the repository');

for (const [symbol, name] of isThere ? Object.entries(series) : []) {
  test(`${symbol}: the readings are those of the commits that they name`, () => {
    const { snapshots } = JSON.parse(sharedText(`chain/series/${name}.json`)) as {
      readonly snapshots: readonly Snapshot[];
    };
    for (const { field, value, observedAt, sourceUrl } of linesOf(symbol)) {
      const recorded = snapshots.find(({ commit }) => sourceUrl.includes(`/${commit}/`));
      assert.is(Date.parse(observedAt), (recorded?.committedAt ?? 0) * 1000);
      const values = recorded?.entry.values ?? {};
      const { name: title, symbol: ticker, decimals, owner, totalSupply, $implementation } = values;
      const known: Readonly<Record<string, unknown>> = {
        token: { name: title, symbol: ticker, decimals, standard: 'erc20' },
        supply: totalSupply,
        authority: owner,
        code: $implementation,
      };
      const { address = value, implementation = address } = value as {
        readonly address?: unknown;
        readonly implementation?: unknown;
      };
      assert.equal(implementation, known[field], `${field} ${observedAt}`);
    }
  });
}

test.run();
