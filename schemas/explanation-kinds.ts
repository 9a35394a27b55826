import type { Category, ExplanationKind } from './vocabulary.ts';

/** A kind of change, described for people. */
export interface ExplanationKindEntry {
  /** Category of the changes of this kind. */
  readonly category: Category;
  readonly title: string;
  /** What a change of this kind states, one sentence. */
  readonly meaning: string;
  /** The first place to check. */
  readonly hint: string;
}

/** Every kind of change; a kind without an entry does not compile. */
export const explanationKinds: Readonly<Record<ExplanationKind, ExplanationKindEntry>> = {
  value_changed: {
    category: 'disclosure_field',
    title: 'Value changed',
    meaning: 'A source states another value of a field than before.',
    hint: 'Both passages are quoted with the hash of the bytes they were read from.',
  },
  value_added: {
    category: 'disclosure_field',
    title: 'Value stated',
    meaning: 'A source states a field that it did not state before.',
    hint: 'The passage is quoted with the hash of the bytes it was read from.',
  },
  value_removed: {
    category: 'disclosure_field',
    title: 'Value no longer stated',
    meaning: 'A source no longer states a field that it stated before.',
    hint: 'The earlier passage is quoted; the new bytes are kept under their hash.',
  },
  wording_changed: {
    category: 'disclosure_field',
    title: 'Wording changed',
    meaning: 'A source states the same value in other words.',
    hint: 'Both passages are quoted.',
  },
  value_corrected: {
    category: 'disclosure_field',
    title: 'Value corrected',
    meaning: 'A source corrects a value that it stated before.',
    hint: 'Both passages are quoted.',
  },
  source_moved: {
    category: 'source_drift',
    title: 'Source moved',
    meaning: 'A source is published at another address.',
    hint: 'Both addresses are given.',
  },
  source_unreachable: {
    category: 'source_drift',
    title: 'Source unreachable',
    meaning: 'A source could not be read over several checks.',
    hint: 'The outcome of the last checks is given.',
  },
  source_restored: {
    category: 'source_drift',
    title: 'Source reachable again',
    meaning: 'A source that could not be read can be read again.',
    hint: 'The outcome of the last checks is given.',
  },
  source_rewritten: {
    category: 'source_drift',
    title: 'Source rewritten',
    meaning: 'A source was rewritten so far that its parts cannot be compared.',
    hint: 'Both files are kept under their hashes.',
  },
  content_drift: {
    category: 'source_drift',
    title: 'Content differs',
    meaning: 'The text or the links of a source differ from an earlier capture.',
    hint: 'Both files are kept under their hashes.',
  },
  register_added: {
    category: 'register',
    title: 'Row in a register',
    meaning: 'A public register has a row that it did not have before.',
    hint: 'The file of the register is kept under its hash; the row is quoted.',
  },
  register_removed: {
    category: 'register',
    title: 'Row left a register',
    meaning: 'A public register no longer has a row that it had before.',
    hint: 'Two files in a row, at least six days apart, lack the row.',
  },
  register_status_changed: {
    category: 'register',
    title: 'Status changed',
    meaning: 'A register states another status than before.',
    hint: 'Both readings are given.',
  },
  register_detail_changed: {
    category: 'register',
    title: 'Register entry changed',
    meaning: 'A public register states another fact in a row that it had before.',
    hint: 'Both cells are quoted with the hashes of the files.',
  },
  register_corrected: {
    category: 'register',
    title: 'Register entry corrected',
    meaning: 'A public register corrects a fact in a row that it had before.',
    hint: 'Both cells are quoted with the hashes of the files.',
  },
  list_match_added: {
    category: 'sanctions',
    title: 'Match with a sanctions list',
    meaning: 'A sanctions list has an entry that matches what the asset names.',
    hint: 'The entry is quoted with the hash of the file of the list.',
  },
  list_match_removed: {
    category: 'sanctions',
    title: 'Match with a sanctions list ended',
    meaning: 'An entry of a sanctions list no longer matches what the asset names.',
    hint: 'The explanation states which side changed: the list or the asset.',
  },
  list_match_amended: {
    category: 'sanctions',
    title: 'Entry of a sanctions list amended',
    meaning: 'An entry of a sanctions list still matches and states other particulars.',
    hint: 'Both readings of the entry are given.',
  },
  list_candidate: {
    category: 'sanctions',
    title: 'Candidate on a sanctions list',
    meaning: 'An entry of a sanctions list resembles what the asset names, without an exact identifier.',
    hint: 'Compare the particulars of the entry with those of the party.',
  },
  edge_added: {
    category: 'party_edge',
    title: 'Party linked',
    meaning: 'A source names a party with a role for the asset.',
    hint: 'The passage is quoted.',
  },
  edge_removed: {
    category: 'party_edge',
    title: 'Party no longer linked',
    meaning: 'A source no longer names a party with a role for the asset.',
    hint: 'The earlier passage is quoted.',
  },
  edge_replaced: {
    category: 'party_edge',
    title: 'Party replaced',
    meaning: 'A source names another party in the same role.',
    hint: 'Both passages are quoted.',
  },
  edge_detail_changed: {
    category: 'party_edge',
    title: 'Party detail changed',
    meaning: 'A source states other particulars of a party with a role for the asset.',
    hint: 'Both passages are quoted.',
  },
  isin_added: {
    category: 'collateral_isin',
    title: 'Instrument in the reserve',
    meaning: 'A reserve report names an instrument that it did not name before.',
    hint: 'Both reports are named by their dates; a passage of the new one is quoted.',
  },
  isin_removed: {
    category: 'collateral_isin',
    title: 'Instrument left the reserve',
    meaning: 'A reserve report no longer names an instrument.',
    hint: 'Both reports are named by their dates; a passage of each is quoted.',
  },
  isin_detail_changed: {
    category: 'collateral_isin',
    title: 'Instrument in the reserve changed',
    meaning: 'A reserve report states other particulars of an instrument.',
    hint: 'Both reports are named by their dates; a passage of each is quoted.',
  },
  isin_invalid: {
    category: 'collateral_isin',
    title: 'Invalid instrument identifier',
    meaning: 'A reserve report names an instrument by an identifier that is not valid.',
    hint: 'The check digit, the form or the first two letters do not fit.',
  },
  supply_changed: {
    category: 'disclosure_field',
    title: 'Supply changed',
    meaning: 'The chain states another supply of the token.',
    hint: 'Both readings name their block.',
  },
  authority_changed: {
    category: 'party_edge',
    title: 'Authority changed',
    meaning: 'The chain states another wallet with power over the token.',
    hint: 'Both readings name their block.',
  },
  sources_disagree: {
    category: 'disclosure_field',
    title: 'Sources disagree',
    meaning: 'Two sources begin to state different things about the token, or no longer do.',
    hint: 'Both sides are stated with their source and day. Read each of them; which one is right is not decided here.',
  },
};
