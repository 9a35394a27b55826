import { addressAt, addressesOf, countOf } from '../calls/abi.ts';
import { decoded, valueOf } from '../calls/outcome.ts';
import { isSafeProxy, singletonVersion } from './safe-deployments.ts';
import { type AccountReading, slotAddress } from './survey.ts';

export interface Safe {
  /** Of the singleton. */
  readonly version: string;
  readonly owners: readonly string[];
  readonly threshold: number;
  /** Enabled modules: each acts without the threshold. */
  readonly modules: readonly string[];
  /** There are more than the 50 modules read. */
  readonly moreModules: boolean;
  readonly guard: string | null;
  readonly fallbackHandler: string | null;
}

/** Whether code and singleton are those of a Safe; what answers like one otherwise is none. */
export const hasSafeCode = (reading: AccountReading, caip2: string): boolean =>
  reading.code !== null && isSafeProxy(reading.code.hash) && versionOf(reading, caip2) !== null;

function versionOf(reading: AccountReading, caip2: string): string | null {
  const singleton = slotAddress(reading, 'first');
  return singleton === null ? null : singletonVersion(caip2, singleton);
}

/** A reading has each account once, while hundreds of assets have the same owner. */
const safes = new WeakMap<AccountReading, { readonly caip2: string; readonly safe: Safe | null }>();

/** The Safe at an account; null when it is none, or its owners and threshold contradict each other. */
export function safeOf(reading: AccountReading, caip2: string): Safe | null {
  const known = safes.get(reading);
  if (known?.caip2 === caip2) return known.safe;
  const safe = readSafe(reading, caip2);
  safes.set(reading, { caip2, safe });
  return safe;
}

function readSafe(reading: AccountReading, caip2: string): Safe | null {
  const version = versionOf(reading, caip2);
  if (!hasSafeCode(reading, caip2) || version === null) return null;
  const owners = valueOf(decoded(reading.views.getOwners, (data) => addressesOf(data)));
  const threshold = valueOf(decoded(reading.views.getThreshold, countOf));
  if (owners === null || threshold === null || threshold < 1 || threshold > owners.length) return null;
  if (new Set(owners).size < owners.length) return null;
  const modules = decoded(reading.views.modules, modulesOf);
  if (modules.kind !== 'value') return null;
  return {
    version,
    owners,
    threshold,
    ...modules.value,
    guard: slotAddress(reading, 'safeGuard'),
    fallbackHandler: slotAddress(reading, 'safeFallbackHandler'),
  };
}

/** Whether a contract answers like a Safe, by its own word. */
export function answersLikeSafe({ views }: AccountReading): boolean {
  const owners = valueOf(decoded(views.getOwners, (data) => addressesOf(data)));
  return owners !== null && owners.length > 0 && valueOf(decoded(views.getThreshold, countOf)) !== null;
}

/** The list ends at address 1, from which it begins. */
function modulesOf(data: Buffer): Pick<Safe, 'modules' | 'moreModules'> | null {
  const modules = addressesOf(data);
  const next = addressAt(data, 1);
  return modules === null || next === null ? null : { modules, moreModules: BigInt(next) > 1n };
}
