import { ApiError } from '../../../../api/errors.ts';
import { createTokenRequests } from '../../../../api/readmodel/resources/requests/requests.ts';
import { longestSearch } from '../../../../api/readmodel/resources/search/read.ts';
import { type GivenWish, watchMany } from '../../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import type { Sender } from '../../../../api/readmodel/resources/watchlist/commands.ts';
import { mostEntries } from '../../../../api/readmodel/resources/watchlist/schema.ts';
import type { Answer } from '../../../../api/route/answer.ts';
import { formats } from '../../../../schemas/values/formats.ts';
import type { ExplorerDependencies } from '../../../dependencies.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf } from '../../../page-route.ts';
import { ifReachable } from '../../../readers/if-reachable.ts';
import { actorOf } from '../../../sessions/sessions.ts';
import { doneView } from './done.ts';
import { linesIn } from './lines.ts';
import { addPage, addPath, type AddProps } from './page.tsx';
import { pasteView } from './view.ts';

/** A paste of 250 lines, and what is chosen of it. */
const formBytes = 192 * 1024;
const mostAsked = 100;

/** The page that takes a paste: it shows what each line finds, then watches and asks for what is chosen. */
export function addPages(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { registry } = dependencies;
  const requests = createTokenRequests(dependencies);

  const senderOf = (request: PageRequest): Sender => {
    const { principal } = readerOf(request);
    return { principal, traceparent: null, actor: actorOf(principal) };
  };
  const show = async (request: PageRequest, part: Partial<AddProps> = {}): Promise<Answer> => {
    const { principal } = readerOf(request);
    const props = {
      frame: request.frame,
      text: '',
      view: null,
      done: null,
      requests: await ifReachable(requests.list(principal.tenantId)),
      mayWrite: principal.scopes.includes('watchlist:write'),
      ...part,
    };
    return pageAnswer(addPage(props));
  };
  const check = async (request: PageRequest, text: string): Promise<Answer> => {
    const batch = await watchMany(senderOf(request), linesIn(text).map(wishOf), dependencies, true);
    return show(request, { text, view: pasteView(batch, registry) });
  };
  const add = async (request: PageRequest): Promise<Answer> => {
    const sender = senderOf(request);
    const assetIds = chosen(request.form, 'asset', mostEntries);
    const asked = chosen(request.form, 'ask', mostAsked);
    if (!assetIds.every(formats.uuid.accepts)) throw new ApiError('form_refused', 'asset must be a UUID');
    if (assetIds.length + asked.length === 0) throw new ApiError('form_refused', 'Choose at least one token');
    const wishes = assetIds.map((assetId) => ({ query: null, wish: { assetId } }));
    const batch = wishes.length === 0 ? null : await watchMany(sender, wishes, dependencies);
    const tokens =
      batch === null ? requests.createMany(sender, asked) : ifReachable(requests.createMany(sender, asked));
    return show(request, { done: doneView(batch?.results ?? [], await tokens, asked, registry) });
  };

  return [
    {
      name: 'watchlistPaste',
      method: 'GET',
      path: addPath,
      scopes: ['monitoring:read'],
      handle: async (request) => {
        const text = (request.query.get('text') ?? '').trim();
        return text === '' ? show(request) : check(request, text);
      },
    },
    {
      name: 'watchlistAddMany',
      method: 'POST',
      path: addPath,
      scopes: ['monitoring:read', 'watchlist:write'],
      fields: ['do', 'text', 'asset', 'ask', 'request'],
      repeated: ['asset', 'ask'],
      mostBytes: formBytes,
      again: (request) => show(request),
      handle: async (request) => {
        switch (request.form.get('do')) {
          case 'check':
            return check(request, request.form.get('text') ?? '');
          case 'add':
            return add(request);
          case 'withdraw':
            await requests.withdraw(senderOf(request), (request.form.get('request') ?? '').toLowerCase());
            return show(request, { done: { summary: 'The request is withdrawn.', left: [] } });
          default:
            throw new ApiError('form_refused', 'do must be check, add or withdraw');
        }
      },
    },
  ];
}

function wishOf(line: string): GivenWish {
  const query = { text: line };
  return line.length > longestSearch
    ? { query, malformed: `A line has up to ${longestSearch} characters` }
    : { query, wish: query };
}

function chosen(form: URLSearchParams, name: string, most: number): readonly string[] {
  const values = form.getAll(name);
  if (values.length > most) throw new ApiError('form_refused', `Choose up to ${most} tokens at once`);
  return values;
}
