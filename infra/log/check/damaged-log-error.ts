/** Files of the log cannot be read. Only the operator can help; the message states what, where and the remedy. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
}
