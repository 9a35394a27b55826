import { termsOf, type Severity } from '../../../schemas/vocabulary.ts';
import type { StandingFacts } from './facts.ts';
import type { StandingPart, StandingPartName, StandingState } from './part.ts';
import { agreementPart } from './parts/agreement.ts';
import { businessPart } from './parts/business.ts';
import { controlPart } from './parts/control.ts';
import { documentsPart } from './parts/documents.ts';
import { dutiesPart } from './parts/duties.ts';
import { issuerPart } from './parts/issuer.ts';
import { listsPart } from './parts/lists.ts';
import { registerPart } from './parts/register.ts';
import { transfersPart } from './parts/transfers.ts';

/** How a token is at one moment. Times in milliseconds. */
export interface Standing {
  /** The worst of the parts that decide. */
  readonly state: StandingState;
  /** Null where the state is good. */
  readonly severity: Severity | null;
  /** The first part that has the state and decides it; null where it is good. */
  readonly worst: StandingPart | null;
  /** By state, severity, then the order of the vocabulary. */
  readonly parts: readonly StandingPart[];
  readonly at: number;
  /** The last moment at which it is so if nothing new is read. */
  readonly validUntil: number;
}

const makers: Readonly<Record<StandingPartName, (facts: StandingFacts, now: number) => StandingPart>> = {
  issuer: issuerPart,
  business: businessPart,
  control: controlPart,
  lists: listsPart,
  transfers: transfersPart,
  register: registerPart,
  documents: documentsPart,
  agreement: agreementPart,
  duties: dutiesPart,
};

/** Parts that decide in each state (conformance U-11). */
const deciding: ReadonlySet<StandingPartName> = new Set(['issuer', 'business', 'control', 'lists']);

/** How a token is now: every part, for its watcher and the operator. */
export const standingOf = (facts: StandingFacts, now: number): Standing =>
  joined(
    termsOf('standingPart').map((part) => makers[part](facts, now)),
    now,
    endsIn(facts),
  );

/** Ends of authorisations: whatever else a register part states, it is adverse from then on. */
const endsIn = ({ tables }: StandingFacts): readonly number[] =>
  (tables?.rows ?? []).flatMap(({ endsAt }) => endsAt ?? []);

/** What anybody may see of it: the parts that decide and any that is adverse, without candidates and our reading of duties. */
export function publicStandingOf(facts: StandingFacts, now: number): Standing {
  const shown = facts.tables === null ? facts : { ...facts, tables: { ...facts.tables, candidates: [] } };
  const { parts, validUntil } = standingOf(shown, now);
  const isShown = ({ part, state }: StandingPart): boolean =>
    deciding.has(part) || (state === 'adverse' && part !== 'duties');
  return { ...joined(parts.filter(isShown), now), validUntil };
}

function joined(unordered: readonly StandingPart[], now: number, ends: readonly number[] = []): Standing {
  const parts = unordered.toSorted(byWeight);
  const [worst] = parts.filter((part) => decides(part, now));
  return {
    state: worst?.state ?? 'open',
    severity: worst === undefined ? 'medium' : worst.severity,
    worst: worst === undefined || worst.state === 'good' ? null : worst,
    parts,
    at: now,
    validUntil: Math.min(untilOf(parts, now), ...ends.filter((end) => end > now).map((end) => end - 1)),
  };
}

/** What is open because nothing is declared or can be checked does not decide, else every token would be open for ever. */
const decides = ({ part, state, limitAt }: StandingPart, now: number): boolean =>
  deciding.has(part) || state === 'adverse' || (state === 'open' && limitAt !== null && limitAt < now);

const untilOf = (parts: readonly StandingPart[], now: number): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...parts.flatMap(({ limitAt }) => (limitAt !== null && limitAt >= now ? [limitAt] : [])),
  );

const rankIn = (terms: readonly string[], term: string | null): number =>
  term === null ? terms.length : terms.indexOf(term);

/** Adverse ones first, severe ones before others. */
export const byWeight = (
  a: Pick<StandingPart, 'severity' | 'state'> & Partial<Pick<StandingPart, 'part'>>,
  b: typeof a,
): number =>
  rankIn(termsOf('standingState'), a.state) - rankIn(termsOf('standingState'), b.state) ||
  rankIn(termsOf('severity'), a.severity) - rankIn(termsOf('severity'), b.severity) ||
  rankIn(termsOf('standingPart'), a.part ?? null) - rankIn(termsOf('standingPart'), b.part ?? null);
