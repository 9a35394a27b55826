/** Families of addresses. All chains of a family read the same text as the same key. */
export type WalletEncoding =
  | 'evm'
  | 'tron'
  | 'bitcoin'
  | 'bitcoin-cash'
  | 'bitcoin-gold'
  | 'bitcoin-sv'
  | 'dash'
  | 'dogecoin'
  | 'litecoin'
  | 'monero'
  | 'solana'
  | 'verge'
  | 'xrpl'
  | 'zcash';
