import { toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { factId, type ChainFact } from '../../statement.ts';
import type { ProofSubject } from './proof-requests.ts';
import { type AccountReading, slotAddress } from '../accounts/survey.ts';

/** An account of which code hash and the asked slots are those of the state root. */
export interface ProvenReading {
  readonly reading: AccountReading;
  /** Whether all of its code is known, so that it is certain whether it is a clone. */
  readonly code: boolean;
}

type ProvenReadings = ReadonlyMap<string, ProvenReading>;
type Value = Readonly<Record<string, unknown>>;

/** Kinds of accounts that code and storage alone decide. */
const decidedKinds: ReadonlySet<unknown> = new Set(['key', 'key_delegated', 'safe']);

/**
 * Ids of the facts of an asset that follow from code and storage alone. What a contract answers to a call, such as
 * `owner()`, is proven by no state root: its code decides where the answer comes from.
 */
export function provenFactsOf({ state, targets }: ProofSubject, proven: ProvenReadings): ReadonlySet<string> {
  const own = proven.get(state.address);
  if (own === undefined) return new Set();
  if (state.reading === 'no_contract') {
    return new Set([factId({ subjectKind: 'asset', subjectKey: '', field: 'chain_reading' })]);
  }
  const controls = state.facts.filter((fact) => isProvenControl(fact, proven));
  const accounts = new Set(controls.map(({ subjectKey }) => subjectKey));
  const code = state.facts.find((fact) => fact.field === 'code' && isProvenCode(fact, own, targets, proven));
  const authorities =
    code === undefined
      ? []
      : state.facts.filter((fact) => isProvenUpgrader(fact, code.value as Value, own.reading, accounts));
  return new Set([...controls, ...(code === undefined ? [] : [code]), ...authorities].map(factId));
}

function isProvenControl({ field, subjectKey, value }: ChainFact, proven: ProvenReadings): boolean {
  if (field !== 'control' || !decidedKinds.has((value as Value)['kind'])) return false;
  const account = proven.get(subjectKey.toLowerCase());
  // The code of a delegated key is short; of a Safe, the hash is in the table.
  return account !== undefined && ((value as Value)['kind'] !== 'key_delegated' || account.code);
}

/** UUPS shows by an answer of the implementation, a beacon answers what it points to, and slots of other makes are not proven. */
const notProven: ReadonlySet<unknown> = new Set([
  ...['uups', 'eip1967', 'beacon'],
  ...['custom_slot', 'diamond', 'delegating'],
]);

function isProvenCode(
  { value }: ChainFact,
  own: ProvenReading,
  targets: readonly string[],
  proven: ProvenReadings,
): boolean {
  if (!own.code || notProven.has((value as Value)['proxy']) || slotAddress(own.reading, 'beacon') !== null) {
    return false;
  }
  return targets.every((target) => proven.get(target)?.code === true);
}

/**
 * Who may upgrade is proven when there is no one, or when the slot names an account that is certainly no proxy admin: the
 * owner of a proxy admin is an answer.
 */
function isProvenUpgrader(
  { subjectKey, value }: ChainFact,
  { proxy }: Value,
  asset: AccountReading,
  accounts: ReadonlySet<string>,
): boolean {
  if (subjectKey !== 'upgrade_authority') return false;
  if (proxy === 'none' || proxy === 'clone') return value === null;
  const slot = proxy === 'transparent' ? 'admin' : proxy === 'zeppelinos' ? 'zosAdmin' : null;
  const admin = slot === null ? null : slotAddress(asset, slot);
  const holder = (value as Value | null)?.['address'];
  return admin !== null && holder === toChecksumAddress(admin) && accounts.has(holder);
}
