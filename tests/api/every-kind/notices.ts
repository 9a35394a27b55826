/** What notifies without a change: intakes that end, and obligations. */
import { reading, onSolana, unanswered } from './chains.ts';
import { assetOf, type Case, days, declare, file, captures, partyOf, sourceOf, type Step } from './steps.ts';

const address = '0x00000000000000000000000000000000000000e1';

const intake = (name: string, asset: object, ...steps: readonly Step[]): Case => ({
  name,
  lines: [partyOf(name), asset],
  steps,
});
const answered = '2026-06-25';

/** Assets whose intake ends, by how: what is declared, and what their chain answers. */
export const intakeCases: readonly Case[] = [
  intake(
    'ready',
    onSolana('ready', { sources: [sourceOf('ready', 'terms')] }),
    reading('ready', answered, (one) => one),
  ),
  intake(
    'without_contract',
    onSolana('without_contract', { sources: [sourceOf('without_contract', 'terms')] }),
    reading('without_contract', '2026-06-26', (one) => ({ ...one, data: '' })),
  ),
  intake('partial', assetOf('partial', { address }), unanswered('partial', address, answered, 'not_observed')),
  ...(['unreadable', 'not_observed'] as const).map((answer, index) => {
    const own = `0x00000000000000000000000000000000000000f${index}`;
    const sources = answer === 'not_observed' ? [sourceOf(answer, 'terms')] : [];
    const asset = assetOf(answer, { address: own, issuerId: null, sources });
    return intake(answer, asset, unanswered(answer, own, `2026-06-2${7 + index}`, answer));
  }),
];

const name = 'obligations';
const page = (fee: string): string =>
  `<html lang="en"><body><p>${fee}</p>${Array.from({ length: 60 }, (_, index) => `<p>Clause ${index} stays.</p>`).join('')}</body></html>`;
const free = page('There is no redemption fee.');
const charged = page('We charge a redemption fee of 0.25% on each request.');
const ofToken = (regimes: readonly string[]): object =>
  assetOf(name, {
    sources: [sourceOf(name, 'terms'), sourceOf(name, 'report')],
    regimes,
    identifiers: { dti: [], ffg: ['VP84J2JSS'], isin: [] },
  });

/** A register attributes a row to the token; its fee is no longer free; and no report is found in time. */
export const obligationCase: Case = {
  name,
  lines: [partyOf(name), ofToken([])],
  steps: [
    ...days('2026-01-16', '2026-06-20'),
    file('esma-emtwp', 'EMTWP-20260130.csv', '2026-01-30'),
    file('esma-emtwp', 'EMTWP-20260209.csv', '2026-02-09'),
    declare('2026-02-20', ofToken(['NYDFS_STABLECOIN'])),
    ...captures(name, 'terms', '2026-01-20T06:00:00Z', [
      { hours: 0, body: free },
      { hours: 7, body: null },
      { hours: 1_440, body: charged },
      { hours: 1_447, body: null },
    ]),
    ...captures(
      name,
      'report',
      '2026-02-21T06:00:00Z',
      Array.from({ length: 110 }, (_, index) => ({ hours: index * 24, body: index === 0 ? page('Soon.') : null })),
    ),
  ],
};
