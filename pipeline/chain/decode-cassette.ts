import type { Cassette } from './cassette.ts';
import type { ReadingHeader, UnansweredHeader } from './cassette-header.ts';
import { replay } from './exchange.ts';
import { givenIn } from './given-before.ts';
import type { ProvenFacts, StateProofs } from './proven-facts.ts';
import { agreedReading, comparedReadings } from './agreement.ts';
import { type ProvingPlan, provingPlanOf, type ReadPlan, readPlanOf } from './read-plans.ts';
import type { AssetState } from './statement.ts';

/** A decoded cassette, or the reason why it cannot be used as a sentence without its full stop. */
export type DecodedCassette =
  | {
      readonly ok: true;
      /** In the order of the header. */
      readonly states: readonly AssetState[];
      /** How many providers gave these states; 0 when no provider was asked. */
      readonly agreed: number;
      /** Facts of these states that the state root proves. */
      readonly proven: ProvenFacts;
      /** Providers whose answers the state root contradicts: they are not among those that agree. */
      readonly lying: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Replays the plan of a cassette once for each provider. States must be equal for a quorum of them; those of the first one
 * are given, with figures that nodes at different slots may state differently. A provider that the state root contradicts
 * does not count.
 */
export function decodeCassette(cassette: Cassette): DecodedCassette {
  const { header, exchanges } = cassette;
  if (header.block === null) {
    return { ok: true, states: unansweredStates(header), agreed: 0, proven: new Map(), lying: [] };
  }
  const plan = readPlanOf(header.plan);
  if (plan === undefined) return refused(`this program does not have the read plan "${header.plan}"`);
  const proving = header.proofs === undefined ? undefined : provingPlanOf(header.plan);
  if (header.proofs !== undefined && proving === undefined)
    return refused(`no proofs exist for the read plan "${header.plan}"`);
  return decodeReading({ header, exchanges }, proving ?? withoutProofs(plan));
}

const noProofs: StateProofs = { facts: new Map(), contradicted: null };

const withoutProofs = (plan: ReadPlan): ProvingPlan =>
  function* unproven(chain, block, assets, _proofs, given) {
    const states = yield* plan(chain, block, assets, given);
    return 'refused' in states ? states : { states, proofs: noProofs };
  };

/** Readings that agree. */
interface Group {
  readonly readings: (readonly AssetState[])[];
  readonly proven: ProvenFacts[];
}

function decodeReading({ header, exchanges }: Cassette<ReadingHeader>, plan: ProvingPlan): DecodedCassette {
  const { chain, block, providers, quorum, assets, proofs: asked = true } = header;
  const given = givenIn(header);
  const honest: { readonly states: readonly AssetState[]; readonly proven: ProvenFacts }[] = [];
  const lies: string[] = [];
  const lying: string[] = [];
  for (const by of providers) {
    const replayed = replay(plan(chain, block, assets, asked, given), by, exchanges);
    if (!replayed.ok) return refused(`the cassette lacks an answer of provider ${by} to ${replayed.missing.method}`);
    if ('refused' in replayed.value) return refused(`provider ${by} no longer has this block: it was dropped`);
    const { states, proofs } = replayed.value;
    if (proofs.contradicted !== null) {
      lies.push(`; the state root of block ${block.number} contradicts provider ${by} at ${proofs.contradicted}`);
      lying.push(by);
      continue;
    }
    honest.push({ states, proven: proofs.facts });
  }
  const groups = new Map<string, Group>();
  // The states of one provider have none to be compared with.
  const readings = honest.map(({ states }) => states);
  const keys = honest.length === 1 ? [''] : comparedReadings(header.plan, readings);
  for (const [index, { states, proven }] of honest.entries()) {
    const key = keys[index] ?? '';
    const group = groups.get(key) ?? { readings: [], proven: [] };
    group.readings.push(states);
    group.proven.push(proven);
    groups.set(key, group);
  }
  const [largest, second] = [...groups.values()].sort((a, b) => b.proven.length - a.proven.length);
  const agreed = largest?.proven.length ?? 0;
  if (largest === undefined || agreed < quorum || agreed === second?.proven.length) {
    return refused(`${quorum} providers must agree, and ${agreed} of ${providers.length} did${lies.join('')}`);
  }
  return { ok: true, states: agreedReading(largest.readings, quorum), agreed, proven: merged(largest.proven), lying };
}

/** What any of the providers proves. */
function merged(all: readonly ProvenFacts[]): ProvenFacts {
  const proven = new Map<string, ReadonlySet<string>>();
  for (const [assetId, facts] of all.flatMap((one) => [...one])) {
    proven.set(assetId, new Set([...(proven.get(assetId) ?? []), ...facts]));
  }
  return proven;
}

const unansweredStates = ({ assets, unanswered }: UnansweredHeader): readonly AssetState[] =>
  assets.map(({ assetId, address }) => ({ assetId, address, reading: unanswered, unread: [], facts: [] }));

const refused = (reason: string): DecodedCassette => ({ ok: false, reason });
