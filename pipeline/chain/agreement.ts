/** What nodes with and without all logs can agree on. */
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { comparedStates } from './read-plans.ts';
import { type AssetState, type ChainFact, factId } from './statement.ts';

/** Facts of accounts that a node without all logs may not know of. */
const ofAccounts: ReadonlySet<string> = new Set(['authority', 'control', 'role']);
/** Facts that follow from those of accounts. */
const summaries: ReadonlySet<string> = new Set(['powers', 'holders_not_known']);

/**
 * Texts of the states that nodes read of one asset, equal for those that agree. Where one lacks logs, only what all of them
 * can know is compared: no holders of types that logs name, and no account that only a node with logs has found. Nodes with all
 * logs that contradict each other in the rest agree with none: one without cannot know which of them is right.
 */
export function comparedTexts(version: string, states: readonly AssetState[]): readonly string[] {
  const compared = comparedStates(version, states);
  const lacking = compared.filter(({ withoutLogs }) => withoutLogs !== undefined);
  if (lacking.length === 0) return compared.map((state) => canonicalJson(state));
  const types = new Set(lacking.flatMap(({ withoutLogs = [] }) => withoutLogs));
  const known = new Set(lacking.flatMap(({ facts }) => facts.map(factId)));
  const isCompared = (fact: ChainFact): boolean =>
    !summaries.has(fact.field) &&
    !(fact.field === 'authority' && types.has(fact.subjectKey.split(':')[0] ?? '')) &&
    (known.has(factId(fact)) || !ofAccounts.has(fact.field) || isNamedOwner(fact));
  const shared = compared.map(({ withoutLogs: _, facts, ...state }) =>
    canonicalJson({ ...state, facts: facts.filter(isCompared) }),
  );
  const whole = compared.map((state) => (state.withoutLogs === undefined ? canonicalJson(state) : null));
  return shared.map((text, index) => {
    const stated = new Set(whole.filter((one, at) => one !== null && shared[at] === text));
    const own = whole[index] ?? null;
    return own !== null && stated.size > 1 ? `all logs: ${own}` : text;
  });
}

/** No log is needed for the owner that the asset itself names. */
const isNamedOwner = ({ field, subjectKey, value }: ChainFact): boolean =>
  field === 'authority' && subjectKey === 'owner' && value !== null;

/** The same for readings of several assets: a text for each reading. */
export function comparedReadings(version: string, readings: readonly (readonly AssetState[])[]): readonly string[] {
  const [first = []] = readings;
  const texts = first.map((_, index) =>
    comparedTexts(
      version,
      readings.flatMap((states) => states[index] ?? []),
    ),
  );
  return readings.map((_, reading) => canonicalJson(texts.map((text) => text[reading] ?? '')));
}

/** The states to give of readings that agree. */
export const agreedReading = (readings: readonly (readonly AssetState[])[], quorum: number): readonly AssetState[] =>
  (readings[0] ?? []).map((first, index) =>
    agreedState(
      readings.map((states) => states[index] ?? first),
      quorum,
    ),
  );

/**
 * The state to give of those that agree: of a node with all logs where a quorum has them, else of one without, which leaves
 * open who has what only logs name.
 */
function agreedState(states: readonly AssetState[], quorum: number): AssetState {
  const whole = states.filter(({ withoutLogs }) => withoutLogs === undefined);
  const found = (whole.length >= quorum ? whole : states.filter((one) => !whole.includes(one)))[0] ?? states[0];
  if (found === undefined) throw new Error('no node gave a state');
  return found;
}
