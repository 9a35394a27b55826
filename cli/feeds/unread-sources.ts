/** Declared documents and chains that nothing fetches under the settings. */
import { providerSettings } from '../../infra/config/chain-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import type { DeclaredCounts } from './declared-counts.ts';
import { counted } from '../program/output/counted.ts';

/** Settings that decide what is fetched. */
export type FetchSettings = Pick<
  Config,
  'documents' | 'documentsContact' | (typeof providerSettings)[keyof typeof providerSettings]
>;

export interface UnreadSource {
  /** `documents`, or the slug of a chain. */
  readonly source: string;
  /** Documents, or assets of the chain. */
  readonly count: number;
  readonly reason: string;
  /** What the operator sets; null where no setting helps. */
  readonly remedy: string | null;
}

/** With `demo`, documents are fetched only where the setting asks for it, as by `up --demo`. */
export function unreadSources(declared: DeclaredCounts, config: FetchSettings, demo = false): readonly UnreadSource[] {
  const { documents } = declared;
  const off = documents === 0 ? null : documentsOff(config, demo);
  const chains = [...declared.assetsOf].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...(off === null ? [] : [{ source: 'documents', count: documents, ...off }]),
    ...chains.flatMap(([slug, count]) => {
      const why = chainOff(config, slug);
      return why === null ? [] : [{ source: slug, count, ...why }];
    }),
  ];
}

type Why = Pick<UnreadSource, 'reason' | 'remedy'>;

function documentsOff({ documents, documentsContact }: FetchSettings, demo: boolean): Why | null {
  const [setting, contact] = [settings.documents.name, settings.documentsContact.name];
  const isFetching = documents ?? !demo;
  if (!isFetching) {
    const reason = documents === null ? `with --demo ${setting} is off` : `${setting} is off`;
    return { reason, remedy: `set ${setting}=on, and ${contact}` };
  }
  if (documentsContact !== null) return null;
  return { reason: `${contact} is not set`, remedy: `set ${contact} to an address or URL at which sites reach you` };
}

function chainOff(config: FetchSettings, slug: string): Why | null {
  if (!isObservable(slug)) return { reason: 'this version does not observe that chain', remedy: null };
  const key = providerSettings[slug];
  if ((config[key] ?? []).length > 0) return null;
  const { name } = settings[key];
  return { reason: `${name} is not set`, remedy: `set ${name} to label=url of a node` };
}

const isObservable = (slug: string): slug is keyof typeof providerSettings => Object.hasOwn(providerSettings, slug);

/** One sentence a source: "8 documents are not fetched: ATTESTRY_DOCUMENTS_CONTACT is not set". */
export const unreadLines = (unread: readonly UnreadSource[]): readonly string[] =>
  unread.map(({ source, count, reason }) => {
    const verb = count === 1 ? 'is' : 'are';
    return source === 'documents'
      ? `${counted(count, 'document')} ${verb} not fetched: ${reason}`
      : `${counted(count, 'asset')} on ${source} ${verb} not read: ${reason}`;
  });
