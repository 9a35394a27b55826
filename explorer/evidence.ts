/** The evidence of a change, computed again on demand. The composition root gives the port, as it gives the service's health. */

/** Which change, for whom. */
export interface EvidenceWanted {
  /** Key or network of the reader: each has one computation at a time. */
  readonly keyId: string;
  /** For anybody: a file with a review, a candidate or a reading that is held back is not made. Left out for key holders. */
  readonly forPublic?: { readonly withSanctions: boolean };
  readonly id: string;
  readonly revision: number;
  readonly assetId: string;
  /** Milliseconds. */
  readonly detectedAt: number;
}

/** Raw bytes that an observation was read from. */
interface EvidenceBytes {
  readonly sha256: string;
  /** Null when unknown. */
  readonly size: number | null;
  /** `stated`: the bytes are not at hand here, so their hash was not computed again. */
  readonly state: 'broken' | 'stated' | 'verified';
  /** Why they are not verified, as a sentence part. */
  readonly reason: string | null;
}

/** An observation of the chain of evidence, with its hash computed again. */
export interface EvidenceStep {
  readonly role: 'current' | 'previous' | 'revision';
  readonly id: string;
  readonly sha256: string;
  readonly ok: boolean;
  /** Milliseconds. */
  readonly observedAt: number;
  readonly sourceKey: string;
  readonly sourceUrl: string | null;
  readonly readBy: string;
  /** Where in the source the value is. */
  readonly place: string | null;
  /** Providers of a chain that agree. */
  readonly quorum: number | null;
  readonly quote: string | null;
  /** Whether the bytes have the quote; null where that is not checked. */
  readonly found: boolean | null;
  /** What reading the bytes again gave, as a sentence part. */
  readonly read: {
    readonly state: 'broken' | 'given' | 'not_proved' | 'proven' | 'stated';
    readonly why: string;
  };
  readonly bytes: EvidenceBytes | null;
}

/** A claim of the change and whether the observations give it again. */
export interface EvidenceCheck {
  readonly name:
    | 'assessmentId'
    | 'changeId'
    | 'evidence'
    | 'groupId'
    | 'inputFingerprint'
    | 'observations'
    | 'refold'
    | 'rules';
  readonly ok: boolean;
}

export interface ExplainedEvidence {
  readonly kind: 'explained';
  /** When it was computed, milliseconds. */
  readonly at: number;
  /** Nothing contradicts the change. */
  readonly ok: boolean;
  /** What could not be computed again, and why, as sentence parts. */
  readonly notProved: readonly string[];
  /** Revisions that were folded again, and the observations and control records that gave them. */
  readonly revisions: number;
  readonly folded: number;
  readonly checks: readonly EvidenceCheck[];
  /** Oldest first. */
  readonly steps: readonly EvidenceStep[];
}

/** More observations than are folded for a page. */
export interface TooMany {
  readonly kind: 'too_many';
  readonly observations: number;
}

type MadeBundle =
  | { readonly kind: 'made'; readonly bytes: Buffer }
  /** Bytes that it would need are stored elsewhere. */
  | { readonly kind: 'not_at_hand' }
  /** It would have observations that key holders alone may see. */
  | { readonly kind: 'not_public' };

/** The newest revision of a change. Times in milliseconds. */
export interface PublicFile {
  readonly assetId: string;
  readonly revisedAt: number;
  readonly withSanctions: boolean;
}

/** Throws ApiError `rate_limited` while the same key has one under way, RetryableError when it takes too long. */
export interface Evidence {
  readonly explain: (wanted: EvidenceWanted) => Promise<ExplainedEvidence | TooMany>;
  /** The file that `attestry explain --check` reads. */
  readonly bundle: (wanted: EvidenceWanted) => Promise<MadeBundle | TooMany>;
  /** Whether anybody gets the bundle of a change: false where it may have what key holders alone may see. */
  readonly isPublic: (of: PublicFile) => Promise<boolean>;
  /** Call when a key holder opens a page that leads to the evidence: the first computation takes longest to begin. */
  readonly prepare?: () => void;
}
