import type { Plan } from '../../exchange.ts';
import { together } from '../../exchange.ts';
import { lentCode, proberCode, probeStatus } from './probe-code.ts';
import { callRequest, inParts, type ReadAt, readerAddress, resultBytes } from './read-many.ts';

/** A call in the name of an account. */
export interface Probe {
  readonly from: string;
  readonly to: string;
  /** `0x` and hex digits. */
  readonly data: string;
}

/** Probes of one request: some 25,000 gas each, of the 30 million that nodes grant a call. */
const probesPerCall = 500;

/**
 * Whether each call succeeds; null: not answered. The accounts are lent code that calls in their name and takes everything
 * back, so one request serves many of them, and none sees what another one did.
 */
export function* probeLent(at: ReadAt, probes: readonly Probe[]): Plan<readonly (boolean | null | 'not_asked')[]> {
  return (yield* together(inParts(probes, probesPerCall).map((part) => askPart(at, part)))).flat();
}

/** A request that fails is halved, so that what fails alone is not known alone. */
function* askPart(at: ReadAt, probes: readonly Probe[]): Plan<readonly (boolean | null | 'not_asked')[]> {
  const lent = Object.fromEntries(probes.map(({ from }) => [from, { code: lentCode }]));
  const overrides = { ...lent, [readerAddress]: { code: proberCode } };
  const [answer] = yield [callRequest(at.blockHash, { to: readerAddress, data: calldataOf(probes) }, overrides)];
  const statuses = resultBytes(answer);
  if (statuses?.length === probes.length) return [...statuses].map(resultOf);
  if (probes.length === 1) return [null];
  const half = Math.ceil(probes.length / 2);
  return (yield* together([askPart(at, probes.slice(0, half)), askPart(at, probes.slice(half))])).flat();
}

function resultOf(status: number): boolean | null | 'not_asked' {
  if (status === probeStatus.succeeded) return true;
  if (status === probeStatus.failed) return false;
  return status === probeStatus.notAsked ? 'not_asked' : null;
}

function calldataOf(probes: readonly Probe[]): string {
  const u16 = (value: number): string => value.toString(16).padStart(4, '0');
  const entries = probes.map(({ from, to, data }) => {
    const call = data.slice(2);
    return `${from.slice(2)}${to.slice(2)}${u16(call.length / 2)}${call}`;
  });
  return `0x${u16(probes.length)}${entries.join('')}`;
}
