import { ownJson } from '../../../../schemas/stored-value.ts';
import type { ArtifactStore } from '../../../../infra/artifacts/store.ts';
import { parseUrl } from '../../../../schemas/values/parse-url.ts';
import type { Reading } from '../../../../schemas/values/reading.ts';
import type { Measures } from '../../../documents/captures/measures.ts';
import { describeCapture, type EarlierPage } from '../../../documents/captures/describe-capture.ts';
import { linksOfReading, textOfReading } from '../../../documents/reading/blocks/reading-text.ts';
import type { EarlierText } from '../schedule/document-state.ts';
import type { PlannedDocument } from '../schedule/plan.ts';

/** Measures of a reading, compared with earlier ones where the texts are: a fold never reads them. */
export async function measure(
  { url, remove }: Pick<PlannedDocument, 'url' | 'remove'>,
  reading: Reading,
  finalUrl: string,
  earlier: readonly EarlierText[],
  artifacts: Pick<ArtifactStore, 'get' | 'has'>,
): Promise<Measures> {
  const pageOf = (one: Reading, at: string): EarlierPage => ({
    finalUrl: one.base === null ? at : (parseUrl(one.base, at)?.href ?? at),
    text: textOfReading(one, remove),
    links: linksOfReading(one, remove),
  });
  const before: EarlierPage[] = [];
  for (const { readingSha256, finalUrl: at } of earlier) {
    if (!(await artifacts.has(readingSha256))) continue;
    before.push(pageOf(ownJson<Reading>(await artifacts.get(readingSha256)), at));
  }
  const described = describeCapture({ url, documentClass: reading.class, ...pageOf(reading, finalUrl) }, before);
  const { url: _url, finalUrl: _finalUrl, documentClass: _class, ...measures } = described;
  return measures;
}
