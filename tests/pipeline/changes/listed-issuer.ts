import type { SanctionsEntry } from '../../../schemas/generated/records.ts';
import { entry } from '../screening/harness.ts';
import { lei } from './builders.ts';

/** An issuer whose name a list entry has. */
export const listedIssuer = { name: 'Example', legalName: 'Example Payments SAS', lei, country: 'FR' };

/** The entry; it has no identifier, so it is a candidate alone. */
export const listed = (over: Partial<SanctionsEntry> = {}): SanctionsEntry =>
  entry('e', {
    entityType: 'organisation',
    names: [{ name: 'EXAMPLE PAYMENTS', kind: 'primary', weak: false }],
    countries: ['FR'],
    ...over,
  });
