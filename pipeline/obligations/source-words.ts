/** Sources of evidence in the middle of a sentence. */
import { registerListed } from '../../schemas/facts.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { isSourceOf } from '../../schemas/terms/source-keys.ts';
import { formatPublished } from '../text/source-text.ts';
import { joinList } from '../text/values.ts';
import type { CurrentFact, DeclaredSource } from './facts.ts';

/** A document by its kind and publisher, a register by its name, and a chain by its own. */
export function whereOf({ subjectKind, field, sourceKey, sourceUrl, value, stated }: CurrentFact): string {
  if (subjectKind === 'register_row') {
    const row = value ?? stated;
    return row === undefined ? sourceKey : storedValue(row, registerListed).register;
  }
  if (field === 'authorities') return 'the proofs that this registry accepted';
  if (isSourceOf('check', sourceKey)) return 'the comparison of its sources';
  return formatPublished(sourceKey, sourceUrl ?? '');
}

export const sourcesText = (sources: readonly DeclaredSource[]): string =>
  joinList(sources.map(({ sourceId, url }) => formatPublished(sourceId, url)));
