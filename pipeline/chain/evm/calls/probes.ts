import type { ChainAnswer, ChainRequest, Plan } from '../../exchange.ts';
import { both } from '../../exchange.ts';
import { knownFunctions, probeCall, unknownSelectors } from './known-functions.ts';
import { type Probe, probeLent } from './lent-probes.ts';
import { callRequest, type ReadAt } from './read-many.ts';

/** A power that is probed with a simulated call, because no getter returns its holder. */
export type Power = 'mint' | 'pause' | 'freeze' | 'upgrade';

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
  /** Selectors of known functions in its code; null: the code does not show them. */
  readonly functions: ReadonlySet<string> | null;
  /** The code that an upgrade would name; null where no account is probed for upgrades. */
  readonly implementation: string | null;
}

/** Address without code or key: the last 20 bytes of keccak-256 of `attestry nobody`. */
export const stranger = '0x032f6515026e5c89a61fb200512ecf29139c2a86';
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
  const probes = asked.flatMap(({ questions }) =>
    questions.flatMap(({ control, probes: own }) => (control === null ? own : [control, ...own])),
  );
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
  const known = (one: Probe | undefined): boolean | null => knownOf(one === undefined ? null : answers.get(one));
  return asked.map(({ asset, questions }) => {
    const powers: Partial<Record<Power, Holders>> = {};
    for (const {
      power,
      control,
      probes: [open, ...own],
    } of questions) {
      // What any function does as well, the contract does for functions that it does not have.
      const isOpen = known(open) === true && (control === null || known(control) === false);
      const shown = holdersOf(
        isOpen ? true : known(open),
        own.map(known),
        asset.candidates,
        known(open) === true && !isOpen,
      );
      powers[power] = merged(powers[power], power === 'freeze' && shown.kind === 'anyone' ? noHolder : shown);
    }
    return powers;
  });
}

const noHolder: Holders = { kind: 'accounts', addresses: [] };

/** Several functions give one power: an account that can call one of them has it. */
function merged(before: Holders | undefined, now: Holders): Holders {
  if (before === undefined) return now;
  if (before.kind === 'unknown' || now.kind === 'unknown') return { kind: 'unknown' };
  if (before.kind === 'anyone' || now.kind === 'anyone') return { kind: 'anyone' };
  return { kind: 'accounts', addresses: [...new Set([...before.addresses, ...now.addresses])].sort() };
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
  /** The same call of a function that no contract has; null where the code shows that the function is there. */
  readonly control: Probe | null;
  /** The first is that of the stranger. */
  readonly probes: readonly Probe[];
}

function questionsOf(asset: ProbedAsset): { readonly asset: ProbedAsset; readonly questions: readonly Question[] } {
  const { address: to, candidates, functions, implementation } = asset;
  const probed = knownFunctions.filter(({ power, signature, selector }) => {
    if (power === 'burn' || power === 'transfer' || (power === 'upgrade' && implementation === null)) return false;
    return functions === null ? byDefault.has(signature) : functions.has(selector);
  });
  const values = { account: stranger, implementation: implementation ?? to };
  const questions = probed.map((one) => {
    const data = probeCall(one, values);
    const control = `${unknownSelectors[0] ?? ''}${data.slice(10)}`;
    return {
      power: one.power as Power,
      control: functions === null ? { from: stranger, to, data: control } : null,
      probes: [stranger, ...candidates].map((from) => ({ from, to, data })),
    };
  });
  return { asset, questions };
}

/** Functions that are probed where the code does not show which it has. */
const byDefault: ReadonlySet<string> = new Set([
  'mint(address,uint256)',
  'pause()',
  'upgradeToAndCall(address,bytes)',
  'diamondCut((address,uint8,bytes4[])[],address,bytes)',
]);

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

function holdersOf(
  control: boolean | null,
  own: readonly (boolean | null)[],
  candidates: readonly string[],
  isPermissive: boolean,
): Holders {
  if (control === null || own.includes(null)) return { kind: 'unknown' };
  if (isPermissive) return noHolder;
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
