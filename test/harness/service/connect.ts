import { onTestFinished } from 'vitest'
import { createIntakeClient } from '../../../src/main/service/client/client.ts'
import type { IntakeClientOptions } from '../../../src/main/service/client/call-types.ts'
import { createTestClock } from './test-clock.ts'
import { startTestService, type Behaviour } from './test-service.ts'

/** Credentials with words that must never turn up anywhere else. */
const credentials = {
  partner: () => ({ clientId: 'partner-id', clientSecret: 'canary-partner-secret' }),
  developer: () => ({ clientId: 'developer-id', clientSecret: 'canary-developer-secret' }),
}

/** Options of a client whose every interface is at one address. */
export function optionsFor(url: string): IntakeClientOptions {
  return {
    partnerUrl: url,
    partnerAuthUrl: url,
    developerUrl: url,
    developerAuthUrl: url,
    credentials,
  }
}

/** A real client on a real test service, under a test clock; both end with the test. */
export async function connect(
  behave: Behaviour,
  options: Partial<IntakeClientOptions> = {},
  grant?: Parameters<typeof startTestService>[1],
) {
  const service = await startTestService(behave, grant)
  const clock = createTestClock()
  const client = createIntakeClient({
    ...optionsFor(service.url),
    clock,
    random: () => 0.5,
    ...options,
  })
  onTestFinished(async () => {
    await client.close()
    await service.close()
  })
  return { service, clock, client }
}
