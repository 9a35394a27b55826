// rule: migrations go on after the process of the tables ended meanwhile, also tests/cli/service/tables/service-tables.test.ts
import { test } from 'uvu';
import { ownerOf } from '../../../support/tables-owner.ts';
import { migrateWhile } from './interrupted-migrations.ts';

test('a process of tables that dies during the migrations comes again, and they go on', () =>
  migrateWhile((sent, directory) => {
    process.kill(ownerOf(directory).pid, 'SIGKILL');
    return sent;
  }));

test.run();
