/** Hosts of one partition of a join: its owner, and one that was suspended and appends its outputs late. */
import fc from 'fast-check';
import type { Input, Output } from '../../../pipeline/runtime/processor.ts';
import type { Join, JoinView } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import type { Observation, OpenMatch, ScreenMatch, Subject } from '../../../schemas/generated/records.ts';
import type { ValueOf } from '../../../schemas/topics.ts';
import { memoryState, observationsIn } from './harness.ts';
import type { Step } from './random-steps.ts';

/** An owner of the only partition of a join, or one that was. */
export class Host<R extends RowTopic> {
  readonly state = memoryState();
  readonly #view: JoinView<R>;
  #read = 0;

  readonly #join: Join<R>;
  readonly #inputs: readonly Step<ValueOf<R>>[];

  constructor(join: Join<R>, inputs: readonly Step<ValueOf<R>>[]) {
    this.#join = join;
    this.#inputs = inputs;
    this.#view = join.open();
  }

  /** Outputs of the input at a place. */
  process(at: number): readonly Output[] {
    const row = this.#rowAt(at);
    if (row === null) return this.#readSubjects(at)(this.state);
    const result = this.#view.apply(this.state, row);
    return result.kind === 'park' ? [] : result.outputs;
  }

  #rowAt(at: number): Input<R> | null {
    const step = this.#inputs[at];
    if (step?.kind !== 'row') return null;
    const timestamp = 100 + at * 50;
    return { topic: this.#join.input, partition: 0, offset: at, timestamp, value: step.make(timestamp) };
  }

  #readSubjects(at: number): ReturnType<JoinView<R>['update']> {
    const step = this.#inputs[at];
    if (step?.kind !== 'subjects') return () => [];
    const value = { assetId: step.assetId, position: at, subjects: step.subjects };
    return this.#view.update({ topic: 'asset.subjects', partition: 0, offset: at, timestamp: 0, value });
  }

  /**
   * What the runtime does after a record of a former owner: reads the outputs on the log, the subjects behind the input at a
   * place, and the rows that an output names, and returns what is missing.
   */
  catchUp(log: readonly Output[], at: number): readonly Output[] {
    let position = -1;
    const newest = new Map<string, ScreenMatch>();
    for (const [offset, { topic, value }] of log.entries()) {
      if (offset < this.#read || (topic !== 'screen.matches' && topic !== 'attribute.matches')) continue;
      this.#view.emitted.apply(this.state, { topic, partition: 0, offset, timestamp: 0, value } as never);
      position = Math.max(position, value.position);
      newest.set(value.rowKey, value);
    }
    this.#view.emitted.applyNewest?.(this.state, newest.values() as Iterable<never>);
    this.#read = log.length;
    for (let next = at + 1; next <= position || this.#inputs[next]?.kind === 'subjects'; next += 1) {
      this.#readSubjects(next);
      const row = this.#rowAt(next);
      if (row !== null && next <= position) this.#view.replay(this.state, row);
    }
    return [...this.#view.reconcile(this.state)].flat();
  }

  open(): readonly (readonly [rowKey: string, OpenMatch])[] {
    return [...this.state.entries<readonly OpenMatch[]>('match/')].flatMap(([key, matches]) =>
      matches.map((match) => [key.slice('match/'.length), match] as const),
    );
  }
}

/** The last value of each fact for readers, which read in the order of the log and ignore an observation that they have. */
export function factsOf(log: readonly Output[]): readonly (readonly [fact: Observation, text: string])[] {
  const seen = new Set<string>();
  const facts = new Map<string, readonly [Observation, string]>();
  for (const observation of observationsIn(log)) {
    const { id, assetId, subjectKey, field, value } = observation;
    if (!seen.has(id)) facts.set([assetId, subjectKey, field].join(' '), [observation, value ?? 'null']);
    seen.add(id);
  }
  return [...facts.values()];
}

/** A host that stops at an input, and appends what it computes from there on behind the outputs of its successor. */
export interface Suspension {
  readonly from: number;
  /** How many inputs it has processed beyond. */
  readonly inputs: number;
  /** After how many further inputs of the successor each of its outputs is on the log, in their order. */
  readonly delays: readonly number[];
  /** The suspended host reads rows and subjects in another order than its successor. */
  readonly isRowsFirst: boolean | null;
  /** After how many further inputs the successor notices an output of the suspended host. */
  readonly noticedAfter: number;
}

export const suspensions: fc.Arbitrary<Suspension> = fc.record({
  from: fc.nat(20),
  inputs: fc.integer({ min: 1, max: 8 }),
  delays: fc.array(fc.nat(4), { minLength: 8, maxLength: 8 }),
  isRowsFirst: fc.constantFrom(null, true, false),
  noticedAfter: fc.nat(2),
});

export function playSuspended<R extends RowTopic>(
  join: Join<R>,
  inputs: readonly Step<ValueOf<R>>[],
  { from, inputs: count, delays, isRowsFirst, noticedAfter }: Suspension,
) {
  const owner = new Host(join, inputs);
  const suspended = new Host(join, inputs);
  const log: Output[] = [];
  const late = new Map<number, (readonly Output[])[]>();
  const suspend = (): void => {
    const places = [...inputs.keys()].slice(from, from + count);
    const isEarly = (place: number): boolean => (inputs[place]?.kind === 'row') === isRowsFirst;
    const [early, others] = [places.filter(isEarly), places.filter((place) => !isEarly(place))];
    let due = from;
    for (const [n, place] of (isRowsFirst === null ? places : [...early, ...others]).entries()) {
      due += delays[n] ?? 0;
      late.set(due, [...(late.get(due) ?? []), suspended.process(place)]);
    }
  };
  const end = inputs.length + 40;
  let noticeAt = end;
  for (let at = 0; at <= end; at += 1) {
    if (at === from) suspend();
    if (at < Math.min(from, inputs.length)) suspended.process(at);
    log.push(...owner.process(at));
    const outputs = late.get(at)?.flat() ?? [];
    log.push(...outputs);
    if (outputs.length > 0) noticeAt = Math.min(noticeAt, at + noticedAfter);
    if (at < noticeAt) continue;
    log.push(...owner.catchUp(log, at));
    noticeAt = end;
  }
  return { log, owner };
}

/** The same inputs, where a subject that returns to an asset is another one, as the fold of the asset has it. */
export function withNewSubjects<V>(inputs: readonly Step<V>[]): readonly Step<V>[] {
  const known = new Map<string, readonly Subject[]>();
  return inputs.map((step, at) => {
    if (step.kind !== 'subjects') return step;
    const before = known.get(step.assetId) ?? [];
    const subjects = step.subjects.map((one) => {
      const same = before.find(
        ({ key, partyId, since }) => key === one.key && partyId === one.partyId && since === one.since,
      );
      return { ...one, sinceObservationId: same?.sinceObservationId ?? `${one.sinceObservationId}-${at}` };
    });
    known.set(step.assetId, subjects);
    return { ...step, subjects };
  });
}
