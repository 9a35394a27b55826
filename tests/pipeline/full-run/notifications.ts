/** Notifications as a text that is short enough to be read: grouped, with all sentences of what is not good or neutral. */
import { textOfChange } from '../../../api/readmodel/resources/notifications/text.ts';
import type { Miniature } from '../../guide/miniature.ts';

interface Line {
  /** Kind of the notification, kind of the explanation, field, direction. */
  readonly group: string;
  readonly sentence: string;
  /** All sentences of its group are shown. */
  readonly isWhole: boolean;
}

/** Sentences shown of a group of which not all are. */
const shownOf = 3;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function notificationsOf(miniature: Miniature): string {
  const names = new Map(miniature.values('registry.assets').map(({ assetId, name }) => [assetId, name]));
  const nameOf = (assetId: string): string => names.get(assetId) ?? assetId;
  const newest = [...new Map(miniature.values('changes').map((change) => [change.id, change])).values()];
  const notable = newest.filter(({ notableAt }) => notableAt !== null);
  const notified = notable.map((change): Line => {
    const { kind, body, impact } = textOfChange(change);
    return {
      group: `${kind}: ${change.explanation.kind}, ${change.field}, ${change.direction}`,
      sentence: `${nameOf(change.assetId)}. ${body} ${impact}`,
      isWhole: change.direction !== 'strengthens' && change.direction !== 'neutral',
    };
  });
  const verdicts = miniature
    .values('verdicts')
    .flatMap(({ noticeKind, notice, assetId, since }): readonly Line[] =>
      noticeKind === null
        ? []
        : [{ group: noticeKind, sentence: `${nameOf(assetId)}, ${dayOf(since)}. ${notice ?? ''}`, isWhole: true }],
    );
  const held = newest
    .filter(({ confirmed, changeKind }) => !confirmed && changeKind !== 'superseded')
    .map(
      (change): Line => ({
        group: `${change.category}: ${change.explanation.kind}, ${change.field}`,
        sentence: `${nameOf(change.assetId)}. ${change.title}. ${change.detail}`,
        isWhole: true,
      }),
    );
  return [
    '# Notified',
    ...sections([...notified, ...verdicts]),
    '# Held for a review or a second reading, not notified',
    ...sections(held),
  ]
    .join('\n\n')
    .concat('\n');
}

function sections(lines: readonly Line[]): readonly string[] {
  return [...new Set(lines.map(({ group }) => group))].sort().map((group) => {
    const of = lines.filter((line) => line.group === group);
    const sentences = of.map(({ sentence }) => sentence).sort();
    const shown = of.some(({ isWhole }) => isWhole) ? sentences : sentences.slice(0, shownOf);
    const more = sentences.length - shown.length;
    return [
      `## ${group} (${of.length})`,
      ...shown.map((one) => `- ${one}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n');
  });
}
