import type { RecordIssuer } from '../../schemas/generated/records.ts';

/** Path of the public page of an entity: by its LEI, else by its party id. */
export const entityPath = ({ lei, partyId }: Pick<RecordIssuer, 'lei' | 'partyId'>): string =>
  `/entities/${encodeURIComponent(lei ?? partyId)}`;
