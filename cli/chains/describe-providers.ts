import type { ProviderStatus } from '../../pipeline/publishers/chain/provider-status.ts';
import type { ProviderCapabilities } from '../../pipeline/publishers/chain/try-capabilities.ts';
import { table } from '../program/output/table.ts';
import type { ChainProviders } from './observed-providers.ts';

/** The providers of all chains as a table, and below it why some cannot be used. */
export function describeProviders(chains: readonly ChainProviders[]): string {
  if (chains.length === 0) return 'no chain is observed: no setting ATTESTRY_RPC_<CHAIN> names a provider';
  const rows = chains.flatMap(({ chain, providers }) => providers.map((one) => [chain, ...providerRow(one)]));
  const problems = chains.flatMap(({ chain, providers }) =>
    providers.flatMap(({ problem }) => (problem === null ? [] : [`${chain}: ${problem}`])),
  );
  const header = ['chain', 'provider', 'head', 'finalized', 'age', 'can'];
  return [table(header, rows), ...(problems.length === 0 ? [] : ['', ...problems])].join('\n');
}

const providerRow = ({ label, head, finalized, ageSeconds, capabilities }: ProviderStatus): readonly string[] => [
  label,
  head === null ? '-' : String(head),
  finalized === null ? '-' : String(finalized.number),
  ageSeconds === null ? '-' : `${ageSeconds} s`,
  capabilities === null ? '-' : abilities(capabilities).join(', '),
];

/** What a provider can do, in words. */
export function abilities({ overrides, proofs, batches, archive, creator }: ProviderCapabilities): readonly string[] {
  return [
    ...(overrides ? ['overrides'] : []),
    ...(proofs === 'verified' ? ['proofs'] : proofs === 'none' ? [] : [`proofs ${proofs}`]),
    ...(batches === true ? ['batches'] : []),
    archive === null ? 'state since the first block' : `state of the last ${archive} blocks`,
    ...(creator ? ['creators'] : []),
  ];
}
