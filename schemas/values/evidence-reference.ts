import { formats } from './formats.ts';

/** What a decision of the operator rests on. The bytes of a file are never stored. */
export type EvidenceReference =
  | { readonly kind: 'file'; readonly sha256: string; readonly name: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'register'; readonly feed: string; readonly rowId: string }
  | { readonly kind: 'proof'; readonly proofId: string };

const file = /^file:sha256:([0-9a-f]{64}):(\S(?:.*\S)?)$/u;
const register = /^register:([a-z][a-z0-9_-]*):(\S+)$/u;

/** `file:sha256:<hex>:<name>`, an https URL, `register:<feed>:<row id>` or `proof:<proof id>`; null for any other text. */
export function parseEvidence(text: string): EvidenceReference | null {
  const [, sha256, name] = file.exec(text) ?? [];
  if (sha256 !== undefined && name !== undefined) return { kind: 'file', sha256, name };
  const [, feed, rowId] = register.exec(text) ?? [];
  if (feed !== undefined && rowId !== undefined) return { kind: 'register', feed, rowId };
  const proofId = text.startsWith('proof:') ? text.slice('proof:'.length) : '';
  if (formats.uuid.accepts(proofId)) return { kind: 'proof', proofId };
  return formats['https-url'].accepts(text) ? { kind: 'url', url: text } : null;
}
