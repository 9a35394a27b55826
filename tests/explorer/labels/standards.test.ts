import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { standardName } from '../../../explorer/labels/standards.ts';

const cases: readonly (readonly [namespace: string, name: string])[] = [
  ['erc20', 'ERC-20'],
  ['token', 'Token'],
  ['slip44', 'Coin of the chain'],
  ['other', 'other'],
  ['constructor', 'constructor'],
];
for (const [namespace, name] of cases) {
  test(`tokens of the namespace ${namespace} are named ${name}`, () => assert.is(standardName(namespace), name));
}

test.run();
