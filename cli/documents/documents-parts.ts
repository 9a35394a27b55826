import type { Config } from '../../infra/config/config.ts';

/** Part of the publishers that fetches declared sources. */
export const documentsPart = 'documents';

/** The part that fetches declared sources, if the settings ask for it. Without a contact it would fetch nothing. */
export const documentsParts = (
  { documents, documentsContact }: Pick<Config, 'documents' | 'documentsContact'>,
  fallback: boolean,
): readonly string[] => ((documents ?? fallback) && documentsContact !== null ? [documentsPart] : []);
