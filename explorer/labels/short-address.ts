/** The ends of an address, as explorers print them: enough to distinguish tokens of one symbol. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
