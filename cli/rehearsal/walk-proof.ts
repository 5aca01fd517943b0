import { randomInt } from 'node:crypto'
import { sameId } from '../../src/contract/values.ts'
import { parseWireProfile, type CodeRules } from '../../src/contract/wire-profile.ts'
import type { CodeVerdict } from '../../src/contract/readers/proof.ts'
import { orUnclear } from '../../src/main/service/http/refusal.ts'
import type { Channel } from '../../src/shared/ipc.ts'
import { contactWords, type CheckIn, type Rehearsal } from './plan.ts'
import { learnWord, type LearntMeaning } from './learn-word.ts'
import type { Judged } from './walk.ts'

type Proof = Parameters<CheckIn['sendCode']>[0]

const names = {
  create: 'identity proof: create',
  state: 'identity proof: state',
  match: 'identity proof: matched patient',
} as const
const { signal } = new AbortController()

/** Proves the contacts of the plan, with a wrong code first, and asks which patient that is. */
export async function walkProof(rehearsal: Rehearsal): Promise<void> {
  const { walk, checkIn, plan } = rehearsal
  const channels = Object.keys(plan.contacts) as Channel[]
  const kind = channels.length > 1 ? 'both' : (channels[0] ?? 'sms')
  const proof = await walk.write(names.create, 'create an identity proof', () =>
    checkIn.createProof(kind, signal),
  )
  if (!proof) {
    skipAll(rehearsal, 'there is no proof')
    return
  }
  let isProved = true
  for (const [index, channel] of channels.entries()) {
    if (!isProved) break
    isProved = await proveChannel(rehearsal, proof, channel, index === 0)
  }
  if (!isProved) {
    skipAll(rehearsal, 'the contact is not proved')
    return
  }
  await walk.step(
    names.state,
    () => checkIn.proofStatus(proof, signal),
    ({ state }) =>
      state === 'proved' ? {} : { fails: `after every code it is said to be ${state}` },
  )
  await walk.step(
    names.match,
    () => checkIn.matchPatient(proof, signal),
    (found) => (sameId(found, plan.patientId) ? {} : { fails: 'another patient than you named' }),
  )
}

function skipAll({ walk }: Rehearsal, why: string): void {
  for (const name of [names.state, names.match]) walk.skip(name, why)
}

/** Sends a code and gives it back; true when the service then takes the contact for proved. */
async function proveChannel(
  rehearsal: Rehearsal,
  proof: Proof,
  channel: Channel,
  withWrong: boolean,
): Promise<boolean> {
  const { walk, checkIn, plan, person } = rehearsal
  const [send, take] = [`send a code (${channel})`, `take the code (${channel})`].map(
    (name) => `identity proof: ${name}`,
  ) as [string, string]
  const sent = await walk.write(send, `send a code to your ${contactWords[channel]}`, async () => {
    await person.beforeCode()
    return checkIn.sendCode(proof, channel, plan.contacts[channel] ?? '', signal)
  })
  if (sent === undefined) return false
  if (withWrong) await tryWrongCode(rehearsal, proof, channel)
  const code = await person.code(channel)
  if (code === undefined) {
    walk.skip(take, 'no code was given')
    return false
  }
  const taken = await walk.step(
    take,
    async () => orUnclear(await checkIn.verifyCode(proof, channel, code, signal)),
    (verdict) => judgeRightCode(rehearsal, proof, channel, verdict),
  )
  return taken !== undefined
}

/** Tries a wrong code, which counts as a try, and shows the service's answer to one. */
async function tryWrongCode(rehearsal: Rehearsal, proof: Proof, channel: Channel): Promise<void> {
  const { walk, checkIn, watched } = rehearsal
  const code = randomCode(watched.proposed().proof.code)
  await walk.write(
    'identity proof: a wrong code',
    'send a wrong code, which counts as a try',
    async () => orUnclear(await checkIn.verifyCode(proof, channel, code, signal)),
    async (verdict): Promise<Judged> => {
      if (verdict === 'incorrect') return {}
      if (verdict !== 'unclear') return { fails: `a wrong code is said to be ${verdict}` }
      const learnt = learn(rehearsal, 'incorrect')
      const known = await checkIn.proofStatus(proof, signal)
      if (!known.ok || known.value.state !== 'pending')
        return { fails: 'neither its answer nor the state of the proof says that a code was wrong' }
      return { tolerated: [`a wrong code is told by the state of the proof alone${learnt}`] }
    },
  )
}

async function judgeRightCode(
  rehearsal: Rehearsal,
  proof: Proof,
  channel: Channel,
  verdict: CodeVerdict | 'unclear',
): Promise<Judged> {
  if (verdict === 'verified') return {}
  if (verdict !== 'unclear') return { fails: `the code that you gave is said to be ${verdict}` }
  const learnt = learn(rehearsal, 'verified')
  const known = await rehearsal.checkIn.proofStatus(proof, signal)
  const isTaken =
    known.ok && (known.value.state === 'proved' || known.value.verified.includes(channel))
  return isTaken
    ? { tolerated: [`a right code is told by the state of the proof alone${learnt}`] }
    : { fails: `neither its answer nor the state of the proof says that a code was right${learnt}` }
}

/** Keeps the service's word for a known outcome in the proposal; returns the report of it. */
function learn(
  { watched, recorder }: Rehearsal,
  meaning: Exclude<LearntMeaning, 'notStarted'>,
): string {
  const profile = watched.proposed()
  const status = recorder.status() ?? 0
  if (meaning === 'incorrect' && status >= 400 && status < 500) {
    const { proof } = profile
    const wrongCodeStatuses = [...new Set([...proof.wrongCodeStatuses, status])]
    const extended = parseWireProfile({ ...profile, proof: { ...proof, wrongCodeStatuses } })
    if (extended.ok) watched.propose(extended.value)
    return `: the status ${status} is in the proposal`
  }
  const learnt = learnWord(profile, meaning, recorder.body())
  if (!learnt) return ''
  watched.propose(learnt.profile)
  return `: the word ${learnt.word} is in the proposal`
}

const alphabets: Readonly<Record<CodeRules['alphabet'], string>> = {
  digits: '0123456789',
  alphanumeric: '23456789ABCDEFGHJKMNPQRSTUVWXYZ',
}

/** Makes a code that is right once in a million times. */
function randomCode({ length, alphabet }: CodeRules): string {
  const letters = alphabets[alphabet]
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
