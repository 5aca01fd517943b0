import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { watchNamespace } from '#harness/namespace/watch-namespace.ts'
import { Patient } from './patient.ts'
import { startFoyer } from './running-foyer.ts'
import { given } from '#harness/given.ts'

// Plays a whole visit in a network namespace that has the service too, from Foyer's start to its end; tells what was seen.

const watch = await watchNamespace()
const foyer = await startFoyer()
const completed = () => foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
const before = completed()
try {
  const patient = new Patient(foyer)
  await patient.provesWith(onePacket, onePacket.phone)
  await patient.fillsInForms()
  await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
  await patient.leavesBy(m.kiosk_close)
  // Where windows stand ready, the one for the visit after next has come up, too.
  if (foyer.shell === 'browser') await foyer.spare()
} finally {
  await foyer.stop()
}
const told = {
  seen: await watch.end(),
  // Hosts that the form's browser asked its proxy for in vain: calls of the browser's own would stand there.
  refused: foyer.log.filter((line) => line.includes('formPageRefused')),
  completed: completed() - before,
}
process.send?.(told, undefined, undefined, () => process.exit())
