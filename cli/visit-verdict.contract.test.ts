import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../sandbox/http/wire.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import * as cases from '../sandbox/seeds/cases.ts'
import { type WireProfile } from '../src/contract/wire-profile.ts'
import { profileNamed, profileNames } from '../test/harness/contract/profiles.ts'
import { createCheckInService } from '../src/main/intake/check-in-service.ts'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import { clientOptionsOf } from '../test/harness/service/connect-to.ts'
import { tryVisit } from './probe/visit/try-visit.ts'
import { outcomeOf } from './probe/visit/verdict.ts'
import { watchClient } from './probe/visit/watched-client.ts'
import { createErrorRecorder } from './service/error-recorder.ts'

const { signal } = new AbortController()

/** Starts a sandbox with one profile, and returns the options of a client with another (or none). */
async function connect(spoken: WireProfile, profile: WireProfile | undefined) {
  const sandbox = await startSandbox({ profile: spoken })
  const { accountId, locationIds } = sandbox
  const recorder = createErrorRecorder()
  onTestFinished(async () => {
    await recorder.close()
    await sandbox.close()
  })
  const options = {
    ...clientOptionsOf(sandbox),
    secrets: sandboxSecret,
    dispatcher: recorder.dispatcher,
    ...(profile && { profile }),
  }
  return { sandbox, spoken, recorder, options, place: { accountId, locationId: locationIds[0] } }
}

type Connected = Awaited<ReturnType<typeof connect>>

/** Lists the failing reading steps of a real visit, by the probe's names for them. */
async function failingSteps({ sandbox, options, place, spoken }: Connected) {
  const client = createIntakeClient(options)
  const able = createIntakeClient({ ...options, profile: spoken })
  const at = { ...place, defaultTemplateGroupId: sandbox.defaultTemplateGroupId }
  const visit = createCheckInService(client, at)
  const { id } = cases.threePackets
  const waiting = await createCheckInService(able, at).openPackets(id, signal)
  const packetId = waiting.ok ? waiting.value[0]?.id : undefined
  if (packetId === undefined) throw new Error('no packet waits')
  const birth = await visit.dateOfBirth(id, signal)
  const packets = await visit.openPackets(id, signal)
  const done = await visit.packetProgress(packetId, signal)
  const address = await visit.completionUrl(packetId, signal)
  await Promise.all([client.close(), able.close()])
  return [
    ...(birth.ok && birth.value !== null ? [] : ['date of birth']),
    ...(packets.ok ? [] : ['packets of a patient']),
    ...(done.ok && done.value.completed !== null ? [] : ['packet']),
    ...(address.ok ? [] : ['address of the form']),
  ]
}

async function trial(connected: Connected) {
  const watched = watchClient(connected.options, connected.recorder)
  const ids = { patientId: cases.threePackets.id }
  const tried = await tryVisit(watched, connected.place, ids)
  await watched.close()
  return tried
}

describe('the verdict of the probe agrees with what a visit then does', () => {
  it.each(profileNames)('with the profile on both sides: %s', async (name) => {
    const profile = profileNamed(name)
    const connected = await connect(profile, profile)
    expect(await failingSteps(connected)).toEqual([])
    const tried = await trial(connected)
    const { steps, proposal } = tried
    expect(steps.filter(({ verdict }) => verdict === 'fails')).toEqual([])
    expect(steps.filter(({ verdict }) => verdict === 'withProfile')).toEqual([])
    expect(outcomeOf(tried)).toBe('works')
    expect(proposal).toBeUndefined()
  })

  it.each(profileNames)(
    'without the profile at the service that needs it: %s',
    { tags: 'full' },
    async (name) => {
      const connected = await connect(profileNamed(name), undefined)
      const failing = await failingSteps(connected)
      const { steps, stopped } = await trial(connected)
      const failed = steps.filter(
        ({ verdict, needed }) => needed && ['fails', 'withProfile'].includes(verdict),
      )
      const names = failed.map(({ step }) => step)
      if (stopped) expect(failing).toContain('packets of a patient')
      else for (const step of failing) expect(names).toContain(step)
      for (const step of names) if (step !== 'health check') expect(failing).toContain(step)
    },
  )

  it.each(profileNames)(
    'with a proposal, by which what needed it works: %s',
    { tags: 'full' },
    async (name) => {
      const spoken = profileNamed(name)
      const { steps, proposal } = await trial(await connect(spoken, undefined))
      const mended = steps
        .filter(({ verdict }) => verdict === 'withProfile')
        .map(({ step }) => step)
      expect(mended.length > 0).toBe(proposal !== undefined)
      if (!proposal) return
      const again = await trial(await connect(spoken, proposal))
      const after = again.steps.filter(({ step }) => mended.includes(step))
      expect(after.filter(({ verdict }) => !['works', 'tolerated'].includes(verdict))).toEqual([])
    },
  )
})
