/** The parents of the issuer by GLEIF's relationship records. */
import type { Change } from '../../../../../schemas/generated/records.ts';
import type { LinkedParty } from '../../../composition/parts.ts';
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import { isSourceOf } from '../../../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { isReached } from './dates.ts';
import { type EdgeState, type RelationRow, setOf, withoutSet, withSet } from '../edge-state.ts';
import type { Statement } from './report-event.ts';
import { reportSet } from './report-set.ts';

const source = 'register:gleif-rr';
/** Most relationships between the issuer and an entity that is still followed. */
const mostHops = 5;

type Cause = Pick<Statement, 'cause' | 'old' | 'issuer' | 'inForce'>;

interface FollowedEdges {
  /** When the reading counts, milliseconds: a parent whose first day lies ahead is stated, and not followed yet. */
  readonly time: number;
  /** The relationship that was read for the first time. */
  readonly firstRead?: RelationRow | undefined;
}

/** The parents of an entity that the records state now. */
interface Parents {
  readonly child: string;
  readonly role: RelationRow['role'];
  readonly rows: readonly RelationRow[];
}

/**
 * States what differs in the parents of the issuer: the ultimate one, and the direct ones along the chain, each LEI once.
 * Entities that are no longer in the chain leave the state without a change, and those that are new to it are baselines.
 */
export function followParents(
  edges: EdgeState,
  cause: Cause,
  { time, firstRead }: FollowedEdges,
): { readonly edges: EdgeState; readonly changes: readonly Change[] } {
  const chain = chainOf(edges, leisOf(cause.issuer), time);
  let next = edges;
  for (const set of Object.values(edges.sets)) {
    const isFollowed = chain.some(({ child, role }) => set.from === `lei:${child}` && set.role === role);
    if (set.source === source && !isFollowed) next = withoutSet(next, set);
  }
  const changes: Change[] = [];
  for (const { child, role, rows } of chain) {
    const place = { source, from: `lei:${child}`, role };
    const known = setOf(next, place);
    const to = partiesOf(rows.filter(({ isActive }) => isActive));
    if (known === undefined && rows.length === 0) continue;
    if (known !== undefined && canonicalJson(known.to) === canonicalJson(to)) continue;
    if (known === undefined) {
      // What is not new, or was read earlier, was stated before the entity was followed.
      const before = partiesOf(rows.filter((row) => row.isActive && !(row.isNew && row === firstRead)));
      next = withSet(next, { ...place, to: before, at: cause.cause.observedAt });
    }
    const isBaseline = firstRead?.child === child && isKnownAtOnce(next, firstRead, cause);
    const reported = reportSet(
      next,
      { ...cause, ...place, to, reportedBy: null, comparable: true },
      ({ event, after }) => isBaseline && event === 'added' && after?.lei === firstRead.parent.lei,
    );
    next = reported.edges;
    changes.push(...reported.changes);
  }
  return { edges: next, changes };
}

/** A relationship that was stated before its child was followed, or that one file states together with the child's link. */
const isKnownAtOnce = ({ sets }: EdgeState, { child, isNew }: RelationRow, { cause }: Cause): boolean =>
  !isNew ||
  Object.values(sets).some(
    ({ last, to }) => last?.artifactId === cause.artifactId && to.some(({ lei }) => lei === child),
  );

const leisOf = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (key.startsWith('lei:') ? [key.slice('lei:'.length)] : []));

const partiesOf = (rows: readonly RelationRow[]): readonly EdgeParty[] =>
  rows.map(({ parent }) => parent).sort((a, b) => (a.name < b.name ? -1 : 1));

function chainOf({ relations }: EdgeState, issuers: readonly string[], time: number): readonly Parents[] {
  const rows = Object.values(relations);
  const chain: Parents[] = [];
  const seen = new Set(issuers);
  let children = issuers;
  for (let hop = 0; hop < mostHops && children.length > 0; hop += 1) {
    const roles = hop === 0 ? (['parent', 'ultimate_parent'] as const) : (['parent'] as const);
    const found = children.flatMap((child) =>
      roles.map((role) => ({ child, role, rows: rows.filter((row) => row.child === child && row.role === role) })),
    );
    chain.push(...found);
    const parents = found.flatMap((one) =>
      one.rows.filter((row) => row.isActive && hasBegun(row.parent, time)).map(({ parent }) => parent.name),
    );
    children = [...new Set(parents)].filter((lei) => !seen.has(lei)).sort();
    for (const lei of children) seen.add(lei);
  }
  return chain;
}

const hasBegun = ({ since }: EdgeParty, time: number): boolean => since === undefined || isReached(since, time);

/** The parties that sources link to the asset, sorted: their LEI, and their roles. */
export function linksOf({ sets }: EdgeState, at: number): readonly LinkedParty[] {
  const roles = new Map<string, Set<string>>();
  for (const { source: from, role, to } of Object.values(sets)) {
    if (from === 'registry' || !isLinking(from, role)) continue;
    for (const party of to) {
      if (party.lei === undefined || !hasBegun(party, at)) continue;
      roles.set(party.lei, (roles.get(party.lei) ?? new Set()).add(role));
    }
  }
  return [...roles].map(([lei, of]) => ({ lei, roles: [...of].sort() })).sort((a, b) => (a.lei < b.lei ? -1 : 1));
}

/** Parents are linked by GLEIF alone: a match of them with a sanctions list is stated, and rests on exact identifiers. */
const isLinking = (from: string, role: string): boolean =>
  role === 'parent' || role === 'ultimate_parent' ? from === source : !isSourceOf('register', from);
