import type { Command } from 'commander';
import type { TopicName } from '../../schemas/topics.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';
import { visibleText } from '../program/visible-text.ts';

const letterTopics = ['dead.letters', 'accounts.dead.letters'] as const satisfies readonly TopicName[];

export const deadLettersCommand = (): Command =>
  command('dead-letters').addCommand(
    command('list', 'every parked record with what was wrong').action(runs(listDeadLetters)),
  );

async function listDeadLetters({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    let shown = 0;
    for (const topic of letterTopics) {
      for await (const { value } of readTopic(engine, topic)) {
        if (value === null) continue;
        const { partition, offset, errorClass, message, processor } = value;
        shown += 1;
        const time = new Date(value.time).toISOString();
        out.row(
          { topic: value.topic, partition, offset, errorClass, message, processor, time },
          visibleText(`${time}  ${value.topic}[${partition}]@${offset}  ${processor}: ${errorClass}: ${message}`),
        );
      }
    }
    if (shown === 0) out.note('no record is parked');
  } finally {
    await engine.close();
  }
}
