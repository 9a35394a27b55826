import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOf, hexOf } from '../calls/abi.ts';
import { functionPowers } from '../calls/known-functions.ts';
import type { CallTarget } from '../code/walk-code.ts';
import { beaconOf, codeTargets, type ReadAccount, standardTargets } from './account.ts';
import { beaconImplementation, codeOf, functionsOf } from './graph.ts';
import { cloneTarget, slotAddress } from './survey.ts';

/**
 * How an asset comes to its code. `custom_slot`: by a slot of no standard; `diamond`: by a slot for each function;
 * `delegating`: otherwise; the implementation is known only of a key with code (EIP-7702).
 */
type ProxyForm =
  | 'none'
  | 'transparent'
  | 'uups'
  | 'eip1967'
  | 'beacon'
  | 'zeppelinos'
  | 'clone'
  | 'custom_slot'
  | 'diamond'
  | 'delegating'
  | 'conflicting';

/** Where the code of an asset is, as it is stated. */
export interface CodeState {
  readonly proxy: ProxyForm;
  readonly implementation: string | null;
  readonly codeHash: string;
  /** Of a diamond, a hash of the hashes of all contracts with its functions. */
  readonly implementationCodeHash: string | null;
  readonly beacon: string | null;
}

/** What the code of an asset can do. */
export interface CodePowers {
  /** Selectors of known functions; null: some of the code does not show them. */
  readonly functions: ReadonlySet<string> | null;
  /** Whether code that is not fixed may run in its storage or in its place, whatever its proxy form. */
  readonly mayChange: boolean;
}

/** Slots that name different implementations, or an implementation that is a proxy itself, are conflicts: stated, not resolved. */
export function codeState(account: ReadAccount, read: ReadonlyMap<string, ReadAccount>): CodeState {
  const { reading } = account;
  const targets = [...new Set([...codeTargets(account), ...present(beaconImplementation(account, read))])];
  const own = (account.known?.targets ?? []).map(({ target }) => target);
  const isDiamond = own.some(({ kind }) => kind === 'by_function');
  const [implementation = null] = isDiamond ? [] : targets;
  const target = read.get(implementation ?? '');
  const conflicting = (!isDiamond && targets.length > 1) || (target !== undefined && isProxy(target));
  return {
    proxy: conflicting ? 'conflicting' : isDiamond ? 'diamond' : formOf(account, implementation, target, own),
    implementation: conflicting ? null : implementation,
    codeHash: reading.code?.hash ?? '',
    implementationCodeHash: conflicting
      ? null
      : isDiamond
        ? hashOfAll(targets, read)
        : (target?.reading.code?.hash ?? null),
    beacon: beaconOf(account),
  };
}

/** What its code, and that of the contracts it runs, can do. */
export function codePowers(account: ReadAccount, read: ReadonlyMap<string, ReadAccount>): CodePowers {
  const { address } = account.reading;
  const functions = functionsOf(address, read);
  const isFree = [address, ...codeOf(address, read)].some((one) => read.get(one)?.known?.mayRunOther === true);
  const replaces = functions !== null && functionPowers(functions).has('upgrade');
  return { functions, mayChange: isFree || replaces };
}

/** Whether the code of a contract is somewhere else, and may be replaced there. Fixed targets of a fallback extend it. */
const isProxy = (account: ReadAccount): boolean =>
  standardTargets(account).length > 0 || (account.known?.targets ?? []).some(({ target }) => target.kind !== 'fixed');

function formOf(
  { reading }: ReadAccount,
  implementation: string | null,
  target: ReadAccount | undefined,
  own: readonly CallTarget[],
): ProxyForm {
  const isFixed = own.length > 0 && own.every(({ kind }) => kind === 'fixed');
  if (implementation === null) return own.length === 0 || isFixed ? 'none' : 'delegating';
  if (own.some(({ kind }) => kind === 'key')) return 'delegating';
  if (cloneTarget(reading) !== null || isFixed) return 'clone';
  if (slotAddress(reading, 'beacon') !== null || own.some(({ kind }) => kind === 'answer')) return 'beacon';
  const isStandard = (name: 'implementation' | 'proxiable' | 'zosImplementation'): boolean =>
    slotAddress(reading, name) !== null;
  if (!isStandard('implementation') && isStandard('zosImplementation')) return 'zeppelinos';
  if (!isStandard('implementation') && !isStandard('proxiable')) return 'custom_slot';
  if (slotAddress(reading, 'admin') !== null) return 'transparent';
  return target?.reading.views.proxiableUUID.kind === 'ok' ? 'uups' : 'eip1967';
}

function hashOfAll(targets: readonly string[], read: ReadonlyMap<string, ReadAccount>): string | null {
  if (targets.length === 0) return null;
  const hashes = targets.map((one) => read.get(one)?.reading.code?.hash ?? '');
  return hexOf(Buffer.from(keccak_256(Buffer.concat(hashes.sort().map(bytesOf)))));
}

const present = (address: string | null): readonly string[] => (address === null ? [] : [address]);
