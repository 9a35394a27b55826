import { isSourceOf, nameOfSource } from '../../schemas/terms/source-keys.ts';
import { chainName } from '../../schemas/values/chains.ts';
import { publisherOf } from './publisher-text.ts';
import { fill } from './template.ts';

/** Names of sources by their id. */
const sourceNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    terms: 'the terms document',
    whitepaper: 'the white paper',
    report: 'the report',
    page: 'the page',
  }),
);

const sourceTexts = {
  chain: 'the {chain} chain',
  unknownChain: 'the chain {chain}',
  other: 'the source “{id}”',
  published: '{source} of {publisher}',
} as const;

/** The name of a source in the middle of a sentence: a declared source by its id, or a chain. */
export function formatSource(sourceKey: string): string {
  if (!isSourceOf('chain', sourceKey)) {
    return sourceNames.get(sourceKey) ?? fill(sourceTexts.other, { id: sourceKey });
  }
  const caip2 = nameOfSource(sourceKey);
  const chain = chainName(caip2);
  return fill(chain === null ? sourceTexts.unknownChain : sourceTexts.chain, { chain: chain ?? caip2 });
}

/** The name of a source with its publisher; `address` is empty if it is not known. */
export const formatPublished = (sourceKey: string, address: string): string =>
  address === ''
    ? formatSource(sourceKey)
    : fill(sourceTexts.published, { source: formatSource(sourceKey), publisher: publisherOf(address) });

/** A chain by its name, or by its CAIP-2 id if it has none here. */
export const formatChain = (caip2: string): string => chainName(caip2) ?? caip2;
