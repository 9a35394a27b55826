import type { Cassette } from '../../pipeline/chain/cassette.ts';
import { decodeCassette } from '../../pipeline/chain/decode-cassette.ts';
import type { AssetState, PlanResult } from '../../pipeline/chain/statement.ts';
import { CommandFailed } from '../program/exit.ts';

/** A reading as the command prints it. */
export interface ShownReading {
  readonly chain: string;
  readonly block: Cassette['header']['block'];
  readonly providers: readonly string[];
  readonly plan: string;
  readonly assets: readonly AssetState[];
}

/** Throws CommandFailed for a cassette that says nothing. */
export function shownReading(cassette: Cassette): ShownReading {
  const decoded = decodeCassette(cassette);
  if (!decoded.ok) throw new CommandFailed(decoded.reason);
  const { chain, block, providers, plan } = cassette.header;
  return { chain, block, providers, plan, assets: decoded.states };
}

/** Throws CommandFailed for a plan that read nothing. */
export function statesOf(result: PlanResult): readonly AssetState[] {
  if ('refused' in result) throw new CommandFailed('the provider no longer has this block: it was dropped');
  return result;
}
