import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CommandEnd, watchSignals } from '../../../../cli/program/process/shutdown.ts';

function watched(): {
  readonly ending: CommandEnd;
  readonly signalAt: (ms: number) => void;
  readonly kills: () => number;
} {
  let now = 0;
  let kills = 0;
  let onSignal = (): void => undefined;
  const ending = watchSignals({
    listen: (listener) => {
      onSignal = listener;
    },
    clock: () => now,
    kill: () => {
      kills += 1;
    },
  });
  const signalAt = (ms: number): void => {
    now = ms;
    onSignal();
  };
  return { ending, signalAt, kills: () => kills };
}

test('the first signal ends the command without a reason', async () => {
  const { ending, signalAt, kills } = watched();
  assert.not.ok(ending.isOver());
  signalAt(1_000);
  assert.ok(ending.isOver());
  assert.is(await ending.ended, null);
  assert.is(kills(), 0);
});

test('a second signal at once is the same keypress, one half a second later stops at once', () => {
  const { signalAt, kills } = watched();
  for (const at of [1_000, 1_001, 1_500]) signalAt(at);
  assert.is(kills(), 0);
  signalAt(1_501);
  assert.is(kills(), 1);
});

test('after a failure its reason stays, and the next signal still ends in order', async () => {
  const { ending, signalAt, kills } = watched();
  ending.end('the tables are others than at the start');
  signalAt(9_000);
  assert.is(await ending.ended, 'the tables are others than at the start');
  assert.is(kills(), 0);
});

test.run();
