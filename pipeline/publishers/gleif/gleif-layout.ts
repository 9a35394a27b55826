/** Layout that GLEIF's XML files share. */
import type { Layout } from '../large-files/splitter.ts';

/** Content of a golden copy. Deltas and files of one LEI issuer state another one. */
export const wholeContent = 'GLEIF_FULL_PUBLISHED';

export const gleifXml = (root: string, header: string, container: string, record: string): Layout['xml'] => ({
  around: [root, container],
  record,
  beside: [header],
  stated: { records: `${header}/RecordCount`, content: `${header}/FileContent`, published: `${header}/ContentDate` },
});
