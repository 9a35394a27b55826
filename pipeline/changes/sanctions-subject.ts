/** What a matched subject is to the asset, in words. */
import type { ListMatchValue } from '../../schemas/facts.ts';
import { fill } from './template.ts';
import {
  otherAuthority,
  otherSubject,
  ownRoles,
  partyPhrases,
  partyRoles,
  subjectNouns,
} from './texts/sanctions-subject.ts';
import { sanctionsPhrases } from './texts/sanctions.ts';
import { clipped, inWords, oneLine, orElse } from './words.ts';

type Subject = ListMatchValue['subject'];

const longestName = 160;

export interface SubjectWords {
  /** `a wallet of the issuer Example`. */
  readonly subject: string;
  /** The same after the listed value. */
  readonly same: string;
  /** `0x…, a wallet of the issuer Example`. */
  readonly ours: string;
  /** `0x… as a wallet of the issuer Example`. */
  readonly oursAs: string;
  readonly this: string;
}

export function subjectInWords({ kind, display, roles, partyName }: Subject): SubjectWords {
  const noun = subjectNouns.get(kind) ?? otherSubject;
  const own = roles.filter(isOwnRole).map(ownRoleInWords);
  const party = partyInWords(
    roles.filter((role) => !isOwnRole(role)),
    oneLine(partyName ?? ''),
  );
  const said = (template: string): string => {
    const through = party === null ? [] : [fill(template as '{party}', { party })];
    // What the subject is by itself says more than that it belongs to somebody unnamed.
    const parts = own.length > 0 && roles.every(isOwnRole) ? own : [...own, ...through];
    return parts.length === 0 ? noun.alone : inWords(parts);
  };
  const subject = said(noun.of);
  const value = orElse(clipped(display, longestName), noun.this);
  const isNamed = kind === 'party';
  return {
    subject,
    same: said(noun.same),
    ours: isNamed ? subject : `${value}, ${subject}`,
    oursAs: isNamed ? subject : `${value} as ${subject}`,
    this: noun.this,
  };
}

/** `Example Holding, parent of the issuer`: a listed party that is linked to the issuer. */
export function linkedInWords({ roles, partyName }: Subject): string {
  const party = clipped(oneLine(partyName ?? ''), longestName);
  const words = inWords(roles.filter((role) => !isOwnRole(role)).map(roleInWords));
  return party === ''
    ? fill(sanctionsPhrases.linkedUnnamed, { roles: words })
    : fill(sanctionsPhrases.linked, { party, roles: words });
}

const isOwnRole = (role: string): boolean => ownRoles.has(role) || /^(?:authority|signer):/.test(role);

function ownRoleInWords(role: string): string {
  const known = ownRoles.get(role);
  if (known !== undefined) return known;
  const type = plain(role.slice(role.indexOf(':') + 1));
  return fill(role.startsWith('signer:') ? otherAuthority.signer : otherAuthority.authority, { type });
}

/** `the issuer Example`; null when neither a party nor a role of one is known. */
function partyInWords(given: readonly string[], party: string): string | null {
  const words = given.map(roleInWords).filter((word) => word !== '');
  const name = clipped(party, longestName);
  const roles = inWords(words);
  if (words.length === 0) return name === '' ? null : name;
  if (name === '') return fill(partyPhrases.unnamed, { roles });
  return fill(words.length === 1 ? partyPhrases.one : partyPhrases.several, { roles, name });
}

const roleInWords = (role: string): string => partyRoles.get(role) ?? plain(role);

const plain = (term: string): string => oneLine(term.replaceAll('_', ' '));
