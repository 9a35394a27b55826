import type { RecordPosition } from '../../infra/log/log.ts';
import { NoAnswer } from '../log/await-record.ts';
import type { Engine } from '../engine/open-engine.ts';
import { isRunning } from '../engine/is-running.ts';

/** Five minutes of the waits of `awaitRecord`: on a busy machine an answer takes minutes, and no command waits for ever. */
const mostWaits = 30;

const notProcessed = 'accounts could not process the command; attestry dead-letters list shows why';
const noAnswerYet =
  'no answer on accounts.events within 5 minutes, although a process runs accounts; it will process what was appended';

/** Whether `accounts` is still going to answer commands at these positions; called each time a wait is over, and throws NoAnswer. */
export function answerPending(
  engine: Pick<Engine, 'processors'>,
  commands: readonly RecordPosition[],
): () => Promise<boolean> {
  let waits = 0;
  let wasRead = false;
  return async () => {
    waits += 1;
    // The outcomes are on the log before the position: they arrive within one more wait, or the command was parked.
    if (wasRead) throw new NoAnswer(notProcessed);
    if (waits >= mostWaits) throw new NoAnswer(noAnswerYet);
    const accounts = await engine.processors.positionsOf('accounts', 'accounts');
    wasRead = commands.every(
      ({ partition, offset }) => (accounts.position('accounts.commands', partition) ?? 0) > offset,
    );
    return wasRead || isRunning(engine, 'accounts');
  };
}
