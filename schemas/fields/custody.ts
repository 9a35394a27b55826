import type { DisclosureField } from './field.ts';
import { anyOf, fieldsOf } from './define.ts';
import { codesValue, codeValue, partiesValue } from './value-schemas.ts';

const licences = ['central_bank', 'credit_institution', 'trust_company', 'licensed_custodian', 'unlicensed'] as const;

const powers = ['pause_all', 'freeze_address', 'seize', 'burn_from', 'force_transfer', 'upgrade_logic'] as const;

export const custodyFields: readonly DisclosureField[] = fieldsOf('custody', [
  {
    number: 16,
    name: 'reserve_custodians',
    label: 'Reserve custodians',
    meaning: 'the named firms that hold the reserve assets',
    stake: 'They are the firms that have to perform for the reserve assets to be there.',
    value: partiesValue,
    example: { parties: [{ name: 'Example Bank AG', country: 'DE' }] },
    rule: { type: 'parties' },
    dimensions: ['custody'],
    places: { assetReferenced: ['G.7', 'G.8'] },
  },
  {
    number: 17,
    name: 'custodian_status',
    label: 'Custodian status',
    meaning: 'the licence class of the custodian',
    stake: 'It states under whose supervision the holder of the reserve assets is.',
    value: codeValue(licences),
    example: { code: 'credit_institution' },
    rule: { type: 'ordinal', scale: licences },
    dimensions: ['custody', 'participant_protection'],
    places: { assetReferenced: ['G.8'], sources: ['register'] },
    words: {
      central_bank: 'a central bank',
      credit_institution: 'a credit institution',
      trust_company: 'a trust company',
      licensed_custodian: 'a licensed custodian',
      unlicensed: 'a firm without a licence',
      other: 'another status',
    },
  },
  {
    number: 18,
    name: 'freeze_and_seize_powers',
    label: 'Freeze and seize powers',
    meaning: 'the powers that the issuer has over tokens of a holder',
    stake: 'They are the ways in which tokens can be stopped or taken.',
    value: codesValue(powers),
    example: { codes: ['freeze_address', 'pause_all'] },
    rule: { type: 'setBad', codes: powers },
    dimensions: ['participant_protection', 'governance'],
    overlays: [
      {
        id: 'freeze-power-under-genius',
        regimes: ['US_GENIUS'],
        claim: 'The GENIUS Act requires issuers to be able to freeze tokens under a lawful order (section 4(a)(6)).',
        when: { on: 'becomes', value: anyOf('freeze_address') },
        dimension: 'legal_standing',
        direction: 'strengthens',
      },
    ],
    places: { sources: ['terms', 'chain'] },
    words: {
      pause_all: 'pausing all transfers',
      freeze_address: 'freezing an address',
      seize: 'seizing tokens',
      burn_from: "burning a holder's tokens",
      force_transfer: 'forced transfers',
      upgrade_logic: "upgrading the token's logic",
      other: 'another power',
    },
  },
]);
