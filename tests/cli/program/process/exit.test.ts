import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandFailed, explainFailure } from '../../../../cli/program/process/exit.ts';
import { ServiceNotRunning } from '../../../../cli/engine/tables-client.ts';
import { ConfigurationError } from '../../../../infra/config/config.ts';
import { RetryableError, UsageError } from '../../../../infra/errors.ts';

const failures: readonly (readonly [string, unknown, number, string | null])[] = [
  [
    'configuration',
    new ConfigurationError(['A is wrong', 'B too']),
    78,
    'configuration is not usable:\n  A is wrong\n  B too',
  ],
  ['usage', new UsageError('no feed "x"'), 2, 'no feed "x"'],
  ['a no for an answer', new CommandFailed('rejected'), 1, 'rejected'],
  ['a no that has been printed already', new CommandFailed(''), 1, null],
  ['no service', new ServiceNotRunning('no service is running'), 1, 'no service is running'],
  ['an engine out of reach', new RetryableError('the artifact is away'), 1, 'the artifact is away'],
  ['something thrown that is no error', 'text', 1, 'text'],
];

for (const [name, error, code, message] of failures) {
  test(`${name}: exit ${code}`, () => {
    assert.equal(explainFailure(error), { code, message });
  });
}

test('an unexpected error comes with its stack, for a bug report', () => {
  const { code, message } = explainFailure(new TypeError('x is not a function'));
  assert.is(code, 1);
  assert.match(message ?? '', /TypeError: x is not a function\n {4}at /);
});

test.run();
