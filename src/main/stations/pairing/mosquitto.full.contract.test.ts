import { expect, it, onTestFinished } from 'vitest'
import { newDocumentedMosquitto } from '#harness/bus/documented-mosquitto.ts'
import { letIn, refusedWith } from '#harness/bus/embedded-broker.ts'
import { openTestHost, pairedClient as client, pairedWith } from '#harness/bus/pairing.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { topicsOf } from '../topics.ts'
import { mosquittoAcl, mosquittoPasswords, readBrokerStations } from './clinic.ts'

it('takes the stations that are paired as the document says, and holds them to their rights', async () => {
  const tls = await createSelfSigned('localhost')
  const mosquitto = await newDocumentedMosquitto(tls)
  onTestFinished(() => mosquitto.close())
  const outside = { host: '127.0.0.1', port: mosquitto.port, ca: tls.cert, login: null }
  const hub = await openTestHost({ outside })
  const [one, two] = [await pairedWith(hub, 'kiosk # one'), await pairedWith(hub)]
  const known = readBrokerStations(hub.rows)
  if (!known) throw new Error('nobody is paired')
  const acl = mosquittoAcl(known.clinic, known.stations)
  const passwords = mosquittoPasswords(known.stations)
  expect(passwords).not.toContain(one.pairing().broker.password)
  mosquitto.give({ acl, passwords })
  await mosquitto.start()

  const topics = topicsOf(known.clinic)
  const { station, secret } = hub.host.clinic.self
  const place = { ...one.pairing().broker, username: station, password: secret }
  const listener = client({ broker: place, station })
  const heard: string[] = []
  listener.on('message', (topic) => void heard.push(topic))
  await letIn(listener)
  await listener.subscribeAsync([topics.up('+'), topics.presence('kiosk', '+')], { qos: 1 })

  const kiosk = client(one.pairing())
  const got: string[] = []
  kiosk.on('message', (topic) => void got.push(topic))
  await letIn(kiosk)
  const [mine, other] = [one.pairing().station, two.pairing().station]
  await kiosk.subscribeAsync(['#', topics.down('+'), topics.down(mine), topics.key(other)], {
    qos: 1,
  })
  for (const topic of [
    topics.up(other),
    topics.presence('kiosk', other),
    topics.down(other),
    topics.up(mine),
  ])
    await kiosk.publishAsync(topic, 'said', { qos: 1 })
  await expect.poll(() => heard).toEqual([topics.up(mine)])
  for (const topic of [topics.down(other), topics.key(other), topics.down(mine)])
    await listener.publishAsync(topic, 'said', { qos: 1 })
  await expect.poll(() => got).toContain(topics.down(mine))
  expect(new Set(got)).toEqual(new Set([topics.down(mine)]))

  const { broker } = one.pairing()
  const wrong = { station: mine, broker: { ...broker, password: two.pairing().broker.password } }
  expect(await refusedWith(client(wrong))).toBe(5)
  // By another's id as client id it is still itself.
  const disguised = client({ ...one.pairing(), station: other })
  await letIn(disguised)
  await disguised.publishAsync(topics.up(other), 'said', { qos: 1 })
  await disguised.publishAsync(topics.up(mine), 'said', { qos: 1 })
  await expect.poll(() => heard).toEqual([topics.up(mine), topics.up(mine)])
})
