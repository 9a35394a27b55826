/**
 * What a join also states where a host died before it committed. Rows that had no output since are processed again, by then
 * with newer subjects: a row that another one has replaced since opens a match, and the other row ends it. A single host that
 * reads the rows later than the subjects does the same, so it is no mistake (decision 23).
 */
import type { AssetSubjects, Observation } from '../../../schemas/generated/records.ts';
import { topics, type ValueOf } from '../../../schemas/topics.ts';
import type { Join } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import { drive, observationsIn } from '../screening/harness.ts';
import type { Step } from './rebalance-scripts.ts';

/** The row and the asset of a match that has ended. */
interface EndedMatch {
  readonly rowKey: string;
  readonly assetId: string;
}

/** By `statementOf`: what a fact has as its last value when its match has ended. */
export type Endings = ReadonlyMap<string, EndedMatch>;

/** What readers know after a run. */
export interface JoinResults {
  /** Last value of each fact. */
  readonly facts: readonly string[];
  /** A line for each row, as `matchesOf` makes it. */
  readonly matches: readonly string[];
  readonly parked: readonly string[];
}

type Fact = Pick<Observation, 'assetId' | 'subjectKind' | 'subjectKey' | 'field' | 'sourceKey'>;

export const factOf = ({ assetId, subjectKind, subjectKey, field, sourceKey }: Fact): string =>
  [assetId, subjectKind, subjectKey, field, sourceKey].join(' ');

export const statementOf = (fact: string, value: string | null): string => `${fact} = ${value ?? 'null'}`;

/** `open`: an array for each open match, the id of its asset first. */
export const matchesOf = (rowKey: string, open: readonly (readonly [assetId: string, ...rest: unknown[]])[]): string =>
  `${rowKey} ${open.map((match) => JSON.stringify(match)).join(' ')}`;

/** The ends of matches that a host states if it has read subjects of an asset before all rows. */
export function slowEndings<R extends RowTopic>(join: Join<R>, steps: readonly Step[]): Endings {
  const appended = steps.flatMap(({ appends = [] }) => appends);
  const rows = appended.filter(({ topic }) => topic === join.input);
  const keyOf = topics[join.input].keyOf as (value: unknown) => string;
  const endings = new Map<string, EndedMatch>();
  for (const { value } of appended.filter(({ topic }) => topic === join.global)) {
    const { assetId, subjects } = value as AssetSubjects;
    const driver = drive(join);
    driver.subjects(assetId, subjects);
    const stated = new Map<string, Map<string, string | null>>();
    for (const { value: row, timestamp } of rows) {
      const rowKey = keyOf(row);
      const facts = stated.get(rowKey) ?? new Map<string, string | null>();
      stated.set(rowKey, facts);
      const outputs = driver.row(row as ValueOf<R>, timestamp);
      for (const observation of observationsIn(outputs)) facts.set(factOf(observation), observation.value);
      if (driver.matches(rowKey).length > 0) continue;
      for (const [fact, last] of facts) endings.set(statementOf(fact, last), { rowKey, assetId });
    }
  }
  return endings;
}

/**
 * The results without ends of matches that one host does not state: only where it has no such match at the end either, and
 * only if all that it states last is stated too. `stated`: all values of facts, not only the last.
 */
export function withoutSlowEndings(
  own: JoinResults,
  alone: JoinResults,
  { endings, stated }: { readonly endings: Endings; readonly stated: ReadonlySet<string> },
): JoinResults {
  const expected = new Map(alone.facts.map((statement) => [nameIn(statement), statement]));
  const isOpen = ({ rowKey, assetId }: EndedMatch): boolean =>
    alone.matches.some((line) => line.startsWith(`${rowKey} `) && line.includes(`["${assetId}",`));
  const ended = new Set<string>();
  const facts = own.facts.flatMap((statement) => {
    const ending = endings.get(statement);
    const last = expected.get(nameIn(statement));
    if (statement === last || ending === undefined || isOpen(ending)) return [statement];
    if (last !== undefined && !stated.has(last)) return [statement];
    ended.add(matchesOf(ending.rowKey, []));
    return last === undefined ? [] : [last];
  });
  const matches = own.matches.filter((line) => !ended.has(line) || alone.matches.includes(line));
  return { ...own, facts, matches };
}

const nameIn = (statement: string): string => statement.slice(0, statement.indexOf(' = '));
