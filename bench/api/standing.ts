import { standingOf } from '../../api/readmodel/standing/standing.ts';
import { goodFacts } from '../../tests/api/readmodel/standing/good-facts.ts';
import { now } from '../../tests/api/records.ts';
import type { Bench } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';

/** Tokens of one page of `GET /me/monitoring/standing`. */
const tokens = 500;
const rounds = 50;

/** How tokens are now, from facts in memory. */
export const standingBench: Bench = {
  name: 'standing',
  measures: 'how 500 tokens are now, and one, from facts in memory',
  cases: { 'a page, and one token': async () => [measure(tokens, 50), measure(1, 1)] },
};

function measure(count: number, target: number): Measurement {
  const facts = Array.from({ length: count }, () => goodFacts);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (const one of facts) standingOf(one, now);
    times.push(performance.now() - start);
  }
  const [middle = 0] = times.sort((a, b) => a - b).slice(rounds / 2);
  return { name: `${count} from memory, p50`, unit: 'ms', value: middle, floor: null, target: atMost(target) };
}
