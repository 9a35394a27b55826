/** What a document may ask of the reader. No list or register comes near any of these. */
export const xmlLimits = {
  /** Elements within elements. */
  depth: 64,
  /** Length of a text or an attribute; a tag or a comment may be somewhat longer. */
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
