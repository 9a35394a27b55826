/** Address encodings. All chains with an encoding decode the same text to the same key. */
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
