import {
  arrayOf,
  closedObject,
  component,
  count,
  dateTime,
  named,
  orNull,
  term,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import type { Query } from '../../input.ts';

/** Most notifications of one answer, and the default (conformance B-82). */
const maxNotifications = 200;
export const defaultNotifications = 100;

const notification = named(
  'Notification',
  closedObject({
    id: uuid,
    kind: term('notificationKind'),
    title: text,
    body: text,
    href: text,
    assetName: text,
    headline: text,
    impact: text,
    severity: term('severity'),
    changeHref: text,
    createdAt: dateTime,
    readAt: orNull(dateTime),
  }),
);

export const inbox = component('NotificationPage', {
  items: arrayOf(notification, { maxItems: maxNotifications }),
  unread: count,
});

export const inboxQuery: Query = {
  unknown: 'ignore',
  parameters: {
    unread: {
      description: 'true: unread ones only',
      schema: { type: 'string', pattern: '^(true|false)$' },
      shown: { type: 'boolean', default: false },
      expects: 'true or false',
    },
    limit: {
      description: 'Most notifications of the answer, 1 to 200; 100 when absent',
      schema: { type: 'string', pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$' },
      shown: { type: 'integer', minimum: 1, maximum: maxNotifications, default: defaultNotifications },
      expects: 'a whole number from 1 to 200',
    },
    cursor: {
      description: 'From the link to the next page; opaque',
      schema: { type: 'string', pattern: '^[0-9]{1,15}\\.([a-z_]{1,32}:)?[0-9a-z-]{26,36}$' },
      expects: 'a cursor of an earlier answer',
    },
  },
};
