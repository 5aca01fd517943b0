import { startFoyer, type RunningFoyer } from '../e2e/support/running-foyer.ts'
import { onePacket, bothChannels, halfDone, longName, manyScripts } from '../sandbox/seeds/cases.ts'
import type { Command } from '../src/shared/ipc.ts'
import { memoryOfTree } from './process-tree.ts'
import type { BenchRow } from './row.ts'

const early = 10
const late = 100
const target = 1.05

const people = [onePacket, bothChannels, halfDone, longName, ...manyScripts]
// Five codes an hour and contact are the limit, so the visits go round over everybody's phone and e-mail.
const contacts = people.flatMap((person) => [
  { person, channel: 'sms', contact: person.phone },
  { person, channel: 'email', contact: person.email },
])

/** One visit over the page's own bridge: proof, date of birth, form opened, start over. */
async function visit(foyer: RunningFoyer, number: number): Promise<void> {
  const { person, channel, contact } = contacts[number % contacts.length] ?? contacts[0]!
  const kiosk = await foyer.kiosk()
  const address = kiosk.url()
  const send = (command: Command) => kiosk.evaluate(`window.foyer.send(${JSON.stringify(command)})`)
  const on = (screen: string) => kiosk.locator(`.kiosk.${screen}`).waitFor()
  await on('welcome')
  await send({ type: 'begin' })
  await on('contact')
  if (channel === 'email') await send({ type: 'useOtherChannel' })
  await send({ type: 'submitContact', value: contact })
  await on('code')
  await send({ type: 'submitCode', code: foyer.sandbox.control.latestCode(contact) ?? '' })
  await on('dateOfBirth')
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-')
  await send({ type: 'submitDateOfBirth', year, month, day })
  await on('completing')
  const form = await foyer.form()
  await form.locator('h1').first().waitFor()
  await send({ type: 'startOver' })
  await send({ type: 'confirmStartOver' })
  await foyer.kioskAfter(address)
}

/** Memory of the whole process tree after many visits, beside the same after few. */
export async function benchMemory(): Promise<BenchRow[]> {
  const foyer = await startFoyer()
  const pid = foyer.process.pid ?? 0
  const settledMemory = async () => {
    await (await foyer.kiosk()).locator('.kiosk.welcome').waitFor()
    const samples = []
    for (let sample = 0; sample < 5; sample++) samples.push(await memoryOfTree(pid))
    return Math.min(...samples)
  }
  let atEarly = NaN
  try {
    for (let number = 1; number <= late; number++) {
      await visit(foyer, number)
      if (number === early) atEarly = await settledMemory()
      if (number % 10 === 0) process.stderr.write(`  visit ${number} of ${late}\n`)
    }
    const atLate = await settledMemory()
    const ratio = atLate / atEarly
    return [
      {
        figure: `memory of the process tree after visit ${late}`,
        value: atLate,
        unit: 'MB',
        beside: [{ name: `after visit ${early}`, value: atEarly }],
        ratio,
        target: `at most ${target} ×`,
        met: ratio <= target,
      },
    ]
  } finally {
    await foyer.stop()
  }
}
