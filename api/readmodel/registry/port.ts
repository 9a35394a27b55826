export const registryKinds = ['assets', 'parties'] as const;
export type RegistryKind = (typeof registryKinds)[number];

/** A text of declarations or of tokens, as `attestry registry import` reads it. */
export interface GivenFile {
  readonly text: string;
  /** `ndjson`, `token-list`, `csv` or `list`; null: recognised by the content. */
  readonly format: string | null;
  /** Chain of tokens that state none: slug, name or number. */
  readonly chain: string | null;
  /** Issuer of tokens that name none: LEI, id or exact name. */
  readonly issuer: string | null;
  /** Changes registered tokens to what is stated. */
  readonly update: boolean;
}

/** A member that is declared otherwise than before, as text; null where there is no value. */
export interface MemberChange {
  readonly member: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** `differs`: registered otherwise than stated, and left so, because the import does not update. */
export const importOutcomes = ['new', 'changed', 'differs'] as const;

export interface DeclaredChange {
  readonly outcome: (typeof importOutcomes)[number];
  readonly kind: RegistryKind;
  readonly id: string;
  /** `USDC on base`, or the name of the party. */
  readonly label: string;
  /** Empty for a new declaration. */
  readonly members: readonly MemberChange[];
}

export interface PlacedIssue {
  /** `line 3`, or `tokens[17] USDC`. */
  readonly place: string;
  /** Member of the line; empty for all of it. */
  readonly path: string;
  readonly reason: string;
}

/** What an import would do, or did. Lists are cut to `listed` entries; the counts are whole. */
export interface ImportReview {
  /** Whether it has no issue, so that it may be applied. */
  readonly ok: boolean;
  readonly counts: {
    readonly parties: number;
    readonly assets: number;
    readonly new: number;
    readonly changed: number;
    readonly differs: number;
    readonly unchanged: number;
    /** Tokens that become public. */
    readonly public: number;
    /** Tokens of chains that are not supported. */
    readonly skipped: number;
    readonly issues: number;
  };
  readonly diff: readonly DeclaredChange[];
  /** Tokens that become public: id and `USDC on base`. */
  readonly public: readonly { readonly id: string; readonly label: string }[];
  readonly issues: readonly PlacedIssue[];
  readonly notes: readonly string[];
  /** Of the text, its options and the registry: `apply` with it does what was reviewed, or nothing. */
  readonly digest: string;
}

/**
 * Lines or tokens of one text. The service checks a text on the thread that answers requests, some 0.2 ms each; a longer one is
 * for the command.
 */
export const mostDeclarations = 2_000;

/** Entries of each list of a review. */
export const listed = 100;

type ReviewResult = { readonly refused: string } | { readonly review: ImportReview };

interface ApplyOptions {
  /** Digest of the review that is applied; null to apply whatever the text declares now. */
  readonly digest: string | null;
  /** Record time, milliseconds; null for now. */
  readonly asOf: number | null;
  /** Called when everything is appended, before the wait until it is served. */
  readonly appended: () => void;
}

interface AppliedImport {
  readonly review: ImportReview;
  /** Record time of what was appended, milliseconds. */
  readonly asOf: number;
  /** Who is behind, as the end of a sentence; null once everything is served. */
  readonly behind: string | null;
}

/** `issues`: the text has problems, and nothing was appended. `stale`: text or registry are not those of the digest. */
export type ApplyResult =
  | { readonly refused: string }
  | { readonly issues: ImportReview }
  | { readonly stale: ImportReview }
  | { readonly applied: AppliedImport };

/** A token by its address, with what is stated of it beside what its chain states. */
export interface ProposedToken {
  /** CAIP-19, address, or URL of an explorer. */
  readonly token: string;
  readonly chain: string | null;
  readonly issuer: string | null;
  readonly members: Readonly<Record<string, unknown>>;
}

export interface TokenProposal {
  readonly caip19: string;
  /** Each member with its value as text, and where that comes from: `given` or `chain`. */
  readonly members: readonly { readonly member: string; readonly value: string; readonly origin: string }[];
  /** NDJSON that declares it; empty if it is registered so already. */
  readonly lines: string;
  /** Why its chain was not asked or did not answer; null where it did. */
  readonly notCompared: string | null;
  readonly review: ImportReview;
}

export type ProposeResult = { readonly refused: string } | { readonly proposal: TokenProposal };

interface WhoAndWhy {
  /** Both are public. */
  readonly by: string;
  readonly why: string;
  readonly evidence: readonly string[];
}

/** A decision about a registered asset or party, which records who decided and why. */
export type RegistryDecision = WhoAndWhy &
  (
    | { readonly kind: 'assets'; readonly id: string; readonly decision: 'link' | 'unlink' | 'withdraw' | 'restore' }
    | { readonly kind: 'parties'; readonly id: string; readonly status: string; readonly kyb: boolean | null }
  );

/** Members of a registered asset or party as they are to be. */
export interface RegistryEdit {
  readonly kind: RegistryKind;
  readonly id: string;
  /** Digest of the declaration that was shown (`declarationDigest`). */
  readonly revision: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** Id, LEI or exact name of the issuer of an asset; null leaves it. */
  readonly issuer: string | null;
}

export type ChangeResult = { readonly refused: string } | { readonly applied: AppliedImport };

/** Declarations of the operator, for pages and endpoints; the composition root makes it over the import. */
export interface RegistryPort {
  /** Checks a text against itself and the registry; appends nothing. `asOf`: record time, milliseconds; null for now. */
  readonly review: (given: GivenFile, asOf: number | null) => Promise<ReviewResult>;
  /** Appends what the text declares, all or nothing, and waits until it is served. */
  readonly apply: (given: GivenFile, options: ApplyOptions) => Promise<ApplyResult>;
  /** Reads a token from its chain; appends nothing. */
  readonly propose: (wanted: ProposedToken) => Promise<ProposeResult>;
  readonly decide: (decision: RegistryDecision, appended: () => void) => Promise<ChangeResult>;
  readonly edit: (edit: RegistryEdit, appended: () => void) => Promise<ChangeResult>;
}
