// rule: a killed process loses nothing acknowledged and tears nothing, also tests/infra/log/embedded.test.ts
import { logContract } from '../../contracts/log.ts';
import { openLogFixture } from './log-fixture.ts';

logContract('embedded, with more kills', openLogFixture, { kills: 4 });
