import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { standingSources } from '../../../../cli/service/pages/standing-sources.ts';
import { ConfigurationError } from '../../../../infra/config/config.ts';

const sourcesOf = (requiredLists: readonly string[] | null) =>
  standingSources({ publicSanctions: true, requiredLists });

test('every sanctions list of the build is required but one whose entries another has', () => {
  const { required, isNarrowed, registers } = sourcesOf(null);
  assert.equal(required.map(({ short }) => short).sort(), [
    'EU',
    'OFAC SDN',
    'OFAC consolidated',
    'OFAC wallets',
    'UK',
    'UN',
  ]);
  assert.is(isNarrowed, false);
  assert.ok(registers.some(({ feed }) => feed === 'esma-emtwp'));
});

test('the setting narrows the set, in the order of the build', () => {
  const { required, isNarrowed } = sourcesOf(['un-sc', 'eu-fsf']);
  assert.equal(required.map(({ feed }) => feed).sort(), ['eu-fsf', 'un-sc']);
  assert.is(isNarrowed, true);
});

for (const [what, lists] of [
  ['an unknown list', ['un-sc', 'none']],
  ['a register', ['esma-emtwp']],
  ['a list whose entries another has', ['uk-conlist']],
  ['an empty set', []],
] as const) {
  test(`${what} does not start a process that serves`, () => {
    assert.throws(
      () => sourcesOf(lists),
      (error: unknown) => error instanceof ConfigurationError && error.message.includes('ATTESTRY_REQUIRED_LISTS'),
    );
  });
}

test.run();
