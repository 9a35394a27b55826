import type { Change } from '../../../../schemas/generated/records.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { hrefOfChange } from '../changes/present.ts';
import { type OpenMatches, severityWith } from './open-matches.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import { hrefOfObligation } from '../obligations/present.ts';
import { textOfChange, textOfIntake, textOfVerdict } from './text.ts';

/** Notification of interface B (conformance B-83). Links are relative to the explorer. */
export function presentNotice(
  notice: PickedNotice,
  change: Change | null,
  { registry, openMatches }: { readonly registry: RegistryReader; readonly openMatches: OpenMatches },
): object {
  const asset = registry.byId(notice.assetId);
  const assetName = asset?.name ?? 'Asset';
  const changesOfItem = `/changes?item=${notice.itemId}&by=known`;
  const { obligation } = notice;
  const { kind, title, body, headline, impact } =
    obligation !== undefined
      ? textOfVerdict({ ...obligation, kind: notice.kind, assetName })
      : change === null
        ? textOfIntake({
            kind: notice.kind,
            reason: notice.reason,
            assetName,
            openMatches: openMatches(notice.assetId, notice.createdAt).map((match) => match.headline),
            documents: asset?.sourcesDeclared ?? 0,
          })
        : textOfChange(change);
  const page = obligation === undefined ? null : hrefOfObligation(notice.assetId, obligation.id);
  return {
    id: notice.notificationId,
    kind,
    title,
    body,
    href: page ?? (change === null ? `/watchlist/${notice.itemId}#coverage` : hrefOfChange(change.id)),
    assetName,
    headline,
    impact,
    severity: change?.severity ?? severityWith(notice, openMatches),
    changeHref: page ?? (change === null ? changesOfItem : hrefOfChange(change.id)),
    createdAt: isoTime(notice.createdAt),
    readAt: isoTimeOrNull(notice.readAt),
  };
}
