import { createMutex } from '../../infra/async/mutex.ts';
import type { InputPosition, StateCommit } from '../../infra/state/store.ts';
import { HaltedError } from '../runtime/role.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { createRecordGatherer } from './gather-records.ts';
import { type InsertBatch, insertsOf, type TableInsert } from './inserts.ts';
import { type LaneBatch, type LaneBatches, lettersIn } from './lane-batch.ts';
import { evidenceTable, hasLaterTables } from './tables.ts';
import { writeBehind } from './write-behind.ts';

/** Writes batches, the two kinds beside each other, while the next ones are gathered. */
interface BatchWriter {
  /** Settles when no write is under way, of rows that clients wait for or of `all`, with the error of the last write. */
  readonly ended: (all: boolean) => Promise<void>;
  /** Begins to write, only when the writes of the same kinds have ended; without `all`, only the rows that clients wait for. */
  readonly begin: (full: LaneBatches, all: boolean) => void;
  /** Advances the checkpoints of idle partitions. Writing does so as well. */
  readonly tick: () => void;
}

interface WriterContext {
  readonly insertAll: InsertBatch;
  readonly park: ReturnType<typeof createRecordGatherer>['park'];
  readonly checkpoints: Pick<Checkpoints, 'advance'>;
  readonly commit: (step: StateCommit) => Promise<void>;
}

/** Rows from which the lane catches up, so that time counts more than what is new. */
const besideEachOther = 2_000;

const insertsIn = ({ pending }: LaneBatch): readonly TableInsert[] =>
  [...pending].flatMap(([tables, block]) => insertsOf(tables, block));

/**
 * The position of a topic is committed after all its rows, so after those that are gathered for longer. The position of the
 * others is stored beside it.
 */
export function createBatchWriter({ insertAll, park, checkpoints, commit }: WriterContext): BatchWriter {
  const prompt = writeBehind();
  const later = writeBehind();
  /** Each commit begins with what the one before it stored. */
  const oneAtATime = createMutex();

  const store = (
    outputs: StateCommit['outputs'],
    complete: readonly InputPosition[],
    shown: readonly InputPosition[] = [],
  ): Promise<void> =>
    oneAtATime(async () => {
      const { done, ...step } = checkpoints.advance(complete, shown);
      if (outputs.length === 0 && step.positions.length === 0) return;
      await commit({ partition: 0, outputs, ...step });
      done();
    });

  const insert = (full: LaneBatches, parts: readonly TableInsert[]): Promise<boolean> =>
    insertAll(parts, (record, error) =>
      park(full, record, 'refused by the tables', error instanceof Error ? error.message : String(error)),
    );

  /** Nothing counts as inserted, and the operator sees what was refused. */
  const halt = async (full: LaneBatches): Promise<never> => {
    const count = lettersIn(full);
    await store([...full.prompt.letters.values(), ...full.later.letters.values()], []);
    throw new HaltedError(count);
  };

  const writePrompt = async (full: LaneBatches): Promise<void> => {
    if (await insert(full, insertsIn(full.prompt))) return halt(full);
    const positions = [...full.prompt.positions.values()];
    const isShownOnly = ({ topic }: InputPosition): boolean => hasLaterTables(topic);
    const complete = positions.filter((one) => !isShownOnly(one));
    await store([...full.prompt.letters.values()], complete, positions.filter(isShownOnly));
  };

  /** Few rows go one table after the other: of an embedded engine's few connections, one is left to rows that clients wait for. */
  const insertLater = async (full: LaneBatches): Promise<boolean> => {
    const parts = insertsIn(full.later);
    const evidence = parts.filter(({ table }) => table === evidenceTable);
    const others = parts.filter((part) => !evidence.includes(part));
    const turns = full.later.rows >= besideEachOther ? [others] : others.map((part) => [part]);
    for (const turn of [...turns, evidence]) if (await insert(full, turn)) return true;
    return false;
  };

  const writeLater = async (full: LaneBatches, promptWritten: Promise<void>): Promise<void> => {
    const halted = await insertLater(full);
    // Rows of the same records: without them, the position would be ahead of the tables.
    await promptWritten;
    if (halted) return halt({ ...full, prompt: { ...full.prompt, letters: new Map() } });
    await store([...full.later.letters.values()], [...full.later.positions.values()]);
  };

  return {
    ended: async (all) => {
      const writes = all ? [later.ended(), prompt.ended()] : [prompt.ended()];
      const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    begin: (full, all) => {
      prompt.begin(() => writePrompt(full));
      if (all) later.begin(() => writeLater(full, prompt.ended()));
    },
    tick: () => {
      if (!prompt.isBusy()) prompt.begin(() => store([], []));
    },
  };
}
