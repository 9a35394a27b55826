import type { ChainAnswer, Plan } from '../exchange.ts';
import { padded } from './abi.ts';
import { callRequest, type ReadAt } from './read-many.ts';

/** A power that is asked for, because no getter tells who has it. */
export type Power = 'mint' | 'pause' | 'upgrade';

/** Who can use a power: accounts, everyone, or unknown because a request went unanswered. */
export type Holders =
  | { readonly kind: 'accounts'; readonly addresses: readonly string[] }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'unknown' };

/** Address without code or key: the last 20 bytes of keccak-256 of `attestry nobody`. */
const stranger = '0x032f6515026e5c89a61fb200512ecf29139c2a86';
const gas = '0x1e8480';

/**
 * Asks which of the candidates can mint, pause and upgrade, by calling in their name without a transaction. A stranger asks
 * the same: what it can do too, anyone can.
 */
export function* probe(
  at: ReadAt,
  asset: string,
  candidates: readonly string[],
  implementation: string | null,
): Plan<Readonly<Partial<Record<Power, Holders>>>> {
  const calls: Partial<Record<Power, string>> = {
    mint: `0x40c10f19${padded(stranger)}${padded('1')}`,
    pause: '0x8456cb59',
    ...(implementation === null ? {} : { upgrade: `0x4f1ef286${padded(implementation)}${padded('40')}${padded('0')}` }),
  };
  const powers = Object.entries(calls) as [Power, string][];
  const callers = [stranger, ...candidates];
  const answers = yield powers.flatMap(([, data]) =>
    callers.map((from) => callRequest(at.blockHash, { from, to: asset, data, gas })),
  );
  return Object.fromEntries(
    powers.map(([power], index) => {
      const [control, ...own] = answers.slice(index * callers.length, (index + 1) * callers.length).map(canCall);
      return [power, holdersOf(control ?? null, own, candidates)];
    }),
  );
}

function holdersOf(control: boolean | null, own: readonly (boolean | null)[], candidates: readonly string[]): Holders {
  if (control === null || own.includes(null)) return { kind: 'unknown' };
  if (control) return { kind: 'anyone' };
  return { kind: 'accounts', addresses: candidates.filter((_, index) => own[index] === true) };
}

/** Null: not answered. Nodes have no common code for a failed execution, so its text is read as well. */
function canCall(answer: ChainAnswer | undefined): boolean | null {
  if (answer?.kind === 'result') return typeof answer.result === 'string';
  if (answer === undefined) return null;
  return answer.code === 3 || failedExecution.test(answer.message) ? false : null;
}

const failedExecution = /\brevert|invalid ?opcode|out ?of ?gas|EVM error|stack (?:over|under)flow|invalid jump/i;
