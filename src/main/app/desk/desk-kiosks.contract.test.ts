import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { asked, longMs, openDeskWithKiosks } from '#harness/desk/open-desk.ts'
import { helpOf } from '#harness/hub/stations.ts'
import { waitFor } from '#harness/wait-for.ts'

it('shows a locked desk how many wait and no more, and whoever signs in who they are', async () => {
  const desk = await openDeskWithKiosks()
  const { bus } = await desk.pair()
  desk.at.pressLock()
  bus.tell(helpOf('a', 'NO-417'))
  await waitFor(() => expect(desk.at.view().kiosks.calls).toBe(1), longMs)
  expect(JSON.stringify(desk.at.view())).not.toMatch(/NO-417|Front door/)
  expect(await desk.query('helpCalls')).toMatchObject({ error: { kind: 'locked' } })
  const { memberId } = desk
  await desk.signIn(memberId)
  expect(await desk.read('helpCalls')).toMatchObject([{ number: 'NO-417' }])
})

it('serves without kiosks where another program has its port, and its log says what to do', async () => {
  const desk = await openDeskWithKiosks()
  await desk.pair()
  const { memberId } = desk
  await desk.at.stop()
  const { port } = desk
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())

  const at = await desk.start()
  expect(at.view().kiosks).toMatchObject({ hears: 'no', calls: 0 })
  const lines = at.logged().match(/.*hears no kiosks.*/g)
  expect(lines).toEqual([expect.stringContaining(`port ${port} (portTaken)`)])
  const { say, query, signIn } = asked(at)
  await signIn(memberId)
  expect(await query('today')).toMatchObject({ ok: true })
  expect(await query('helpCalls')).toEqual({ ok: false, error: { kind: 'kiosksUnheard' } })
  expect(await say('inviteKiosk', {})).toMatchObject({ error: { kind: 'kiosksUnheard' } })
})

it('is gone for its kiosks once it is stopped, and they are heard again at its next start', async () => {
  const desk = await openDeskWithKiosks()
  const { bus } = await desk.pair()
  await desk.at.stop()
  await waitFor(() => expect(bus.view().isHeard).toBe(false), longMs)
  bus.tell(helpOf('a', 'NO-417'))
  const at = await desk.start()
  await waitFor(() => expect(at.view().kiosks.calls).toBe(1), longMs)
})
