import { readName } from '../../pipeline/screening/names/similar.ts';
import { hostileNames } from '../../tests/support/hostile-names.ts';
import type { BenchCase } from '../bench.ts';
import { atMost, percentile } from '../measurement.ts';

const rounds = 50;
const mostMs = 5;

/** Names that are made to take long: the one that takes longest, the first time that the process reads such a name and after. */
export const benchHostile: BenchCase = () => {
  const read = (text: string): number => {
    const started = performance.now();
    readName(text, 'organisation');
    readName(text, 'person');
    return performance.now() - started;
  };
  const texts = Object.values(hostileNames);
  const first = Math.max(...texts.map(read));
  const medians = texts.map((text) =>
    percentile(
      Array.from({ length: rounds }, () => read(text)),
      50,
    ),
  );
  return Promise.resolve([
    { name: 'a hostile name, read for the first time', unit: 'ms', value: first, floor: null, target: null },
    { name: 'a hostile name, p50', unit: 'ms', value: Math.max(...medians), floor: null, target: atMost(mostMs) },
  ]);
};
