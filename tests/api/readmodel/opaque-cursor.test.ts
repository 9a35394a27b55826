import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cursorPattern, cursorSchema } from '../../../api/readmodel/opaque-cursor.ts';
import { writeExportCursor } from '../../../api/readmodel/resources/export/cursor.ts';
import { streamOf, writeStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';

const offsets = fc
  .array(fc.tuple(fc.nat({ max: 1023 }), fc.nat()), { maxLength: 6 })
  .map((entries) => new Map<number, number>(entries));

test('every cursor that the API issues matches the pattern of the documentation and the one that is checked', () => {
  fc.assert(
    fc.property(fc.uuid(), offsets, fc.nat(), fc.nat(), (tenantId, read, since, upTo) => {
      const of = streamOf(tenantId);
      const cursors = [
        writeStreamCursor({ of, sentUpTo: read, intakesUpTo: upTo, verdictsUpTo: new Map() }),
        writeStreamCursor({ of, sentUpTo: read, intakesUpTo: upTo, verdictsUpTo: read }),
        writeExportCursor({ of, since, exportedUpTo: read, addedUpTo: upTo, under: null }),
      ];
      for (const cursor of cursors) {
        for (const pattern of [cursorSchema.pattern, cursorPattern]) assert.match(cursor, new RegExp(pattern));
      }
    }),
  );
});

test('a text that is not a cursor does not match the pattern of the documentation', () => {
  for (const text of ['', 'a', 'AAAA', 'W10', 'not-a-cursor', 'WzEs', `WzIsI${'j'.repeat(40)}`]) {
    assert.not.match(text, new RegExp(cursorSchema.pattern));
  }
});

test.run();
