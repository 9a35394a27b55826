/** Two names alone, without an entry or a party: equal, similar or neither. */
import { formsAgree, normalName, normalPerson } from './equality/normal-name.ts';
import { type NamePart, partsOf } from './names-in-names.ts';
import { type Agreement, agreementOf } from './pairing/agreement.ts';
import { pairWords } from './pairing/pair-words.ts';
import type { NameMode } from './reading/word.ts';
import { compareSimilar, readName } from './similar.ts';

/** How two names compare; null when they are neither equal nor similar. */
export interface ComparedNames extends Agreement {
  /** L3: equal. L4: similar by `rules`. */
  readonly level: 'L3' | 'L4';
  /** The names inside the two that agree; absent where the whole names do. */
  readonly parts?: { readonly ours?: NamePart; readonly listed?: NamePart };
}

/** The whole names decide, then the names that either states around a mark. The first equal pair wins, else the first similar one. */
export function compareNames(ours: string, listed: string, mode: NameMode): ComparedNames | null {
  const whole = compareWhole(ours, listed, mode);
  if (whole?.level === 'L3') return whole;
  const [left, right] = [namesIn(ours, mode), namesIn(listed, mode)];
  let best = whole;
  for (const one of left) {
    for (const other of right) {
      if (one.part === undefined && other.part === undefined) continue;
      const found = compareWhole(one.name, other.name, mode);
      if (found === null || (best !== null && found.level !== 'L3')) continue;
      best = { ...found, parts: { ...(one.part && { ours: one.part }), ...(other.part && { listed: other.part }) } };
      if (found.level === 'L3') return best;
    }
  }
  return best;
}

const namesIn = (name: string, mode: NameMode): readonly { readonly name: string; readonly part?: NamePart }[] => [
  { name },
  ...partsOf(name, mode).map((part) => ({ name: part.name, part })),
];

function compareWhole(ours: string, listed: string, mode: NameMode): ComparedNames | null {
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
