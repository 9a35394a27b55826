/** Made-up terms of Demo Dollar, in two versions. */

const clauses = (fee: string): readonly string[] => [
  'Demo Issuer issues Demo Dollar and redeems it in United States dollars on request of a holder.',
  'A request names the number of tokens and the account to which the dollars shall be paid.',
  'Requests that arrive on a day on which banks in Frankfurt are closed count as requests of the next day.',
  `We charge a redemption fee of ${fee}% on each request.`,
  'The reserve is kept apart from the other property of the issuer, at credit institutions in the European Union.',
  'Holders have no claim to interest, and the issuer pays none.',
  'The number of tokens in circulation and the composition of the reserve are published on the first day of each month.',
  'These terms are governed by the laws of Ireland.',
];

/** The page with this fee, in percent. */
export const termsPage = (fee: string): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Terms of Demo Dollar (demo)</title></head><body>',
    '<h1>Terms of Demo Dollar (demo)</h1>',
    '<p>Made up for the demo of Attestry.</p>',
    ...clauses(fee).map((clause) => `<p>${clause}</p>`),
    '</body></html>\n',
  ].join('\n');

/** Address under which the terms are declared. Nothing is published there: the demo serves its files instead. */
export const termsUrl = 'https://demo-issuer.example/terms.html';
