import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createEvidence } from '../../cli/service/evidence/evidence.ts';
import { createEvidenceThreads } from '../../cli/service/evidence/evidence-threads.ts';
import { readStoredEvidence } from '../../cli/service/evidence/stored-evidence.ts';
import { assetId, changesIn, declared, declaredParty, fold, kyi } from '../../tests/pipeline/changes/builders.ts';
import { openTablesFixture } from '../../tests/support/tables-fixture.ts';
import { packageRoot } from '../../infra/disk/package-root.ts';
import { atMost, type Measurement, percentile, ratioAtMost } from '../measurement.ts';
import { hourMs } from '../../schemas/values/durations.ts';

const since = Date.UTC(2026, 0, 1);
const rounds = 5;
/** Of one computation, on a machine however busy. */
const longestMs = 600_000;

/** The thread of the installed program: its modules are in one file. */
const bundledThread = (): Worker => new Worker(join(packageRoot(), 'dist/program/evidence-worker.js'));

/**
 * The evidence of the newest of many changes of one asset, computed as the page does it: rows from the tables, then a thread
 * that folds and assesses everything again: a new one, and one that has computed before. Its floor only reads the rows.
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
    const [first, warm, floor]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const threads = createEvidenceThreads({ start: bundledThread });
      const explain = async (): Promise<number> => {
        // A port of its own each time: an answer of a revision is cached.
        const { compute } = threads;
        const evidence = createEvidence({
          tables: tables.reader,
          clock: Date.now,
          mayLackBytes: true,
          compute,
          longestMs,
        });
        const begun = performance.now();
        const answer = await evidence.explain(wanted);
        // The sample's readings name no reader of the program, so that their bytes are not read again.
        const holds = answer.kind === 'explained' && answer.checks.every(({ ok }) => ok);
        if (!holds) throw new Error('the evidence does not hold');
        return performance.now() - begun;
      };
      first.push(await explain());
      for (let again = 0; again < 3; again += 1) warm.push(await explain());
      await threads.stop();
      const read = performance.now();
      await readStoredEvidence(tables.reader, wanted);
      floor.push(performance.now() - read);
    }
    const rows = { name: 'its rows read from the tables', value: percentile(floor, 50) };
    const measured = (name: string, times: readonly number[], target: Measurement['target']): Measurement => ({
      name: `evidence over ${count} observations, ${name}`,
      unit: 'ms',
      value: percentile(times, 50),
      floor: rows,
      target,
    });
    return [
      measured('the first', first, atMost(1_000)),
      measured('warm', warm, atMost(500)),
      measured('warm, beside its rows', warm, ratioAtMost(5)),
    ];
  } finally {
    await tables.close();
  }
}
