/**
 * Shapes of `Observation.value`, per subject kind and field. An observation's value is the RFC 8785 text of one of
 * these, or null when the source was read and does not disclose the fact.
 */
import type { RegistryAsset, RegistryParty } from './generated/records.ts';
import type { PartyRole, Term } from './vocabulary.ts';

export type { ListMatchValue, ReviewValue } from './sanctions-facts.ts';

/** `asset` / `declaration`, source `registry`: the asset as declared. */
export interface AssetDeclarationValue {
  readonly asset: RegistryAsset;
  /** Offset of the registry.assets record. */
  readonly registryPosition: number;
  /** Record time of the asset's first registry.assets record. */
  readonly registeredAt: number;
}

/** `party` / `declaration`, subject key = party id, source `registry`; null when the asset no longer names the party. */
export interface PartyDeclarationValue {
  readonly party: RegistryParty;
  /** Roles of the party for the asset, sorted. */
  readonly roles: readonly PartyRole[];
}

/** `asset` / `status`, source `registry`. */
export interface AssetStatusValue {
  readonly status: Term<'assetStatus'>;
}

/** `issuer` / `kyi`, subject key empty, source `registry`; null when no issuer is linked. */
export interface IssuerKyiValue {
  readonly partyId: string;
  readonly name: string;
  readonly status: Term<'kyiStatus'>;
}

/** `authority` / `authority`, source `chain:<CAIP-2>`; null when the authority was given up. */
export interface AuthorityValue {
  /** Authority type; open set. */
  readonly type: string;
  readonly address: string;
  readonly accountType: Term<'accountType'>;
  readonly signers: readonly string[];
  readonly threshold: number | null;
}

/** The `method` object of a verification record (conformance A-69). */
export type ProofMethod =
  | { readonly type: 'signature'; readonly scheme: string; readonly signer_public_key?: string }
  | {
      readonly type: 'contract_signature';
      readonly scheme: 'eip1271';
      readonly inner_scheme: string;
      readonly caip2: string;
      readonly block_number: number;
    }
  | {
      readonly type: 'transfer';
      readonly kind: 'amount';
      readonly transaction_hash: string;
      readonly sender: string;
      readonly asset: string;
      readonly amount: string;
    }
  | { readonly type: 'transfer'; readonly kind: 'memo'; readonly memo: string }
  | { readonly type: 'admin_manual' };

/** `proof` / `proof`, subject key = proof id, source `proof`. */
export interface ProofValue {
  readonly proofId: string;
  readonly authority: { readonly type: string; readonly address: string };
  /** Address that proved control: the authority itself or one of its signers. */
  readonly provedBy: string;
  readonly method: ProofMethod;
  readonly challenge: string;
  /** Evidence as given: signature, transaction hash …, in the encodings of the import format. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly provedAt: number;
  /** What verified it, for example `attestry eip191`; `operator` for admin_manual. */
  readonly verifiedBy: string;
}

/** Meaning of a register's column: it determines the comparison and the text. */
export type ColumnMeaning =
  | 'authority'
  | 'country'
  | 'legal_name'
  | 'commercial_name'
  | 'lei'
  | 'service_provider'
  | 'address'
  | 'website'
  | 'authorisation_date'
  | 'authorisation_end'
  | 'authorisation_kind'
  | 'exemption'
  | 'services'
  | 'passport'
  | 'dti'
  | 'ffg'
  | 'white_paper_link'
  | 'white_paper_date'
  | 'infringement'
  | 'reason'
  | 'decision_date'
  | 'comments'
  | 'last_update'
  | 'lei_status'
  | 'entity_status'
  | 'successor'
  | 'previous_names'
  | 'other_names'
  | 'entity_category'
  | 'legal_form'
  | 'registration_number'
  | 'next_renewal'
  | 'managing_lou'
  /** A party of a relation between legal entities, or a detail of it. */
  | 'relation';

/**
 * `register_row` / `<column name>`, subject key = row id, source `register:<id>`; null when the cell is blank. Written
 * after the `listed` of its row, because cells of a row that is not listed for the asset are ignored.
 *
 * Identifiers of a token belong to the row, not to the column, because registers move them between the columns of meaning
 * `dti` and `ffg`. Each of these has its own identifiers in `items` and those of the row's other identifier columns in
 * `elsewhere`. A blank cell is null only if the row has no identifier at all; otherwise it has an empty `text`.
 */
export interface RegisterColumnValue {
  readonly meaning: ColumnMeaning;
  /** The column's name for people. */
  readonly label: string;
  /** The register, as named in a sentence: "ESMA's register of e-money token white papers". */
  readonly register: string;
  /** Entity named by the row. */
  readonly entity: string;
  /** `identifier`: the row names this token. `issuer`: it is a row of the issuer. `party`: of a party, whatever its role. */
  readonly matchedBy: 'identifier' | 'issuer' | 'party';
  /** The cell, whitespace normalised. */
  readonly text: string;
  /** Legal name: earlier legal names that the same row states, sorted; absent when none. */
  readonly formerly?: readonly string[];
  /** Status of an LEI: the successor that the same row names; absent when none. */
  readonly successor?: string;
  /** Set-valued columns: the members, normalised and sorted. */
  readonly items?: readonly string[];
  /** Identifier columns: identifiers that the row states in its other identifier columns, sorted; absent when none. */
  readonly elsewhere?: readonly string[];
  /** Date columns: ISO date when the cell can be read as one. */
  readonly date?: string;
}

/** What a register's row names after it stopped matching the asset. */
export interface RowNames {
  /** Entity named by the row. */
  readonly entity: string;
  /** Its LEI; null when the row states no valid one. */
  readonly lei: string | null;
  /** Token identifiers of all columns, sorted. */
  readonly identifiers: readonly string[];
}

/** `register_row` / `listed`, subject key = row id, source `register:<id>`. */
export interface RegisterListedValue {
  /** `listed`, `missing` (absent once), `held` (suspected re-key) or `removed`. */
  readonly status: Term<'rowStatus'>;
  /** The row first appeared after the register's first run, and not before the subject was known. */
  readonly news: boolean;
  readonly register: string;
  /**
   * `authorised`: being listed is good for a holder. `non_compliant`: being listed is bad. `identity`: the row says who a
   * legal entity is. `relation`: the row relates legal entities.
   */
  readonly polarity: 'authorised' | 'non_compliant' | 'identity' | 'relation';
  readonly entity: string;
  /** What distinguishes this row from the entity's other rows: token identifiers, link or comment; may be empty. */
  readonly token: string;
  readonly matchedBy: 'identifier' | 'issuer' | 'party';
  /** A row of a party: its roles for the asset, sorted; absent otherwise. */
  readonly roles?: readonly string[];
  /** Subject of the asset that matched, and the observation that introduced it. */
  readonly subjectKey: string;
  readonly sinceObservationId: string;
  /** As-of of the register file, and of the first one that had the row; milliseconds. */
  readonly asOf: number;
  readonly firstSeenAt: number;
  /**
   * While held: rows of the same file that may be this row under a new key. A held row without candidates is itself such a
   * candidate: it is not established whether it is a separate row.
   */
  readonly successorRowIds: readonly string[];
  /**
   * Only in the last reading of a row that no longer matches the asset, although the register still has the row and the
   * asset the subject. `detect` deletes the row's cells with it: if the row names the asset's token again, they start empty.
   */
  readonly nowNames?: RowNames;
}

/** Comparison of a document's text with that of an earlier capture of the same source. */
export interface CaptureComparison {
  /** `textHash` of the earlier capture. */
  readonly against: string;
  /** Share of the earlier text's 5-word shingles that are still there, 0 to 1. */
  readonly kept5: number;
  /** Share of the new text's 5-word shingles that were not there, 0 to 1. */
  readonly new5: number;
  /** Added and removed links, resolved against the address of the page; sorted, at most 20 of each. */
  readonly linksAdded: readonly string[];
  readonly linksRemoved: readonly string[];
  /** Added and removed passages, in document order, clipped; at most 5 of each. */
  readonly passagesAdded: readonly string[];
  readonly passagesRemoved: readonly string[];
}

/**
 * `source` / `capture`, subject key and source = the declared source id: one capture of a document, written before the
 * readings of fields that were taken from it. Null with every fetch outcome but `ok` and `not_modified`, and with
 * `not_modified` the value of the earlier capture.
 */
export interface SourceCaptureValue {
  /** Requested address, and the address after redirects. */
  readonly url: string;
  readonly finalUrl: string;
  readonly documentClass: Term<'documentClass'>;
  /** sha256 hex of the strict text; of the text with numbers and dates masked; of the resolved links as a set. */
  readonly textHash: string;
  readonly maskedHash: string;
  readonly linksHash: string;
  /** Words in the text. */
  readonly words: number;
  /** Comparisons with the last captures of the source whose text or links differ, newest first, at most 4. */
  readonly comparisons: readonly CaptureComparison[];
}

/** `control` / `tick` and `control` / `rules`, written to every partition. */
export interface ControlValue {
  readonly kind: 'tick' | 'rules';
  readonly ruleset?: string;
  readonly activationId?: string;
}
