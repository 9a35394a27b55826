/** Which facts of an asset are facts of its token, and what is stated of them. */
import { disclosedChains } from '../../../schemas/facts/disclosed.ts';
import { assetDeclaration, chainReading } from '../../../schemas/facts.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { isSourceOf, nameOfSource } from '../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { chainBySlug } from '../../../schemas/values/chains.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
import type { factOfKey } from '../fact.ts';

type Place = ReturnType<typeof factOfKey>;
export type TokenFactKind = Term<'tokenFactKind'>;

/**
 * The kind of the record that a fact gives; null for the others. `chains` has the chain of a deployment as declared (source
 * `registry`) and as read (source `chain:<CAIP-2>`), and the chains that documents list. `control` has an account with power
 * as its chain states it, and what documents state of one.
 */
export function kindOf({ subjectKind, subjectKey, field, sourceKey }: Place): TokenFactKind | null {
  if (subjectKind === 'authority') return field === 'authority' || field === 'control' ? field : null;
  if (subjectKind !== 'asset' || subjectKey !== '') return null;
  if (sourceKey === 'registry') return field === 'declaration' ? 'chains' : null;
  if (isSourceOf('chain', sourceKey)) {
    return field === 'supply' ? 'supply' : field === 'chain_reading' ? 'chains' : null;
  }
  if (field === 'report') return 'report';
  if (field === 'disclosed_control') return 'control';
  return field === documentField ? 'chains' : null;
}

/** The field of the catalogue that has the chains a document names. */
const documentField = fieldOf('document_reference')?.name ?? '';

/** The value of a record, RFC 8785 text, from the value of the fact; null when nothing is stated. */
export function valueOf({ field, sourceKey }: Place, value: string | null): string | null {
  if (value === null) return null;
  switch (field) {
    case 'declaration': {
      const { asset } = storedValue(value, assetDeclaration);
      return canonicalJson([chainBySlug(asset.chain)?.caip2 ?? asset.chain]);
    }
    case 'chain_reading':
      return storedValue(value, chainReading) === 'stated' ? canonicalJson([nameOfSource(sourceKey)]) : null;
    case documentField: {
      const { chains = [] } = storedValue(value, disclosedChains);
      return chains.length === 0 ? null : canonicalJson(chains);
    }
    default:
      return value;
  }
}
