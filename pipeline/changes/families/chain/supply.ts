import { disclosedShare } from '../../../../schemas/facts/disclosed.ts';
import { type ChainSupplyValue, chainToken } from '../../../../schemas/facts.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import { type Fact, factKey, factOfKey, factPrefix, type Side, sideOf } from '../../fact.ts';
import { accept, type Decision, type Finding } from '../../finding.ts';
import { fillWording } from '../../../text/template.ts';
import { formatDate } from '../../../text/values.ts';
import type { Compare, ObservedState } from '../family.ts';
import { tokenFields } from './labels.ts';
import { percentText, perMille, tokensOf } from './supply-text.ts';
import { tokenTexts } from './templates.ts';
import { readingOf } from './text.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

interface Figure {
  /** Milliseconds. */
  readonly at: number;
  readonly units: string;
  readonly side: Side;
}

/** Readings of a supply as far as later ones are compared with them, oldest first. */
interface SupplyState {
  readonly figures: readonly Figure[];
  /** The last change that was stated. */
  readonly reported: (Figure & { readonly isGrowth: boolean }) | null;
}

const week = 7 * dayMs;

/** A change is stated at 5 percent from the figure a day before, or 20 percent from that of a week before, in tenths of a percent. */
const bounds = [
  { back: dayMs, least: 50n },
  { back: week, least: 200n },
] as const;

const keyOf = (observed: ObservedState): string => `supply\t${factKey(observed.observation)}`;

/**
 * The supply: each reading is stored, few are stated. A figure that was stated is the next base, and the same direction is
 * stated again only from there, at most once a day.
 */
export const compareSupply: Compare<ChainSupplyValue> = (_seen, current, observed) => {
  const { state, observation } = observed;
  const key = keyOf(observed);
  const { observedAt: at } = observation;
  const before = state.get<SupplyState>(key) ?? { figures: [], reported: null };
  const found = crossed(before, current, at);
  const figure = { at, units: current, side: { ...sideOf(observation), value: observation.value } };
  const reported = found === null ? before.reported : { ...figure, isGrowth: BigInt(current) > BigInt(found.units) };
  state.put(key, { figures: [...since(before.figures, at - week), figure], reported } satisfies SupplyState);
  return found === null ? accept : statedChange(found, current, observed);
};

/** The figures from `from` on, and the one that was in force then. */
function since(figures: readonly Figure[], from: number): readonly Figure[] {
  const first = figures.findLastIndex(({ at }) => at <= from);
  return figures.slice(Math.max(0, first));
}

/** The figure from which the supply moved beyond a bound; null when it did not. */
function crossed({ figures, reported }: SupplyState, units: string, at: number): Figure | null {
  for (const { back, least } of bounds) {
    // A figure is stated again after a week at the latest: an older one does not show what was in force then.
    const usable = figures.filter((figure) => figure.at >= at - back - week);
    const nearest = usable.findLast((figure) => figure.at <= at - back) ?? usable[0];
    const base = reported !== null && nearest !== undefined && reported.at > nearest.at ? reported : nearest;
    if (base === undefined || base.units === units) continue;
    const moved = perMille(base.units, units);
    const isGrowth = BigInt(units) > BigInt(base.units);
    const isBeyond = moved === null || (isGrowth ? moved : -moved) >= least;
    const isTooSoon = reported !== null && reported.isGrowth === isGrowth && at - reported.at < dayMs;
    if (isBeyond && !isTooSoon) return base;
  }
  return null;
}

function statedChange(base: Figure, units: string, observed: ObservedState): Decision {
  const { state, observation } = observed;
  const decimals = decimalsOf(observed);
  const [before, after] = [tokensOf(base.units, decimals), tokensOf(units, decimals)];
  const moved = perMille(base.units, units);
  const slots = { before, after, read: readingOf(observation), since: formatDate(base.at) };
  const field = { name: 'supply', ...tokenFields.supply };
  const finding: Finding = {
    category: 'disclosure_field',
    fieldGroup: 'tokenomics',
    kind: 'supply_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    comparable: true,
    comparison: {
      comparison: 'chain_supply',
      isCovered: isCovered(state, observation.assetId),
      movedBy: moved === null ? null : Number(moved),
      isAlone: observation.quorum === 1,
    },
    wording:
      moved === null
        ? fillWording(tokenTexts.supplyCreated, slots)
        : fillWording(moved < 0n ? tokenTexts.supplyFell : tokenTexts.supplyRose, {
            ...slots,
            percent: percentText(base.units, units),
          }),
    field,
    before,
    after,
    previous: { label: field.label, value: before, note: formatDate(base.at) },
    current: { label: field.label, value: after, note: formatDate(observation.observedAt) },
  };
  return { decision: 'change', finding, since: base.side };
}

function decimalsOf({ state, observation }: ObservedState): number | null {
  const fact = state.get<Fact>(factKey({ ...observation, field: 'token' }));
  return storedValue(fact?.value, chainToken)?.decimals ?? null;
}

const full = 100;

/** Whether every source that states the coverage of the reserve states at least 100 percent. */
function isCovered(state: ObservedState['state'], assetId: string): boolean {
  const shares: number[] = [];
  for (const [key, fact] of state.entries<Fact>(factPrefix(assetId, 'asset', ''))) {
    if (factOfKey(key).field !== 'reserve_coverage_ratio' || fact.value === null) continue;
    shares.push(Number(storedValue(fact.value, disclosedShare).percent ?? 'NaN'));
  }
  return shares.length > 0 && shares.every((share) => share >= full);
}
