import { type Plan, together } from '../../exchange.ts';
import { type ReadAt, readViews } from './read-many.ts';

/** More calls than these are not made in one request. */
const callsPerRequest = 400;

/** Answers of one contract to many calls, in their order; null: none. */
export function* askContract(at: ReadAt, contract: string, calls: readonly string[]): Plan<readonly (Buffer | null)[]> {
  const parts: Plan<readonly (Buffer | null)[]>[] = [];
  for (let from = 0; from < calls.length; from += callsPerRequest) {
    parts.push(askPart(at, contract, calls.slice(from, from + callsPerRequest)));
  }
  return (yield* together(parts)).flat();
}

function* askPart(at: ReadAt, contract: string, calls: readonly string[]): Plan<readonly (Buffer | null)[]> {
  const [reading] = yield* readViews(at, [contract], calls);
  return calls.map((_, index) => {
    const outcome = reading?.outcomes[index];
    return outcome?.kind === 'ok' ? outcome.data : null;
  });
}
