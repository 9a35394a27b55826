import type { LeftOut } from '../../explorer/left-out.ts';
import type { DocumentCapture } from '../../schemas/generated/records.ts';
import { assetId, day, now } from '../api/records.ts';

/** A document that was read a day ago, declared by an asset. */
export const capture = (documentId: string, n: number, part: Partial<DocumentCapture> = {}): DocumentCapture => ({
  captureId: `${documentId.slice(0, 8)} ${part.asOf ?? ''}`,
  documentId,
  lane: 'example.com',
  hops: 0,
  asOf: now - day,
  url: 'https://example.com/terms',
  finalUrl: 'https://example.com/terms',
  obtained: 'fetched',
  outcome: 'ok',
  status: 200,
  message: null,
  documentClass: 'html',
  bytes: 84_000,
  sha256: 'ab'.repeat(32),
  contentType: null,
  etag: null,
  lastModified: null,
  reading: null,
  measures: null,
  declared: [
    {
      assetId: assetId(n),
      sourceId: 'terms',
      kind: 'terms',
      extractor: 'page',
      profile: null,
      profileSha256: null,
    },
  ],
  ...part,
});

/** Hashes of a recorded reading and of the profile that it is read with. */
export const recorded = { reading: '1e'.repeat(32), profile: '2e'.repeat(32) } as const;

/** The parts of a capture of asset `n` whose reading is recorded. */
export const withReading = (n: number): Pick<DocumentCapture, 'reading' | 'declared'> => ({
  reading: {
    reader: 'attestry-reader',
    version: '1',
    sha256: recorded.reading,
    ended: 'whole',
    reason: null,
    limit: null,
    rules: null,
  },
  declared: capture('', n).declared.map((source) => ({
    ...source,
    profile: 'terms@1',
    profileSha256: recorded.profile,
  })),
});

/** What the rules leave out of it, in texts that another party wrote. */
export const leftOutWith = (write: (text: string) => string): LeftOut => ({
  passages: [
    {
      field: 'governing_law',
      why: write('"unless" may take it back'),
      quote: write('These terms are governed by the laws of Malta, unless we agree otherwise.'),
      place: 'pdf:3:70,100,500,120',
    },
  ],
  incomplete: write('the rules take too many steps on it'),
});
