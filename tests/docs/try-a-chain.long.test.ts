// rule: the commands of docs/try-a-chain.md exist, with their options and files, also tests/docs/marked-commands.test.ts
import { test } from 'uvu';
import { endPage, followPage } from './try-a-chain.ts';

test.after(endPage);

test('the commands lead to the change within a step of the chain', async () => {
  await followPage({ step: 30, replace: [] });
  endPage();
});

test('on Sepolia the same commands lead to the change within its step, and to the confirmation', async () => {
  const { confirmed } = await followPage({
    step: 300,
    replace: [
      ['43114', '11155111'],
      ['ATTESTRY_RPC_AVALANCHE', 'ATTESTRY_RPC_SEPOLIA'],
    ],
  });
  await confirmed();
});

test.run();
