import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChainAnswer, ChainRequest } from '../../../../../pipeline/chain/exchange.ts';
import { padded } from '../../../../../pipeline/chain/evm/calls/abi.ts';
import { hashOfName, selectorOf } from '../../../../../pipeline/chain/evm/calls/selector-of.ts';
import { readRoles } from '../../../../../pipeline/chain/evm/roles/roles.ts';
import { defaultAdminRole, roleOfName } from '../../../../../pipeline/chain/evm/roles/role-names.ts';

const address = `0x${'c'.repeat(40)}`;
const accountOf = (index: number): string => `0x${(0xa0_0000 + index).toString(16).padStart(40, '0')}`;
const [first, second] = [accountOf(1), accountOf(2)];
const [minter, minterAdmin] = [roleOfName('MINTER_ROLE'), roleOfName('MINTER_ADMIN')];
const block = { number: 9, hash: `0x${'b'.repeat(64)}`, timestamp: 0 };

type Log = readonly [event: keyof typeof events, role: string, second: string, third: string];

const events = {
  granted: hashOfName('RoleGranted(bytes32,address,address)'),
  revoked: hashOfName('RoleRevoked(bytes32,address,address)'),
  adminChanged: hashOfName('RoleAdminChanged(bytes32,bytes32,bytes32)'),
} as const;
const wordOf = (text: string): string => `0x${padded(text)}`;
const logOf = ([event, ...members]: Log) => ({ address, topics: [events[event], ...members.map(wordOf)], data: '0x' });

interface Contract {
  readonly logs: readonly Log[];
  /** Roles that accounts have at the block. */
  readonly held: readonly (readonly [role: string, account: string])[];
  /** By role; another is decided about by the role of default. */
  readonly admins?: Readonly<Record<string, string>>;
}

/** A node that lends no code, and a contract that does not list its members. */
function answerOf({ logs, held, admins = {} }: Contract, { method, params }: ChainRequest): ChainAnswer {
  const result = (value: unknown): ChainAnswer => ({ kind: 'result', result: value });
  if (method === 'eth_getLogs') return result(logs.map(logOf));
  if (method === 'eth_getBlockByNumber') return result({ hash: block.hash });
  if (method === 'eth_getCode') return result('0x00');
  const [{ data }] = params as readonly [{ readonly data: string }];
  const role = `0x${data.slice(10, 74)}`;
  if (data.startsWith(selectorOf('getRoleAdmin(bytes32)'))) return result(admins[role] ?? defaultAdminRole);
  if (!data.startsWith(selectorOf('hasRole(bytes32,address)'))) {
    return { kind: 'error', code: 3, message: 'execution reverted' };
  }
  const isHeld = held.some(([one, account]) => one === role && data.endsWith(padded(account)));
  return result(wordOf(isHeld ? '1' : '0'));
}

function rolesOf(contract: Contract) {
  const plan = readRoles({ blockHash: block.hash, overrides: false }, block, [{ address, code: [] }]);
  let step = plan.next();
  while (step.done !== true) step = plan.next(step.value.map((request) => answerOf(contract, request)));
  return step.value[0];
}

/** More logs than one request asks accounts of. */
const manyGrants = (by: string): readonly Log[] =>
  Array.from({ length: 500 }, (_, index): Log => ['granted', minter, accountOf(100 + index), by]);

const cases: Readonly<Record<string, Contract>> = {
  'the one that gave it away first of many': {
    logs: [['granted', minter, second, first], ...manyGrants(second)],
    held: [[defaultAdminRole, first]],
  },
  'the one that took it': {
    logs: [
      ['granted', minter, second, second],
      ['revoked', minter, second, first],
    ],
    held: [[defaultAdminRole, first]],
  },
  'one that got the role, and then gave it away': {
    logs: [
      ['granted', minter, second, accountOf(3)],
      ['granted', minter, accountOf(4), second],
    ],
    held: [[minterAdmin, second]],
    admins: { [minter]: minterAdmin },
  },
  'one that gave it away while another role decided about it': {
    logs: [
      ['granted', minter, second, first],
      ['adminChanged', minter, defaultAdminRole, minterAdmin],
    ],
    held: [[defaultAdminRole, first]],
    admins: { [minter]: minterAdmin },
  },
  'one that gave it away before a log that is not there': {
    logs: [['granted', minter, second, first]],
    held: [[defaultAdminRole, first]],
    admins: { [minter]: minterAdmin },
  },
};

for (const [name, contract] of Object.entries(cases)) {
  test(`holders are not known where an account has a role that no log gave to it: ${name}`, () => {
    assert.is(rolesOf(contract)?.areKnown, false);
  });

  test(`they are known where the account has lost what it decided by: ${name}`, () => {
    const found = rolesOf({ ...contract, held: [[minter, second]] });
    assert.is(found?.areKnown, true);
    assert.equal(found?.roles.find(({ role }) => role === minter)?.holders, [second]);
  });
}

test.run();
