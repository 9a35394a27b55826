import type { ProofMethod } from '../../../schemas/facts.ts';

const schemes: Readonly<Record<string, string>> = {
  eip191: 'EIP-191',
  eip712: 'EIP-712',
  eip1271: 'EIP-1271',
  solana_raw: 'Solana',
  solana_offchain_v0: 'Solana off-chain message',
  xrpl: 'XRP Ledger',
};

/** How control was shown, in words. */
export function proofText(method: ProofMethod): string {
  switch (method.type) {
    case 'signature':
      return `Signature, ${schemes[method.scheme] ?? method.scheme}`;
    case 'contract_signature':
      return `Contract signature, ${schemes[method.scheme] ?? method.scheme}, block ${method.block_number}`;
    case 'transfer':
      return method.kind === 'memo' ? 'Transfer with a memo' : `Transfer of ${method.amount}`;
    case 'admin_manual':
      return "Operator's word, without proof";
  }
}
