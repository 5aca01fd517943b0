import { describe, expect, it } from 'vitest'
import { sandboxSecret } from '../sandbox/http/wire.ts'
import { account, locations } from '../sandbox/seeds/clinics.ts'
import { defaultTemplateGroupId } from '../sandbox/seeds/templates.ts'
import { wireProfile, type WireProfile } from '../src/contract/wire-profile.ts'
import { clientOptionsOf } from '../test/harness/service/connect-to.ts'
import { profileNamed, profileNames } from '../test/harness/contract/profiles.ts'
import { visitAt } from '../test/service-variants/run-visit.ts'
import { ServiceDispatcher } from '../test/service-variants/service-dispatcher.ts'
import { createSteppedClock } from '../test/harness/offline/stepped-clock.ts'
import { serviceUrl, startVariantService } from '../test/service-variants/variant-service.ts'
import { visits } from '../test/service-variants/visits.ts'
import { outcomeOf } from './probe/visit/verdict.ts'
import { watchClient } from './probe/visit/watched-client.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { recordAnswers } from './service/error-recorder.ts'

/** Returns the result of a whole visit on the machine, by a kiosk with or without a profile. */
async function visit(spoken: WireProfile, profile: WireProfile | undefined) {
  const clock = createSteppedClock()
  const service = startVariantService([], () => clock.now(), spoken)
  return (await visitAt(service, clock, visits.wrongCode, profile)).end
}

/** Returns the rehearsal's verdict on the same patient at the same service. */
async function rehearsal(spoken: WireProfile, profile: WireProfile | undefined) {
  const service = startVariantService([], () => 0, spoken)
  const recorder = recordAnswers(new ServiceDispatcher(service))
  const watched = watchClient(
    {
      ...clientOptionsOf({ apiUrl: serviceUrl, credentials: service.credentials }),
      secrets: sandboxSecret,
      dispatcher: recorder.dispatcher,
      ...(profile && { profile }),
    },
    recorder,
  )
  const { person } = visits.wrongCode
  const [year = 0, month = 0, day = 0] = person.dateOfBirth.split('-').map(Number)
  const rehearsed = await rehearse({
    watched,
    recorder,
    plan: {
      place: { accountId: account.id, locationId: locations[0]?.id ?? 0 },
      patientId: person.id,
      contacts: { sms: person.phone },
      templateGroupId: defaultTemplateGroupId,
      createWhenNone: false,
    },
    person: {
      allows: () => Promise.resolve(true),
      beforeCode: () => Promise.resolve(),
      code: () => Promise.resolve(service.latestCode(person.phone)),
      name: () => Promise.resolve(undefined),
      birthDate: () => Promise.resolve({ year, month, day }),
      onStep: () => undefined,
    },
  })
  await watched.close()
  const made = [...service.state.packets.values()].filter(
    (packet) => packet.patientId === person.id && packet.archivedAt === null,
  )
  return { ...rehearsed, outcome: outcomeOf(rehearsed), waiting: made.length }
}

/** Profile of the services below; their requests are as usual. */
const answersElsewhere = wireProfile.parse({ read: profileNamed('nested').read })
const otherAnswers = wireProfile.parse({
  proof: { wrongCodeStatuses: [409] },
  read: { words: { verified: ['MATCH_DONE'], notStarted: ['ISSUED'] }, dateOrder: 'dayFirst' },
})

describe('the rehearsal proposes what the answers tell', () => {
  it('finds fields that stand elsewhere, step by step, and a visit goes through by them', async () => {
    expect(await visit(answersElsewhere, undefined)).not.toBe('through')
    const { outcome, proposal } = await rehearsal(answersElsewhere, undefined)
    expect(outcome).toBe('withProfile')
    expect(await visit(answersElsewhere, proposal)).toBe('through')
    expect((await rehearsal(answersElsewhere, proposal)).outcome).toBe('works')
  })

  it('learns words, a status and the order of dates from what it did and was given', async () => {
    expect(await visit(otherAnswers, undefined)).not.toBe('through')
    const { outcome, proposal, steps } = await rehearsal(otherAnswers, undefined)
    expect(outcome).toBe('withProfile')
    const told = steps.map(({ step, why }) => `${step}: ${why.join('; ')}`).join('\n')
    expect(told).toMatch(/a wrong code: .*the status 409 is in the proposal/)
    expect(told).toMatch(/take the code.*the word MATCH_DONE is in the proposal/)
    expect(proposal).toMatchObject({
      proof: { wrongCodeStatuses: [409] },
      read: { words: { verified: ['MATCH_DONE'] }, dateOrder: 'dayFirst' },
    })
    expect(await visit(otherAnswers, proposal)).toBe('through')
  })
})

describe('the rehearsal agrees with a whole visit on the machine', () => {
  it.each(profileNames)('with the profile on both sides: %s', async (name) => {
    const spoken = profileNamed(name)
    expect(await visit(spoken, spoken)).toBe('through')
    const { outcome, steps, proposal, left, waiting } = await rehearsal(spoken, spoken)
    expect(steps.filter(({ verdict }) => ['fails', 'notTried'].includes(verdict))).toEqual([])
    expect({ outcome, proposal, left, waiting }).toEqual({
      outcome: 'works',
      proposal: undefined,
      left: undefined,
      waiting: 1,
    })
  })

  it.each(profileNames)(
    'without the profile, and by what it proposes then: %s',
    { tags: 'full' },
    async (name) => {
      const spoken = profileNamed(name)
      const { outcome, proposal, waiting } = await rehearsal(spoken, undefined)
      const isThrough = (await visit(spoken, undefined)) === 'through'
      expect(outcome === 'works').toBe(isThrough)
      expect(waiting).toBe(1)
      if (outcome !== 'withProfile') return
      expect(await visit(spoken, proposal)).toBe('through')
      expect((await rehearsal(spoken, proposal)).outcome).toBe('works')
    },
  )
})
