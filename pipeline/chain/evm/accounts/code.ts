import type { ReadAccount } from './account.ts';
import { codeTargets } from './account.ts';
import { beaconImplementation } from './graph.ts';
import { cloneTarget, slotAddress } from './survey.ts';

type ProxyForm = 'none' | 'transparent' | 'uups' | 'eip1967' | 'beacon' | 'zeppelinos' | 'clone' | 'conflicting';

/** Where the code of an asset is. */
export interface CodeState {
  readonly proxy: ProxyForm;
  readonly implementation: string | null;
  readonly codeHash: string;
  readonly implementationCodeHash: string | null;
  readonly beacon: string | null;
}

/** Slots that name different implementations, or an implementation that is a proxy itself, are conflicts: stated, not resolved. */
export function codeState({ reading }: ReadAccount, read: ReadonlyMap<string, ReadAccount>): CodeState {
  const beacon = slotAddress(reading, 'beacon');
  const targets = [...new Set([...codeTargets(reading), ...present(beaconImplementation(reading, read))])];
  const [implementation = null] = targets;
  const target = read.get(implementation ?? '')?.reading;
  const conflicting = targets.length > 1 || (target !== undefined && codeTargets(target).length > 0);
  return {
    proxy: conflicting ? 'conflicting' : formOf(reading, implementation, target),
    implementation: conflicting ? null : implementation,
    codeHash: reading.code?.hash ?? '',
    implementationCodeHash: conflicting ? null : (target?.code?.hash ?? null),
    beacon,
  };
}

function formOf(
  reading: ReadAccount['reading'],
  implementation: string | null,
  target: ReadAccount['reading'] | undefined,
): ProxyForm {
  if (implementation === null) return 'none';
  if (cloneTarget(reading) !== null) return 'clone';
  if (slotAddress(reading, 'beacon') !== null) return 'beacon';
  if (slotAddress(reading, 'implementation') === null && slotAddress(reading, 'zosImplementation') !== null) {
    return 'zeppelinos';
  }
  if (slotAddress(reading, 'admin') !== null) return 'transparent';
  return target?.views.proxiableUUID.kind === 'ok' ? 'uups' : 'eip1967';
}

const present = (address: string | null): readonly string[] => (address === null ? [] : [address]);
