/** Two names alone, without an entry or a party: equal, similar or neither. */
import { formsAgree, normalName, normalPerson } from './normal-name.ts';
import { type Agreement, agreementOf } from './v1/agreement.ts';
import { pairWords } from './v1/pair-words.ts';
import { compareSimilar, readName } from './v1/similar.ts';
import type { NameMode } from './v1/word.ts';

/** How two names compare; null when they are neither equal nor similar. */
export interface ComparedNames extends Agreement {
  /** L3: equal. L4: similar by `rules`. */
  readonly level: 'L3' | 'L4';
}

export function compareNames(ours: string, listed: string, mode: NameMode): ComparedNames | null {
  const [left, right] = [readName(ours, mode), readName(listed, mode)];
  if (areEqual(ours, listed, mode)) return { level: 'L3', ...agreementOf(pairWords(left, right)) };
  const compared = compareSimilar(left, right);
  return compared === null ? null : { level: 'L4', ...agreementOf(compared.paired) };
}

/** Equal but for spelling, legal forms of one kind and, for organisations, nothing else. */
function areEqual(ours: string, listed: string, mode: NameMode): boolean {
  const [left, right] =
    mode === 'person' ? [normalPerson(ours), normalPerson(listed)] : [normalName(ours), normalName(listed)];
  return left.base !== '' && left.base === right.base && formsAgree(left, right);
}
