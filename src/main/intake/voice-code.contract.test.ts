import { expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../../../sandbox/http/wire.ts'
import * as cases from '../../../sandbox/seeds/cases.ts'
import { profileNamed } from '#harness/contract/profiles.ts'
import { openSandbox, value } from '#harness/sandbox/client.ts'
import { connectTo } from '#harness/service/connect-to.ts'
import { createCheckInService } from './check-in-service.ts'

const { signal } = new AbortController()

it('a code is read aloud by the word of the profile, and proves the phone as a text does', async () => {
  const { phone } = cases.onePacket
  const profile = profileNamed('other-words')
  const sandbox = openSandbox({ profile })
  onTestFinished(() => sandbox.close())
  const { client, here } = connectTo(sandbox, { secrets: sandboxSecret, profile })
  const checkIn = createCheckInService(client, { ...here, defaultTemplateGroupId: null })
  const proof = await value(checkIn.createProof('sms', signal))
  expect((await checkIn.sendCode(proof, 'voice', phone, signal)).ok).toBe(true)
  expect(sandbox.control.inbox()[0]?.text).toMatch(/^Call: your code .* is \d( \d){5}\.$/)
  const code = sandbox.control.latestCode(phone) ?? ''
  expect(await value(checkIn.verifyCode(proof, 'sms', code, signal))).toBe('verified')
  expect(await value(checkIn.proofStatus(proof, signal))).toMatchObject({ state: 'proved' })
})
