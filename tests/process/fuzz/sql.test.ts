/** Kept inputs, and some generated ones, of the door of analysts' SQL. */
import { test } from 'uvu';
import { runKept, runSome } from './run-door.ts';
import { type OpenSqlDoor, openSqlDoor } from './sql.ts';

let sql: OpenSqlDoor;

test.before(async () => {
  sql = await openSqlDoor();
});
test.after(() => sql.close());

test('sql: kept inputs', () => runKept(sql.door));
test('sql: generated inputs', () => runSome(sql.door, 20));

test.run();
