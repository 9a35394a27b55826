import { test } from 'uvu';
import { endPage, followPage } from './try-a-chain.ts';

test.after(endPage);

test('the commands lead to the change within a step of the chain', async () => {
  await followPage({ step: 30, replace: [] });
});

test.run();
