/** The value of an observation of edges: the parties that one source names in one role. */
import type { EdgeParty } from '../../schemas/facts.ts';
import type { PartyRole } from '../../schemas/vocabulary.ts';
import { partyKey } from './identity.ts';

interface EdgesPlace {
  /** `asset`, or the key of the party that the role is for. */
  readonly from: string;
  readonly role: PartyRole;
}

/** Subject key of the fact. */
export const edgesSubjectKey = ({ from, role }: EdgesPlace): string => `edges:${from}:${role}`;

export const isEdgesSubjectKey = (subjectKey: string): boolean => /^edges:.+:[a-z_]+$/.test(subjectKey);

/** Whether a text has the form of `from`. */
export const isEdgesFrom = (from: string): boolean =>
  /^(?:asset|lei:[A-Z0-9]{20}|reg:[A-Z]{2}:.+|bic:.+|name:.+\|(?:[A-Z]{2}|-))$/.test(from);

/** The parties in their stored form: by key, each once. */
export function sortedParties(parties: readonly EdgeParty[]): readonly EdgeParty[] {
  const byKey = new Map(parties.map((party) => [partyKey(party), party]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, party]) => party);
}
