import { watchItemId } from '../../../../pipeline/accounts/watch.ts';
import type { CommandOutcome } from '../../../../schemas/generated/records.ts';
import { epochMs } from '../../kernel/globals.ts';
import { assetIdOf, type ClientCommand, commandKey, tenantIdOf } from '../accounts/accounts-state.ts';
import { call } from '../accounts/calls.ts';
import { serveEndpoint } from './receivers.ts';
import {
  type EndpointLog,
  keyIdOf,
  type Listing,
  type StreamApi,
  type StreamsState,
  wantedKey,
} from './streams-state.ts';

/** The only client that changes the list and the endpoints of a tenant; it waits for each answer. */
export class Owner {
  readonly #state: StreamsState;
  readonly #tenantId: string;
  #isNumbered = 0;

  constructor(state: StreamsState, tenant: number) {
    this.#state = state;
    this.#tenantId = tenantIdOf(tenant);
  }

  /** Creates the tenant and its endpoints, again until that is acknowledged. */
  async create(): Promise<void> {
    const { size } = this.#state;
    const names = { keyId: keyIdOf(this.#tenantId), name: 'k', secretSha256: '0'.repeat(64), last4: 'abcd' };
    await this.#untilDone('tenant.create', { ...names, scopes: ['monitoring:read'], limit: size.limit });
    for (let endpoint = 0; endpoint < size.endpoints; endpoint++) await this.#addEndpoint(endpoint);
  }

  async run(): Promise<void> {
    const { simulation, size, clients } = this.#state;
    const { random } = simulation;
    for (let operation = 0; operation < size.operations; operation++) {
      if (!simulation.acts('an operation')) continue;
      await simulation.pause(random.delay(size.operationMs), 'the next operation');
      await this.#operate();
    }
    clients.left -= 1;
  }

  /** Enables every endpoint, so that what is pending is sent. */
  async enableAll(): Promise<void> {
    for (const endpoint of this.#endpoints) await this.#enable(endpoint);
  }

  /** A change of the tenant wakes what waits for one. */
  async touch(): Promise<void> {
    this.#isNumbered += 1;
    await this.#untilDone('feed.seen', { upTo: epochMs + this.#isNumbered });
  }

  async #operate(): Promise<void> {
    const { simulation, size, away } = this.#state;
    const passedOver = away.has(this.#tenantId) ? this.#lastNotListed : undefined;
    if (passedOver !== undefined) {
      await this.#watch(passedOver);
      away.delete(this.#tenantId);
      return;
    }
    const { random } = simulation;
    const kind = random.below(10);
    const endpoint = this.#endpoints.length === 0 ? null : random.pick(this.#endpoints);
    const listed = this.#listed;
    const isOfList = kind >= 4 && listed.length > 0;
    const assetId = isOfList ? random.pick(listed).assetId : assetIdOf(random.below(size.assets));
    const itemId = watchItemId(this.#tenantId, assetId);
    if (kind < 4) await this.#watch(assetId);
    else if (kind === 4) await this.#remove(assetId, itemId);
    else if (kind < 8) await this.#give('watch.update', { itemId, monitoringEnabled: random.chance(0.5) });
    else if (endpoint === null) await this.touch();
    else if (kind === 8) await this.#stopOrEnable(endpoint);
    else await this.#rotate(endpoint);
  }

  /** The asset of the last change of one that is not on the list. */
  get #lastNotListed(): string | undefined {
    const listed = new Set(this.#listed.map(({ assetId }) => assetId));
    return this.#state.detected.findLast(({ change }) => !listed.has(change.assetId))?.change.assetId;
  }

  async #watch(assetId: string): Promise<void> {
    const { simulation, listings, wanted } = this.#state;
    wanted.set(wantedKey(this.#tenantId, assetId), simulation.now);
    const outcome = await this.#give('watch.add', { assetId, by: 'key' });
    if (outcome === null || outcome.status === 'rejected') return;
    if (this.#listed.some((one) => one.assetId === assetId)) return;
    listings.push({
      tenantId: this.#tenantId,
      assetId,
      since: simulation.now,
      until: Infinity,
      removedAt: Infinity,
    });
  }

  async #remove(assetId: string, itemId: string): Promise<void> {
    const { simulation } = this.#state;
    const present = this.#listed.filter((one) => one.assetId === assetId);
    for (const listing of present) listing.until = simulation.now;
    const outcome = await this.#give('watch.remove', { itemId });
    if (outcome?.status === 'accepted') for (const listing of present) listing.removedAt = simulation.now;
  }

  async #addEndpoint(number: number): Promise<void> {
    const { simulation, endpoints } = this.#state;
    const endpointId = `e0000000-0000-4000-8000-${this.#tenantId.slice(-4)}${String(number).padStart(8, '0')}`;
    const address = `https://${endpointId}.example/`;
    const secret = newSecret(simulation.random.word());
    const endpoint: EndpointLog = {
      tenantId: this.#tenantId,
      endpointId,
      url: address,
      secrets: [secret],
      createdAt: null,
      place: '',
      tries: [],
    };
    endpoints.push(endpoint);
    serveEndpoint(this.#state, endpoint);
    const { texts } = this.#state;
    const tenantId = this.#tenantId;
    let cursor: string | null = null;
    while (cursor === null) {
      cursor = (await call(this.#state, (api) => (api as StreamApi).placeNow(tenantId)))?.value ?? null;
    }
    const url = await texts.seal({ tenantId, purpose: 'webhook address' }, address);
    const sealed = await texts.seal({ tenantId, purpose: 'webhook secret' }, secret);
    await this.#untilDone('webhook.create', { endpointId, url, secret: sealed, cursor });
    endpoint.place = cursor;
    endpoint.createdAt = simulation.now;
  }

  async #stopOrEnable(endpoint: EndpointLog): Promise<void> {
    const { endpointId } = endpoint;
    if (this.#state.simulation.random.chance(0.6)) await this.#enable(endpoint);
    else await this.#give('webhook.update', { endpointId, enabled: false });
  }

  async #enable({ endpointId }: EndpointLog): Promise<void> {
    await this.#untilDone('webhook.update', { endpointId, enabled: true });
  }

  async #rotate({ endpointId, secrets }: EndpointLog): Promise<void> {
    const { simulation, texts } = this.#state;
    const secret = newSecret(simulation.random.word());
    secrets.push(secret);
    const sealed = await texts.seal({ tenantId: this.#tenantId, purpose: 'webhook secret' }, secret);
    await this.#give('webhook.rotate', { endpointId, secret: sealed });
  }

  /** What it knows to be on its list. */
  get #listed(): readonly Listing[] {
    return this.#state.listings.filter(({ tenantId, until }) => tenantId === this.#tenantId && until === Infinity);
  }

  get #endpoints(): readonly EndpointLog[] {
    return this.#state.endpoints.filter(({ tenantId }) => tenantId === this.#tenantId);
  }

  /** Gives a command with one id until it is answered. */
  async #untilDone(type: ClientCommand['type'], body: object): Promise<void> {
    const commandId = this.#newId();
    for (;;) {
      const outcome = await this.#give(type, body, commandId);
      // Hours later the answer to an earlier attempt is no longer kept, and what exists is refused.
      if (outcome?.message?.includes('well formed') === true) throw new Error(outcome.message);
      if (outcome !== null) return;
    }
  }

  async #give(type: ClientCommand['type'], body: object, commandId = this.#newId()): Promise<CommandOutcome | null> {
    const { simulation, acknowledgedAt } = this.#state;
    const tenantId = this.#tenantId;
    const given = await call(this.#state, (api) => api.give({ tenantId, commandId, type, body }));
    if (given === null) return null;
    acknowledgedAt.set(commandKey(tenantId, commandId), simulation.now);
    return given.value;
  }

  #newId(): string {
    const { random } = this.#state.simulation;
    return `c${random.word().toString(16)}-${random.word().toString(16)}`;
  }
}

const newSecret = (word: number): string => `whsec_${Buffer.alloc(32, String(word)).toString('base64')}`;
