import type { ValueOf } from '../../../schemas/topics.ts';
import { base64, base64Values, millis, rowPerRecord } from '../row-mapping.ts';

/** Both dead letter topics have the same shape; the account one never reaches analysts. */
type DeadLetterTopic = 'dead.letters' | 'accounts.dead.letters';

const cells = {
  topic: (letter: ValueOf<DeadLetterTopic>) => letter.topic,
  partition: (letter: ValueOf<DeadLetterTopic>) => letter.partition,
  offset: (letter: ValueOf<DeadLetterTopic>) => letter.offset,
  key: (letter: ValueOf<DeadLetterTopic>) => base64(letter.key),
  value: (letter: ValueOf<DeadLetterTopic>) => base64(letter.value),
  headers: (letter: ValueOf<DeadLetterTopic>) => base64Values(letter.headers),
  timestamp: (letter: ValueOf<DeadLetterTopic>) => millis(letter.timestamp),
  schema_id: (letter: ValueOf<DeadLetterTopic>) => letter.schemaId,
  processor: (letter: ValueOf<DeadLetterTopic>) => letter.processor,
  error_class: (letter: ValueOf<DeadLetterTopic>) => letter.errorClass,
  message: (letter: ValueOf<DeadLetterTopic>) => letter.message,
  time: (letter: ValueOf<DeadLetterTopic>) => millis(letter.time),
};

export const deadLetterRow = rowPerRecord<'dead.letters'>('store_dead_letters', cells);
export const accountDeadLetterRow = rowPerRecord<'accounts.dead.letters'>('store_accounts_dead_letters', cells);
