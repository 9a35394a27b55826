import type { ChainRequest } from '../../exchange.ts';
import type { AssetState } from '../../statement.ts';
import { codeOf, type Controllers } from '../accounts/graph.ts';
import { blockParameter } from '../calls/block-requests.ts';
import { headBytes } from '../calls/reader-code.ts';
import { type Safe, safeOf } from '../accounts/safe.ts';
import { safeSlots } from '../accounts/safe-storage.ts';
import { slotKeys, slotNames, type SlotName } from '../calls/views.ts';

/** An asset whose facts are to be proven, with the accounts that they are about. Addresses are lower case. */
export interface ProofSubject {
  readonly state: AssetState;
  readonly accounts: readonly string[];
  /** Contracts that hold its code. */
  readonly targets: readonly string[];
}

/** What must be proven of an account. */
export interface WantedProof {
  readonly address: string;
  /** Slots, `0x` and 64 hex digits. */
  readonly keys: readonly string[];
  /** Whether all of its code is needed, because the reader returns no more than its first bytes. */
  readonly code: boolean;
  /** The Safe whose lists are among the slots. */
  readonly safe: Safe | null;
}

const keysOf = (names: readonly SlotName[]): readonly string[] =>
  names.map((name) => slotKeys[slotNames.indexOf(name)] ?? '');
const targetKeys = keysOf(['implementation', 'proxiable', 'zosImplementation']);
const assetKeys = [...targetKeys, ...keysOf(['admin', 'beacon', 'zosAdmin'])];
/** Nodes refuse more slots in one request, go-ethereum above 1,024. */
const mostKeys = 1_000;

export function proofSubjects(states: readonly AssetState[], { read, graphs }: Controllers): readonly ProofSubject[] {
  return states
    .filter(({ reading }) => reading === 'stated' || reading === 'no_contract')
    .map((state) => {
      const { address } = state;
      const asset = read.get(address);
      const graph = graphs.find(({ root }) => root === address);
      const targets = asset === undefined ? [] : codeOf(address, read).filter((one) => read.has(one));
      return { state, accounts: graph?.accounts ?? [], targets };
    });
}

/** One entry for each account, however many assets it belongs to. */
export function wantedProofs(
  subjects: readonly ProofSubject[],
  { read }: Controllers,
  caip2: string,
): readonly WantedProof[] {
  const wanted = new Map<string, { readonly keys: Set<string>; code: boolean; safe: Safe | null }>();
  const want = (address: string, keys: readonly string[], code: boolean, safe: Safe | null): void => {
    const own = wanted.get(address) ?? { keys: new Set<string>(), code: false, safe: null };
    for (const key of keys) own.keys.add(key);
    own.code ||= code;
    own.safe ??= safe;
    wanted.set(address, own);
  };
  const isLong = (address: string): boolean => (read.get(address)?.reading.code?.size ?? 0) > headBytes;
  for (const { state, accounts, targets } of subjects) {
    const isThere = state.reading === 'stated';
    want(state.address, isThere ? assetKeys : [], isThere && isLong(state.address), null);
    for (const target of targets) want(target, targetKeys, isLong(target), null);
    for (const address of accounts) {
      const reading = read.get(address)?.reading;
      const safe = reading === undefined ? null : safeOf(reading, caip2);
      want(address, safe === null ? [] : safeSlots(safe), false, safe);
    }
  }
  return [...wanted].flatMap(([address, { keys, code, safe }]) =>
    keys.size > mostKeys ? [] : [{ address, keys: [...keys], code, safe }],
  );
}

export const proofRequest = (blockHash: string, { address, keys }: WantedProof): ChainRequest => ({
  method: 'eth_getProof',
  params: [address, keys, blockParameter(blockHash)],
});
