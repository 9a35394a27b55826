/** Captures of a page of an issuer, made as the publisher makes them, with the artifacts that the fold needs. */
import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';
import { describeCapture } from '../../../../pipeline/documents/captures/describe-capture.ts';
import { discloseProcessor } from '../../../../pipeline/documents/reading/disclose.ts';
import { ruleSetName } from '../../../../pipeline/documents/reading/rule-set.ts';
import { linksOfReading, textOfReading } from '../../../../pipeline/documents/reading/blocks/reading-text.ts';
import type { DocumentCapture, Observation } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { reader } from '../../../../schemas/values/reading.ts';
import { assetId, type MemoryState } from '../../changes/builders.ts';

export interface CaptureStep {
  readonly hours: number;
  /** Null: the document was not modified. */
  readonly body: string | Buffer | null;
  readonly over?: Partial<DocumentCapture>;
  /** How the reading ended. */
  readonly ended?: string;
}

export interface CaptureSet {
  readonly captures: readonly DocumentCapture[];
  readonly artifacts: ReadonlyMap<string, Buffer>;
}

const hour = 3_600_000;
export const start = Date.parse('2026-03-01T00:00:00Z');

/** The document. */
interface Place {
  readonly url: string;
  /** Time of the capture at hour 0, milliseconds. */
  readonly from: number;
  readonly assetId: string;
  readonly sourceId: string;
  readonly documentId: string;
}

const terms: Place = {
  url: 'https://issuer.example/terms',
  from: start,
  assetId,
  sourceId: 's1',
  documentId: 'd'.repeat(64),
};

/** The captures of these steps. Texts are compared with the one before. */
export async function captured(
  steps: readonly CaptureStep[],
  kind = 'terms',
  place: Place = terms,
): Promise<CaptureSet> {
  const { url, from, documentId, sourceId } = place;
  const artifacts = new Map<string, Buffer>();
  const put = (text: string | Buffer): string => {
    artifacts.set(sha256Hex(text), Buffer.from(text));
    return sha256Hex(text);
  };
  const profileSha256 = put(canonicalJson({ id: kind, language: 'en' }));
  const captures: DocumentCapture[] = [];
  let earlier: Parameters<typeof describeCapture>[1][number][] = [];
  let last: DocumentCapture | null = null;
  for (const { hours, body, over = {}, ended = 'whole' } of steps) {
    const at = { asOf: from + hours * hour, captureId: `c${hours}` };
    if (body === null) {
      if (last === null) throw new Error('the first capture has a body');
      captures.push({ ...last, ...at, obtained: 'not_modified', outcome: 'not_modified', measures: null, ...over });
      continue;
    }
    const { reading } = await readBytes(Buffer.from(body), { class: null, charset: null });
    const page = {
      finalUrl: over.finalUrl ?? url,
      text: textOfReading(reading, []),
      links: linksOfReading(reading, []),
    };
    const {
      url: _url,
      finalUrl: _finalUrl,
      documentClass: _class,
      ...measures
    } = describeCapture({ url, documentClass: reading.class, ...page }, earlier);
    earlier = [page, ...earlier].slice(0, 4);
    last = {
      ...at,
      documentId,
      lane: new URL(url).hostname,
      url,
      finalUrl: url,
      hops: 0,
      obtained: 'fetched',
      outcome: 'ok',
      status: 200,
      message: null,
      documentClass: reading.class,
      bytes: body.length,
      sha256: put(body),
      contentType: 'text/html',
      etag: null,
      lastModified: null,
      reading: {
        reader: reader.name,
        version: reader.version,
        sha256: put(canonicalJson(reading)),
        ended,
        reason: null,
        limit: null,
        rules: ruleSetName,
      },
      measures: canonicalJson(measures),
      declared: [
        {
          assetId: place.assetId,
          sourceId,
          kind,
          extractor: kind,
          profile: `${kind}@${profileSha256.slice(0, 12)}`,
          profileSha256,
        },
      ],
      ...over,
    };
    captures.push(last);
  }
  return { captures, artifacts };
}

/** What the fold makes of the captures. */
export function observed({ captures, artifacts }: CaptureSet, state: MemoryState): readonly Observation[] {
  return captures.flatMap((value, offset) => {
    const needs = discloseProcessor.artifactsOf?.(state, value) ?? [];
    const given = new Map(
      needs.flatMap((need) =>
        typeof need === 'string' ? [[need, artifacts.get(need) ?? Buffer.alloc(0)] as const] : [],
      ),
    );
    const result = discloseProcessor.apply(
      state,
      { topic: 'document.captures', partition: 0, offset, timestamp: value.asOf, value },
      given,
    );
    if (result.kind === 'park') throw new Error(result.reason);
    return result.outputs.flatMap((output) => (output.topic === 'observations' ? [output.value] : []));
  });
}
