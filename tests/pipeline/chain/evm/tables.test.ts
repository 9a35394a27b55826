import { keccak_256 } from '@noble/hashes/sha3.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assemble } from '../../../../pipeline/chain/evm/calls/assembler.ts';
import { roleName } from '../../../../pipeline/chain/evm/roles/role-names.ts';
import { isSafeProxy, singletonVersion } from '../../../../pipeline/chain/evm/accounts/safe-deployments.ts';
import { slotKeys, slotNames, viewCalls, viewNames } from '../../../../pipeline/chain/evm/calls/views.ts';
import { hasSharedData, sharedFiles, sharedText } from '../../../support/shared-data.ts';

const keccak = (text: string): string => Buffer.from(keccak_256(Buffer.from(text, 'utf8'))).toString('hex');
const selector = (signature: string): string => `0x${keccak(signature).slice(0, 8)}`;

test('the calldata of every view begins with the selector of its signature', () => {
  const signatures: Readonly<Record<string, string>> = {
    unknownFunction: 'attestry unknown function',
    otherFunction: 'attestry other function',
    accessControl: 'supportsInterface(bytes4)',
    modules: 'getModulesPaginated(address,uint256)',
  };
  const expected = viewNames.map((name) => selector(signatures[name] ?? `${name}()`));
  assert.equal(
    viewCalls.map((call) => call.slice(0, 10)),
    expected,
  );
});

test('slots are those of their standards', () => {
  const minusOne = (text: string): string => (BigInt(`0x${keccak(text)}`) - 1n).toString(16).padStart(64, '0');
  const expected = {
    implementation: minusOne('eip1967.proxy.implementation'),
    admin: minusOne('eip1967.proxy.admin'),
    beacon: minusOne('eip1967.proxy.beacon'),
    proxiable: keccak('PROXIABLE'),
    zosImplementation: keccak('org.zeppelinos.proxy.implementation'),
    zosAdmin: keccak('org.zeppelinos.proxy.admin'),
    first: '0'.repeat(64),
    safeGuard: keccak('guard_manager.guard.address'),
    safeFallbackHandler: keccak('fallback_manager.handler.address'),
  };
  assert.equal(Object.fromEntries(slotNames.map((name, index) => [name, slotKeys[index]?.slice(2)])), expected);
});

test('names of roles are those whose hash they have', () => {
  for (const name of ['MINTER_ROLE', 'PAUSER_ROLE', 'UPGRADER_ROLE', 'FREEZER_ROLE', 'PROPOSER_ROLE', 'ISSUER_ROLE']) {
    assert.is(roleName(`0x${keccak(name)}`), name);
  }
  assert.is(roleName(`0x${keccak('OTHER_ROLE')}`), null);
});

test('the assembler writes opcodes, pushes, jumps and variables', () => {
  assert.is(assemble('1 0 MSTORE 32 0 RETURN'), '0x600160005260206000f3');
  assert.is(assemble('0x1234 $b MSTORE', ['a', 'b']), '0x61123460205260'.slice(0, 14));
  assert.is(assemble('@end JUMP // away\n:end'), '0x610004565b');
  assert.throws(() => assemble('@nowhere JUMP'), /no jump target nowhere/);
  assert.throws(() => assemble('NOPE'), /no opcode NOPE/);
  assert.throws(() => assemble('$c MLOAD', ['a']), /no variable c/);
});

interface Deployment {
  readonly version: string;
  readonly deployments: Readonly<Record<string, { readonly address: string }>>;
  readonly networkAddresses: Readonly<Record<string, string | readonly string[]>>;
}

test('the table of Safes is that of the published deployments', () => {
  assert.ok(isSafeProxy('0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f'));
  assert.not.ok(isSafeProxy('constructor'));
  assert.is(singletonVersion('eip155:1', 'constructor'), null);
  if (!hasSharedData('safe-deployments')) {
    console.log('skipped: the published deployments are not beside the repository');
    return;
  }
  const files = sharedFiles('safe-deployments').filter((file) => /safe(_l2)?\.json$/.test(file));
  assert.is(files.length, 6);
  for (const file of files) {
    const { version, deployments, networkAddresses } = JSON.parse(sharedText(file)) as Deployment;
    for (const chainId of ['1', '8453', '43114', '98866', '11155111']) {
      const published = [networkAddresses[chainId] ?? []].flat();
      for (const [name, { address }] of Object.entries(deployments).filter(([one]) => one !== 'zksync')) {
        const expected = published.includes(name) ? version : null;
        assert.is(singletonVersion(`eip155:${chainId}`, address.toLowerCase()), expected, `${file} ${chainId} ${name}`);
      }
    }
  }
});

test.run();
