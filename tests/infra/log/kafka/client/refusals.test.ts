import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BrokerPool, brokerPoolPrototype } from '../../../../../infra/log/kafka/client/internals.ts';
import { reportRefusals } from '../../../../../infra/log/kafka/client/refusals.ts';

reportRefusals();
reportRefusals();

const ofType = (type: string): Error => Object.assign(new Error(type), { type });

/** Asks a pool of kafkajs, each broker of which answers in turn. */
function ask(answers: readonly (string | Error)[]): Promise<string | null> {
  const pool = Object.create(brokerPoolPrototype()) as BrokerPool & {
    brokers: object;
    findBroker: () => Promise<object>;
  };
  pool.brokers = Object.fromEntries(answers.entries());
  pool.findBroker = async () => ({});
  const left = [...answers];
  return pool.withBroker(async () => {
    const answer = left.shift() ?? '';
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

test('all brokers refuse: the refusal is thrown', async () => {
  const refusal = ofType('GROUP_AUTHORIZATION_FAILED');
  const thrown: unknown = await ask([ofType('NOT_LEADER_FOR_PARTITION'), refusal]).catch((error: unknown) => error);
  assert.is(thrown, refusal);
});

for (const [what, answers, expected] of [
  ['one broker answers after a refusal', [ofType('GROUP_AUTHORIZATION_FAILED'), 'here'], 'here'],
  ['no broker answers for another reason', [ofType('REQUEST_TIMED_OUT'), new Error('closed')], null],
] as const) {
  test(`${what}: as kafkajs does`, async () => assert.is(await ask(answers), expected));
}

test.run();
