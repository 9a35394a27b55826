import { createEvidence } from '../../cli/service/evidence/evidence.ts';
import { readStoredEvidence } from '../../cli/service/evidence/stored-evidence.ts';
import { assetId, changesIn, declared, declaredParty, fold, kyi } from '../../tests/pipeline/changes/builders.ts';
import { openTablesFixture } from '../../tests/support/tables-fixture.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { hourMs } from '../../schemas/values/durations.ts';

const since = Date.UTC(2026, 0, 1);
const rounds = 7;

/**
 * The evidence of the newest of many changes of one asset, computed as the page does it: rows from the tables, then a thread
 * that folds and assesses everything again. Its floor only reads the rows.
 */
export async function benchEvidence({ scale }: { readonly scale: number }): Promise<readonly Measurement[]> {
  const count = Math.max(100, Math.round(1_000 * scale));
  const tables = await openTablesFixture();
  try {
    const turns = Array.from({ length: count - 2 }, (_, n) =>
      kyi(n % 2 === 0 ? 'verified' : 'revoked', since + (n + 1) * hourMs),
    );
    const observations = [declared(since), declaredParty(since), ...turns];
    const changes = changesIn(fold().outputs(...observations));
    await tables.project('observations', observations, { timestamp: ({ observedAt }) => observedAt });
    await tables.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });
    const last = changes.at(-1);
    if (last === undefined) throw new Error('the observations caused no change');
    const { id, revision, detectedAt } = last;
    const wanted = { keyId: 'bench', id, revision, assetId, detectedAt };
    const [times, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // A port of its own each time: an answer of a revision is kept.
      const evidence = createEvidence({ tables: tables.reader, clock: Date.now, mayLackBytes: true });
      const begun = performance.now();
      const answer = await evidence.explain(wanted);
      times.push(performance.now() - begun);
      await evidence.stop();
      if (answer.kind !== 'explained' || !answer.ok) throw new Error('the evidence does not hold');
      const read = performance.now();
      await readStoredEvidence(tables.reader, wanted);
      floor.push(performance.now() - read);
    }
    return [
      {
        name: `evidence over ${count} observations`,
        unit: 'ms',
        value: percentile(times, 50),
        floor: { name: 'its rows read from the tables', value: percentile(floor, 50) },
        target: atMost(2_000),
      },
    ];
  } finally {
    await tables.close();
  }
}
