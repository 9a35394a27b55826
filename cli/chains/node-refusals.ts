import type { Logger } from '../../infra/logger.ts';
import type { NodeRefusal } from '../../infra/rpc/node-words.ts';
import type { Output } from '../program/output/output.ts';

/** Prints what nodes say in their own words: for the operator alone, so it is in no answer and no record. */
export const noteRefusals =
  ({ note }: Pick<Output, 'note'>) =>
  ({ provider, code, words }: NodeRefusal): void =>
    note(`provider ${provider} refused a request with code ${code}: ${words === '' ? 'no reason' : words}`);

/** The same for the log of a service. */
export const logRefusals =
  (logger: Logger) =>
  (refusal: NodeRefusal): void =>
    logger.warn(refusal, 'a node refused a request');
