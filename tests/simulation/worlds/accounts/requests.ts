import { ApiError } from '../../../../api/errors.ts';
import type { CommandType } from '../../../../pipeline/accounts/commands.ts';
import type { CommandOutcome } from '../../../../schemas/generated/records.ts';
import { toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { checkAsked, checkListedRequests, requestIdOf } from '../../invariants/token-requests.ts';
import { type AccountsState, commandKey, type ServiceApi } from './accounts-state.ts';
import { call } from './calls.ts';
import { senderOf } from './service-api.ts';

/** Tokens that clients ask for one at a time. */
const tokens = 4;
/** One more than a tenant may have open. */
const manyTokens = 101;
/** Tokens become public within this time, milliseconds. */
const soonMs = 1_500;

const addressOf = (token: number): string => toChecksumAddress(`0x${(token + 1).toString(16).padStart(40, '0')}`);
const tokenOf = (token: number): string => `eip155:1/erc20:${addressOf(token)}`;

/** Half of the tokens become public at some time. */
export function publishTokens({ simulation, clients }: AccountsState): void {
  for (let token = 0; token < tokens; token += 2) {
    if (!simulation.acts('a token becomes public')) continue;
    const isLate = simulation.random.fraction() * soonMs;
    simulation.after(isLate, null, 'a token becomes public', () => void clients.publicTokens.add(tokenOf(token)));
  }
}

interface RequestsClient {
  readonly tenantId: string;
  /** Whether it is the only client of its tenant. */
  readonly isAlone: boolean;
  readonly newId: () => string;
  readonly give: (type: CommandType, body: object) => Promise<CommandOutcome | null>;
}

/** Asks for tokens and withdraws that again; at times the operator declines. */
export class RequestsOfClient {
  readonly #state: AccountsState;
  readonly #client: RequestsClient;
  /** Whether a token is asked for; without those of commands that were not answered. */
  readonly #asked = new Map<string, boolean>();
  readonly #unsettled = new Set<string>();

  constructor(state: AccountsState, client: RequestsClient) {
    [this.#state, this.#client] = [state, client];
  }

  async operate(operation: number): Promise<void> {
    const { random } = this.#state.simulation;
    const kind = random.below(12);
    const caip19 = tokenOf(random.below(tokens));
    if (kind < 5) await this.#ask(caip19);
    else if (kind < 8) await this.#withdraw(caip19);
    else if (kind < 10) await this.#decline(caip19, operation);
    else if (kind === 10) await this.#askForMany();
    await this.#list();
  }

  async #ask(caip19: string): Promise<void> {
    const { tenantId } = this.#client;
    const wasPublic = this.#isPublic(caip19);
    const answer = await this.#call((api) =>
      api.requests(this.#ids).create(senderOf(tenantId), { caip19, note: null }),
    );
    if (answer === null) {
      this.#forget(caip19);
      return;
    }
    const { simulation } = this.#state;
    if ('value' in answer) checkAsked(simulation, tenantId, caip19, { request: answer.value.request, wasPublic });
    if (!('value' in answer) && answer.refused === 'already_public' && !this.#isPublic(caip19)) {
      simulation.violate('token-requests', `${tenantId}: ${caip19} was refused as public, and is not`);
    }
    if ('value' in answer && !this.#unsettled.has(caip19)) this.#asked.set(caip19, true);
  }

  async #withdraw(caip19: string): Promise<void> {
    const { tenantId } = this.#client;
    const requestId = requestIdOf(tenantId, caip19);
    const answer = await this.#call((api) => api.requests(this.#ids).withdraw(senderOf(tenantId), requestId));
    if (answer === null) this.#forget(caip19);
    else if (!this.#unsettled.has(caip19)) this.#asked.set(caip19, false);
  }

  async #decline(caip19: string, operation: number): Promise<void> {
    const requestId = requestIdOf(this.#client.tenantId, caip19);
    await this.#client.give('request.decline', { requestId, reason: `reason ${operation}` });
  }

  /** More tokens than a tenant may ask for, of its own. */
  async #askForMany(): Promise<void> {
    const { simulation } = this.#state;
    const { tenantId } = this.#client;
    const wanted = Array.from({ length: manyTokens }, (_, at) => tokenOf(tokens + at));
    const answer = await this.#call((api) => api.requests(this.#ids).createMany(senderOf(tenantId), wanted));
    if (answer === null || !('value' in answer)) return;
    simulation.note('many tokens are asked for');
    const answered = answer.value.map(({ caip19 }) => caip19);
    if (answered.join(' ') !== wanted.join(' ')) {
      simulation.violate('token-requests', `${tenantId}: many tokens were answered in another order`);
    }
  }

  async #list(): Promise<void> {
    const { simulation, tables, clients, size } = this.#state;
    const { tenantId, isAlone } = this.#client;
    const lostBefore = tables.lostParts;
    const publicBefore = new Set(clients.publicTokens);
    const answer = await this.#call((api) => api.requests(this.#ids).list(tenantId));
    if (answer === null || !('value' in answer)) return;
    simulation.note('requests are listed');
    const isAwaited = size.embedded === 1 && size.bootKnown === 1;
    const mayMissRows = tables.lostParts !== lostBefore || (!isAwaited && tables.lostParts > 0);
    const asked = isAlone && !mayMissRows ? this.#asked : new Map<string, boolean>();
    const tokensOf = { publicBefore, publicNow: clients.publicTokens };
    checkListedRequests(simulation, tenantId, answer.value, { ...tokensOf, asked });
  }

  /** Without an answer the command may take effect at any time from now on. */
  #forget(caip19: string): void {
    this.#unsettled.add(caip19);
    this.#asked.delete(caip19);
  }

  #isPublic(caip19: string): boolean {
    return this.#state.clients.publicTokens.has(caip19);
  }

  readonly #ids = (): string => {
    const { tenantId, newId } = this.#client;
    const commandId = newId();
    this.#state.clients.given.add(commandKey(tenantId, commandId));
    return commandId;
  };

  /** As `call`; what the service refuses is an answer. */
  #call<T>(
    work: (api: ServiceApi) => Promise<T>,
  ): Promise<{ readonly value: T } | { readonly refused: string } | null> {
    return call(this.#state, async (api) => {
      try {
        return { value: await work(api) };
      } catch (error) {
        if (error instanceof ApiError) return { refused: error.code };
        throw error;
      }
    }).then((answer) => answer?.value ?? null);
  }
}
