import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { endWithParent } from '../../../../cli/program/process/end-with-parent.ts';
import { launcherOf } from '../../../../infra/config/launcher.ts';

/** A watch whose seconds and parents the test makes. */
function watched(launcher: string | null) {
  let parent = 10;
  const checks = new Set<() => void>();
  const ends: string[] = [];
  const stop = endWithParent({
    launcher,
    parent: () => parent,
    everySecond: (check) => {
      checks.add(check);
      return () => void checks.delete(check);
    },
    onEnd: (by) => ends.push(by),
  });
  const second = (now = parent): void => {
    parent = now;
    for (const check of checks) check();
  };
  return { ends, stop, second, isWatching: () => checks.size > 0 };
}

test('under npx and npm start a process ends in the second in which it has another parent, once', () => {
  for (const launcher of ['npx', 'npm start']) {
    const { ends, second, isWatching } = watched(launcher);
    second();
    second();
    assert.equal(ends, []);
    second(1);
    second(1);
    second(7);
    assert.equal(ends, [launcher]);
    assert.not.ok(isWatching());
  }
});

test('a process of its own, or one that already ends, does not watch its parent', () => {
  assert.not.ok(watched(null).isWatching());
  const { ends, second, stop, isWatching } = watched('npx');
  stop();
  second(1);
  assert.equal([ends, isWatching()], [[], false]);
});

test('the launcher is npx or npm start, by the variable that npm sets, and no other script', () => {
  const of = (event?: string): string | null => launcherOf({ npm_lifecycle_event: event });
  assert.equal(['npx', 'start', 'deploy', 'test', '', undefined].map(of), ['npx', 'npm start', null, null, null, null]);
});

test.run();
