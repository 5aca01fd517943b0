import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../../../scripts/free-port.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import type { WallClock } from '../../base/clock.ts'
import { type SyslogTarget, forwardedThrough } from './audit-forward.ts'
import { createLineCheck } from './audit-line.ts'
import { retainAudit } from './audit-copies.ts'
import { openCollector, reading, type Collector } from '#harness/vault/collector.ts'
import { forward, patientClock, targetIn } from '#harness/vault/forward.ts'
import { openTestVault, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'
import { waitFor } from '#harness/wait-for.ts'

const scratch = vaultOfEachTest()
let vault: Vault
let faults: (string | undefined)[]
beforeEach(async () => {
  vault = await scratch.open()
  faults = []
})

const append = (entries: number, more = '') => {
  for (let count = 1; count <= entries; count += 1)
    vault.audit.append('call', { operation: `über "op" ] ${count}${more}` })
}

function start(target: SyslogTarget, clock?: WallClock) {
  const forwarding = forward(vault, target, (fault) => faults.push(fault), clock)
  onTestFinished(() => forwarding.stop())
  return forwarding
}
const startTo = (collector: Collector) => start(targetIn(scratch.folder, collector))
async function forwardAllTo(collector: Collector) {
  const forwarding = startTo(collector)
  await collector.sees(vault.chain.head().seq)
  await forwarding.stop()
}
const fails = () => waitFor(() => expect(faults.length).toBeGreaterThan(0))
const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

function verify(collector: Collector) {
  const check = createLineCheck()
  for (const { text } of collector.received) check.add(text)
  return check.collected()
}

describe('a forwarded entry', () => {
  it('is a message of RFC 5424 in a frame of RFC 5425, with which a collector can verify the chain', async () => {
    append(250)
    const collector = await openCollector()
    await forwardAllTo(collector)
    expect(collector.seqs()).toEqual(oneTo(250))
    expect(verify(collector)).toEqual({ entries: 250, broken: [] })
    const [first] = collector.received
    expect(first?.header).toMatch(/^<110>1 \S+ desk1 foyer - ENTRY$/)
    expect(first?.data).toBe(
      `[origin software="Foyer" swVersion="0.1.0"]` +
        `[foyer@32473 kiosk="front \\"desk\\" [é\\]" chain="${vault.chain.id()}" seq="1" sha256="${vault.chain.hashOf(1)}"]`,
    )
    expect(JSON.parse(first?.text ?? '')).toMatchObject({
      seq: 1,
      kind: 'call',
      fields: { operation: 'über "op" ] 1' },
    })
    expect(collector.received.at(-1)?.header).toMatch(/^<109>1 \S+ desk1 foyer - ANCHOR$/)
    expect(JSON.parse(collector.received.at(-1)?.text ?? '')).toMatchObject(vault.chain.head())
  })

  it('that was changed, or taken away, is found in the copy', async () => {
    append(9)
    const collector = await openCollector()
    await forwardAllTo(collector)
    const texts = collector.received.map(({ text }) => text)
    const found = (lines: string[]) => {
      const check = createLineCheck()
      for (const line of lines) check.add(line)
      return check.collected().broken
    }
    expect(found(texts.filter((_, index) => index !== 3))).toEqual([5])
    expect(found(texts.map((text) => text.replace('op\\" ] 4', 'op\\" ] 5')))).toEqual([5])
    expect(found([...texts, texts[3]!.replace('op\\" ] 4', 'x')])).toEqual([4])
  })

  it('follows those before it, and none comes twice where nothing fails', async () => {
    const collector = await openCollector()
    startTo(collector)
    for (const last of [3, 6, 9]) {
      append(3)
      await collector.sees(last)
      await waitFor(() =>
        expect(forwardedThrough(vault.securitySettings, target(collector))).toBe(last),
      )
    }
    expect(collector.seqs()).toEqual(oneTo(9))
    expect(faults).toEqual([])
  })
})

const target = ({ port }: Collector): SyslogTarget => ({
  host: 'localhost',
  port,
  caFile: scratch.at('ca.pem'),
  certFile: null,
  keyFile: null,
})

describe('a collector', () => {
  it.each([
    ['that nobody vouches for gets nothing', 'localhost', null, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another name gets nothing', 'other.example', undefined, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('%s, whatever the environment says', async (_, name, caFile, fault) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    append(3)
    const collector = await openCollector({ identity: await createSelfSigned(name) })
    start({ ...targetIn(scratch.folder, collector), ...(caFile === null && { caFile }) })
    await fails()
    expect(faults).toEqual([fault])
    expect(collector.received).toEqual([])
  })

  it('that asks who we are is shown our certificate', async () => {
    append(3)
    const own = await createSelfSigned('kiosk')
    const [certFile, keyFile] = ['own.pem', 'own-key.pem'].map((name) => scratch.at(name))
    writeFileSync(certFile!, own.cert)
    writeFileSync(keyFile!, own.key)
    const collector = await openCollector({
      options: { requestCert: true, rejectUnauthorized: true, ca: own.cert },
    })
    const withOut = start(targetIn(scratch.folder, collector))
    await fails()
    await withOut.stop()
    expect(collector.received).toEqual([])
    start({ ...target(collector), certFile: certFile!, keyFile: keyFile! })
    await collector.sees(3)
  })

  it('that is down gets everything, in order, once it is there', async () => {
    const identity = await createSelfSigned('localhost')
    const down = await openCollector({ identity, port: await freePort() })
    await down.close()
    append(3)
    startTo(down)
    await fails()
    expect(faults).toEqual(['ECONNREFUSED'])
    append(3)
    const up = await openCollector({ port: down.port, identity })
    await up.sees(6)
    expect(up.seqs()).toEqual(oneTo(6))
    await waitFor(() => expect(faults).toEqual(['ECONNREFUSED', undefined]))
  })

  it.each<[string, string, Collector['manner']]>([
    ['hangs up without having read', 'closedEarly', (socket) => void socket.end()],
    [
      'breaks off in the middle',
      'closedEarly',
      (socket) => void socket.once('data', () => socket.destroy()),
    ],
    ['talks back', 'unexpectedData', (socket) => void socket.resume().write('220 hello\n')],
  ])('that %s is sent the same again', async (_, fault, manner) => {
    append(5)
    const collector = await openCollector()
    collector.manner = manner
    start(targetIn(scratch.folder, collector), patientClock)
    await fails()
    expect(faults).toEqual([fault])
    expect(forwardedThrough(vault.securitySettings, target(collector))).toBe(0)
    collector.manner = reading
    await collector.sees(5)
    expect(collector.seqs()).toEqual(oneTo(5))
  })

  it('that takes the connection and never reads keeps neither what is audited nor the end of Foyer waiting', async () => {
    // More than the line between them holds.
    append(100, 'x'.repeat(50_000))
    const collector = await openCollector()
    let stalled = 0
    collector.manner = (socket) => {
      stalled += 1
      socket.pause()
    }
    const forwarding = startTo(collector)
    await waitFor(() => expect(stalled).toBe(1))
    append(10)
    await forwarding.stop()
    expect(forwardedThrough(vault.securitySettings, target(collector))).toBe(0)
    expect(vault.verifyAudit()).toMatchObject({ ok: true, value: { entries: 110 } })
  })

  it('that is another than before gets the whole chain', async () => {
    append(5)
    const [one, other] = [await openCollector(), await openCollector()]
    await forwardAllTo(one)
    await forwardAllTo(other)
    expect(other.seqs()).toEqual(oneTo(5))
  })
})

it('says in the checkpoint how many entries went that no collector had', async () => {
  let now = 0
  const time = { now: () => (now += 1_000), monotonic: () => now }
  vault = await openTestVault(scratch.at('another'), time)
  append(4)
  const collector = await openCollector()
  const place = targetIn(scratch.folder, collector)
  await forwardAllTo(collector)
  append(6)
  retainAudit(vault, { keepDays: 1, forward: place }, now + 30 * 86_400_000)
  const { fields } = vault.audit.recent(['checkpoint'], { since: 0, limit: 1 })[0]!
  expect(fields).toMatchObject({ removed: 10, through: 10, notForwarded: 6 })
  expect(vault.verifyAudit().ok).toBe(true)
  await forwardAllTo(collector)
  expect(collector.seqs()).toEqual([...oneTo(4), 11])
})
