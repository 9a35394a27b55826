import { isoTime } from '../../iso-time.ts';
import type { RequestNow } from './requests.ts';

/** Request of interface B (conformance B-95). */
export const presentRequest = ({
  requestId,
  caip19,
  note,
  state,
  reason,
  asset,
  createdAt,
  decidedAt,
}: RequestNow): object => ({
  id: requestId,
  caip19,
  note,
  state,
  reason,
  assetId: asset?.assetId ?? null,
  createdAt: isoTime(createdAt),
  decidedAt: state === 'declined' && decidedAt !== null ? isoTime(decidedAt) : null,
});
