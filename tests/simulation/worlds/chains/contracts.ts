import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  holderAddress,
  implementationAddress,
  minterRole,
  proxyAdminAddress,
  type Token,
  tokenAddress,
  type Tokens,
} from './tokens.ts';

/** A contract at a block. Hex has its `0x`. */
export interface Contract {
  readonly code: Buffer;
  /** keccak-256 of the code. */
  readonly codeHash: Buffer;
  /** What it answers to calldata; null: it reverts. */
  readonly answer: (data: string) => string | null;
  /** Slots that are not zero. */
  readonly slots: Readonly<Record<string, string>>;
  /** Whether a call in the name of an account succeeds. */
  readonly mayCall: (from: string, data: string) => boolean;
}

const padded = (hex: string): string => hex.replace(/^0x/, '').padStart(64, '0');
const word = (hex: string): string => `0x${padded(hex)}`;
const number = (value: bigint | number): string => word(value.toString(16));

function text(value: string): string {
  const bytes = Buffer.from(value);
  return `0x${padded('20')}${padded(bytes.length.toString(16))}${bytes.toString('hex').padEnd(64, '0')}`;
}

const views = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  owner: '0x8da5cb5b',
  paused: '0x5c975abb',
  version: '0xad3cb1cc',
  accessControl: `0x01ffc9a7${'7965db0b'.padEnd(64, '0')}`,
} as const;
const [mint, pause, hasRole] = ['0x40c10f19', '0x8456cb59', '0x91d14854'];
/** Of `getRoleAdmin`, without `0x`: a call that asks several contracts has it, too. */
export const roleAdminSelector = '248a9ca3';

const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const adminSlot = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103';

interface Parts extends Partial<Pick<Contract, 'answer' | 'slots' | 'mayCall'>> {
  readonly code: string;
}

/** Passes every call on to the address in the slot of EIP-1967: the form of a proxy follows from its code. */
const proxyCode = Buffer.from(
  `363d3d373d3d3d363d7f${implementationSlot.slice(2)}545af43d82803e903d91603857fd5bf3`,
  'hex',
);
const codes = new Map<string, Pick<Contract, 'code' | 'codeHash'>>();

function codeOf(name: string): Pick<Contract, 'code' | 'codeHash'> {
  const known = codes.get(name);
  if (known !== undefined) return known;
  const code = name === 'a proxy token' ? proxyCode : Buffer.from(`the code of ${name}`);
  const made = { code, codeHash: Buffer.from(keccak_256(code)) };
  codes.set(name, made);
  return made;
}

const contract = ({ code, answer = () => null, slots = {}, mayCall = () => false }: Parts): Contract => ({
  ...codeOf(code),
  answer,
  slots,
  mayCall,
});

const ofTable =
  (table: Readonly<Record<string, string>>): Contract['answer'] =>
  (data) =>
    table[data] ?? null;

const ownedBy = (owner: string, more: Readonly<Record<string, string>> = {}): Contract['answer'] =>
  ofTable({ [views.owner]: word(owner), ...more });

function tokenContract({ kind, owner, supply, isPaused, implementation, minters }: Token): Contract {
  const common = {
    [views.name]: text('Token'),
    [views.symbol]: text('TKN'),
    [views.decimals]: number(6),
    [views.totalSupply]: number(supply),
    [views.paused]: number(isPaused ? 1 : 0),
  };
  if (kind !== 'roles') {
    const proxied = { [implementationSlot]: word(implementation), [adminSlot]: word(proxyAdminAddress) };
    return contract({
      code: `a ${kind} token`,
      answer: ownedBy(owner, common),
      slots: kind === 'proxy' ? proxied : {},
      mayCall: (from, data) => from === owner && (data.startsWith(mint) || data.startsWith(pause)),
    });
  }
  const answer = ofTable({ ...common, [views.accessControl]: number(1) });
  const isMinter = (account: string): boolean => minters.some((one) => padded(one) === account);
  return contract({
    code: 'a token with roles',
    answer: (data) => {
      if (data.startsWith(`0x${roleAdminSelector}`)) return number(0);
      if (!data.startsWith(hasRole)) return answer(data);
      return number(data.slice(10, 74) === padded(minterRole) && isMinter(data.slice(74, 138)) ? 1 : 0);
    },
    mayCall: (from, data) => data.startsWith(mint) && minters.includes(from),
  });
}

const made = new WeakMap<Tokens, ReadonlyMap<string, Contract>>();

/** All contracts by their address. */
export function contractsOf(tokens: Tokens): ReadonlyMap<string, Contract> {
  const known = made.get(tokens);
  if (known !== undefined) return known;
  const admin = contract({
    code: 'a proxy admin',
    answer: ownedBy(tokens.proxyAdminOwner, { [views.version]: text('5.0.0') }),
  });
  const contracts = new Map<string, Contract>([
    ...tokens.tokens.map((token, n) => [tokenAddress(n), tokenContract(token)] as const),
    ...tokens.holders.map(
      (owner, n) => [holderAddress(n), contract({ code: 'a holder', answer: ownedBy(owner) })] as const,
    ),
    [proxyAdminAddress, admin],
    ...[0, 1, 2].map((n) => [implementationAddress(n), contract({ code: `implementation ${n}` })] as const),
  ]);
  made.set(tokens, contracts);
  return contracts;
}
