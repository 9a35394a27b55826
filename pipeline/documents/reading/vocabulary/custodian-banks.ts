/**
 * Banks and trust companies that hold reserves, by the names under which reports print them. A sentence names custodians only
 * where each of its names is here.
 */
export const custodianBanks: readonly string[] = [
  ...['Anchorage Digital Bank, N.A.', 'Anchorage Digital Bank N.A.', 'Bank of America', 'Bank of America, N.A.'],
  ...['BMO Harris Bank', 'BNY Mellon', 'The Bank of New York Mellon', 'Bank of New York Mellon', 'Citibank, N.A.'],
  ...['Citibank N.A.', 'Citizens Trust Bank', 'Coinbase Custody Trust Company, LLC', 'Cross River Bank'],
  ...['Customers Bank', 'Deutsche Bank AG', 'Fidelity Digital Assets', 'First Republic Bank', 'Goldman Sachs Bank USA'],
  ...[
    'JPMorgan Chase Bank, N.A.',
    'JPMorgan Chase Bank N.A.',
    'Metropolitan Commercial Bank',
    'New York Community Bank',
  ],
  ...['Northern Trust', 'Signature Bank', 'Silicon Valley Bank', 'Silvergate Bank', 'Standard Chartered Bank'],
  ...['State Street', 'State Street Bank and Trust Company', 'U.S. Bank, N.A.', 'U.S. Bank N.A.', 'UMB Bank, N.A.'],
  ...['Wells Fargo Bank, N.A.', 'Western Alliance Bank'],
];
