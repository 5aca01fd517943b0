import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { absent, inFullTier } from '../subject.ts'
import type { ScriptResult } from '#harness/namespace/agent.ts'
import { whyNoNamespace } from '#harness/namespace/network-namespace.ts'
import { openAgent, type Agent } from '#harness/namespace/run-agent.ts'
import type { NamespaceTraffic } from '#harness/namespace/watch-namespace.ts'

/** A host beyond the machine (RFC 5737), where no one answers. */
const address = '192.0.2.99'

/** Gathers candidates by a STUN or TURN server until there are no more. */
const ice =
  (scheme: string, transport = '') =>
  (host: string) =>
    `
  const peer = new RTCPeerConnection({ iceServers: [{
    urls: '${scheme}:${host}:3478${transport && `?transport=${transport}`}',
    ...(${scheme !== 'stun'} && { username: 'u', credential: 'c' }),
  }] })
  peer.createDataChannel('x')
  await peer.setLocalDescription()
  while (peer.iceGatheringState !== 'complete')
    await new Promise((resolve) => { peer.onicegatheringstatechange = resolve })
  peer.close()`

/** Adds an element, and waits until it failed or is as good as there. */
const element = (html: (host: string) => string) => (host: string) =>
  `
  const holder = document.body.appendChild(document.createElement('div'))
  holder.innerHTML = ${JSON.stringify(html(host))}
  const each = holder.firstElementChild
  await Promise.race([
    new Promise((resolve) => { each.onerror = each.onload = resolve }),
    new Promise((resolve) => setTimeout(resolve, 90)),
  ])`

const hint = (relation: string) =>
  element((host) => `<link rel="${relation}" href="https://${host}/x">`)

const rules = (kind: string) => (host: string) =>
  `
  const rules = document.createElement('script')
  rules.type = 'speculationrules'
  rules.textContent = JSON.stringify({ ${kind}: [{ urls: ['https://${host}/'], eagerness: 'immediate' }] })
  document.head.append(rules)`

const leading = (html: (host: string) => string) => (host: string) =>
  `
  document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html(host))})
  document.body.lastElementChild.click()`

const inWorker = (code: (host: string) => string) => (host: string) =>
  `
  const source = 'onmessage = async () => { try { ' + ${JSON.stringify(code(host))} + ' } catch {} postMessage(0) }'
  const worker = new Worker(URL.createObjectURL(new Blob([source])))
  worker.postMessage(0)
  await new Promise((resolve) => { worker.onmessage = resolve })`

const socket = (host: string) => `
  const socket = new WebSocket('wss://${host}/')
  await new Promise((resolve) => { socket.onerror = socket.onopen = resolve })`

/** Names a host in every way of a page: bodies of async functions; `absent` where this browser has no such thing. */
const namedHosts: Readonly<Record<string, (host: string) => string>> = {
  // By an address nothing need be asked for, and the packet itself is what must not leave.
  'a STUN server': ice('stun'),
  'a TURN server by TCP': ice('turn', 'tcp'),
  'the address of a STUN server': () => ice('stun')(address),
  'a candidate of the other side': (host) => `
    const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]
    a.createDataChannel('x')
    await a.setLocalDescription()
    await b.setRemoteDescription(a.localDescription)
    await b.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 udp 2113937151 ${host} 9999 typ host' })
    await b.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 udp 2113937151 foyer-leak.local 9999 typ host' })
    await b.setLocalDescription()
    await a.setRemoteDescription(b.localDescription)`,
  'dns-prefetch': hint('dns-prefetch'),
  'rules to prerender': rules('prerender'),
  fetch: (host) => `await fetch('https://${host}/', { mode: 'no-cors' })`,
  WebTransport: (host) => `await new WebTransport('https://${host}/').ready`,
  'a link': leading((host) => `<a href="https://${host}/">x</a>`),
}

// All that a page loads by a name goes one way, that of `fetch` above.
/** More by which a name, or a packet, could go another way. */
const moreNamedHosts: typeof namedHosts = {
  preconnect: hint('preconnect'),
  'a socket of a worker': inWorker(socket),
  'an image': element((host) => `<img src="https://${host}/x.png">`),
  'a TURN server by UDP': ice('turn', 'udp'),
  'a TURN server by TLS': ice('turns', 'tcp'),
  'the address of a TURN server by UDP': () => ice('turn', 'udp')(address),
  'the address of a TURN server by TCP': () => ice('turn', 'tcp')(address),
  'the address of a TURN server by TLS': () => ice('turns', 'tcp')(address),
  'an address by WebTransport': () => `await new WebTransport('https://${address}/').ready`,
  'an address by IPv6': () => `await fetch('https://[2001:db8::99]/', { mode: 'no-cors' })`,
  prefetch: hint('prefetch'),
  prerender: hint('prerender'),
  'rules to prefetch': rules('prefetch'),
  'a shared worker': (host) => `new SharedWorker('https://${host}/x.js')`,
  'a service worker': (host) => `
    if (!('serviceWorker' in navigator)) return 'absent'
    await navigator.serviceWorker.register('https://${host}/x.js')`,
  'a stream of sockets': (host) => `
    if (!globalThis.WebSocketStream) return 'absent'
    await new WebSocketStream('wss://${host}/').opened`,
  'WebTransport to a certificate by its hash': (host) => `
    await new WebTransport('https://${host}/', { serverCertificateHashes: [
      { algorithm: 'sha-256', value: new Uint8Array(32) } ] }).ready`,
  'a beacon': (host) => `navigator.sendBeacon('https://${host}/', 'x')`,
  'a fetch for later': (host) => `
    if (!globalThis.fetchLater) return 'absent'
    fetchLater('https://${host}/', { activateAfter: 0 })`,
  'a frame': element((host) => `<iframe src="https://${host}/"></iframe>`),
  'the ping of a link': leading((host) => `<a href="#here" ping="https://${host}/">x</a>`),
  'an address': (host) => `location.href = 'https://${host}/'`,
  'a violated policy': (host) => `
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.srcdoc = '<meta http-equiv="Content-Security-Policy" content="img-src https://${host}"><img src="/x">'
    await new Promise((resolve) => { frame.onload = resolve })`,
  'a payment': (host) => `
    if (!globalThis.PaymentRequest) return 'absent'
    await new PaymentRequest([{ supportedMethods: 'https://${host}/pay' }],
      { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).canMakePayment()`,
  'a sign-in by another site': (host) => `
    if (!globalThis.IdentityCredential) return 'absent'
    await navigator.credentials.get({ identity: { providers: [{ configURL: 'https://${host}/x.json', clientId: 'x' }] } })`,
  'a passkey of another site': (host) => `
    if (!globalThis.PublicKeyCredential) return 'absent'
    await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: '${host}', timeout: 10 } })`,
  'the worklet of another site': (host) => `
    await new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('https://${host}/x.js')`,
}

/** Runs what a page does, for a second at most, and tells how it went; `absent` where the browser has no such thing. */
const attempt = (code: string) => `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 1000, 'still trying'))
  const tried = (async () => { ${code} })().then((given) => (given === 'absent' ? given : 'done'), () => 'refused')
  return Promise.race([tried, late])
})()`

const deeds = [...Object.entries(namedHosts), ...inFullTier(Object.entries(moreNamedHosts))]
const attempts = (['form', 'kiosk'] as const).flatMap((window) =>
  deeds.map(([name, code], index) => ({
    window,
    name,
    code,
    host: `data-${index}.${window}.leak.example`,
  })),
)

/** Pages that name a host in any way: no name server hears of it, and no packet leaves the machine. */
export function describeNamedHosts(fixture: ShellFixture): void {
  const missing = whyNoNamespace()
  if (missing)
    process.stderr.write(`\nfoyer: what names a host was NOT tried in a namespace: ${missing}.\n`)

  describe.skipIf(missing)('a page that names a host', () => {
    const outcomes = new Map<string, ScriptResult>()
    let agent: Agent | undefined
    let seen: NamespaceTraffic
    beforeAll(async () => {
      agent = await openAgent(fixture.subject.shell.kind)
      for (const { window, code, host } of attempts)
        outcomes.set(host, await agent.run(window, attempt(code(host))))
      seen = await agent.end()
    }, 180_000)
    afterAll(() => agent?.stop())

    it.for(attempts)('asks no name server for it: $name, in the $window', ({ host }, context) => {
      const ran = outcomes.get(host)
      if (ran?.given === 'absent') context.skip(absent('a feature that names this host'))
      expect(seen.asked.filter((name) => name.endsWith(host))).toEqual([])
      expect(ran?.given).toMatch(/^(done|refused|still trying)$/)
      expect(ran).toMatchObject({ outside: 0, udp: 0 })
    })

    it('asks no name server for anything else, and sends nothing out of the machine', () => {
      expect(seen).toEqual({ asked: [], outside: 0, udp: 0 })
    })
  })
}
