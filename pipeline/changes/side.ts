/** A reading as evidence. */
export interface Side {
  readonly id: string;
  /** RFC 8785 text, null when not disclosed. */
  readonly value: string | null;
  readonly quote: string | null;
  readonly sourceUrl: string | null;
  readonly sourceHash: string | null;
  readonly artifactId: string | null;
  readonly observationSha256: string;
  /** The program that read the value. */
  readonly extractor: string;
  readonly extractorVersion: string;
  /** How the value was found in its source; null when the observation does not state it. */
  readonly extractionRule: string | null;
}
