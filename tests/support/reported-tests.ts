/**
 * `test` and `suite` of uvu, which report each test to the parent process when it starts and when it is over. In a run of
 * `tests/run.ts`, test files get them in place of uvu's own (`compiled-sources.ts`).
 */
import * as uvu from 'uvu';

/** The message about a test that starts. */
export interface StartedTest {
  readonly test: string;
}

/** The message about a test that has passed or failed. */
export interface FinishedTest {
  readonly finished: string;
}

function reported<T>(test: uvu.Test<T>): uvu.Test<T> {
  const run = test.run.bind(test);
  const report = (): void => {
    test.before.each(({ __test__ }) => {
      process.send?.({ test: __test__ } satisfies StartedTest);
    });
    test.after.each(({ __test__ }) => {
      process.send?.({ finished: __test__ } satisfies FinishedTest);
    });
  };
  // A run takes the hooks away: the next file of this process uses the same `test`.
  test.run = () => {
    run();
    report();
  };
  report();
  return test;
}

export const test = reported(uvu.test);
export const suite = <T = uvu.Context>(name?: string, state?: T): uvu.Test<T> => reported(uvu.suite(name, state));
