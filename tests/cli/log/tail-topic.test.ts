/** `topics tail` in this process, on a log to which records are appended meanwhile. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { type TailRequest, tailTopic } from '../../../cli/log/tail-topic.ts';
import { run } from '../../pipeline/runtime/harness.ts';
import { reached } from '../../support/reached.ts';
import { openWorkplace, type Workplace } from '../harness.ts';

const test = suite<Workplace>('tailing a topic');
test.before.each(async (context) => {
  Object.assign(context, await openWorkplace());
});
test.after.each(({ close }) => close());

const append = ({ engine }: Workplace, ...ids: readonly string[]): Promise<unknown> =>
  appendValues(
    engine,
    'feed.runs',
    ids.map((id, at) => ({ value: run(id, 'one-feed', at), timestamp: at })),
  );

const interrupts = (): readonly NodeJS.SignalsListener[] => process.listeners('SIGINT');

interface Tail {
  readonly shown: string[];
  readonly ended: Promise<void>;
}

function tailOf(place: Workplace, tailing: Partial<TailRequest<'feed.runs'>>, most = Number.POSITIVE_INFINITY): Tail {
  const shown: string[] = [];
  const ended = tailTopic(place.engine, {
    topic: 'feed.runs',
    startOf: ({ low }) => low,
    follow: false,
    show: (_, value) => shown.push(value?.captureId ?? '') < most,
    ...tailing,
  });
  return { shown, ended };
}

test('without follow it ends at the end of the topic', async (place) => {
  await append(place, 'a', 'b');
  const { shown, ended } = tailOf(place, {});
  await ended;
  assert.equal(shown, ['a', 'b']);
});

test('from the end, it follows what is appended, until a signal', async (place) => {
  await append(place, 'before');
  const others = new Set(interrupts());
  const { shown, ended } = tailOf(place, { follow: true, startOf: ({ end }) => end });
  await reached('the listener of the signal', () => interrupts().some((one) => !others.has(one)));
  await append(place, 'first');
  await reached('the first record', () => shown.length === 1);
  await append(place, 'second', 'third');
  await reached('the next records', () => shown.length === 3);
  for (const one of interrupts()) if (!others.has(one)) one('SIGINT');
  await ended;
  assert.equal(shown, ['first', 'second', 'third']);
  assert.is(interrupts().length, others.size, 'no listener stays');
});

test('a reader that has seen enough ends it, and sees no further record', async (place) => {
  await append(place, 'a', 'b', 'c');
  const { shown, ended } = tailOf(place, { follow: true }, 2);
  await ended;
  assert.equal(shown, ['a', 'b']);
});

test.run();
