import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../infra/log/log.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import type { Processor } from '../../pipeline/runtime/processor.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { type Measurement, ratioAtLeast } from '../measurement.ts';
import { runBytewax, whyNoBytewax } from '../support/floors/bytewax.ts';
import { batchesOf } from '../support/engines/engine.ts';
import { foldToEnd } from '../support/engines/fold.ts';
import { inFolder } from '../support/engines/folder.ts';
import { objectState } from '../support/engines/object-state.ts';
import { withKafka } from '../support/engines/kafka.ts';
import { baseline, readAgain } from '../support/samples/observations.ts';
import { asObservation, jsonCodec, sixFieldDiff } from '../support/floors/six-field-diff.ts';
import { type SixFieldRow, sixFieldRows } from '../support/floors/six-field-rows.ts';
import { makeWorld } from '../support/samples/world.ts';

const assets = 10_000;
const runs = 20;
const share = 0.05;
const fieldsInRow = 6;
const peer = 'Bytewax 0.21.1, one worker';

/** Our runtime compared with a stream processor, on the same rows: which of six fields differ from the row before. */
export const peersBench: Bench = {
  name: 'peers',
  measures: '200,000 keyed rows of six fields, one after the other of each key: what differs',
  cases: { 'in memory': benchInMemory },
  onKafka: { 'Kafka to Kafka': benchOnKafka },
};

async function benchInMemory({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  if (await isMissing()) return [];
  const lines = Array.from(sixFieldRows(Math.round(assets * scale), runs, share), (row) => JSON.stringify(row));
  return inFolder(async (folder) => {
    const file = join(folder, 'rows.ndjson');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const theirs = await runBytewax('memory', file);
    // Parsed before the clock starts, on both sides.
    const rows = lines.map((line) => asObservation(JSON.parse(line) as SixFieldRow));
    const ours = applyAll(sixFieldDiff, [], rows);
    refuseOther(ours.outputs, theirs.differences);
    const detect = detectCells(scale);
    return [
      {
        name: 'six-field diff, in memory',
        unit: 'rows/s',
        value: rows.length / ours.seconds,
        floor: { name: `${peer}, rows parsed before, results dropped`, value: theirs.rows / theirs.seconds },
        target: ratioAtLeast(3),
      },
      {
        name: 'detect, cells like these, in memory',
        unit: 'cells/s',
        value: detect.cells / detect.seconds,
        floor: {
          name: `${peer}: six cells a row, compared only`,
          value: (fieldsInRow * theirs.rows) / theirs.seconds,
        },
        target: null,
      },
    ];
  });
}

function benchOnKafka({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  return inFolder((folder) =>
    withKafka(folder, async (kafka) => {
      if (await isMissing()) return [];
      const engine = { ...(await kafka.open('host-1')), codec: jsonCodec };
      let count = 0;
      for (const batch of batchesOf(sixFieldRows(Math.round(assets * scale), runs, share), 1_000)) {
        await engine.log.append(batch.map(recordOf));
        count += batch.length;
      }
      const theirTopics = await kafka.topics('bytewax');
      const theirs = await runBytewax(
        ...['kafka', kafka.brokers.join(','), 'attestry.observations', `${theirTopics}changes`],
      );
      globalThis.gc?.();
      const seconds = await foldToEnd(engine, sixFieldDiff);
      refuseOther(await recordsIn(engine.log, 'changes'), theirs.differences);
      return [
        {
          name: 'six-field diff, Kafka to Kafka, state on disk',
          unit: 'rows/s',
          value: count / seconds,
          floor: {
            name: `${peer}, state in memory only, from the first row to the last acknowledgement`,
            value: theirs.rows / theirs.seconds,
          },
          target: ratioAtLeast(1),
        },
      ];
    }),
  );
}

const recordOf = (row: SixFieldRow) => ({
  topic: 'observations' as const,
  key: row.asset,
  value: Buffer.from(JSON.stringify(row)),
  timestamp: row.at,
});

interface ApplyFigures {
  readonly seconds: number;
  readonly outputs: number;
}

/** The fold alone: inputs are objects, state is stored as objects, outputs are counted. */
function applyAll(
  { apply }: Processor<'observations'>,
  before: readonly Observation[],
  values: readonly Observation[],
): ApplyFigures {
  const state = objectState();
  const artifacts = new Map<string, Buffer>();
  let outputs = 0;
  let offset = 0;
  const applyOne = (value: Observation): void => {
    const input = {
      topic: 'observations',
      partition: 0,
      offset: offset++,
      timestamp: value.observedAt,
      value,
    } as const;
    const result = apply(state, input, artifacts);
    if (result.kind === 'ok') outputs += result.outputs.length;
  };
  before.forEach(applyOne);
  outputs = 0;
  globalThis.gc?.();
  const start = performance.now();
  values.forEach(applyOne);
  return { seconds: (performance.now() - start) / 1000, outputs };
}

/** The cells as observations, through the fold that explains and assesses the changes. */
function detectCells(scale: number): { readonly cells: number; readonly seconds: number } {
  const world = makeWorld(Math.round((assets / 4) * scale));
  const again = [...readAgain(world, 5, share)];
  return { cells: again.length, ...applyAll(detectProcessor, [...baseline(world)], again) };
}

async function isMissing(): Promise<boolean> {
  const reason = await whyNoBytewax();
  if (reason !== null) process.stderr.write(`  peers: skipped. ${reason}\n`);
  return reason !== null;
}

const recordsIn = async (log: Log, topic: TopicName): Promise<number> =>
  (await log.ranges(topic)).reduce((sum, { low, end }) => sum + end - low, 0);

function refuseOther(ours: number, theirs: number): void {
  if (ours !== theirs) throw new Error(`${ours} differences here and ${theirs} in Bytewax`);
}
