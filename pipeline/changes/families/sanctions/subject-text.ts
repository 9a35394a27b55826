/** Texts about the role of a matched subject for the asset. */
import type { ListMatchValue } from '../../../../schemas/facts.ts';
import { authorityTerm } from '../../../../schemas/terms/authorities.ts';
import { fill } from '../../../text/template.ts';
import {
  authorityHolder,
  otherSubject,
  ownRoles,
  partyPhrases,
  partyRoles,
  subjectNouns,
} from './subject-templates.ts';
import { sanctionsPhrases } from './phrases.ts';
import { clipped, joinList, oneLine, orElse } from '../../../text/values.ts';

type Subject = ListMatchValue['subject'];

const longestName = 160;

export interface SubjectText {
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

export function formatSubject({ kind, display, roles, partyName }: Subject): SubjectText {
  const noun = subjectNouns.get(kind) ?? otherSubject;
  const own = roles.filter(isOwnRole).map(formatOwnRole);
  const party = formatParty(
    roles.filter((role) => !isOwnRole(role)),
    oneLine(partyName ?? ''),
  );
  const withNames = (template: string): string => {
    const through = party === null ? [] : [fill(template as '{party}', { party })];
    // A subject with own roles only: its own role states more than "belongs to" an unnamed party.
    const parts = own.length > 0 && roles.every(isOwnRole) ? own : [...own, ...through];
    return parts.length === 0 ? noun.alone : joinList(parts);
  };
  const subject = withNames(noun.of);
  const value = orElse(clipped(display, longestName), noun.this);
  const isNamed = kind === 'party';
  return {
    subject,
    same: withNames(noun.same),
    ours: isNamed ? subject : `${value}, ${subject}`,
    oursAs: isNamed ? subject : `${value} as ${subject}`,
    this: noun.this,
  };
}

/** `Example Holding, parent of the issuer`: a listed party that is linked to the issuer. */
export function formatLinked({ roles, partyName }: Subject): string {
  const party = clipped(oneLine(partyName ?? ''), longestName);
  const words = joinList(roles.filter((role) => !isOwnRole(role)).map(formatRole));
  return party === ''
    ? fill(sanctionsPhrases.linkedUnnamed, { roles: words })
    : fill(sanctionsPhrases.linked, { party, roles: words });
}

const isOwnRole = (role: string): boolean => ownRoles.has(role) || /^(?:authority|signer):/.test(role);

function formatOwnRole(role: string): string {
  const known = ownRoles.get(role);
  if (known !== undefined) return known;
  const holder = oneLine(authorityTerm(role.slice(role.indexOf(':') + 1)).holder);
  return fill(role.startsWith('signer:') ? authorityHolder.signer : authorityHolder.authority, { holder });
}

/** `the issuer Example`; null when neither a party nor a role of one is known. */
function formatParty(given: readonly string[], party: string): string | null {
  const words = given.map(formatRole).filter((word) => word !== '');
  const name = clipped(party, longestName);
  const roles = joinList(words);
  if (words.length === 0) return name === '' ? null : name;
  if (name === '') return fill(partyPhrases.unnamed, { roles });
  return fill(words.length === 1 ? partyPhrases.one : partyPhrases.several, { roles, name });
}

const formatRole = (role: string): string => partyRoles.get(role) ?? plain(role);

const plain = (term: string): string => oneLine(term.replaceAll('_', ' '));
