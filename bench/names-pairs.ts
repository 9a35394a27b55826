import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { compareNames } from '../pipeline/screening/names/compare-names.ts';
import { fixturePath } from '../tests/support/fixture-path.ts';
import type { BenchCase } from './bench.ts';
import { atLeast, type Measurement, ratioAtLeast } from './measurement.ts';
import { pythonPeer } from './support/python-peer.ts';

const nomenklatura = pythonPeer({
  title: 'nomenklatura',
  folder: 'nomenklatura',
  version: '4.17.4',
  minors: [11, 14],
});
const rounds = 10;
const title = 'nomenklatura 4.17.4, logic-v2 at 0.70';

interface Matched {
  readonly f1: number;
  /** Both names of a pair are read. */
  readonly pairsPerSecond: number;
}

/** The labelled pairs through our comparison and, where it can be installed, through the matcher they come from. */
export const benchPairs: BenchCase = async () => {
  const file = fixturePath('name-pairs', 'development-pairs.csv');
  const ours = matchPairs(readFileSync(file, 'utf8'));
  const reason = await nomenklatura.whyMissing();
  if (reason !== null) process.stderr.write(`  names: compared with nothing. ${reason}\n`);
  const theirs = reason === null ? await theirPairs(file) : null;
  const floor = (value: number | undefined): Measurement['floor'] =>
    value === undefined ? null : { name: title, value };
  return [
    {
      name: 'labelled pairs, read and compared',
      unit: 'pairs/s',
      value: ours.pairsPerSecond,
      floor: floor(theirs?.pairsPerSecond),
      target: theirs === null ? null : ratioAtLeast(1),
    },
    { name: 'labelled pairs, F1', unit: '', value: ours.f1, floor: floor(theirs?.f1), target: atLeast(0.92) },
  ];
};

async function theirPairs(file: string): Promise<Matched> {
  const { f1, microseconds } = (await nomenklatura.run('pairs.py', file)) as { f1: number; microseconds: number };
  return { f1, pairsPerSecond: 1e6 / microseconds };
}

function matchPairs(text: string): Matched {
  const pairs = parse<Record<string, string>>(text, { columns: true });
  const answer = ({ name1 = '', name2 = '', schema }: Record<string, string>): boolean =>
    compareNames(name1, name2, schema === 'Person' ? 'person' : 'organisation') !== null;
  const found = pairs.map((pair) => answer(pair));
  const isOne = pairs.map(({ is_match: label }) => label === 'true');
  const both = found.filter((one, at) => one && isOne[at]).length;
  const wrong = found.filter((one, at) => one !== isOne[at]).length;
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const pair of pairs) answer(pair);
  const seconds = (performance.now() - started) / 1_000;
  return { f1: (2 * both) / (2 * both + wrong), pairsPerSecond: (rounds * pairs.length) / seconds };
}
