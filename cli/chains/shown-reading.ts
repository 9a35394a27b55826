import type { Cassette } from '../../pipeline/chain/cassette.ts';
import { decodeCassette } from '../../pipeline/chain/decode-cassette.ts';
import { isProven, type ProvenFacts } from '../../pipeline/chain/proven-facts.ts';
import type { AssetState, ChainFact } from '../../pipeline/chain/statement.ts';
import { CommandFailed } from '../program/process/exit.ts';

/** A fact; `proven` only where the state root of the block proves it. */
export type ShownFact = ChainFact & { readonly proven?: true };

export interface ShownAsset extends AssetState {
  readonly facts: readonly ShownFact[];
  /** The state root proves that there is no contract. */
  readonly proven?: true;
}

/** A reading as the command prints it. */
export interface ShownReading {
  readonly chain: string;
  readonly block: Cassette['header']['block'];
  readonly providers: readonly string[];
  readonly plan: string;
  readonly assets: readonly ShownAsset[];
}

/** Throws CommandFailed for a cassette from which no fact can be read. */
export function shownReading(cassette: Cassette): ShownReading {
  const decoded = decodeCassette(cassette);
  if (!decoded.ok) throw new CommandFailed(decoded.reason);
  const { chain, block, providers, plan } = cassette.header;
  return { chain, block, providers, plan, assets: decoded.states.map((state) => marked(state, decoded.proven)) };
}

const noContract = { subjectKind: 'asset', subjectKey: '', field: 'chain_reading' } as const;

function marked(state: AssetState, proven: ProvenFacts): ShownAsset {
  const is = (fact: Parameters<typeof isProven>[2]): boolean => isProven(proven, state.assetId, fact);
  return {
    ...state,
    ...(is(noContract) ? { proven: true } : {}),
    facts: state.facts.map((fact) => (is(fact) ? { ...fact, proven: true } : fact)),
  };
}
