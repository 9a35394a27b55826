import { kafkaLogContract } from './support/log-contract.ts';

await kafkaLogContract('kafka, in a group', 'members');
