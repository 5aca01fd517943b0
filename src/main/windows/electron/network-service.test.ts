import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { FakeSession } from '../../../../test/conformance/electron/fake-session.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'
import { openSessions } from './sessions.ts'

let opened: OpenedShell
beforeEach(async () => (opened = await openShell()))
afterEach(() => opened.close())

/** Starts a process that Electron lists under a name, with the same event at its end. */
async function processNamed(serviceName: string) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  opened.app.metrics.push({ pid: child.pid ?? 0, serviceName, memory: { workingSetSize: 0 } })
  child.once('exit', () =>
    opened.app.emit('child-process-gone', {}, { type: 'Utility', serviceName }),
  )
  return child
}
const runs = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

it('is gone, and it alone, once a form is closed', async () => {
  const service = await processNamed('network.mojom.NetworkService')
  const other = await processNamed('audio.mojom.AudioService')
  const form = await opened.openForm()
  expect(runs(service)).toBe(true)
  if (form.ok) await form.value.close()
  expect(runs(service)).toBe(false)
  expect(runs(other)).toBe(true)
})

it('is gone when a form could not be wiped, too', async () => {
  const service = await processNamed('network.mojom.NetworkService')
  const sessions = openSessions(opened.electron, 'http://127.0.0.1:4321')
  const session = await sessions.take('form')
  ;(session as unknown as FakeSession).wipeFails = true
  await expect(sessions.giveBack('form', session)).rejects.toThrow('failed')
  expect(runs(service)).toBe(false)
})

it('stays while a session is wiped: the wipe asks it', async () => {
  const service = await processNamed('network.mojom.NetworkService')
  const form = await opened.openForm()
  const [kiosk] = opened.sessions.values()
  let answer: () => void = () => undefined
  if (kiosk) kiosk.wiping = new Promise<void>((resolve) => (answer = resolve))
  const renewed = opened.kiosk.renew()
  await expect.poll(() => kiosk?.isBeingWiped).toBe(true)
  const closed = form.ok ? form.value.close() : Promise.resolve()
  // Long enough for the service to be gone by now if it did not wait.
  await setTimeout(90)
  expect(runs(service)).toBe(true)
  answer()
  await Promise.all([renewed, closed])
  expect(runs(service)).toBe(false)
})
