import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createEndpointCommands } from '../../../../api/readmodel/webhooks/manage.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

type Dependencies = Parameters<typeof createEndpointCommands>[0];

test('W-07 both secrets of a rotation sign until a day after its command, however late the answer comes', async () => {
  let now = 1_000;
  const sent: number[] = [];
  const commands = createEndpointCommands({
    clock: () => now,
    ids: () => 'command',
    texts: { seal: async () => 'sealed' },
    commands: {
      send: async (given: readonly { readonly at: number }[]) => {
        sent.push(...given.map(({ at }) => at));
        now += 440;
      },
    },
    outcomes: { wait: async () => ({ status: 'accepted', code: null, message: null }) },
  } as unknown as Dependencies);
  const { bothUntil } = await commands.rotate({ tenantId: 'tenant', actor: 'key:one' }, 'endpoint');
  assert.equal([sent, bothUntil], [[1_000], 1_000 + dayMs]);
});

test.run();
