import { clock } from '../../kernel/clock.ts';
import { type CommandType, makeCommand } from '../../../../pipeline/accounts/commands.ts';
import { watchItemId } from '../../../../pipeline/accounts/watch.ts';
import type { CommandOutcome } from '../../../../schemas/generated/records.ts';
import { checkOwnItems, checkReadYourWrites } from '../../invariants/read-your-writes.ts';
import { epochMs } from '../../kernel/globals.ts';
import type { SimulatedThread } from '../../kernel/process.ts';
import { type AccountsState, assetIdOf, type ClientCommand, commandKey, tenantIdOf } from './accounts-state.ts';
import { sendBatch } from './batches.ts';
import { call } from './calls.ts';
import { RequestsOfClient } from './requests.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Days before the start at which keys are made, and may have been used. */
const oldestUse = 3;

/** A client of a tenant: gives commands, some of them twice, and reads its list. */
class Client {
  readonly #state: AccountsState;
  readonly #tenantId: string;
  readonly #isAlone: boolean;
  /** What the acknowledged commands made of the list; empty for a client that shares its tenant. */
  readonly #listed = new Map<string, boolean>();
  readonly #requests: RequestsOfClient;

  constructor(state: AccountsState, tenant: number, isAlone: boolean) {
    this.#state = state;
    this.#tenantId = tenantIdOf(tenant);
    this.#isAlone = isAlone;
    const give = (type: CommandType, body: object): Promise<CommandOutcome | null> => this.#give(type, body);
    this.#requests = new RequestsOfClient(state, { tenantId: this.#tenantId, isAlone, give, newId: this.#newId });
  }

  get #keyId(): string {
    return `key0${this.#tenantId.slice(-4)}`;
  }

  /** Creates the tenant, again until it is acknowledged. */
  async createTenant(): Promise<void> {
    const { size } = this.#state;
    const secretSha256 = '0'.repeat(64);
    const names = { keyId: this.#keyId, name: 'k', secretSha256, last4: 'abcd' };
    const body = { ...names, scopes: ['monitoring:read'] as const, limit: size.limit };
    const commandId = this.#newId();
    if (size.keyUses === 1) {
      const earlier = { ...this.#command(commandId), at: clock() - oldestUse * dayMs };
      this.#state.clients.given.add(commandKey(this.#tenantId, commandId));
      await this.#append(makeCommand({ ...earlier, type: 'tenant.create', body }));
    }
    for (;;) {
      const outcome = await this.#give('tenant.create', body, commandId);
      if (outcome?.status === 'rejected') throw new Error(`the tenant is not created: ${outcome.message ?? ''}`);
      if (outcome !== null) return;
    }
  }

  /** Whether the last command has no answer: its service has ended, or was slow. */
  #isUnanswered = false;

  async run(): Promise<void> {
    const { simulation, size, clients } = this.#state;
    const { random } = simulation;
    for (let operation = 0; operation < size.operations; operation++) {
      if (!simulation.acts('an operation')) continue;
      await simulation.pause(random.delay(30), 'the next operation');
      if (size.batches === 1 && random.chance(0.4)) await this.#sendBatch();
      else if (size.requests === 1 && random.chance(0.6)) await this.#requests.operate(operation);
      else await this.#operate(assetIdOf(random.below(size.assets)), operation);
      if (random.chance(0.15)) await this.#useIdOfAnotherTenant();
      if (size.keyUses === 1 && random.chance(0.5)) await this.#useKey();
      // What a service answers first after its start may lack rows that its tables lost.
      if (this.#isUnanswered || random.chance(0.7)) await this.#read();
    }
    clients.left -= 1;
  }

  async #operate(assetId: string, operation: number): Promise<void> {
    const { random } = this.#state.simulation;
    const itemId = watchItemId(this.#tenantId, assetId);
    const kind = random.below(10);
    if (kind < 5) await this.#watch(assetId);
    else if (kind < 8) this.#learn(assetId, await this.#give('watch.remove', { itemId }), false);
    else if (kind === 8) await this.#give('watch.update', { itemId, note: `note ${operation}` });
    else await this.#give('feed.seen', { upTo: epochMs + operation });
  }

  /** Some commands arrive once more, from a client or a proxy that sends again. */
  async #watch(assetId: string): Promise<void> {
    const commandId = this.#newId();
    const body = { assetId, by: 'key' } as const;
    const outcome = await this.#give('watch.add', body, commandId);
    this.#learn(assetId, outcome, true);
    if (outcome === null || !this.#state.simulation.random.chance(0.3)) return;
    await this.#append(makeCommand({ ...this.#command(commandId), type: 'watch.add', body, assetPublic: true }));
  }

  async #sendBatch(): Promise<void> {
    const knows = (assetId: string): boolean => this.#isAlone && !this.#unsettled.has(assetId);
    const client = { tenantId: this.#tenantId, newId: this.#newId, knows };
    for (const { outcome, assetId } of await sendBatch(this.#state, client)) {
      const isListed = outcome === 'added' || outcome === 'already';
      if (isListed && assetId !== null && knows(assetId)) this.#listed.set(assetId, true);
    }
  }

  /** Several processes report the use of a key: about midnight the days come in any order, and each more than once. */
  async #useKey(): Promise<void> {
    const { simulation, clients } = this.#state;
    const command = this.#command(this.#newId());
    clients.given.add(commandKey(this.#tenantId, command.commandId));
    const at = command.at - simulation.random.below(oldestUse + 1) * dayMs;
    await this.#append(makeCommand({ ...command, at, type: 'key.used', body: { keyId: this.#keyId } }));
  }

  #learn(assetId: string, outcome: CommandOutcome | null, isListed: boolean): void {
    if (!this.#isAlone) return;
    // Without an answer the command may take effect at any time from now on.
    if (outcome === null) this.#listed.delete(assetId);
    else if (outcome.status !== 'rejected' && !this.#unsettled.has(assetId)) this.#listed.set(assetId, isListed);
    if (outcome === null) this.#unsettled.add(assetId);
  }
  readonly #unsettled = new Set<string>();

  /** Ids are unique within a tenant only: the id of another tenant's command means nothing here. */
  async #useIdOfAnotherTenant(): Promise<void> {
    const { simulation, clients, size } = this.#state;
    const others = [...clients.acknowledged.keys()].filter((key) => !key.startsWith(this.#tenantId));
    if (others.length === 0) return;
    const [, commandId = ''] = simulation.random.pick(others).split(' ');
    const itemId = watchItemId(this.#tenantId, assetIdOf(simulation.random.below(size.assets)));
    const update = { type: 'watch.update', body: { itemId, note: 'other' } } as const;
    if (simulation.random.chance(0.5)) {
      await this.#give(update.type, update.body, commandId);
      return;
    }
    clients.given.add(commandKey(this.#tenantId, commandId));
    await this.#append(makeCommand({ ...this.#command(commandId), ...update }));
  }

  async #read(): Promise<void> {
    const { simulation, tables, size } = this.#state;
    const lostBefore = tables.lostParts;
    const snapshot = await call(this.#state, (api) => api.snapshots.fresh(this.#tenantId));
    if (snapshot === null) return;
    checkOwnItems(simulation, this.#tenantId, snapshot.value);
    // Without a boot to compare, and on a server, lost rows are readable again once the sink has inserted them again.
    const isAwaited = size.embedded === 1 && size.bootKnown === 1;
    const mayMissRows = tables.lostParts !== lostBefore || (!isAwaited && tables.lostParts > 0);
    if (!mayMissRows) checkReadYourWrites(simulation, this.#tenantId, snapshot.value, this.#listed);
  }

  async #give(type: ClientCommand['type'], body: object, commandId = this.#newId()): Promise<CommandOutcome | null> {
    const { simulation, clients } = this.#state;
    const key = commandKey(this.#tenantId, commandId);
    clients.given.add(key);
    const given = await call(this.#state, (api) => api.give({ tenantId: this.#tenantId, commandId, type, body }));
    this.#isUnanswered = given === null;
    if (given === null) return null;
    const before = clients.acknowledged.get(key);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(given.value)) {
      simulation.violate('acknowledged-commands', `command ${key} was answered twice, differently`);
    }
    clients.acknowledged.set(key, given.value);
    return given.value;
  }

  async #append(command: ReturnType<typeof makeCommand>): Promise<void> {
    await call(this.#state, (api) => api.append([command]));
  }

  readonly #command = (commandId: string) => ({ commandId, tenantId: this.#tenantId, at: clock(), actor: 'key:k' });

  readonly #newId = (): string => {
    const { random } = this.#state.simulation;
    return `c${random.word().toString(16)}-${random.word().toString(16)}`;
  };
}

/** Starts the clients of a tenant: the first creates it, the others wait for that. */
export function startClients(
  state: AccountsState,
  process: { thread: (name: string) => SimulatedThread },
  tenant: number,
): void {
  const { simulation, size, clients } = state;
  const count = tenant === 0 ? size.clients : 1;
  let isCreated: () => void = () => undefined;
  const created = new Promise<void>((resolve) => {
    isCreated = resolve;
  });
  for (let number = 0; number < count; number++) {
    const client = new Client(state, tenant, count === 1);
    clients.left += 1;
    simulation.spawn(process.thread(`client-${tenant}-${number}`), 'a client starts', async () => {
      if (number === 0) {
        await client.createTenant();
        isCreated();
      } else await created;
      await client.run();
    });
  }
}
