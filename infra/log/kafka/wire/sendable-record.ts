import type { Message } from 'kafkajs';

/** A record that is ready for a request. */
export interface SendableRecord {
  /** Topic name with prefix. */
  readonly kafkaTopic: string;
  readonly partition: number;
  readonly message: Message;
  /** Approximate size in a request. */
  readonly bytes: number;
}

/** Largest record, bytes; `topics apply` sets `max.message.bytes` to it. */
export const largestRecordBytes = 8 * 2 ** 20;
