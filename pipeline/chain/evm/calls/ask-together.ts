/** Asks which accounts can make a call: those that code can be lent to in one request, the others one by one. */
import { both, type ChainAnswer, type ChainRequest, type Plan } from '../../exchange.ts';
import { type Probe, probeLent } from './lent-probes.ts';
import { callRequest, type ReadAt } from './read-many.ts';

const gas = '0x1e8480';

/** Whether code can be lent to an account, because no token asks anything of it. */
export type MayLend = (address: string) => boolean;

/** A call in the name of several accounts. */
export interface SharedCall {
  /** The same call of a function that no contract has; null: nothing is to be compared with it. */
  readonly control: Probe | null;
  /** The first is that of the stranger. */
  readonly probes: readonly Probe[];
}

/** Whether each call succeeds; null: not answered. One request serves all accounts that code can be lent to. */
export function* askTogether(
  at: ReadAt,
  calls: readonly SharedCall[],
  mayLend: MayLend,
): Plan<ReadonlyMap<Probe, boolean | null>> {
  const probes = calls.flatMap(({ control, probes: own }) => (control === null ? own : [control, ...own]));
  const isLent = ({ from }: Probe): boolean => at.overrides && mayLend(from);
  const lent = probes.filter(isLent);
  const [lentAnswers, first] = yield* both(
    probeLent(at, lent),
    askSingly(
      at,
      probes.filter((one) => !isLent(one)),
    ),
  );
  const answers = new Map<Probe, Answer>(first);
  for (const [index, one] of lent.entries()) answers.set(one, lentAnswers[index] ?? null);
  const open = calls.filter((one) => mustAskAgain(one, answers)).flatMap((one) => one.probes.filter(isLent));
  for (const [one, answer] of yield* askSingly(at, open)) answers.set(one, answer);
  return new Map([...answers].map(([one, answer]) => [one, answer === 'not_asked' ? null : answer]));
}

type Answer = boolean | null | 'not_asked';

/**
 * Where the stranger succeeds, a lent account may be one that the token asks, and the lent code objects to nothing. And
 * there are accounts that no code can be lent to, such as precompiles.
 */
function mustAskAgain({ probes }: SharedCall, answers: ReadonlyMap<Probe, Answer>): boolean {
  const [control] = probes;
  return (
    (control !== undefined && answers.get(control) === true) || probes.some((one) => answers.get(one) === 'not_asked')
  );
}

/** Whether each call succeeds, in their order; null: not answered. */
export function* askSingly(
  { blockHash }: ReadAt,
  probes: readonly Probe[],
): Plan<readonly (readonly [Probe, boolean | null])[]> {
  if (probes.length === 0) return [];
  const answers = yield probes.map(
    ({ from, to, data }): ChainRequest => callRequest(blockHash, { from, to, data, gas }),
  );
  return probes.map((one, index) => [one, canCall(answers[index])] as const);
}

/** Null: not answered. Nodes have no common code for a failed execution, so its text is read as well. */
function canCall(answer: ChainAnswer | undefined): boolean | null {
  if (answer?.kind === 'result') return typeof answer.result === 'string';
  if (answer === undefined) return null;
  return answer.code === 3 || failedExecution.test(answer.message) ? false : null;
}

const failedExecution = /\brevert|invalid ?opcode|out ?of ?gas|EVM error|stack (?:over|under)flow|invalid jump/i;
