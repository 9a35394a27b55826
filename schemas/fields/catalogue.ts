/** The fields that issuers disclose about a token: what each states, how values compare, and what it means for a holder. */
import { custodyFields } from './custody.ts';
import { documentsFields } from './documents.ts';
import { feesFields } from './fees.ts';
import type { DisclosureField } from './field.ts';
import { holderRightsFields } from './holder-rights.ts';
import { issuerFields } from './issuer.ts';
import { redemptionFields } from './redemption.ts';
import { reserveReportFields } from './reserve-reports.ts';
import { reserveFields } from './reserve.ts';
import { termsFields } from './terms.ts';
import { tokenomicsFields } from './tokenomics.ts';

/** All fields, in the order of their numbers. */
export const disclosureFields: readonly DisclosureField[] = [
  ...redemptionFields,
  ...reserveFields,
  ...reserveReportFields,
  ...custodyFields,
  ...holderRightsFields,
  ...termsFields,
  ...issuerFields,
  ...feesFields,
  ...tokenomicsFields,
  ...documentsFields,
];

const byName = new Map(disclosureFields.map((field) => [field.name, field]));

export const fieldOf = (name: string): DisclosureField | undefined => byName.get(name);
