import { type LogFixture, logContract } from '../../contracts/log.ts';
import { sharedBroker } from './broker.ts';
import { newKafka, openKafkaUnderTest, removeKafka } from './kafka-log.ts';

/** The contract of a log, on topics of the shared broker that each of its tests creates and removes. */
export async function kafkaLogContract(name: string, group: string | null): Promise<void> {
  const { brokers } = await sharedBroker();
  const open = async (): Promise<LogFixture> => {
    const kafka = await newKafka(brokers);
    let opened = await openKafkaUnderTest(kafka);
    return {
      log: opened.log,
      openStore: opened.openStore,
      deletesAtOnce: false,
      transactional: false,
      childEnv: { LOG_CONTRACT_ADAPTER: 'kafka', LOG_CONTRACT_KAFKA: JSON.stringify(kafka) },
      reopen: async () => {
        await opened.close();
        opened = await openKafkaUnderTest(kafka);
        return opened;
      },
      destroy: async () => {
        await opened.close();
        await removeKafka(kafka);
      },
    };
  };
  logContract(name, open, { group, kills: 3 });
}
