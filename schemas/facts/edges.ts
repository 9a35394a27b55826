/** Values of facts about the parties that have a role for an asset. */
import { listOf, nullable, object, optional, term, text, type ValueOf } from './shape.ts';

/** A party as one source names it. Identifiers and dates are absent where the source does not state them. */
const edgeParty = object({
  name: text,
  lei: optional(text),
  /** Registration number; it identifies the party together with the country. */
  registration: optional(text),
  /** ISO 3166-1 alpha-2. */
  country: optional(text),
  bic: optional(text),
  taxId: optional(text),
  /** Begin and end of the role, YYYY-MM-DD. */
  since: optional(text),
  until: optional(text),
});
export type EdgeParty = ValueOf<typeof edgeParty>;

/**
 * `party` / `edges`, subject key `edges:<from>:<role>`: every party that one source names in the role. `from` is `asset`, or
 * the key of the party that the role is for, as `lei:<LEI>` for the parents of the issuer. Null: the source no longer
 * states the role.
 */
export const partyEdges = nullable(object({ from: text, role: term('partyRole'), to: listOf(edgeParty) }));
export type PartyEdgesValue = ValueOf<typeof partyEdges>;
