import type { ChainAnswer, ChainRequest, Plan } from '../../exchange.ts';
import { both } from '../../exchange.ts';
import { padded } from './abi.ts';
import { type Probe, probeLent } from './lent-probes.ts';
import { callRequest, type ReadAt } from './read-many.ts';

/** A power that is probed with a simulated call, because no getter returns its holder. */
export type Power = 'mint' | 'pause' | 'upgrade';

/** Who can use a power: accounts, everyone, or unknown because a request went unanswered. */
export type Holders =
  | { readonly kind: 'accounts'; readonly addresses: readonly string[] }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'unknown' };

export type Powers = Readonly<Partial<Record<Power, Holders>>>;

/** An asset whose powers are asked for. */
export interface ProbedAsset {
  readonly address: string;
  readonly candidates: readonly string[];
  /** The code that an upgrade would name; null where there is none. */
  readonly implementation: string | null;
}

/** Address without code or key: the last 20 bytes of keccak-256 of `attestry nobody`. */
const stranger = '0x032f6515026e5c89a61fb200512ecf29139c2a86';
const gas = '0x1e8480';

/**
 * Asks which of the candidates can mint, pause and upgrade, by calling in their name without a transaction. A stranger asks
 * the same: what it can do too, anyone can. `mayLend`: accounts that code can be lent to, so that one request serves many.
 */
export function* probeAll(
  at: ReadAt,
  assets: readonly ProbedAsset[],
  mayLend: (address: string) => boolean,
): Plan<readonly Powers[]> {
  const asked = assets.map(questionsOf);
  const probes = asked.flatMap(({ questions }) => questions.flatMap((question) => question.probes));
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
  const unsettled = asked.flatMap(({ questions }) => questions.filter((one) => mustAskAgain(one, answers)));
  const open = unsettled.flatMap((question) => question.probes.filter(isLent));
  for (const [one, answer] of yield* askSingly(at, open)) answers.set(one, answer);
  return asked.map(({ asset, questions }) =>
    Object.fromEntries(
      questions.map(({ power, probes: [control, ...own] }) => {
        const known = (one: Probe | undefined): boolean | null => knownOf(one === undefined ? null : answers.get(one));
        return [power, holdersOf(known(control), own.map(known), asset.candidates)];
      }),
    ),
  );
}

type Answer = boolean | null | 'not_asked';

/**
 * Where the stranger succeeds, a lent account may be one that the token asks, and the lent code objects to nothing. And
 * there are accounts that no code can be lent to, such as precompiles.
 */
function mustAskAgain({ probes }: Question, answers: ReadonlyMap<Probe, Answer>): boolean {
  const [control] = probes;
  return (
    (control !== undefined && answers.get(control) === true) || probes.some((one) => answers.get(one) === 'not_asked')
  );
}

const knownOf = (answer: Answer | undefined): boolean | null =>
  answer === undefined || answer === 'not_asked' ? null : answer;

interface Question {
  readonly power: Power;
  /** The first is that of the stranger. */
  readonly probes: readonly Probe[];
}

function questionsOf(asset: ProbedAsset): { readonly asset: ProbedAsset; readonly questions: readonly Question[] } {
  const { address: to, candidates, implementation } = asset;
  const calls: Partial<Record<Power, string>> = {
    mint: `0x40c10f19${padded(stranger)}${padded('1')}`,
    pause: '0x8456cb59',
    ...(implementation === null ? {} : { upgrade: `0x4f1ef286${padded(implementation)}${padded('40')}${padded('0')}` }),
  };
  const questions = (Object.entries(calls) as [Power, string][]).map(([power, data]) => ({
    power,
    probes: [stranger, ...candidates].map((from) => ({ from, to, data })),
  }));
  return { asset, questions };
}

function* askSingly(
  { blockHash }: ReadAt,
  probes: readonly Probe[],
): Plan<readonly (readonly [Probe, boolean | null])[]> {
  if (probes.length === 0) return [];
  const answers = yield probes.map(
    ({ from, to, data }): ChainRequest => callRequest(blockHash, { from, to, data, gas }),
  );
  return probes.map((one, index) => [one, canCall(answers[index])] as const);
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
