import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import { connect, createServer, type Server } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { invited, newKiosk, openTestHost as start, typed } from '#harness/bus/pairing.ts'
import { valueOf } from '#harness/desk/staffed-desk.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { systemClock } from '../../base/clock.ts'
import { keysOf, rootOf } from './exchange.ts'
import { invitationText } from './invitation-text.ts'
import { beginPath, finishPath } from './messages.ts'
import { post } from './pair.ts'

async function openInvited() {
  const hub = await start()
  return { hub, invitation: await invited(hub) }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

/** Opens an attacker between kiosk and hub, with its own certificate, that reads and may change all traffic. */
async function inBetween(port: number, change = (toHub: string) => toHub) {
  const seen = { bytes: 0 }
  const server = createServer(await createSelfSigned('between'), (kiosk) => {
    const hub = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    for (const socket of [kiosk, hub]) socket.on('error', () => undefined)
    kiosk.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
      hub.write(change(chunk.toString()))
    })
    hub.pipe(kiosk)
    kiosk.on('close', () => hub.destroy())
  })
  return { port: await portOf(server), seen }
}

/** Opens a false hub that answers by `answer`. */
async function pretender(answer: (path: string, body: Record<string, unknown>) => object) {
  const server = createServer(await createSelfSigned('pretender'), (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      const [head = '', body = ''] = chunk.toString().split('\r\n\r\n')
      if (body === '') return
      const said = JSON.stringify(answer(head.split(' ')[1] ?? '', JSON.parse(body) as never))
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(said)}\r\n\r\n${said}`)
    })
  })
  return portOf(server)
}

describe('somebody in between', () => {
  it('is found by the hub when the code was typed: nobody is paired, and the code is worth nothing', async () => {
    const { hub, invitation } = await openInvited()
    const { port } = await inBetween(invitation.port)
    const kiosk = newKiosk()
    expect(await kiosk.pair(typed({ ...invitation, port }))).toMatchObject({
      error: { kind: 'refused' },
    })
    expect(kiosk.audited).toEqual(['pairingRefused refused'])
    expect(kiosk.rows.under('')).toEqual([])
    expect(hub.audited.at(-1)).toBe('pairingRefused anotherBroker')
    expect(hub.host.clinic.stations()).toEqual([])
    expect(await newKiosk().pair(typed(invitation))).toMatchObject({ error: { kind: 'refused' } })
  })

  it('is found by the kiosk before it says anything when the QR was scanned', async () => {
    const { invitation } = await openInvited()
    const { port, seen } = await inBetween(invitation.port)
    const kiosk = newKiosk()
    const entry = { address: invitationText({ ...invitation, port }), code: '' }
    expect(await kiosk.pair(entry)).toMatchObject({ error: { kind: 'anotherBroker' } })
    expect(kiosk.audited).toEqual(['pairingRefused anotherBroker'])
    expect(seen.bytes).toBe(0)
  })

  it('who says that the kiosk saw the right certificate is refused as any wrong code', async () => {
    const { hub, invitation } = await openInvited()
    const { port } = await inBetween(invitation.port, (text) =>
      text.replace(/"seen":"[0-9A-F]{64}"/, `"seen":"${invitation.fingerprint}"`),
    )
    expect(await newKiosk().pair(typed({ ...invitation, port }))).toMatchObject({
      error: { kind: 'refused' },
    })
    expect(hub.audited.at(-1)).toBe('pairingRefused wrongCode')
    expect(hub.host.clinic.stations()).toEqual([])
  })

  it.each([
    ['makes up a proof', () => randomBytes(32).toString('base64url')],
    ['sends the proof of the kiosk back to it', ({ proof }: Record<string, unknown>) => proof],
  ])('who pretends to be the hub and %s is not believed', async (_how, proofOf) => {
    const port = await pretender((path, body) =>
      path === beginPath
        ? {
            v: 1,
            salt: randomBytes(16).toString('base64url'),
            nonce: randomBytes(32).toString('base64url'),
          }
        : { v: 1, proof: proofOf(body), sealed: 'e30.e30.e30.e30.e30' },
    )
    const kiosk = newKiosk()
    const entry = { address: `127.0.0.1:${port}`, code: '0123456789AB' }
    expect(await kiosk.pair(entry)).toMatchObject({ error: { kind: 'anotherBroker' } })
    expect(kiosk.audited).toEqual(['pairingRefused anotherBroker'])
    expect(kiosk.rows.under('')).toEqual([])
  })
})

describe('somebody who speaks to the hub itself', () => {
  async function rightFinish(at: { port: number; code: string; fingerprint: string }) {
    const kioskNonce = randomBytes(32).toString('base64url')
    const begun = await send(at.port, beginPath, { v: 1, nonce: kioskNonce })
    const { salt, nonce: hubNonce } = begun.body as { salt: string; nonce: string }
    const about = { kioskNonce, hubNonce, name: 'kiosk', kind: 'kiosk' as const }
    const root = await rootOf(at.code, salt)
    const { kioskProof } = keysOf(root, { ...about, salt, fingerprint: at.fingerprint })
    return { v: 1, ...about, seen: at.fingerprint, proof: kioskProof }
  }
  const send = async (port: number, path: string, body: object) =>
    valueOf(await post({ host: '127.0.0.1', port, pinned: null }, path, body, systemClock))

  it('cannot use again what paired a kiosk, for the same code or another', async () => {
    const { hub, invitation } = await openInvited()
    const finish = await rightFinish(invitation)
    expect(await send(invitation.port, finishPath, finish)).toMatchObject({ status: 200 })
    expect(await send(invitation.port, finishPath, finish)).toMatchObject({ status: 403 })
    expect(hub.audited.at(-1)).toBe('pairingRefused used')
    await invited(hub)
    expect(await send(invitation.port, finishPath, finish)).toMatchObject({ status: 403 })
    expect(hub.audited.at(-1)).toBe('pairingRefused staleExchange')
    expect(hub.host.clinic.stations()).toHaveLength(1)
  })

  it('does not end a code by wrong proofs, and soon comes to nothing with a right one', async () => {
    const { hub, invitation } = await openInvited()
    const finishFrom = async (localAddress: string, code: string) => {
      const body = JSON.stringify(await rightFinish({ ...invitation, code }))
      const { port } = invitation
      const at = { host: '127.0.0.1', port, localAddress, path: finishPath, method: 'POST' }
      return new Promise<number | undefined>((resolve, reject) => {
        const asked = request({ ...at, rejectUnauthorized: false }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        asked.on('error', reject).end(body)
      })
    }
    for (let tries = 0; tries < 12; tries += 1)
      expect(await finishFrom('127.0.0.2', '000000000000')).toBe(403)
    expect(await finishFrom('127.0.0.2', invitation.code)).toBe(403)
    expect(hub.audited.at(-1)).toBe('pairingRefused tooManyTries')
    expect(await finishFrom('127.0.0.3', invitation.code)).toBe(200)
  })

  it('cannot change what a right proof was made for', async () => {
    const { hub, invitation } = await openInvited()
    const finish = await rightFinish(invitation)
    for (const change of [{ name: 'another' }, { kind: 'desk' }])
      expect(await send(invitation.port, finishPath, { ...finish, ...change })).toMatchObject({
        status: 403,
      })
    expect(hub.audited.at(-1)).toBe('pairingRefused wrongCode')
    expect(await send(invitation.port, finishPath, finish)).toMatchObject({ status: 200 })
  })

  it('learns nothing from an answer: it is the same, whatever is wrong', async () => {
    const hub = await start()
    const { port, fingerprint } = await invited(hub)
    const wrong = await rightFinish({ port, code: '000000000000', fingerprint })
    const answers = [
      await send(port, finishPath, wrong),
      await send(port, finishPath, { ...wrong, hubNonce: 'made up' }),
      await send(port, finishPath, { v: 2 }),
      await send(port, '/elsewhere', {}),
      await send(port, beginPath, { v: 1, nonce: 'x'.repeat(5_000) }),
    ]
    await hub.host.withdraw()
    answers.push(await send(port, finishPath, wrong))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { error: 'refused' } })
    const nonce = randomBytes(32).toString('base64url')
    const begun = await send(port, beginPath, { v: 2, nonce, mood: 'fine' })
    expect(begun).toMatchObject({ status: 200, body: { v: 1 } })
  })

  it('holds no connection for long, and not many', async () => {
    const { port } = await invited(await start())
    const sockets = Array.from({ length: 30 }, () =>
      connect({ host: '127.0.0.1', port, rejectUnauthorized: false }),
    )
    let closed = 0
    for (const socket of sockets)
      socket.on('error', () => undefined).on('close', () => (closed += 1))
    await expect.poll(() => closed).toBe(20)
    for (const socket of sockets) socket.destroy()
  })
})
