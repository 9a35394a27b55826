/** What the simulated chain is about: three tokens, the contracts that control them, and the keys that control those. */
import { hintTopics } from '../../../../pipeline/chain/evm/hint-events.ts';
import type { Random } from '../../kernel/random.ts';

/** Indexes of `hintTopics`. */
const [ownershipTransferred, roleGranted, roleRevoked, upgraded, paused, unpaused] = [0, 2, 3, 8, 12, 13];

const addressIn = (kind: number, n: number): string => `0x${(kind * 256 + n).toString(16).padStart(4, '0').repeat(10)}`;

/** Accounts without code. */
const keyAddress = (n: number): string => addressIn(0xa0, n);
/** Contracts with an owner, which own tokens. */
export const holderAddress = (n: number): string => addressIn(0xb0, n);
export const tokenAddress = (n: number): string => addressIn(0xc0, n);
export const implementationAddress = (n: number): string => addressIn(0xd0, n);
export const proxyAdminAddress = addressIn(0xe0, 1);

export const minterRole = '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6';

/** `owned` has an owner; `proxy` has one, and code that its proxy admin changes; `roles` grants roles, which only logs list. */
const tokenKinds = ['roles', 'proxy', 'owned'] as const;

export interface Token {
  readonly kind: (typeof tokenKinds)[number];
  readonly owner: string;
  readonly supply: bigint;
  readonly isPaused: boolean;
  readonly implementation: string;
  /** Accounts with the role of a minter, sorted. */
  readonly minters: readonly string[];
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** Owners of the contracts that own tokens. */
  readonly holders: readonly string[];
  readonly proxyAdminOwner: string;
}

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
}

export interface Change {
  readonly tokens: Tokens;
  readonly logs: readonly Log[];
  readonly what: string;
}

const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const topic = (index: number): string => hintTopics[index] ?? '';

const keys = [1, 2, 3, 4].map(keyAddress);
const owners = [...keys, holderAddress(0), holderAddress(1)];

export const firstTokens: Tokens = {
  tokens: tokenKinds.map((kind, n) => ({
    kind,
    owner: owners[n + 3] ?? '',
    supply: 1_000_000n,
    isPaused: false,
    implementation: implementationAddress(0),
    minters: keys.slice(0, 1),
  })),
  holders: keys.slice(0, 2),
  proxyAdminOwner: holderAddress(0),
};

/** Logs of the first block: roles are granted when their contract is created. */
export const firstLogs: readonly Log[] = keys.slice(0, 1).map((key) => roleLog(roleGranted, key));

function roleLog(event: number, account: string): Log {
  return { address: tokenAddress(0), topics: [topic(event), minterRole, word(account), word(keyAddress(1))] };
}

const ownerLog = (address: string, before: string, after: string): Log => ({
  address,
  topics: [topic(ownershipTransferred), word(before), word(after)],
});

/** A change of one thing. A silent one logs nothing, or nothing that is a hint: only a sweep finds it. */
export function randomChange(random: Random, tokens: Tokens): Change {
  const n = random.below(tokens.tokens.length);
  const token = tokens.tokens[n] ?? firstToken(tokens);
  const address = tokenAddress(n);
  const withToken = (other: Partial<Token>): Tokens => ({
    ...tokens,
    tokens: tokens.tokens.map((one, at) => (at === n ? { ...one, ...other } : one)),
  });
  const changes: readonly (() => Change)[] = [
    () => {
      const owner = random.pick(owners);
      const logs = random.chance(0.7) ? [ownerLog(address, token.owner, owner)] : [];
      return { tokens: withToken({ owner }), logs, what: `token ${n} gets another owner` };
    },
    () => {
      const isPaused = !token.isPaused;
      const logs = [{ address, topics: [topic(isPaused ? paused : unpaused)] }];
      return { tokens: withToken({ isPaused }), logs, what: `token ${n} is ${isPaused ? 'paused' : 'resumed'}` };
    },
    () => ({
      tokens: withToken({ supply: token.supply + token.supply / 5n }),
      logs: [],
      what: `token ${n} gets more supply`,
    }),
    () => {
      const implementation = implementationAddress(random.below(3));
      const log = { address: tokenAddress(1), topics: [topic(upgraded), word(implementation)] };
      const others = tokens.tokens.map((one, at) => (at === 1 ? { ...one, implementation } : one));
      return { tokens: { ...tokens, tokens: others }, logs: [log], what: 'the proxy is upgraded' };
    },
    () => {
      const owner = random.pick(owners);
      const logs = [ownerLog(proxyAdminAddress, tokens.proxyAdminOwner, owner)];
      return { tokens: { ...tokens, proxyAdminOwner: owner }, logs, what: 'the proxy admin gets another owner' };
    },
    () => {
      const at = random.below(tokens.holders.length);
      const owner = random.pick(keys);
      const logs = [ownerLog(holderAddress(at), tokens.holders[at] ?? '', owner)];
      const holders = tokens.holders.map((one, place) => (place === at ? owner : one));
      return { tokens: { ...tokens, holders }, logs, what: `holder ${at} gets another owner` };
    },
    () => minterChange(random, tokens),
  ];
  return random.pick(changes)();
}

/** A role is granted or revoked, which only logs show. */
export function minterChange(random: Random, tokens: Tokens): Change {
  const key = random.pick(keys);
  const before = tokens.tokens[0]?.minters ?? [];
  const isMinter = before.includes(key);
  const minters = isMinter ? before.filter((one) => one !== key) : [...before, key].sort();
  const others = tokens.tokens.map((one, at) => (at === 0 ? { ...one, minters } : one));
  const log = roleLog(isMinter ? roleRevoked : roleGranted, key);
  return { tokens: { ...tokens, tokens: others }, logs: [log], what: 'a minter is added or removed' };
}

function firstToken({ tokens: [first] }: Tokens): Token {
  if (first === undefined) throw new Error('there are no tokens');
  return first;
}

/** What a node that lies states: another owner, and half the supply more. */
export const lieOf = (tokens: Tokens): Tokens => ({
  ...tokens,
  tokens: tokens.tokens.map((one) => ({ ...one, owner: keyAddress(13), supply: one.supply + one.supply / 2n })),
});
