// rule: a statement reads no hidden table, also tests/process/fuzz/sql.test.ts
import { test } from 'uvu';
import { fuzz } from './fuzz-door.ts';
import { openSqlDoor } from './sql.ts';

test('fuzz: an accepted statement reads no hidden table, writes nothing and lifts no limit', async () => {
  const { door, close } = await openSqlDoor();
  try {
    await fuzz(door);
  } finally {
    await close();
  }
});

test.run();
