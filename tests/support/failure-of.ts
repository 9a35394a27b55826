import * as assert from 'uvu/assert';

/** The error with which work fails; work that does not fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instance(outcome, Error, 'it must fail');
  return outcome as Error;
}
