import { tokenChains } from '../../../schemas/facts/derived.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import { chainByCaip2 } from '../../../schemas/values/chains.ts';
import { joinList } from '../../text/values.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import type { CheckFinding } from '../check.ts';
import { assetsOf, factsOf, type HeldFact } from '../token-state.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

/**
 * The chains that a document lists against the deployments that the registry lists. A deployment counts against the document
 * once its chain was read, and a chain of the document counts against the registry where the program knows it.
 */
export function checkChains(state: KeyedState, tokenId: string, assetId: string): CheckFinding | null {
  const lists = factsOf(state, tokenId, assetId, 'chains').filter(({ sourceKey }) => !isOwn(sourceKey));
  if (lists.length === 0) return null;
  const deployments = assetsOf(state, tokenId).flatMap((one) => factsOf(state, tokenId, one, 'chains'));
  const chainsIn = (wanted: (sourceKey: string) => boolean): readonly string[] =>
    [...new Set(deployments.filter(({ sourceKey }) => wanted(sourceKey)).flatMap(chainsOf))].sort();
  const [declared, read] = [chainsIn((source) => source === 'registry'), chainsIn(isChain)];
  const registry = factsOf(state, tokenId, assetId, 'chains').find(({ sourceKey }) => sourceKey === 'registry');
  if (registry === undefined || read.length === 0) return null;
  const compared = lists.map((list) => compare(list, registry, declared, read));
  return compared.find((one) => one.state === 'differ') ?? compared[0] ?? null;
}

const isChain = (sourceKey: string): boolean => isSourceOf('chain', sourceKey);
const isOwn = (sourceKey: string): boolean => sourceKey === 'registry' || isChain(sourceKey);
const chainsOf = ({ value }: HeldFact): readonly string[] => storedValue(value, tokenChains);

function compare(
  list: HeldFact,
  registry: HeldFact,
  declared: readonly string[],
  read: readonly string[],
): CheckFinding {
  const listed = chainsOf(list);
  const unnamed = read.filter((chain) => !listed.includes(chain));
  const unlisted = listed.filter((chain) => chainByCaip2(chain) !== undefined && !declared.includes(chain));
  const differences = [
    ...(unnamed.length === 0 ? [] : [`The document does not name ${namesOf(unnamed)}`]),
    ...(unlisted.length === 0 ? [] : [`this registry lists no deployment on ${namesOf(unlisted)}`]),
  ];
  return {
    basis: [list.sourceKey, ...listed, '/', ...declared, '/', ...read].join(' '),
    state: differences.length === 0 ? 'agree' : 'differ',
    left: { source: list.sourceKey, value: namesOf(listed), asOf: list.at, observationId: list.observationId },
    right: {
      source: 'registry',
      value: namesOf(declared),
      asOf: registry.at,
      observationId: registry.observationId,
    },
    difference: differences.length === 0 ? null : sentenceCase(joinList(differences)),
  };
}

const namesOf = (chains: readonly string[]): string =>
  joinList(chains.map((chain) => sentenceCase(chainByCaip2(chain)?.slug ?? chain)));
