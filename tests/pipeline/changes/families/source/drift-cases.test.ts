import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Term } from '../../../../../schemas/vocabulary.ts';
import { type CaptureStep, elsewhere, sentences, summaryOf, watchSource } from './builders.ts';

interface Case {
  readonly name: string;
  readonly steps: readonly CaptureStep[];
  readonly raised: readonly string[];
}

const text = sentences(0, 100);
const read = (at: number, given: Partial<CaptureStep> = {}): CaptureStep => ({ at, text, ...given });
const failed = (outcome: Term<'fetchOutcome'>, ...hours: readonly number[]): readonly CaptureStep[] =>
  hours.map((at) => ({ at, outcome }));

const unreachable = 'source_unreachable unreachable weakens shown notable';
const restored = 'source_restored restored strengthens shown notable';
const draft = 'source_moved moved unassessed held unconfirmed';
const drift = 'content_drift changed neutral suppressed low signal';
const rewrite = 'source_rewritten changed unassessed suppressed low signal';
const misread = 'content_drift changed unassessed suppressed low signal';

/** The rows of the table of source drift, in its order, and captures for and against each. */
const rows: Readonly<Record<string, readonly Case[]>> = {
  source_unreachable: [
    {
      name: 'gone on 3 checks over 24 h',
      steps: [read(0), ...failed('gone', 1, 13, 25)],
      raised: [`25h ${unreachable}`],
    },
    { name: 'gone on 3 checks within 24 h', steps: [read(0), ...failed('gone', 1, 13, 24.9)], raised: [] },
    { name: 'gone on 2 checks over 24 h', steps: [read(0), ...failed('gone', 1, 60)], raised: [] },
    {
      name: 'gone, one change',
      steps: [read(0), ...failed('gone', 1, 13, 25, 60, 90)],
      raised: [`25h ${unreachable}`],
    },
    {
      name: 'the last of the checks that count is one that finds nothing',
      steps: [read(0), ...failed('gone', 1, 2, 3), ...failed('net_error', 30)],
      raised: [],
    },
    ...(
      ['http_error', 'net_error', 'robots', 'invalid_url', 'empty', 'moved', 'redirected_same_host'] as const
    ).flatMap((outcome) => [
      {
        name: `${outcome} on 6 checks over 72 h`,
        steps: [read(0), ...failed(outcome, 1, 10, 20, 30, 40, 73)],
        raised: [`73h ${unreachable}`],
      },
      {
        name: `${outcome} on 6 checks within 72 h`,
        steps: [read(0), ...failed(outcome, 1, 10, 20, 30, 40, 72.9)],
        raised: [],
      },
      { name: `${outcome} on 5 checks over 72 h`, steps: [read(0), ...failed(outcome, 1, 10, 20, 30, 90)], raised: [] },
    ]),
    {
      name: 'failures of different kinds are one run',
      steps: [read(0), ...failed('gone', 1, 2), ...failed('net_error', 10, 20), ...failed('http_error', 40, 73)],
      raised: [`73h ${unreachable}`],
    },
    {
      name: 'a capture between the checks begins a new run',
      steps: [read(0), ...failed('gone', 1, 13), read(14), ...failed('gone', 25, 30)],
      raised: [],
    },
    {
      name: 'an answer that was read only in part ends the run',
      steps: [
        read(0),
        ...failed('gone', 1, 13),
        { at: 14, given: { parseStatus: 'failed' } },
        ...failed('gone', 25, 30),
      ],
      raised: [],
    },
    {
      name: 'a source that was never read raises no change',
      steps: failed('gone', 0, 20, 40, 60, 80, 100),
      raised: [],
    },
    {
      name: 'automated readers turned away are not counted, nor do they end a run',
      steps: [read(0), ...failed('gone', 1, 13), ...failed('anti_bot', 14), ...failed('gone', 25)],
      raised: [`14h ${misread}`, `25h ${unreachable}`],
    },
  ],
  source_restored: [
    {
      name: 'ok after unreachable',
      steps: [read(0), ...failed('gone', 1, 13, 25), read(30)],
      raised: [`25h ${unreachable}`, `30h ${restored}`],
    },
    {
      name: 'not modified after unreachable',
      steps: [read(0), ...failed('gone', 1, 13, 25), { at: 30, outcome: 'not_modified' }],
      raised: [`25h ${unreachable}`, `30h ${restored}`],
    },
    { name: 'ok after too few failures', steps: [read(0), ...failed('gone', 1, 13), read(30)], raised: [] },
    {
      name: 'restored with another text: two changes',
      steps: [read(0), ...failed('gone', 1, 13, 25), read(30, { text: `${text}\n${sentences(100, 1)}` })],
      raised: [`25h ${unreachable}`, `30h ${restored}`, `30h ${drift}`],
    },
    {
      name: 'lost and restored twice',
      steps: [read(0), ...failed('gone', 1, 13, 25), read(30), ...failed('gone', 31, 43, 55), read(60)],
      raised: [`25h ${unreachable}`, `30h ${restored}`, `55h ${unreachable}`, `60h ${restored}`],
    },
  ],
  source_moved: [
    {
      name: 'similar text: neutral, confirmed by the second capture',
      steps: [read(0), read(24, { finalUrl: elsewhere }), read(48, { finalUrl: elsewhere })],
      raised: [`24h ${draft}`, '24h source_moved moved neutral suppressed revision 1 at 48h'],
    },
    {
      name: 'another text: mixed',
      steps: [
        read(0),
        read(24, { finalUrl: elsewhere, text: sentences(500, 90) }),
        read(48, { finalUrl: elsewhere, text: sentences(500, 90) }),
      ],
      raised: [`24h ${draft}`, '24h source_moved moved mixed shown revision 1 at 48h notable'],
    },
    {
      name: 'read in another way: not compared',
      steps: [read(0), ...[24, 48].map((at) => read(at, { finalUrl: elsewhere, version: '2' }))],
      raised: [`24h ${draft}`, '24h source_moved moved unassessed shown revision 1 at 48h notable'],
    },
    {
      name: 'a second capture within 6 hours confirms nothing',
      steps: [read(0), read(24, { finalUrl: elsewhere }), read(29.9, { finalUrl: elsewhere })],
      raised: [`24h ${draft}`],
    },
    {
      name: 'answered at home again: withdrawn',
      steps: [read(0), read(24, { finalUrl: elsewhere }), read(48)],
      raised: [`24h ${draft}`, '24h source_moved corrected unassessed superseded revision 1 at 48h unconfirmed'],
    },
    {
      name: 'answered by a third site: withdrawn, and a new draft',
      steps: [read(0), read(24, { finalUrl: elsewhere }), read(48, { finalUrl: 'https://third.example/' })],
      raised: [
        `24h ${draft}`,
        '24h source_moved corrected unassessed superseded revision 1 at 48h unconfirmed',
        `48h ${draft}`,
      ],
    },
    {
      name: 'moved and back are two moves',
      steps: [read(0), ...[24, 48].map((at) => read(at, { finalUrl: elsewhere })), read(72), read(96)],
      raised: [
        `24h ${draft}`,
        '24h source_moved moved neutral suppressed revision 1 at 48h',
        `72h ${draft}`,
        '72h source_moved moved neutral suppressed revision 1 at 96h',
      ],
    },
    {
      name: 'another host of the same owner is no move',
      steps: [read(0), read(24, { finalUrl: 'https://legal.issuer.example/en/terms' })],
      raised: [],
    },
    {
      name: 'sites below a shared suffix are apart',
      steps: [read(0, { finalUrl: 'https://issuer.github.io/' }), read(24, { finalUrl: 'https://example.github.io/' })],
      raised: [`24h ${draft}`],
    },
  ],
  source_rewritten: [
    {
      name: 'little retained and much new',
      steps: [read(0), read(24, { text: sentences(500, 90) })],
      raised: [`24h ${rewrite}`],
    },
    {
      name: 'three tenths retained is a revision',
      steps: [read(0), read(24, { text: `${sentences(0, 31)}\n${sentences(500, 60)}` })],
      raised: [`24h ${drift}`],
    },
    {
      name: 'half new is a revision',
      steps: [read(0), read(24, { text: `${sentences(0, 20)}\n${sentences(500, 19)}` })],
      raised: [`24h ${drift}`],
    },
    {
      name: 'back within 72 h: both collapse',
      steps: [read(0), read(24, { text: sentences(500, 90) }), read(48)],
      raised: [`24h ${rewrite}`, '24h source_rewritten restored neutral collapsed revision 1 at 48h low signal'],
    },
  ],
  content_drift: [
    {
      name: 'a passage more',
      steps: [read(0), read(24, { text: `${text}\n${sentences(100, 1)}` })],
      raised: [`24h ${drift}`],
    },
    { name: 'a link more', steps: [read(0), read(24, { links: ['/annex'] })], raised: [`24h ${drift}`] },
    {
      name: 'numbers and dates are editorial',
      steps: [
        read(0, { text: `${text}\nSeen 12 times by 3 May 2026.` }),
        read(24, { text: `${text}\nSeen 1,412 times by 28 June 2026.` }),
      ],
      raised: [],
    },
    {
      name: 'case, punctuation and layout are nothing',
      steps: [read(0), read(24, { text: text.toUpperCase().replaceAll('.\n', ' — ') })],
      raised: [],
    },
    {
      name: 'not modified',
      steps: [read(0), read(24, { outcome: 'not_modified' }), { at: 25, outcome: 'not_modified' }],
      raised: [],
    },
    {
      name: 'back within 72 h: both collapse',
      steps: [read(0), read(24, { text: `${text}\n${sentences(100, 1)}` }), read(96)],
      raised: [`24h ${drift}`, '24h content_drift restored neutral collapsed revision 1 at 96h low signal'],
    },
    {
      name: 'back later is a change of its own',
      steps: [read(0), read(24, { text: `${text}\n${sentences(100, 1)}` }), read(96.1)],
      raised: [`24h ${drift}`, `96.1h ${drift}`],
    },
    {
      name: 'read by another extractor: no change',
      steps: [
        read(0),
        read(24, { version: '2', text: sentences(500, 90) }),
        read(48, { version: '2', text: sentences(500, 90) }),
      ],
      raised: [],
    },
  ],
  'wrong_type / anti_bot': [
    {
      name: 'turned away, one change in a row',
      steps: [read(0), ...failed('anti_bot', 1, 2, 3, 200)],
      raised: [`1h ${misread}`],
    },
    {
      name: 'another change after it was read',
      steps: [read(0), ...failed('anti_bot', 1), read(2), ...failed('anti_bot', 3)],
      raised: [`1h ${misread}`, `3h ${misread}`],
    },
    {
      name: 'another kind of document by its outcome',
      steps: [read(0), ...failed('wrong_type', 1, 2)],
      raised: [`1h ${misread}`],
    },
    {
      name: 'another kind of document by its class',
      steps: [read(0, { documentClass: 'pdf' }), ...[24, 48].map((at) => read(at, { text: sentences(900, 20) }))],
      raised: [`24h ${misread}`],
    },
    {
      name: 'the same text in another kind of document',
      steps: [read(0, { documentClass: 'pdf' }), read(24)],
      raised: [],
    },
    { name: 'a source that was never read raises no change', steps: failed('wrong_type', 0, 1), raised: [] },
    {
      name: 'another kind that stays is a rewriting',
      steps: [read(0, { documentClass: 'pdf' }), ...[24, 48, 96].map((at) => read(at, { text: sentences(900, 20) }))],
      raised: [`24h ${misread}`, '96h source_rewritten replaced unassessed suppressed low signal'],
    },
  ],
  suspect_truncation: [
    {
      name: 'a truncated capture: no change',
      steps: [read(0), read(24, { text: sentences(0, 60) })],
      raised: [],
    },
    {
      name: 'whole again: the pair vanishes',
      steps: [read(0), read(24, { text: sentences(0, 60) }), read(36), read(48)],
      raised: [],
    },
    {
      name: 'complete again and revised: a change only for the revision',
      steps: [read(0), read(24, { text: sentences(0, 60) }), read(36, { text: `${text}\n${sentences(100, 1)}` })],
      raised: [`36h ${drift}`],
    },
    {
      name: 'a nearly whole text is still pending',
      steps: [read(0), read(24, { text: sentences(0, 60) }), read(36, { text: sentences(0, 95) }), read(48)],
      raised: [],
    },
    {
      name: 'three captures over 72 h agree: a part is removed',
      steps: [
        read(0),
        ...[24, 48, 96].map((at) => read(at, { text: sentences(0, 60) })),
        read(120, { text: sentences(0, 60) }),
      ],
      raised: ['96h content_drift removed neutral suppressed low signal'],
    },
    {
      name: 'three captures within 72 h settle nothing',
      steps: [read(0), ...[24, 48, 95].map((at) => read(at, { text: sentences(0, 60) }))],
      raised: [],
    },
    {
      name: 'two captures over 72 h settle nothing',
      steps: [read(0), ...[24, 99].map((at) => read(at, { text: sentences(0, 60) }))],
      raised: [],
    },
    {
      name: 'cut off elsewhere each time: nothing agrees',
      steps: [read(0), ...[60, 40, 20].map((count, index) => read(24 + index * 48, { text: sentences(0, count) }))],
      raised: [],
    },
    {
      name: 'nine tenths retained is a revision',
      steps: [read(0), read(24, { text: sentences(0, 91) })],
      raised: [`24h ${drift}`],
    },
    { name: 'nothing at all is left', steps: [read(0), read(24, { text: '' })], raised: [] },
  ],
};

test('the events of source drift', () => {
  assert.equal(Object.keys(rows), [
    'source_unreachable',
    'source_restored',
    'source_moved',
    'source_rewritten',
    'content_drift',
    'wrong_type / anti_bot',
    'suspect_truncation',
  ]);
});

for (const [row, cases] of Object.entries(rows)) {
  for (const one of cases) {
    test(`${row}: ${one.name}`, () => {
      assert.equal(
        watchSource()
          .changes(...one.steps)
          .map(summaryOf),
        one.raised,
      );
    });
  }
}

test.run();
