import type { Engine } from '../engine/open-engine.ts';
import { declaredOnLog } from '../feeds/declared-counts.ts';
import { type FetchSettings, type UnreadSource, unreadSources } from '../feeds/unread-sources.ts';
import type { Check } from './check.ts';
import { counted } from '../program/output/counted.ts';

/** Notes about declared documents and chains that nothing fetches under these settings. */
export const unreadNotes = async (engine: Engine, config: FetchSettings): Promise<readonly Check[]> =>
  unreadChecks(unreadSources(await declaredOnLog(engine), config));

/** The installation is sound, and a part of it is off. */
export const unreadChecks = (unread: readonly UnreadSource[]): readonly Check[] =>
  unread.map(({ source, count, reason, remedy }) => ({
    name: source === 'documents' ? source : `chain ${source}`,
    ok: true,
    found: `${source === 'documents' ? `${count} declared, not fetched` : `${counted(count, 'asset')}, not read`}: ${reason}`,
    remedy: remedy ?? 'its assets are monitored by registers, lists and documents',
  }));
