/** The processors of production, each with a state in memory. */
import { accountsProcessor } from '../../pipeline/accounts/accounts.ts';
import { intakeFold } from '../../pipeline/accounts/intake.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { discloseProcessor } from '../../pipeline/documents/reading/disclose.ts';
import { ingestCapture } from '../../pipeline/ingest/ingest.ts';
import { obligeProcessor } from '../../pipeline/obligations/oblige.ts';
import { chainFeeds } from '../../pipeline/publishers/chain/chain-feeds.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { createDeclare } from '../../pipeline/registry/declare.ts';
import { createMemoryState } from '../../infra/state/memory.ts';
import type { Input, Output, Result } from '../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../pipeline/screening/attribute.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import { reconcileProcessor } from '../../pipeline/reconciliation/reconcile.ts';
import type { TopicName } from '../../schemas/topics.ts';

type Read = (input: Input<TopicName>) => readonly Output[];

/** The processors that read each topic, as in the table of processors in docs/architecture.md. */
export function readersOf(artifacts: ReadonlyMap<string, Buffer>): Partial<Record<TopicName, readonly Read[]>> {
  const [declare, screen, attribute, intake] = [
    createDeclare().open(),
    createScreen({ feeds }).open(),
    createAttribute({ registers: feeds }).open(),
    intakeFold.open(),
  ];
  const ingest = ingestCapture({ feeds, chains: chainFeeds });
  const states = {
    ingest: createMemoryState(),
    disclose: createMemoryState(),
    declare: createMemoryState(),
    screen: createMemoryState(),
    attribute: createMemoryState(),
    detect: createMemoryState(),
    accounts: createMemoryState(),
    intake: createMemoryState(),
    oblige: createMemoryState(),
    reconcile: createMemoryState(),
  };
  const on = <T extends TopicName>(fold: (input: Input<T>) => Result | readonly Output[]): Read => {
    return (input) => {
      const result = fold(input as unknown as Input<T>);
      if (!('kind' in result)) return result;
      if (result.kind === 'park') throw new Error(result.reason);
      return result.outputs;
    };
  };
  return {
    'feed.captures': [on<'feed.captures'>((input) => ingest(states.ingest, input, artifacts))],
    'document.captures': [
      on<'document.captures'>((input) => discloseProcessor.apply(states.disclose, input, artifacts)),
    ],
    'registry.parties': [on<'registry.parties'>((input) => declare.update(input)(states.declare))],
    'registry.assets': [on<'registry.assets'>((input) => declare.apply(states.declare, input))],
    'sanctions.entries': [on<'sanctions.entries'>((input) => screen.apply(states.screen, input))],
    'register.rows': [on<'register.rows'>((input) => attribute.apply(states.attribute, input))],
    'asset.subjects': [
      on<'asset.subjects'>((input) => screen.update(input)(states.screen)),
      on<'asset.subjects'>((input) => attribute.update(input)(states.attribute)),
    ],
    observations: [on<'observations'>((input) => detectProcessor.apply(states.detect, input, artifacts))],
    'asset.facts': [on<'asset.facts'>((input) => obligeProcessor.apply(states.oblige, input, artifacts))],
    'token.facts': [on<'token.facts'>((input) => reconcileProcessor.apply(states.reconcile, input, artifacts))],
    'accounts.commands': [
      on<'accounts.commands'>((input) => accountsProcessor.apply(states.accounts, input, artifacts)),
    ],
    'accounts.events': [on<'accounts.events'>((input) => intake.apply(states.intake, input))],
    'asset.records': [on<'asset.records'>((input) => intake.update(input)(states.intake))],
  };
}
