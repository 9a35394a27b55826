import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';

test('a role is failing until it has started', () => {
  const board = createHealthBoard();
  board.starting('data');
  board.starting('sink', 'its tables are as of the last end');
  assert.equal(board.failing(), ['data starting', 'sink starting; its tables are as of the last end']);
  board.started('data');
  assert.equal(board.failing(), ['sink starting; its tables are as of the last end']);
  board.started('sink');
  assert.equal(board.failing(), []);
});

test('a processor is failing while it retries, and stays so when it is halted or failed', () => {
  const board = createHealthBoard();
  board.report({ processor: 'detect', state: 'running' });
  assert.equal(board.failing(), []);
  board.report({ processor: 'ingest', state: 'retrying', message: 'no artifact', attempt: 3 });
  board.report({ processor: 'detect', state: 'halted', message: 'parked 50 records' });
  assert.equal(board.failing(), ['ingest retrying: no artifact', 'detect halted: parked 50 records']);
  board.report({ processor: 'ingest', state: 'running' });
  assert.equal(board.failing(), ['detect halted: parked 50 records']);
});

test('a processor with the name of its role has a state of its own', () => {
  const board = createHealthBoard();
  board.starting('accounts');
  board.report({ processor: 'accounts', state: 'running' });
  assert.equal(board.failing(), ['accounts starting'], 'the role has more processors than this one');
  board.report({ processor: 'accounts', state: 'halted', message: 'parked 50 records' });
  board.started('accounts');
  assert.equal(board.failing(), ['accounts halted: parked 50 records']);
});

test('a finding stays until it is cleared', () => {
  const board = createHealthBoard();
  board.note('intake', '2 items are gathered for over 15 minutes');
  assert.equal(board.failing(), ['intake 2 items are gathered for over 15 minutes']);
  board.note('intake', null);
  assert.equal(board.failing(), []);
});

test.run();
