import type { Answer } from '../../../api/route/answer.ts';
import { isKeyActive } from '../../../schemas/values/api-key.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf } from '../../page-route.ts';
import type { StateProps } from '../../parts/state.tsx';
import { actorOf } from '../../sessions/sessions.ts';
import { readKeys, type StoredKey } from '../../../api/readmodel/accounts/queries.ts';
import { createAccountCommands, type MadeKey } from '../../../api/readmodel/accounts/commands.ts';
import { wantedKey } from './key-form.ts';
import { keysPage, type KeyView } from './keys-page.tsx';

/** Keys of every tenant. A new one is shown in the answer to its POST, and never again. */
export function keysRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, tables, texts } = dependencies;
  const commands = createAccountCommands(dependencies);
  const scopes = ['operator'] as const;

  const viewOf = async (key: StoredKey): Promise<KeyView> => {
    const { keyId, last4, tenantId, scopes: own, createdAt, expiresAt, revokedAt } = key;
    const name = (await texts.open({ tenantId, purpose: 'key name' }, key.name)) ?? '(unreadable)';
    const isActive = isKeyActive(key, clock());
    return {
      keyId,
      last4,
      tenantId,
      scopes: own,
      createdAt,
      name,
      isActive,
      state: stateOf(key, isActive),
      until: revokedAt ?? expiresAt,
    };
  };
  const show = async (
    { frame }: PageRequest,
    { made = null, done }: { readonly made?: MadeKey | null; readonly done?: string } = {},
  ): Promise<Buffer> => {
    const keys = await Promise.all((await readKeys(tables)).map(viewOf));
    return keysPage({ frame, keys, made, done, scopes: termsOf('scope') });
  };
  /** Runs a command of the form, then shows the page with its result. */
  const answer = async (
    request: PageRequest,
    run: (actor: string, form: URLSearchParams) => Promise<MadeKey | string>,
  ): Promise<Answer> => {
    const done = await run(actorOf(readerOf(request).principal), request.form);
    return pageAnswer(await show(request, typeof done === 'string' ? { done } : { made: done }));
  };

  const again = async (request: PageRequest): Promise<Answer> => pageAnswer(await show(request));

  return [
    {
      name: 'operatorKeys',
      method: 'GET',
      path: '/operator/keys',
      scopes,
      handle: again,
    },
    {
      name: 'operatorKeyCreate',
      method: 'POST',
      path: '/operator/keys',
      scopes,
      fields: ['name', 'scope', 'tenant', 'limit', 'expires'],
      repeated: ['scope'],
      again,
      handle: (request) => answer(request, (actor, form) => commands.create(actor, wantedKey(form))),
    },
    {
      name: 'operatorKeyRotate',
      method: 'POST',
      path: '/operator/keys/rotate',
      scopes,
      fields: ['key'],
      again,
      handle: (request) => answer(request, (actor, form) => commands.rotate(actor, form.get('key') ?? '')),
    },
    {
      name: 'operatorKeyRevoke',
      method: 'POST',
      path: '/operator/keys/revoke',
      scopes,
      fields: ['key'],
      again,
      handle: (request) =>
        answer(request, async (actor, form) => {
          const keyId = form.get('key') ?? '';
          await commands.revoke(actor, keyId);
          return `${keyId} is revoked; it stops working within 5 seconds.`;
        }),
    },
  ];
}

function stateOf({ revokedAt }: StoredKey, isActive: boolean): StateProps {
  if (isActive) return { tone: 'good', icon: 'check', word: 'Active' };
  return revokedAt === null
    ? { tone: 'late', icon: 'clock', word: 'Expired' }
    : { tone: 'off', icon: 'cross', word: 'Revoked' };
}
