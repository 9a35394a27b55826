import type { Logger } from '../../infra/logger.ts';
import type { NodeRefusal } from '../../infra/rpc/node-words.ts';
import type { Output } from '../program/output/output.ts';

/** Logs the error texts of nodes. They are for the operator alone: no response and no record contains them. */
export const noteRefusals =
  ({ note }: Pick<Output, 'note'>) =>
  ({ provider, code, words }: NodeRefusal): void =>
    note(`provider ${provider} refused a request with code ${code}: ${words === '' ? 'no reason' : words}`);

/** The same for the log of a service. */
export const logRefusals =
  (logger: Logger) =>
  (refusal: NodeRefusal): void =>
    logger.warn(refusal, 'a node refused a request');
