import { exampleCursor } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';
import type { TextBody } from '../../route/answer.ts';
import { exampleChange } from '../changes/docs.ts';
import { registerChange } from '../notifications/docs.ts';

const eventText = (name: string, data: object): string =>
  `event:${name}\nid:${exampleCursor}\ndata:${JSON.stringify(data)}\n\n`;

/** Events as they are sent, and the comment that comes without any. */
export const streamText: TextBody = {
  description:
    '`change`: a `Change` with its `revision`. `notification`: a `Notification`. `id`: where to go on. A comment alone, with an id, is a heartbeat.',
  example: [
    eventText('change', { ...exampleChange, revision: 0 }),
    eventText('notification', registerChange),
    `:\nid:${exampleCursor}\n\n`,
  ].join(''),
};

export const streamChangesDocs: Documentation = {
  description: `
Server-sent events: \`change\` with a change in the form of the feed and its revision, \`notification\` with one of the
inbox: changes that matter, ended intakes, and verdicts on obligations. Without a cursor the stream begins now. Each event has an id; a client that sends the last one as
\`Last-Event-ID\`, as browsers do by themselves, or as \`cursor\`, misses nothing and may see an event again. A comment
comes every 15 seconds, so silence means that the connection is gone.

Streams that are opened while many others are wait for their turn, up to 15 seconds; 503 comes after that, or when over
1,000 wait. Five streams may be open with a key; another is 429. A stream ends within 5 seconds when its key is revoked, and when
the process is about to stop: connect again.
`.trim(),
  examples: { fromNow: { summary: 'What comes from now on', status: 200 } },
};
