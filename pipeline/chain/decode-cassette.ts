import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { Cassette } from './cassette.ts';
import type { ReadingHeader, UnansweredHeader } from './cassette-header.ts';
import { replay } from './exchange.ts';
import { comparedStates, type ReadPlan, readPlanOf } from './read-plans.ts';
import type { AssetState } from './statement.ts';

/** What a cassette says, or why it says nothing, as a sentence without its full stop. */
export type DecodedCassette =
  | {
      readonly ok: true;
      /** In the order of the header. */
      readonly states: readonly AssetState[];
      /** How many providers gave these states; 0 when no provider was asked. */
      readonly agreed: number;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Replays the plan of a cassette once for each provider. States must be equal for a quorum of them; those of the first one
 * are given, with figures that nodes at different slots may state differently.
 */
export function decodeCassette(cassette: Cassette): DecodedCassette {
  const { header, exchanges } = cassette;
  if (header.block === null) return { ok: true, states: unansweredStates(header), agreed: 0 };
  const plan = readPlanOf(header.plan);
  if (plan === undefined) return refused(`this program does not have the read plan "${header.plan}"`);
  return decodeReading({ header, exchanges }, plan);
}

function decodeReading({ header, exchanges }: Cassette<ReadingHeader>, plan: ReadPlan): DecodedCassette {
  const { chain, block, providers, quorum, assets } = header;
  const groups = new Map<string, { readonly states: readonly AssetState[]; agreed: number }>();
  for (const by of providers) {
    const replayed = replay(plan(chain, block, assets), by, exchanges);
    if (!replayed.ok) return refused(`the cassette lacks an answer of provider ${by} to ${replayed.missing.method}`);
    const states = replayed.value;
    if ('refused' in states) return refused(`provider ${by} no longer has this block: it was dropped`);
    const key = canonicalJson(comparedStates(header.plan, states));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { states, agreed: 1 });
    else group.agreed += 1;
  }
  const [largest, second] = [...groups.values()].sort((a, b) => b.agreed - a.agreed);
  if (largest === undefined || largest.agreed < quorum || largest.agreed === second?.agreed) {
    return refused(`${quorum} providers must agree, and ${largest?.agreed ?? 0} of ${providers.length} did`);
  }
  return { ok: true, ...largest };
}

const unansweredStates = ({ assets, unanswered }: UnansweredHeader): readonly AssetState[] =>
  assets.map(({ assetId, address }) => ({ assetId, address, reading: unanswered, unread: [], facts: [] }));

const refused = (reason: string): DecodedCassette => ({ ok: false, reason });
