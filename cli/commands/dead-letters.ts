import type { Command } from 'commander';
import { byHandClass } from '../../pipeline/runtime/parked-by-hand.ts';
import type { DeadLetter } from '../../schemas/generated/records.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { openEngine } from '../engine/open-engine.ts';
import { type ParkedRecord, parkedRecords } from '../log/parkings.ts';
import { readTopic } from '../log/read-topic.ts';
import { command, type Context, runs } from '../program/command.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { parkCommand } from './dead-letters-park.ts';

const letterTopics = ['dead.letters', 'accounts.dead.letters'] as const satisfies readonly TopicName[];

export const deadLettersCommand = (): Command =>
  command('dead-letters')
    .addCommand(command('list', 'every parked record with what was wrong').action(runs(listDeadLetters)))
    .addCommand(parkCommand());

/** A row of the list. */
type Row = Pick<DeadLetter, 'errorClass' | 'message' | 'offset' | 'partition' | 'processor' | 'time' | 'topic'> & {
  /** `parked`, or what has become of a request of the operator that no processor has carried out. */
  readonly state: 'parked' | 'waits' | 'processed';
};

async function listDeadLetters({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    let shown = 0;
    const show = ({ topic, partition, offset, errorClass, message, processor, time, state }: Row): void => {
      shown += 1;
      const at = new Date(time).toISOString();
      const what = state === 'parked' ? '' : ` (${stateTexts[state]})`;
      out.row(
        { topic, partition, offset, errorClass, message, processor, time: at, state },
        visibleText(`${at}  ${topic}[${partition}]@${offset}  ${processor}: ${errorClass}${what}: ${message}`),
      );
    };
    for (const topic of letterTopics) {
      for await (const { value } of readTopic(engine, topic)) {
        if (value !== null) show({ ...value, state: 'parked' });
      }
    }
    for (const record of await parkedRecords(engine)) for (const row of openRows(record)) show(row);
    if (shown === 0) out.note('no record is parked');
  } finally {
    await engine.close();
  }
}

const stateTexts = {
  waits: 'the processor has not come to it yet',
  processed: 'the processor had finished it before',
} as const;

/** Rows for the processors that have not passed a record; of the others there is a dead letter. */
const openRows = ({ request, processors }: ParkedRecord): readonly Row[] =>
  processors.flatMap(({ name, state }) => {
    if (state === 'passed') return [];
    const { topic, partition, offset, by, why, time } = request;
    const row = { topic, partition, offset, errorClass: byHandClass, message: `${by}: ${why}`, processor: name, time };
    return [{ ...row, state }];
  });
