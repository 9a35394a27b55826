import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import type { NameMode } from '../../../../pipeline/screening/names/reading/word.ts';

/** Two names, and the level that they have whichever side is listed. */
export type LevelledPair = readonly [ours: string, listed: string, level: 'L3' | 'L4' | null];

/** One test for each kind of difference between two writings of a name. */
export function testLevels(kinds: Readonly<Record<string, readonly LevelledPair[]>>, mode: NameMode): void {
  for (const [kind, pairs] of Object.entries(kinds)) {
    test(`${kind}: every pair has its level, whichever side is listed`, () => {
      const levels = (ours: string, listed: string): string =>
        [compareNames(ours, listed, mode), compareNames(listed, ours, mode)].map((one) => one?.level ?? '–').join(' ');
      const found = pairs.map(([ours, listed]) => `${ours} | ${listed}: ${levels(ours, listed)}`);
      const right = pairs.map(([ours, listed, level]) => `${ours} | ${listed}: ${level ?? '–'} ${level ?? '–'}`);
      assert.equal(found, right);
    });
  }
}
