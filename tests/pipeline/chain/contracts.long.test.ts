// rule: the stored contracts are those that the compiler gives, also tests/pipeline/chain/evm/accounts/authorities.test.ts
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileContracts, compiledFiles } from '../../support/chain/compile-contracts.ts';

test('the stored contracts are those that the compiler makes of their source', () => {
  for (const [name, file] of compiledFiles) {
    assert.equal(JSON.parse(readFileSync(file, 'utf8')), compileContracts(name), name);
  }
});

test.run();
