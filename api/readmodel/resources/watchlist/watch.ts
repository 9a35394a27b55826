import type { WatchItem } from '../../../../schemas/generated/records.ts';
import { ApiError } from '../../../errors.ts';
import type { ReadModel } from '../../dependencies.ts';
import { giveCommand } from '../../give-command.ts';
import { type Decision, decide, type Sender } from './commands.ts';
import { itemParameter } from './schema.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'registry' | 'texts'>;

/** What a key holder changes of an item; what is left out stays. */
export interface WatchUpdate {
  readonly monitoringEnabled?: boolean;
  /** As its key holder wrote it; null for none. */
  readonly note?: string | null;
}

/** What a key holder does with the watchlist. Each throws ApiError for what is refused. */
export interface WatchCommands {
  readonly add: (sender: Sender, assetId: string) => Promise<Decision>;
  readonly update: (sender: Sender, itemId: string, update: WatchUpdate) => Promise<Decision>;
  readonly remove: (sender: Sender, itemId: string) => Promise<Decision>;
  /** Takes the asset of an item in again. */
  readonly retryIntake: (sender: Sender, itemId: string) => Promise<void>;
}

/** The same for an unknown asset and for one that is not public (conformance B-13). */
export const notInRegistry = 'The asset is not in the public registry';

const notFound = itemParameter.refusal.message;

export function createWatchCommands(dependencies: Dependencies): WatchCommands {
  const { registry, texts } = dependencies;

  /** Encrypts a note before it leaves this process, because the log retains it for ever. */
  const seal = async (tenantId: string, note: string): Promise<string> => {
    const sealed = await texts.seal({ tenantId, purpose: 'note' }, note);
    if (sealed === null) throw new ApiError('not_found', notFound);
    return sealed;
  };

  return {
    add: async (sender, assetId) => {
      await registry.untilCurrent();
      return decide(
        sender,
        {
          type: 'watch.add',
          body: { assetId, by: 'key' },
          assetPublic: registry.byId(assetId)?.public ?? false,
          notFound: notInRegistry,
        },
        dependencies,
      );
    },
    update: async (sender, itemId, update) => {
      const { note } = update;
      const sealed = typeof note === 'string' ? { note: await seal(sender.principal.tenantId, note) } : {};
      const body = { itemId, ...update, ...sealed };
      return decide(sender, { type: 'watch.update', body, assetPublic: null, notFound }, dependencies);
    },
    remove: (sender, itemId) =>
      decide(sender, { type: 'watch.remove', body: { itemId }, assetPublic: null, notFound }, dependencies),
    retryIntake: async ({ principal, actor, traceparent }, itemId) => {
      const { tenantId } = principal;
      await giveCommand(
        { type: 'intake.retry', tenantId, body: { itemId }, actor: actor ?? `key:${principal.keyId}`, traceparent },
        dependencies,
      );
    },
  };
}

/** An item with its note as its key holder wrote it; null once it cannot be opened any more. */
export const withNote = async (
  item: WatchItem,
  tenantId: string,
  texts: Pick<ReadModel['texts'], 'open'>,
): Promise<WatchItem> =>
  item.note === null ? item : { ...item, note: await texts.open({ tenantId, purpose: 'note' }, item.note) };
