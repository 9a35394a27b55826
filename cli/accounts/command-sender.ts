import type { ApiDependencies } from '../../api/route/dependencies.ts';
import type { Engine } from '../engine/open-engine.ts';
import { appendValues } from '../log/append.ts';

/** Appends commands for the API and for the sender of webhooks. */
export const commandSender = (engine: Engine, clock: () => number): ApiDependencies['commands'] => ({
  send: async (command, traceparent) => {
    const headers = traceparent === null ? {} : { traceparent };
    await appendValues(engine, 'accounts.commands', [{ value: command, timestamp: clock(), headers }]);
  },
});
