/**
 * Several hosts that share the partitions of one log as members of a group do, each with a state of its own and commits that
 * are no transaction: outputs first, state after. A script sets which host owns which partition, is killed or freezes.
 */
import type { Assignment, ConsumeOptions, Consumption, Log, CommittedOffset } from '../../../infra/log/log.ts';
import { createMutex, type Mutex } from '../../../infra/async/mutex.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { reached } from '../../support/reached.ts';
import type { World } from './harness.ts';

/** Where a commit can be cut short: nothing is written yet; half of the outputs are; they are, the state is not. */
type Moment = 'before outputs' | 'within outputs' | 'before state';

interface Reading {
  readonly topic: TopicName;
  readonly partition: number;
  next: number;
}

interface Member {
  readonly host: string;
  readonly options: ConsumeOptions;
  readonly turn: Mutex;
  readonly fail: (error: unknown) => void;
  ownership: { over: boolean };
  /** Partitions of the last assignment. */
  assigned: ReadonlySet<number>;
  readings: readonly Reading[];
  announced: boolean;
  stopped: boolean;
}

/** A reader of its own of a host: of global records, or of outputs that it searches for records of others. */
interface Tail {
  readonly topics: readonly TopicName[];
  /** Next offset, by topic and partition. What comes before it is answered. */
  readonly next: Map<string, number>;
}

interface Host {
  readonly name: string;
  /** Counts its disks: a host that comes back with an empty one. */
  disk: number;
  running: RunningProcessor | null;
  isDead: boolean;
  killAt: Moment | null;
  frozen: Promise<void> | null;
  thaw: () => void;
  /** A commit waits for the thaw. */
  isStuck: boolean;
  /** It reads no global records for now. */
  isLagging: boolean;
  tails: Set<Tail>;
}

export type Start = (deps: RuntimeDeps) => Promise<RunningProcessor>;

export interface SimulatedHosts {
  readonly names: readonly string[];
  /** Starts the processor on a host that does not run it; it owns no partition before the next assignment. */
  readonly start: (host: string) => Promise<void>;
  /**
   * Assigns the partitions of the input: `owner[partition]`. Dead hosts get none. `between` runs while no host owns a
   * partition.
   */
  readonly assign: (owners: readonly string[], between?: () => Promise<void>) => Promise<void>;
  /** Waits until the current owners have processed all input; restarts dead hosts first, if necessary. */
  readonly settle: () => Promise<void>;
  /** After `settle`: waits until the owners have answered what former owners wrote. */
  readonly calm: () => Promise<void>;
  /** Waits for the same without a restart: the partitions of dead and frozen hosts are assigned to the others. */
  readonly settleSurvivors: () => Promise<void>;
  /** Its next commit is cut short, and the host is dead from then on. */
  readonly kill: (host: string, moment: Moment) => void;
  /** Its next commit waits for the thaw; meanwhile the group counts the host as dead. */
  readonly freeze: (host: string) => void;
  readonly thaw: (host: string) => Promise<void>;
  /** Reads no global records until everything it owns has to be processed. */
  readonly lag: (host: string) => void;
  /** Whether a commit of the host waits for the thaw. */
  readonly isStuck: (host: string) => boolean;
  /** Stops the host, and lets it come back with an empty disk. */
  readonly wipe: (host: string) => Promise<void>;
  /**
   * Deletes the input that is past its retention; time has passed up to the age of the oldest record, of all partitions, that
   * the group has not committed. Input that is kept for ever stays.
   */
  readonly expire: () => Promise<void>;
  /** Number of partitions that were assigned to another host. */
  readonly reassignments: () => number;
  readonly stop: () => Promise<void>;
}

export interface SimulatedHostsOptions {
  readonly names: readonly string[];
  readonly input: TopicName;
  readonly global?: TopicName;
  readonly start: Start;
  /** Whether members commit their offsets after every chunk, and not only when they leave. */
  readonly commitsEachChunk: () => boolean;
  /** Called when a host begins a commit for a partition that it has lost. One that waited for its thaw began before. */
  readonly onCommitAfterLoss?: (what: string) => void;
}

export function openSimulatedHosts(
  world: World,
  { names, input, global, start, commitsEachChunk, onCommitAfterLoss = () => undefined }: SimulatedHostsOptions,
): SimulatedHosts {
  const { log } = world.engine;
  const hosts = new Map(names.map((name) => [name, newHost(name)]));
  const members = new Map<string, Member>();
  const committed = new Map<string, CommittedOffset>();
  let owners: readonly string[] = [];
  let reassignments = 0;

  const hostOf = (name: string): Host => {
    const host = hosts.get(name);
    if (host === undefined) throw new Error(`there is no host ${name}`);
    return host;
  };

  const commitOffsets = ({ options, readings }: Member): void => {
    for (const { topic, partition, next } of readings) {
      const progress =
        options.offsetToCommit === undefined
          ? { offset: next, metadata: '' }
          : options.offsetToCommit(topic, partition);
      if (progress !== null) committed.set(`${topic}/${partition}`, progress);
    }
  };

  const deliver = async (member: Member): Promise<boolean> => {
    const { options, ownership } = member;
    const isOver = (): boolean => ownership.over;
    let busy = false;
    for (const reading of member.readings) {
      if (isOver() || member.stopped) return false;
      const { topic, partition, next } = reading;
      const { end = next } = (await log.ranges(topic))[partition] ?? {};
      const records = await log.read({ topic, partition, from: next, maxRecords: Math.min(options.maxRecords, 7) });
      const last = records.at(-1);
      if (last === undefined) {
        // What has expired is passed, as Kafka's consumer does.
        reading.next = end;
        continue;
      }
      busy = true;
      member.announced = false;
      await options.onChunk({ topic, partition, records, end: last.offset + 1 });
      if (isOver()) return false;
      reading.next = last.offset + 1;
      if (commitsEachChunk()) commitOffsets(member);
    }
    if (!busy && !member.announced) {
      member.announced = true;
      await options.onCaughtUp?.();
    }
    return busy;
  };

  const hasWork = async ({ stopped, announced, ownership, readings }: Member): Promise<boolean> => {
    if (stopped) return true;
    if (ownership.over) return false;
    const ends = new Map((await log.ranges(input)).map(({ partition, end }) => [partition, end]));
    return !announced || readings.some(({ partition, next }) => next < (ends.get(partition) ?? 0));
  };

  const consume = (host: Host, options: ConsumeOptions): Consumption => {
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    const member: Member = {
      host: host.name,
      options,
      turn: createMutex(),
      fail,
      ownership: { over: true },
      assigned: new Set(),
      readings: [],
      announced: true,
      stopped: false,
    };
    members.set(host.name, member);
    const loop = async (): Promise<void> => {
      while (!member.stopped) {
        const busy = await member.turn(() => deliver(member));
        if (!busy) await reached(`input of ${host.name}`, () => hasWork(member));
      }
    };
    const done = Promise.race([loop(), failed]).finally(() => {
      member.stopped = true;
      member.ownership.over = true;
      if (members.get(host.name) === member) members.delete(host.name);
    });
    done.catch(() => undefined);
    return {
      done,
      stop: async () => {
        if (!member.stopped && !host.isDead) await release(member);
        member.stopped = true;
        await done;
      },
    };
  };

  const consumeTail = (host: Host, options: ConsumeOptions): Consumption => {
    const { tails } = host;
    const tail: Tail = { topics: options.topics, next: new Map() };
    tails.add(tail);
    const consumption = log.consume({
      ...options,
      startAt: async (topic, partition, assignment) => {
        const from = await options.startAt(topic, partition, assignment);
        tail.next.set(`${topic}/${partition}`, from);
        return from;
      },
      onChunk: async (chunk) => {
        await reached(`${host.name} reads on`, () => !host.isLagging);
        await options.onChunk(chunk);
        tail.next.set(`${chunk.topic}/${chunk.partition}`, chunk.end);
      },
    });
    consumption.done.finally(() => tails.delete(tail)).catch(() => undefined);
    return consumption;
  };

  const isAtEnd = async ({ topics: read, next }: Tail): Promise<boolean> => {
    for (const topic of read) {
      for (const { partition, low, end } of await log.ranges(topic)) {
        const from = next.get(`${topic}/${partition}`);
        if (from === undefined || Math.max(from, low) < end) return false;
      }
    }
    return true;
  };

  /** In order: finishes the current chunk, fences the partitions, and commits their offsets. */
  const release = async (member: Member): Promise<void> => {
    const { ownership } = member;
    await member.turn(async () => {
      if (ownership.over) return;
      ownership.over = true;
      await member.options.onRevoke?.();
      commitOffsets(member);
    });
  };

  const assignTo = async (member: Member, partitions: readonly number[], before: ReadonlyMap<number, number>) => {
    const ownership = { over: false };
    member.ownership.over = true;
    member.ownership = ownership;
    member.assigned = new Set(partitions);
    const work = member.turn(async () => {
      const readings: Reading[] = [];
      for (const partition of partitions) {
        if (ownership.over) return;
        const last = committed.get(`${input}/${partition}`) ?? null;
        const reached = before.get(partition);
        const assignment: Assignment = {
          committed: last,
          shared: true,
          retained: reached !== undefined && (last?.offset ?? 0) <= reached,
          isOwned: () => !ownership.over,
        };
        readings.push({ topic: input, partition, next: await member.options.startAt(input, partition, assignment) });
      }
      if (ownership.over) return;
      member.readings = readings;
      member.announced = false;
    });
    return work.catch(member.fail);
  };

  const assign: SimulatedHosts['assign'] = async (newOwners, between) => {
    for (const member of [...members.values()]) {
      const host = hostOf(member.host);
      if (host.isStuck || host.isDead) member.ownership.over = true;
      else await unlessStuck(host, release(member));
    }
    await between?.();
    const assigning: Promise<void>[] = [];
    const assigned = new Set<string>();
    for (const member of [...members.values()]) {
      const host = hostOf(member.host);
      if (host.isDead) continue;
      if (!host.isStuck) assigned.add(member.host);
      const partitions = newOwners.flatMap((owner, partition) => (owner === member.host ? [partition] : []));
      const before = new Map(
        host.isStuck ? [] : member.readings.map(({ partition, next }) => [partition, next] as const),
      );
      reassignments += partitions.filter((partition) => owners[partition] !== member.host).length;
      assigning.push(unlessStuck(host, assignTo(member, host.isStuck ? [] : partitions, before)));
    }
    // A stuck host is assigned nothing, also after its thaw, until the next assignment.
    owners = newOwners.map((owner) => (assigned.has(owner) ? owner : ''));
    await Promise.all(assigning);
  };

  /** Waits for the work of a host, unless that waits for a thaw itself. */
  const unlessStuck = async (host: Host, work: Promise<void>): Promise<void> => {
    const ended = { isTrue: false };
    work
      .finally(() => {
        ended.isTrue = true;
      })
      .catch(() => undefined);
    await reached(`${host.name} ends its work`, () => ended.isTrue || host.isStuck || host.isDead);
  };

  const checkOwner = ({ name, isDead }: Host, partition: number): void => {
    const member = members.get(name);
    if (member === undefined || isDead) return;
    const { ownership, assigned } = member;
    if (ownership.over || !assigned.has(partition))
      onCommitAfterLoss(`${name} commits for partition ${partition}, which it has lost`);
  };

  const openStore = (host: Host): RuntimeDeps['openStore'] => {
    const { disk } = host;
    const cutShort = async (moment: Moment): Promise<void> => {
      if (moment === 'before outputs' && host.frozen !== null) {
        host.isStuck = true;
        await host.frozen;
        host.isStuck = false;
      }
      if (host.isDead || host.disk !== disk) throw new Error('killed');
      if (host.killAt !== moment) return;
      host.isDead = true;
      throw new Error('killed');
    };
    return (processor, environment) => {
      const local: StateStore = world.engine.openStore(`${host.name}${disk}~${processor}`, environment);
      return {
        ...local,
        commit: async ({ outputs, ...rest }) => {
          if (host.disk === disk) checkOwner(host, rest.partition);
          await cutShort('before outputs');
          if (host.killAt === 'within outputs') await log.append(outputs.slice(0, Math.floor(outputs.length / 2)));
          await cutShort('within outputs');
          await log.append(outputs);
          await cutShort('before state');
          await local.commit({ ...rest, outputs: [] });
        },
      };
    };
  };

  const startOn: SimulatedHosts['start'] = async (name) => {
    const host = hostOf(name);
    if (host.running !== null && !host.isDead) return;
    host.isDead = false;
    host.killAt = null;
    host.running = null;
    host.isLagging = false;
    host.tails = new Set();
    owners = owners.map((owner) => (owner === name ? '' : owner));
    const shared: Log = {
      ...log,
      consume: (options) => (options.group === null ? consumeTail(host, options) : consume(host, options)),
    };
    const running = await start({ ...world.deps, log: shared, openStore: openStore(host) });
    host.running = running;
    running.done.catch(() => {
      if (host.running === running) host.isDead = true;
    });
  };

  const isSettled = async (): Promise<boolean> => {
    const ends = (await log.ranges(input)).map(({ end }) => end);
    const globals = global === undefined ? [] : (await log.ranges(global)).map(({ end }) => end);
    return ends.every((end, partition) => {
      const member = members.get(owners[partition] ?? '');
      const reading = member?.readings.find((one) => one.partition === partition);
      if (member === undefined || reading === undefined || member.ownership.over) return false;
      const { offsetToCommit } = member.options;
      const committable =
        offsetToCommit === undefined ? { offset: reading.next, metadata: '' } : offsetToCommit(input, partition);
      if (reading.next !== end || committable?.offset !== end) return false;
      return global === undefined || committable.metadata === globals.join(',');
    });
  };

  /** Why the hosts are not settled. */
  const standing = async (): Promise<string> => {
    const ends = (await log.ranges(input)).map(({ end }) => end);
    return JSON.stringify({
      health: world.health.filter(({ state }) => state !== 'running'),
      ends,
      owners,
      hosts: [...hosts.values()].map(({ name, isDead, isStuck }) => ({ name, isDead, isStuck })),
      members: [...members.values()].map(({ host, readings, ownership, options }) => ({
        host,
        over: ownership.over,
        readings: readings.map(({ partition, next }) => [partition, next, options.offsetToCommit?.(input, partition)]),
      })),
    });
  };

  const thaw: SimulatedHosts['thaw'] = async (name) => {
    const host = hostOf(name);
    host.isLagging = false;
    const wasStuck = host.isStuck;
    host.thaw();
    host.frozen = null;
    if (wasStuck) await reached(`${name} goes on`, () => !host.isStuck);
  };

  const reviveAll = async (): Promise<void> => {
    for (const host of hosts.values()) {
      await thaw(host.name);
      host.killAt = null;
      await startOn(host.name);
    }
  };

  const isWell = (name: string): boolean => {
    const host = hosts.get(name);
    return host !== undefined && members.has(name) && !host.isDead && !host.isStuck;
  };

  const giveTo = (isFit: (owner: string) => boolean): Promise<void> => {
    const fit = names.filter(isFit);
    const newOwners = Array.from({ length: log.partitionsOf(input) }, (_, partition) => {
      const owner = owners[partition] ?? '';
      return isFit(owner) ? owner : (fit[partition % fit.length] ?? '');
    });
    return assign(newOwners);
  };

  /** Repairs what keeps the hosts from processing everything, until they have. */
  const untilSettled = async (isFit: () => boolean, repair: () => Promise<void>): Promise<void> => {
    try {
      for (;;) {
        if (!isFit()) await repair();
        await reached('everything is processed', async () => !isFit() || (await isSettled()));
        if (isFit()) return;
      }
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}: ${await standing()}`);
    }
  };

  return {
    names,
    start: startOn,
    assign,
    thaw,
    isStuck: (name) => hostOf(name).isStuck,
    settle: async () => {
      const reassign = async (): Promise<void> => {
        await reviveAll();
        await giveTo((owner) => members.has(owner));
      };
      await reassign();
      // One that was to be killed may have died only now.
      await untilSettled(() => owners.every((owner) => members.has(owner)), reassign);
    },
    calm: () =>
      reached('what former owners wrote is answered', async () => {
        for (const { tails } of hosts.values()) for (const tail of tails) if (!(await isAtEnd(tail))) return false;
        return isSettled();
      }),
    settleSurvivors: () => {
      const readOn = (): void => {
        for (const owner of owners) if (hosts.has(owner)) hostOf(owner).isLagging = false;
      };
      readOn();
      return untilSettled(
        () => owners.length > 0 && owners.every(isWell),
        async () => {
          if (!names.some(isWell)) await reviveAll();
          await giveTo(isWell);
          readOn();
        },
      );
    },
    kill: (name, moment) => {
      hostOf(name).killAt = moment;
    },
    lag: (name) => {
      hostOf(name).isLagging = true;
    },
    freeze: (name) => {
      const host = hostOf(name);
      if (host.frozen !== null) return;
      host.frozen = new Promise((resolve) => {
        host.thaw = resolve;
      });
    },
    wipe: async (name) => {
      const host = hostOf(name);
      await thaw(name);
      await host.running?.stop().catch(() => undefined);
      host.isDead = true;
      host.disk += 1;
      host.running = null;
      await startOn(name);
    },
    expire: async () => {
      const { retentionMs } = topics[input];
      if (retentionMs === null) return;
      const times: number[] = [];
      for (const { partition } of await log.ranges(input)) {
        const from = committed.get(`${input}/${partition}`)?.offset ?? 0;
        const [first] = await log.read({ topic: input, partition, from, maxRecords: 1 });
        if (first !== undefined) times.push(first.timestamp);
      }
      if (times.length > 0) await log.maintain(Math.min(...times) + retentionMs);
    },
    reassignments: () => reassignments,
    stop: async () => {
      for (const host of hosts.values()) {
        await thaw(host.name);
        await host.running?.stop().catch(() => undefined);
      }
    },
  };
}

const newHost = (name: string): Host => ({
  name,
  disk: 0,
  running: null,
  isDead: true,
  killAt: null,
  frozen: null,
  thaw: () => undefined,
  isStuck: false,
  isLagging: false,
  tails: new Set(),
});
