import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { compareNames } from '../../pipeline/screening/names/compare-names.ts';
import { cpuMs } from '../../tests/support/real-time.ts';
import { fixturePath } from '../../tests/support/fixture-path.ts';
import type { BenchCase } from '../bench.ts';
import { atLeast, type Measurement, ratioAtLeast } from '../measurement.ts';
import { pythonPeer } from '../support/floors/python-peer.ts';

const nomenklatura = pythonPeer({
  title: 'nomenklatura',
  folder: 'nomenklatura',
  version: '4.17.4',
  minors: [11, 14],
});
const rounds = 10;
const algorithms = ['logic-v2', 'logic-v1'] as const;

interface MatchQuality {
  /** Of all pairs, and of those of organisations. */
  readonly f1: number;
  readonly organisations: number;
}

interface TimedQuality extends MatchQuality {
  /** Both names of a pair are read; in a second of processor time. */
  readonly pairsPerSecond: number;
}

type Theirs = Readonly<Record<(typeof algorithms)[number], TimedQuality>>;

/** The labelled pairs through our comparison and, where it can be installed, through the matchers they come from. */
export const benchPairs: BenchCase = async () => {
  const file = fixturePath('name-pairs', 'development-pairs.csv');
  const ours = matchPairs(readFileSync(file, 'utf8'));
  const reason = await nomenklatura.whyMissing();
  if (reason !== null) process.stderr.write(`  names: compared with nothing. ${reason}\n`);
  const theirs = reason === null ? await theirPairs(file) : null;
  return algorithms.flatMap((algorithm, index): readonly Measurement[] => {
    const peer = theirs?.[algorithm];
    if (peer === undefined && index > 0) return [];
    const beside = peer === undefined ? '' : `, beside ${algorithm}`;
    const floor = (value: number | undefined): Measurement['floor'] =>
      value === undefined ? null : { name: `nomenklatura 4.17.4, ${algorithm} at 0.70`, value };
    const named = { unit: '', target: null };
    return [
      {
        name: `labelled pairs, read and compared${beside}`,
        unit: 'pairs/s',
        value: ours.pairsPerSecond,
        floor: floor(peer?.pairsPerSecond),
        target: peer === undefined ? null : ratioAtLeast(1),
      },
      { ...named, name: `labelled pairs, F1${beside}`, value: ours.f1, floor: floor(peer?.f1), target: atLeast(0.92) },
      {
        ...named,
        name: `labelled pairs of organisations, F1${beside}`,
        value: ours.organisations,
        floor: floor(peer?.organisations),
      },
    ];
  });
};

async function theirPairs(file: string): Promise<Theirs> {
  const timed = async (algorithm: keyof Theirs): Promise<TimedQuality> => {
    const printed = await nomenklatura.run('pairs.py', file, algorithm);
    const { microseconds, ...matched } = printed as MatchQuality & { readonly microseconds: number };
    return { ...matched, pairsPerSecond: 1e6 / microseconds };
  };
  return { 'logic-v2': await timed('logic-v2'), 'logic-v1': await timed('logic-v1') };
}

const organisations: ReadonlySet<string> = new Set(['Company', 'LegalEntity', 'Organization']);

function matchPairs(text: string): TimedQuality {
  const pairs = parse<Record<string, string>>(text, { columns: true });
  const answer = ({ name1 = '', name2 = '', schema }: Record<string, string>): boolean =>
    compareNames(name1, name2, schema === 'Person' ? 'person' : 'organisation') !== null;
  const answers = pairs.map((pair) => ({ found: answer(pair), isOne: pair['is_match'] === 'true', pair }));
  const started = cpuMs();
  for (let round = 0; round < rounds; round += 1) for (const pair of pairs) answer(pair);
  const seconds = (cpuMs() - started) / 1_000;
  return {
    f1: f1Of(answers),
    organisations: f1Of(answers.filter(({ pair }) => organisations.has(pair['schema'] ?? ''))),
    pairsPerSecond: (rounds * pairs.length) / seconds,
  };
}

function f1Of(answers: readonly { readonly found: boolean; readonly isOne: boolean }[]): number {
  const both = answers.filter(({ found, isOne }) => found && isOne).length;
  const wrong = answers.filter(({ found, isOne }) => found !== isOne).length;
  return (2 * both) / (2 * both + wrong);
}
