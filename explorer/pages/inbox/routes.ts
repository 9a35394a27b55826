import { ApiError } from '../../../api/errors.ts';
import { giveCommand } from '../../../api/readmodel/give-command.ts';
import type { Answer } from '../../../api/route/answer.ts';
import { cursorOf } from '../../../api/readmodel/resources/notifications/notice-rows.ts';
import { formats } from '../../../schemas/values/formats.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageAnswer, pageAnswer, type PageRequest, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { counted } from '../../labels/dates.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { nextPath } from '../../labels/next-path.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { packIds, unpackIds } from './id-list.ts';
import { inboxPage } from './page.tsx';
import { inboxView } from './view.ts';

/** Notifications of one page. */
const pageSize = 50;
/** Marks of one form. */
const mostMarks = 200;

/** The notifications of watched tokens: a reader lists, opens and marks them (U-18, U-19). */
export function inboxRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, countUnread, knownNotices, readInbox, readOpen, registry, sources } = dependencies;
  const scopes = ['monitoring:read'] as const;

  /** Marks those of the sent notifications that are the reader's, and returns their ids. */
  const mark = async (request: PageRequest, ids: readonly string[], read: boolean): Promise<readonly string[]> => {
    const { principal } = readerOf(request);
    const { tenantId } = principal;
    const notificationIds = await knownNotices(tenantId, ids);
    if (notificationIds.length === 0) return [];
    const body = { notificationIds, readAt: read ? clock() : null };
    await giveCommand({ type: 'inbox.mark', tenantId, body, actor: actorOf(principal) }, dependencies);
    return notificationIds;
  };

  /** Leads to a page; the script of the page gets the ids instead, and alters the rows itself. */
  const answerOf = async (request: PageRequest, ids: readonly string[], path: string): Promise<Answer> => {
    if (request.form.get('answer') !== 'json') return seeOther(path);
    const unread = await ifReachable(countUnread(readerOf(request).principal.tenantId));
    return { status: 200, json: { ids, unread } };
  };

  /** From the page of a change: to the most urgent unread notification, or back. */
  const goOn = async (request: PageRequest, marked: readonly string[]): Promise<PageAnswer> => {
    const { form } = request;
    const back = nextPath(form.get('back'));
    const undo = { action: '/inbox/unread', fields: { id: marked.join(' '), back } };
    const done = { text: `${countOf(marked)} marked as read.`, undo: marked.length === 0 ? null : undo };
    if (form.get('then') !== 'next') return seeOther(back, { done });
    const { tenantId } = readerOf(request).principal;
    const first = { unreadOnly: true, limit: 1, after: null, bySeverity: true };
    const [next] = (await readInbox(tenantId, first)).notices;
    const path = next === undefined ? '/inbox' : (next.item as { readonly href: string }).href;
    return seeOther(path, { done });
  };

  const show = async (request: PageRequest): Promise<Answer> => {
    const { query, frame } = request;
    const showsAll = query.get('show') === 'all';
    const after = cursorIn(query);
    const asked = { unreadOnly: !showsAll, limit: pageSize, after, bySeverity: true };
    const { tenantId } = readerOf(request).principal;
    const isFirst = after === null;
    const [inbox, open] = await Promise.all([readInbox(tenantId, asked), isFirst ? readOpen(tenantId) : []]);
    const view = inboxView({ inbox, open, showsAll, registry, sources });
    const undone = Number(query.get('undone') ?? Number.NaN);
    const undo = unpackIds(query.get('undo') ?? '');
    const undoState = { undo, undone: Number.isSafeInteger(undone) ? undone : null };
    // One number in the head of the page and beside its link, whatever happened between two counts (U-19).
    const { signedIn } = frame;
    const withCount = { ...frame, signedIn: signedIn === null ? null : { ...signedIn, unread: inbox.unread } };
    return pageAnswer(inboxPage({ view, frame: withCount, ...undoState, isFirst }));
  };

  return [
    { name: 'inbox', method: 'GET', path: '/inbox', scopes, handle: show },
    {
      name: 'inboxRead',
      method: 'POST',
      path: '/inbox/read',
      scopes,
      fields: ['id', 'one', 'do', 'shown', 'back', 'then', 'answer'],
      repeated: ['id'],
      again: show,
      handle: async (request) => {
        const { form } = request;
        const marked = await mark(request, idsIn(chosenIn(form)), true);
        if (form.has('then')) return goOn(request, marked);
        const [path = '', query] = nextPath(form.get('back')).split('?', 2);
        const parameters = new URLSearchParams(query);
        parameters.delete('undone');
        if (marked.length > 0) parameters.set('undo', packIds(marked));
        return answerOf(request, marked, parameters.size === 0 ? path : `${path}?${parameters.toString()}`);
      },
    },
    {
      name: 'inboxUnread',
      method: 'POST',
      path: '/inbox/unread',
      scopes,
      fields: ['id', 'back', 'answer'],
      again: show,
      handle: async (request) => {
        const marked = await mark(request, idsIn([request.form.get('id') ?? '']), false);
        const back = request.form.get('back');
        if (back !== null) return seeOther(nextPath(back), { done: `${countOf(marked)} unread again.` });
        return answerOf(request, marked, `/inbox?undone=${marked.length}`);
      },
    },
  ];
}

const countOf = ({ length }: readonly string[]): string => counted(length, 'notification');

/** What a form chose: one row, all that were shown, or those that are ticked. */
function chosenIn(form: URLSearchParams): readonly string[] {
  const one = form.get('one');
  if (one !== null) return [one];
  return form.get('do') === 'all' ? [form.get('shown') ?? ''] : form.getAll('id');
}

/** Ids of a form: each field has those of a story, separated by spaces. */
function idsIn(fields: readonly string[]): readonly string[] {
  const ids = [...new Set(fields.flatMap((field) => field.split(' ')).filter((id) => id !== ''))];
  if (ids.length > mostMarks) throw new ApiError('form_refused', `At most ${mostMarks} can be marked at once`);
  if (!ids.every(formats.uuid.accepts)) throw new ApiError('form_refused', 'An id is not one of a notification');
  return ids;
}

function cursorIn(query: URLSearchParams): ReturnType<typeof cursorOf> {
  const text = query.get('cursor');
  if (text === null) return null;
  if (!/^\d{1,15}\.(?:[a-z_]{1,32}:)?[0-9a-z-]{26,36}\.[1-4]$/.test(text))
    throw new ApiError('invalid_parameter', 'cursor is not one of a page');
  return cursorOf(text);
}
