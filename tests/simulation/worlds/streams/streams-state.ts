import type { Server } from 'node:http';
import type { TenantTexts } from '../../../../infra/tenant-keys/tenant-texts.ts';
import type { RunningLane } from '../../../../pipeline/sink/run-lane.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import type { Network } from '../../ports/network/network.ts';
import type { AccountsSize, AccountsState, Service, ServiceApi } from '../accounts/accounts-state.ts';

/** Sizes of the world. */
export interface StreamsSize extends AccountsSize {
  /** Changes and revisions that are detected. */
  readonly changes: number;
  /** Typical time between two of them that do not come together, milliseconds. */
  readonly changeMs: number;
  /** Typical time between two operations of an owner, milliseconds. */
  readonly operationMs: number;
  /** Streams of a tenant that connect again for as long as the world lasts. */
  readonly streams: number;
  /** Webhook endpoints of a tenant. */
  readonly endpoints: number;
  /** 1: clients leave between a change and its notification, and an asset that changed before is added until they are back. */
  readonly addedMeanwhile: number;
}

export interface StreamApi extends ServiceApi {
  /** The place in the stream of a tenant at which its endpoints begin. */
  readonly placeNow: (tenantId: string) => Promise<string>;
}

/** A process that serves streams. */
export interface StreamService extends Service {
  api: StreamApi | null;
  /** Null until it serves. */
  server: Server | null;
  readonly places: Places;
  /** Ends it in order; null until it serves. */
  stop: (() => Promise<void>) | null;
}

/** Connections whose request the server has read and whose end it has not noticed, by key. */
export interface Places {
  readonly accepted: Map<string, number>;
  /** Those of them that are event streams. */
  readonly open: Map<string, number>;
  /** Subscriptions of streams to changes. */
  subscriptions: number;
}

/** A change, or a revision of one, on its way to the log. Times are virtual, milliseconds. */
export interface DetectedChange {
  readonly change: Change;
  readonly startedAt: number;
  /** Where the commands of accounts ended on the log then, by partition. */
  readonly commandsUpTo: readonly number[];
  /** Place on the log once it is there. */
  place: { readonly partition: number; readonly offset: number } | null;
}

/** What a tenant's client has done to its list. Times are virtual, milliseconds. */
export interface Listing {
  readonly tenantId: string;
  readonly assetId: string;
  /** When the list was known to have the asset. */
  readonly since: number;
  /** When its removal was requested. */
  until: number;
  /** When its removal was acknowledged. */
  removedAt: number;
}

/** An event that a client received. */
export interface ReceivedEvent {
  readonly name: string;
  readonly id: string;
  readonly data: EventData;
  /** Number of the connection of its client. */
  readonly connection: number;
}

export interface EventData {
  readonly id: string;
  readonly revision?: number;
}

/** A client that follows the events of its tenant. */
export interface StreamLog {
  readonly name: string;
  readonly tenantId: string;
  /** When its first connection had given it a place in the stream; virtual, milliseconds. */
  beganAt: number | null;
  readonly received: ReceivedEvent[];
  firstId: string | null;
  /** The last id, also of a heartbeat: where it goes on. */
  lastId: string | null;
}

/** A try of the sender. */
export interface WebhookTry {
  readonly messageId: string;
  readonly kind: string;
  readonly data: EventData;
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** Whether it arrived and was answered with 200. */
  isDelivered: boolean;
}

/** A webhook endpoint as its owner knows it. */
export interface EndpointLog {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly url: string;
  /** Secrets that may sign, the newest last. */
  readonly secrets: string[];
  /** When its creation was acknowledged; virtual, milliseconds. */
  createdAt: number | null;
  /** Place in the stream of its tenant at which it began. */
  place: string;
  readonly tries: WebhookTry[];
}

export interface StreamsState extends AccountsState {
  readonly size: StreamsSize;
  readonly services: { up: StreamService | null; serve: StreamService | null };
  readonly texts: TenantTexts;
  /** On which the receivers of webhooks are. */
  readonly network: Network;
  dataLane: RunningLane | null;
  /** Hours that passed apart from virtual time, for every clock; milliseconds. */
  passedMs: number;
  /** In the order in which they were detected. */
  readonly detected: DetectedChange[];
  /** Changes that are still to be detected. */
  undetected: number;
  readonly listings: Listing[];
  /** Tenants with a client that stays away until something has been added to the list. */
  readonly away: Set<string>;
  /** Pairs of tenant and asset that a watch.add was given for, acknowledged or not, and when the last one was given. */
  readonly wanted: Map<string, number>;
  readonly streams: StreamLog[];
  readonly endpoints: EndpointLog[];
  /** When commands were acknowledged, by tenant and command; virtual, milliseconds. */
  readonly acknowledgedAt: Map<string, number>;
}

export const keyIdOf = (tenantId: string): string => `key0${tenantId.slice(-4)}`;
export const wantedKey = (tenantId: string, assetId: string): string => `${tenantId} ${assetId}`;

export const addTo = (counts: Map<string, number>, key: string, change: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + change);
