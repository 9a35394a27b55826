import type { RegistryReader } from '../../../api/readmodel/memory/registry/index.ts';
import type { Inbox } from '../../../api/readmodel/resources/notifications/inbox-reader.ts';
import type { ReadNotice } from '../../../api/readmodel/resources/notifications/read.ts';
import { cursorText } from '../../../api/readmodel/resources/notifications/notice-rows.ts';
import { missingParts, reasons } from '../../../api/readmodel/resources/notifications/text.ts';
import { hrefOfObligation } from '../../../api/readmodel/resources/obligations/present.ts';
import { type StoryMember, headlineOf, storiesOf, tagsOf } from '../../stories.ts';
import type { ChangeWithText } from '../../../api/readmodel/resources/changes/read.ts';
import { severityIn } from '../../labels/severities.ts';
import { type Severity, termsOf } from '../../../schemas/vocabulary.ts';
import type { TokenTag } from '../../parts/token-tag.tsx';
import { counted, isoDayOf } from '../../labels/dates.ts';
import { lackingPath } from '../../labels/watchlist-paths.ts';
import type { SourceName } from '../../labels/sources.ts';
import { type ChangeView, changeView, tagOf } from '../../readers/changes/change-view.ts';

/** One row of the inbox: changes of one reading, of one or several tokens, verdicts on an obligation, or intakes that ended on one day. */
export interface InboxStory {
  /** Ids of its notifications. */
  readonly ids: readonly string[];
  readonly isUnread: boolean;
  /** Of a change; what it is about otherwise. */
  readonly mark: { readonly direction: StoryMember['direction'] } | { readonly about: 'Intake' | 'Obligation' };
  readonly headline: string;
  /** Empty where the headline states it all. */
  readonly impact: string;
  readonly confirmed: boolean;
  readonly isWithdrawn: boolean;
  readonly path: string;
  readonly tags: readonly TokenTag[];
  readonly at: number;
  readonly severity: Severity;
}

/** A row as the page has it. */
export interface ShownStory extends InboxStory {
  /** The next page has notifications of the same time and severity: they may be of this story. */
  readonly isCut: boolean;
}

export interface InboxView {
  /** By severity, the most urgent first; no group is empty. */
  readonly groups: readonly { readonly severity: Severity; readonly stories: readonly ShownStory[] }[];
  /** Urgent changes that nothing confirmed yet: no notifications, and in no number of the page. */
  readonly open: readonly ChangeView[];
  /** Notifications on the page, and all unread ones. */
  readonly shown: number;
  readonly unread: number;
  readonly showsAll: boolean;
  /** Path of the next page; null if this is the last. */
  readonly nextPath: string | null;
}

interface Member extends StoryMember {
  readonly id: string;
  readonly createdAt: number;
  readonly impact: string;
  readonly path: string;
  readonly severity: Severity;
}

export interface InboxFacts {
  readonly inbox: Inbox;
  readonly open: readonly ChangeWithText[];
  readonly showsAll: boolean;
  readonly registry: Pick<RegistryReader, 'byId'>;
  readonly sources: readonly SourceName[];
}

export function inboxView({ inbox, open, showsAll, registry, sources }: InboxFacts): InboxView {
  const members = inbox.notices.flatMap((notice) => changeMember(notice, { registry, sources }) ?? []);
  const stories = storiesOf(members).map(({ members: all }): InboxStory => {
    const [first] = all;
    const { isNew: isUnread, direction, impact, confirmed, isWithdrawn, path, createdAt: at, severity } = first;
    return {
      ids: all.map(({ id }) => id),
      isUnread,
      mark: { direction },
      headline: headlineOf({ members: all }),
      impact,
      confirmed,
      isWithdrawn,
      path,
      at,
      severity,
      tags: tagsOf({ members: all }),
    };
  });
  const others = [...obligationStories(inbox.notices, registry), ...intakeStories(inbox.notices, registry)];
  const { next } = inbox;
  const last = next === null ? undefined : [...stories, ...others].find(({ ids }) => ids.includes(lastIdOf(inbox)));
  const isCut = ({ severity, at }: InboxStory): boolean => severity === last?.severity && at === last.at;
  const query = `${showsAll ? 'show=all&' : ''}cursor=${next === null ? '' : cursorText(next)}`;
  return {
    groups: termsOf('severity').flatMap((severity) => {
      const of = [...stories, ...others].filter((story) => story.severity === severity).sort((a, b) => b.at - a.at);
      return of.length === 0 ? [] : [{ severity, stories: of.map((story) => ({ ...story, isCut: isCut(story) })) }];
    }),
    open: open.map((one) => changeView({ ...one, isNew: false }, registry.byId(one.change.assetId), sources)),
    shown: inbox.notices.length,
    unread: inbox.unread,
    showsAll,
    nextPath: next === null ? null : `/inbox?${query}`,
  };
}

const lastIdOf = ({ notices }: Inbox): string => notices.at(-1)?.notice.notificationId ?? '';

function changeMember(
  { notice, change }: ReadNotice,
  { registry, sources }: Pick<InboxFacts, 'registry' | 'sources'>,
): Member | null {
  if (change === null) return null;
  const shown = { change, isNew: notice.readAt === null, group: [] };
  const view = changeView(shown, registry.byId(change.assetId), sources);
  const severity = severityIn(change.severity);
  const storyKey = `${severity} ${view.storyKey}`;
  return { ...view, storyKey, id: notice.notificationId, createdAt: notice.createdAt, severity };
}

/** Verdicts and intakes are stated once they are settled. */
const settled = { confirmed: true, isWithdrawn: false } as const;

function obligationStories(notices: readonly ReadNotice[], registry: InboxFacts['registry']): readonly InboxStory[] {
  return notices.flatMap((one): readonly InboxStory[] => {
    const { notificationId, assetId, obligation, createdAt, readAt } = one.notice;
    if (obligation === undefined) return [];
    return [
      {
        ids: [notificationId],
        isUnread: readAt === null,
        mark: { about: 'Obligation' },
        headline: textOf(one, 'body'),
        impact: textOf(one, 'impact'),
        ...settled,
        path: hrefOfObligation(assetId, obligation.id),
        tags: [tagOf(assetId, registry.byId(assetId))],
        at: createdAt,
        severity: severityIn(textOf(one, 'severity')),
      },
    ];
  });
}

const headlines: Readonly<Record<string, (tokens: string) => string>> = {
  intake_ready: (tokens) => `Intake of ${tokens} is complete`,
  intake_partial: (tokens) => `${tokens} ${tokens.startsWith('1 ') ? 'is' : 'are'} watched in part`,
  intake_unresolved: (tokens) => `${tokens} cannot be watched`,
};

/** Tokens that one line names; the watchlist has the others. */
const mostTokens = 12;

/** An intake that is complete is no news: those of one day, kind and reason are one line. */
function intakeStories(notices: readonly ReadNotice[], registry: InboxFacts['registry']): readonly InboxStory[] {
  const groups = new Map<string, ReadNotice[]>();
  for (const one of notices) {
    if (one.change !== null || one.notice.obligation !== undefined) continue;
    const { kind, reason, createdAt, readAt } = one.notice;
    // What names a match is a story of its own.
    const alone = namesMatch(one) ? one.notice.notificationId : null;
    const key = JSON.stringify([kind, reason, isoDayOf(createdAt), readAt === null, alone]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group): readonly InboxStory[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, createdAt, readAt } = first.notice;
    return [
      {
        ids: group.map(({ notice }) => notice.notificationId),
        isUnread: readAt === null,
        mark: { about: 'Intake' },
        headline: group.length === 1 ? textOf(first, 'headline') : titleOf(kind, group.length),
        impact:
          group.length === 1 && (kind !== 'intake_ready' || namesMatch(first))
            ? textOf(first, 'body')
            : missingOfEach(first.notice),
        ...settled,
        path: group.length === 1 ? textOf(first, 'href') : lackingPath((first.notice.reason ?? '').split(' ')),
        tags: tokensOf(group.map(({ notice }) => tagOf(notice.assetId, registry.byId(notice.assetId)))),
        at: createdAt,
        severity: severityIn(textOf(first, 'severity')),
      },
    ];
  });
}

/** An intake as urgent as the confirmed matches that its text names. */
const namesMatch = (one: ReadNotice): boolean =>
  one.notice.kind !== 'intake_unresolved' && textOf(one, 'severity') !== 'low';

const titleOf = (kind: string, count: number): string =>
  headlines[kind]?.(counted(count, 'token')) ?? counted(count, 'notification');

/** What is missing of several tokens, for which the same is; empty where nothing is. */
function missingOfEach({ kind, reason }: ReadNotice['notice']): string {
  if (kind === 'intake_partial') return `Of each of them: ${missingParts(reason)}.`;
  if (kind === 'intake_unresolved') return `Of each of them: ${reasons[reason ?? ''] ?? reasons['internal'] ?? ''}.`;
  return '';
}

function tokensOf(tags: readonly TokenTag[]): readonly TokenTag[] {
  if (tags.length <= mostTokens) return tags;
  const more = { symbol: `${tags.length - mostTokens} more`, chain: '', path: '/watchlist' };
  return [...tags.slice(0, mostTokens), more];
}

/** A text of the notification as the API has it. */
const textOf = ({ item }: ReadNotice, name: 'body' | 'headline' | 'href' | 'impact' | 'severity'): string =>
  (item as Readonly<Record<typeof name, string>>)[name];
