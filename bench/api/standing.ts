import { standingOf } from '../../api/readmodel/standing/standing.ts';
import { severityOfV1 } from '../../pipeline/impact/v1/severity.ts';
import { severityOf } from '../../schemas/severity.ts';
import { goodFacts } from '../../tests/api/readmodel/standing/good-facts.ts';
import { now } from '../../tests/api/records.ts';
import type { Bench } from '../bench.ts';
import { atMost, type Measurement, median } from '../measurement.ts';
import { foldedChanges } from '../support/samples/change-rows.ts';

/** Tokens of one page of `GET /me/monitoring/standing`. */
const tokens = 500;
const rounds = 15;
/** Times that work is done in a round. */
const turns = 20;

/** How tokens are now, from facts in memory, and how urgent changes are. */
export const standingBench: Bench = {
  name: 'standing',
  measures: 'how 500 tokens are now, and one, from facts in memory; how urgent a change is',
  cases: {
    'a page, and one token': async () => [standings(tokens, 50), standings(1, 1)],
    'severity of changes': async () => [severities()],
  },
};

function standings(count: number, target: number): Measurement {
  const facts = Array.from({ length: count }, () => goodFacts);
  const took = medianOf(() => {
    for (const one of facts) standingOf(one, now);
  });
  return { name: `${count} from memory, processor, p50`, unit: 'ms', value: took, floor: null, target: atMost(target) };
}

/** Changes of registers: nearly all of them are tried against each row of the table. */
function severities(): Measurement {
  const changes = foldedChanges();
  const name = `severity of each of ${changes.length} changes, processor, p50`;
  const took = medianOf(() => {
    for (const change of changes) severityOf(severityOfV1, change);
  });
  const floor = medianOf(() => {
    for (const { assessment } of changes) for (const { rule } of assessment.trail) fired.has(rule);
  });
  const each = (ms: number): number => (ms * 1_000) / changes.length;
  return {
    name,
    unit: 'µs',
    value: each(took),
    floor: { name: 'one look-up in a set for each rule of the trail', value: each(floor) },
    target: atMost(5),
  };
}

const fired: ReadonlySet<string> = new Set(severityOfV1.rows.flatMap(({ rules }) => rules));

/** Milliseconds of the processor, which other programs of the machine do not lengthen. Its clock has steps, so work is done often. */
function medianOf(work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    for (let turn = 0; turn < turns; turn += 1) work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000 / turns;
  });
  return median(times);
}
