// rule: the stored contracts are those that the compiler gives, also tests/pipeline/chain/evm/accounts/authorities.test.ts
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileContracts, compiledFile } from '../../support/chain/compile-contracts.ts';

test('the stored contracts are those that the compiler makes of their source', () => {
  assert.equal(JSON.parse(readFileSync(compiledFile, 'utf8')), compileContracts());
});

test.run();
