/** Files of the log cannot be read. Only the operator can help; the message states what, where and the remedy. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
}

/** The sentence about a damaged file. `how`: the end of the sentence in brackets. */
export const damagedSentence = (file: string, how: string): string =>
  `The log is damaged: ${file} cannot be read (${how}). Do not start the service on it again; follow docs/runbooks/damaged-log.md.`;
