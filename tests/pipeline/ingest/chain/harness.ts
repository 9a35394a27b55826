/** States of a token as a plan gives them, and the fold of readings over them. */
import { createHash } from 'node:crypto';
import type { ProvenFacts } from '../../../../pipeline/chain/proven-facts.ts';
import type { AssetState, ChainFact } from '../../../../pipeline/chain/statement.ts';
import { chainState } from '../../../../pipeline/ingest/chain/chain-state.ts';
import { foldReading, type FoldedReading } from '../../../../pipeline/ingest/chain/fold-reading.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { keyedState } from '../harness.ts';

export const day = 24 * 60 * 60 * 1000;
const chain = 'eip155:1';
export const feedId = 'chain-ethereum';
export const firstBlock = 1_000;
export const secondsPerBlock = 12;

export const a = '0x00000000000000000000000000000000000000aA';
export const b = '0x00000000000000000000000000000000000000Bb';
export const c = '0x00000000000000000000000000000000000000cC';
const minterRole = '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6';
const token = '0x0000000000000000000000000000000000000001';

export const assetFact = (field: string, value: unknown): ChainFact => ({
  subjectKind: 'asset',
  subjectKey: '',
  field,
  value,
});

/** An authority; null: given up. */
export const authority = (key: string, address: string | null): ChainFact => ({
  subjectKind: 'authority',
  subjectKey: key,
  field: 'authority',
  value:
    address === null
      ? null
      : { type: key.split(':')[0], address, accountType: 'regular', signers: [], threshold: null },
});

export const control = (address: string, kind = 'key'): ChainFact => ({
  subjectKind: 'authority',
  subjectKey: address,
  field: 'control',
  value: { kind },
});

export const minters = (...holders: readonly string[]): ChainFact => ({
  subjectKind: 'authority',
  subjectKey: `${token}:${minterRole}`,
  field: 'role',
  value: { name: 'MINTER_ROLE', adminRole: null, holders },
});

export const code = (implementationCodeHash: string): ChainFact =>
  assetFact('code', { proxy: 'uups', implementation: c, codeHash: '0x01', implementationCodeHash, beacon: null });

export const named = (name: string | null): ChainFact =>
  assetFact('token', { name, symbol: 'TKN', decimals: 6, standard: 'erc20', replaced: [] });

export const stated = (assetId: string, ...facts: readonly ChainFact[]): AssetState => ({
  assetId,
  address: token,
  reading: 'stated',
  unread: [],
  facts: [assetFact('chain_reading', 'stated'), ...facts],
});

export const answered = (
  assetId: string,
  reading: AssetState['reading'],
  unread: readonly string[] = [],
): AssetState => ({
  assetId,
  address: token,
  reading,
  unread,
  facts: [],
});

export interface GivenReading {
  readonly states: readonly AssetState[];
  /** Blocks after the first; null: nothing was asked, and `at` is when. */
  readonly block: number | null;
  readonly at?: number;
  readonly agreed?: number;
  readonly swept?: number;
  readonly force?: boolean;
  readonly plan?: string;
  readonly proven?: ProvenFacts;
}

export const timeOf = (block: number): number => (1_700_000_000 + block * secondsPerBlock) * 1000;
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hashOfBlock = (number: number): string => `0x${sha(`block ${number}`)}`;
export const artifactOf = (given: GivenReading): string => sha(JSON.stringify(given));

interface FoldOutput extends FoldedReading {
  readonly written: readonly Observation[];
  /** `<subject key> <field>` with the value, in the order they were written. */
  readonly shown: readonly string[];
}

export interface Fold {
  readonly take: (given: GivenReading) => FoldOutput;
  readonly map: ReadonlyMap<string, string>;
}

export function openFold(map = new Map<string, string>()): Fold {
  return {
    map,
    take: (given) => {
      const {
        states,
        block,
        agreed = 2,
        swept = states.length,
        force = false,
        plan = 'evm-1',
        proven = new Map(),
      } = given;
      const assets = states.map(({ assetId, address }) => ({ assetId, address, standard: 'erc20' }));
      const common = { cassette: 1, chain, plan, assets } as const;
      const unanswered = states[0]?.reading === 'not_observed' ? 'not_observed' : 'unreadable';
      const number = firstBlock + (block ?? 0);
      const header =
        block === null
          ? ({ ...common, block, providers: [], quorum: 0, swept: 0, unanswered } as const)
          : {
              ...common,
              block: { number, hash: hashOfBlock(number), timestamp: timeOf(block) / 1000 },
              providers: ['own', 'b'].slice(0, agreed),
              quorum: agreed,
              swept,
            };
      const asOf = given.at ?? timeOf(block ?? 0);
      const evidence = { agreed: block === null ? 0 : agreed, artifactId: artifactOf(given), proven };
      const reading = { header, states, ...evidence };
      const folded = foldReading(chainState(keyedState(map), feedId), { asOf, force }, reading);
      const written = folded.observations.map(({ value }) => value as Observation);
      return { ...folded, written, shown: written.map(shownFact) };
    },
  };
}

export const shownFact = ({ subjectKey, field, value }: Observation): string =>
  [subjectKey, field, shownValue(value)].filter((part) => part !== '').join(' ');

function shownValue(value: string | null): string {
  if (value === null) return 'null';
  const parsed = JSON.parse(value) as { readonly address?: string; readonly kind?: string; readonly name?: string };
  return parsed.address ?? parsed.kind ?? value;
}
