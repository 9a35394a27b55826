/** Grade of the evidence for a reading, strongest first. Confidence depends on it. */
export type EvidenceGrade =
  /** Chain, register, list, or a tagged fact of an iXBRL document. */
  | 'structured'
  /** Text under the number of a template field. */
  | 'field_code'
  /** Text at a declared selector. */
  | 'anchored'
  | 'keyword';
