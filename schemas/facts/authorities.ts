/** Values of facts about the authorities over a token, and the proofs of control over their wallets. */
import { Type } from '@sinclair/typebox';
import { nullable, object, oneOf, type Shape, term, text, texts, time, type ValueOf, whole } from './shape.ts';

/** `authority` / `authority`, source `chain:<CAIP-2>`; null when the authority was given up. */
export const authority = object({
  /** Authority type; open set. */
  type: text,
  address: text,
  accountType: term('accountType'),
  signers: texts,
  threshold: nullable(whole),
});
export type AuthorityValue = ValueOf<typeof authority>;

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

/** Only the type of a method is checked: the import checked the rest. */
const method: Shape<ProofMethod> = Type.Unsafe<ProofMethod>(
  object({ type: oneOf('signature', 'contract_signature', 'transfer', 'admin_manual') }),
);

/** `proof` / `proof`, subject key = proof id, source `proof`. */
const checkedProof = object({
  proofId: text,
  authority: object({ type: text, address: text }),
  /** Address that proved control: the authority itself or one of its signers. */
  provedBy: text,
  method,
  /** Milliseconds since the epoch. */
  provedAt: time,
  /** What verified it, for example `attestry eip191`; `operator` for admin_manual. */
  verifiedBy: text,
});
/** A multisig as it was at the block of a contract signature. */
export interface ProvedWallet {
  /** Time of the block, milliseconds. */
  readonly at: number;
  readonly signers: readonly string[];
  readonly threshold: number;
}

export type ProofValue = ValueOf<typeof checkedProof> & {
  /** Not checked, like the three below: the import made them. */
  readonly challenge: string;
  /** Hash of what was signed, for a challenge that can be written in several ways: the JSON of `eip712`. */
  readonly challengeId?: string;
  /** Absent for other methods, and for wallets that do not state their signers. */
  readonly wallet?: ProvedWallet;
  /** Evidence as given: signature, transaction hash …, in the encodings of the import format. */
  readonly evidence: Readonly<Record<string, unknown>>;
};
export const proof: Shape<ProofValue> = Type.Unsafe<ProofValue>(checkedProof);
