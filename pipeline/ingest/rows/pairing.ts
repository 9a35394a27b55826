import type { RowFacts } from './row-facts.ts';

/** The step of the cascade that recognised a row, strongest first. */
type PairingStep = 'exact' | 'ffg' | 'dti' | 'url_and_comment' | 'url_and_date' | 'url' | 'date' | 'sole_remaining';

interface Pair<O, N> {
  readonly before: O;
  readonly after: N;
  readonly step: PairingStep;
}

export interface RowPairing<O, N> {
  readonly pairs: readonly Pair<O, N>[];
  /** Rows of the new side only, in file order. */
  readonly added: readonly N[];
  /** Rows of the old side only. */
  readonly removed: readonly O[];
  /** Unpaired rows of one entity on both sides: a new row may be an old one under a new key. */
  readonly held: readonly { readonly before: readonly O[]; readonly after: readonly N[] }[];
}

/**
 * Recognises the rows of one snapshot in the next by a cascade of keys per entity. The first pass is per LEI, or per
 * name and home state where the LEI is invalid. The second pass, for the remaining rows, is per name and home state,
 * which finds corrected LEIs. A step pairs only unambiguous rows: one row on both sides, or identical rows in file
 * order.
 */
export function pair<O extends RowFacts, N extends RowFacts>(
  before: readonly O[],
  after: readonly N[],
): RowPairing<O, N> {
  const open: Open<O, N> = { before: new Set(before), after: new Set(after), pairs: [] };
  for (const scope of scopes) {
    for (const group of groupsOf(open, scope)) cascade(open, group);
  }
  const held = scopes.flatMap((scope) =>
    groupsOf(open, (row) => (row.isNamed ? scope(row) : null)).map((group) => {
      for (const row of group.before) open.before.delete(row);
      for (const row of group.after) open.after.delete(row);
      return group;
    }),
  );
  return { pairs: open.pairs, added: [...open.after], removed: [...open.before], held };
}

interface Open<O, N> {
  readonly before: Set<O>;
  readonly after: Set<N>;
  readonly pairs: Pair<O, N>[];
}

interface Group<O, N> {
  before: O[];
  after: N[];
}

const scopes: readonly ((row: RowFacts) => string | null)[] = [(row) => row.entity, (row) => row.nameAndState];

/** Keys of the cascade. A row whose key is null skips the step. */
const keySteps: readonly (readonly [PairingStep, (row: RowFacts) => string | null])[] = [
  ['exact', (row) => row.exact],
  ['ffg', (row) => (row.ffgs.length === 0 ? null : row.ffgs.join('|'))],
  ['url_and_comment', (row) => (row.url === null ? null : `${row.url} ${row.comment}`)],
  ['url_and_date', (row) => (row.url === null || row.date === null ? null : `${row.url} ${row.date}`)],
  ['url', (row) => row.url],
  ['date', (row) => (row.isNamed ? row.date : null)],
  ['sole_remaining', (row) => (row.isNamed ? '' : null)],
];

function cascade<O extends RowFacts, N extends RowFacts>(open: Open<O, N>, group: Group<O, N>): void {
  for (const [step, keyOf] of keySteps) {
    pairByKey(open, group, step, keyOf);
    if (step === 'ffg') pairByOverlap(open, group);
  }
}

function pairByKey<O extends RowFacts, N extends RowFacts>(
  open: Open<O, N>,
  group: Group<O, N>,
  step: PairingStep,
  keyOf: (row: RowFacts) => string | null,
): void {
  const remaining = {
    before: new Set(group.before.filter((row) => open.before.has(row))),
    after: new Set(group.after.filter((row) => open.after.has(row))),
  };
  for (const candidates of groupsOf(remaining, keyOf)) {
    if (step === 'exact' || isUnambiguous(candidates)) close(open, candidates, step);
  }
}

/** Pairs rows that share a token identifier with exactly one row of the other side. */
function pairByOverlap<O extends RowFacts, N extends RowFacts>(open: Open<O, N>, group: Group<O, N>): void {
  const before = group.before.filter((row) => open.before.has(row));
  const after = group.after.filter((row) => open.after.has(row));
  for (const component of overlaps(before, after)) {
    if (isUnambiguous(component)) close(open, component, 'dti');
  }
}

/** Connected components of rows that share a token identifier, each with rows of both sides. */
function overlaps<O extends RowFacts, N extends RowFacts>(before: readonly O[], after: readonly N[]): Group<O, N>[] {
  const components: (Group<O, N> & { dtis: Set<string> })[] = [];
  const join = (row: RowFacts, into: (group: Group<O, N>) => void): void => {
    if (row.dtis.length === 0) return;
    const touching = components.filter((component) => row.dtis.some((dti) => component.dtis.has(dti)));
    const merged = {
      before: touching.flatMap((component) => component.before),
      after: touching.flatMap((component) => component.after),
      dtis: new Set([...touching.flatMap((component) => [...component.dtis]), ...row.dtis]),
    };
    into(merged);
    for (const component of touching) components.splice(components.indexOf(component), 1);
    components.push(merged);
  };
  for (const row of before) join(row, (group) => group.before.push(row));
  for (const row of after) join(row, (group) => group.after.push(row));
  return components.filter((component) => component.before.length > 0 && component.after.length > 0);
}

/** One row on both sides, or equal numbers of identical rows. */
function isUnambiguous({ before, after }: Group<RowFacts, RowFacts>): boolean {
  if (before.length !== after.length) return false;
  const alike = (rows: readonly RowFacts[]): boolean => rows.every((row) => row.exact === rows[0]?.exact);
  return before.length === 1 || (alike(before) && alike(after));
}

function close<O, N>(open: Open<O, N>, { before, after }: Group<O, N>, step: PairingStep): void {
  for (const [index, row] of before.entries()) {
    const successor = after[index];
    if (successor === undefined) return;
    open.pairs.push({ before: row, after: successor, step });
    open.before.delete(row);
    open.after.delete(successor);
  }
}

/** Rows of both sides by key, in order, without keys that only one side has. */
function groupsOf<O extends RowFacts, N extends RowFacts>(
  rows: { readonly before: Iterable<O>; readonly after: Iterable<N> },
  keyOf: (row: RowFacts) => string | null,
): Group<O, N>[] {
  const groups = new Map<string, Group<O, N>>();
  for (const row of rows.before) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key) ?? { before: [], after: [] };
    group.before.push(row);
    groups.set(key, group);
  }
  for (const row of rows.after) {
    const key = keyOf(row);
    if (key !== null) groups.get(key)?.after.push(row);
  }
  return [...groups.values()].filter((group) => group.after.length > 0);
}
