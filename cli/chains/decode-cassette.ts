import type { Cassette } from '../../pipeline/chain/cassette.ts';
import { replay } from '../../pipeline/chain/exchange.ts';
import { evmPlan, evmPlanVersion } from '../../pipeline/chain/evm/plan.ts';
import type { AssetState } from '../../pipeline/chain/statement.ts';
import { CommandFailed } from '../program/exit.ts';

/** A reading as the command prints it. */
export interface ShownReading {
  readonly chain: string;
  readonly block: Cassette['header']['block'];
  readonly providers: readonly string[];
  readonly plan: string;
  readonly assets: readonly AssetState[];
}

/** Decodes a cassette: the same plan that made the requests reads the recorded answers. Throws CommandFailed. */
export function decodeCassette({ header, exchanges }: Cassette): ShownReading {
  const { chain, block, providers, plan, assets } = header;
  if (plan !== evmPlanVersion) throw new CommandFailed(`this program does not have the read plan "${plan}"`);
  const by = providers[0] ?? '';
  const replayed = replay(evmPlan(chain, block, assets), by, exchanges);
  if (!replayed.ok) throw new CommandFailed(`the cassette lacks an answer to ${replayed.missing.method}`);
  return { chain, block, providers, plan, assets: statesOf(replayed.value) };
}

/** Throws CommandFailed for a plan that read nothing. */
export function statesOf(result: readonly AssetState[] | { readonly refused: 'block_unknown' }): readonly AssetState[] {
  if ('refused' in result) throw new CommandFailed('the provider no longer has this block: it was dropped');
  return result;
}
