/** Parties, roles and sources of edges in words. */
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import { isSourceOf, nameOfSource } from '../../../../../schemas/terms/source-keys.ts';
import { formatSource } from '../../../../text/source-text.ts';
import { fill } from '../../../../text/template.ts';
import { clipped, formatIsoDate, oneLine } from '../../../../text/values.ts';
import { edgePhrases } from './templates.ts';

const longestName = 160;

/** The name, or the LEI of a party whose name the source does not state. */
export function partyText({ name, lei }: EdgeParty): string {
  const line = clipped(oneLine(name), longestName);
  if (line !== '' && line !== lei) return line;
  return lei === undefined ? edgePhrases.unnamed : fill(edgePhrases.byLei, { lei });
}

/** `Example Bank AG (LEI …, country DE, since 1 January 2026)`. */
export function wholeText(party: EdgeParty): string {
  const name = partyText(party);
  const particulars = (['lei', 'registration', 'bic', 'taxId', 'country', 'since', 'until'] as const).flatMap(
    (member) => {
      const value = party[member];
      if (value === undefined || (member === 'lei' && name.includes(value))) return [];
      const text = member === 'since' || member === 'until' ? formatIsoDate(value) : clipped(value, longestName);
      return [fill(edgePhrases[member], { value: text })];
    },
  );
  return particulars.length === 0
    ? name
    : fill(edgePhrases.withParticulars, { name, particulars: particulars.join(', ') });
}

/** The source in the middle of a sentence. `register`: the name of the register, where the reading states it. */
export function sourceText(source: string, register?: string): string {
  if (source === 'registry') return edgePhrases.registry;
  if (register !== undefined && register !== '') return oneLine(register);
  if (source === 'register:gleif-rr') return edgePhrases.relations;
  return isSourceOf('register', source)
    ? fill(edgePhrases.register, { id: nameOfSource(source) })
    : formatSource(source);
}

/** For whom the role is. `issuer`: keys of the issuer. */
export function ofText(from: string, role: string, issuer: readonly string[]): string {
  const isParent = role === 'parent' || role === 'ultimate_parent';
  if (issuer.includes(from) || (isParent && from === 'asset')) return edgePhrases.ofIssuer;
  if (from === 'asset') return role === 'issuer' || role === 'co_issuer' ? edgePhrases.ofToken : edgePhrases.forToken;
  const lei = from.startsWith('lei:') ? from.slice('lei:'.length) : undefined;
  const party = lei === undefined ? clipped(nameOf(from), longestName) : fill(edgePhrases.byLei, { lei });
  return fill(edgePhrases.ofParty, { party });
}

/** The readable part of a key such as `name:example bank|DE`. */
const nameOf = (key: string): string => key.slice(key.indexOf(':') + 1).replace(/\|[A-Z-]+$/, '');
