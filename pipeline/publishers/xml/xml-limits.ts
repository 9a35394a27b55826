/** Limits of a document. Every known list and register stays far below them. */
export const xmlLimits = {
  /** Deepest nesting of elements. */
  depth: 64,
  /** Length of a text or an attribute in UTF-16 code units. A tag or a comment may be somewhat longer. */
  text: 262_144,
  /** Attributes of an element. */
  attributes: 256,
  /** Entity and character references in a text or a tag. */
  references: 20_000,
  /** Elements of a record. */
  recordElements: 20_000,
  /** Length of a record. */
  record: 8_388_608,
} as const;
