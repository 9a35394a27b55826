import { positionFirst } from './position-first.ts';
import { type PlantedFault, plantedIn } from './planted-fault.ts';

const fault = plantedIn('documents', 200);
const publisher = 'pipeline/publishers/documents';

/** Documents that are lost, read in vain or read halfway, and values without what shows them. */
export const faultsOfDocuments: readonly PlantedFault[] = [
  fault(
    'document-before-bytes',
    'a capture of a document is appended before its bytes are stored',
    `${publisher}/fetch/record-capture.ts`,
    'const stored = await artifacts.put(fetched.bytes);',
    `const stored = {
      sha256: (await import('node:crypto')).createHash('sha256').update(fetched.bytes).digest('hex'),
      bytes: fetched.bytes.length,
    };
  artifacts.put(fetched.bytes).catch(() => undefined);`,
  ),
  fault(
    'cut-document-read',
    'a body that is shorter than announced counts as the document',
    'infra/fetch/read-body.ts',
    'chunks.push(chunk);\n  });\n  return { bytes: Buffer.concat(chunks) };',
    'chunks.push(chunk);\n  }).catch(() => undefined);\n  return { bytes: Buffer.concat(chunks) };',
  ),
  fault(
    'failed-reading-kept',
    'a document whose reading failed is not read again while its bytes stay',
    `${publisher}/fetch/fetch-document.ts`,
    "good.reading.version === reader.version &&\n    good.reading.ended !== 'failed' &&",
    'good.reading.version === reader.version &&',
  ),
  fault(
    'earlier-bytes-stated',
    'bytes that are read again while others are imported count as the document',
    'pipeline/documents/reading/disclose.ts',
    'if (last !== null && isOvertaken(capture, last)) {',
    'if (last !== null && isOvertaken(capture, last) && last.readAsOf < 0) {',
  ),
  fault(
    'document-read-twice',
    'bytes that were read are read again',
    `${publisher}/fetch/fetch-document.ts`,
    'good.sha256 === sha256Hex(fetched.bytes)) {',
    'good.sha256 === sha256Hex(fetched.bytes) && good.bytes < 0) {',
  ),
  fault(
    'failure-is-final',
    'a document that could not be fetched is not asked for again',
    `${publisher}/schedule/due-at.ts`,
    'return doubled(10 * minuteMs, Math.max(everyMs, 10 * minuteMs));',
    'return 5_000 * dayMs;',
  ),
  fault(
    'error-is-final',
    'a document is left out after an error of the program',
    `${publisher}/publisher.ts`,
    'this.notBefore.set(documentId, this.deps.clock() + errorWaitMs);',
    'this.notBefore.set(documentId, Infinity);',
  ),
  fault(
    'unmodified-not-stated',
    'a document that was not modified settles nothing',
    'pipeline/documents/reading/disclose-fields.ts',
    'if (before === null) return null;',
    'if (before === null || before.accepted.pending !== null) return null;',
  ),
  fault(
    'confirmed-by-one-capture',
    'a change of a value is confirmed by a second capture at any time',
    'pipeline/changes/drafts/second-reading.ts',
    'at - detectedAt >= secondReadingAfterMs;',
    'at - detectedAt >= 0;',
  ),
  fault('document-read-halfway', 'the position of a fold is committed before its outputs', ...positionFirst),
];
