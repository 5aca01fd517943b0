import { describe, expect, it } from 'vitest'
import type { Stage } from '../../conformance.ts'
import { heldForm } from './held-form.ts'

/** Asks for something as after a tap, and tells how it ended: `granted` with what came, or the name of the error. */
const asking = (code: string) => `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 4000, 'still asking'))
  const asked = (async () => { const given = await (async () => { ${code} })(); return 'granted ' + given })()
  return Promise.race([asked.catch((error) => error?.name ?? String(error)), late])
})()`

/** What is asked for, how, and the ways in which it may be refused; `absent` where this browser has no such thing. */
const features: readonly (readonly [name: string, code: string])[] = [
  [
    'the camera',
    `const { state } = await navigator.permissions.query({ name: 'camera' }); if (state !== 'denied') return state; await navigator.mediaDevices.getUserMedia({ video: true })`,
  ],
  [
    'the microphone',
    `const { state } = await navigator.permissions.query({ name: 'microphone' }); if (state !== 'denied') return state; await navigator.mediaDevices.getUserMedia({ audio: true })`,
  ],
  [
    'the list of cameras by name',
    `const named = (await navigator.mediaDevices.enumerateDevices()).filter(({ label }) => label); if (!named.length) throw 'nothing named'`,
  ],
  ['a picture of the screen', `await navigator.mediaDevices.getDisplayMedia({ video: true })`],
  [
    'the location',
    `await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject('refused ' + code)))`,
  ],
  [
    'notifications',
    `const given = await Notification.requestPermission(); if (given !== 'granted') throw given`,
  ],
  [
    'a notification',
    `const shown = new Notification('x'); await new Promise((resolve, reject) => { shown.onshow = resolve; shown.onerror = () => reject('not shown') })`,
  ],
  ['the text on the clipboard', `await navigator.clipboard.readText()`],
  ['everything on the clipboard', `await navigator.clipboard.read()`],
  ['writing to the clipboard', `await navigator.clipboard.writeText('x')`],
  ['pasting by a command', `if (!document.execCommand('paste')) throw 'refused'`],
  ['a USB device', `await navigator.usb.requestDevice({ filters: [] })`],
  ['a Bluetooth device', `await navigator.bluetooth.requestDevice({ acceptAllDevices: true })`],
  [
    'a scan for Bluetooth',
    `await navigator.bluetooth.requestLEScan({ acceptAllAdvertisements: true })`,
  ],
  ['a serial port', `await navigator.serial.requestPort()`],
  [
    'a HID device',
    `if (!(await navigator.hid.requestDevice({ filters: [] })).length) throw 'none'`,
  ],
  ['MIDI', `await navigator.requestMIDIAccess()`],
  ['MIDI with system messages', `await navigator.requestMIDIAccess({ sysex: true })`],
  ['the pointer', `await document.documentElement.requestPointerLock()`],
  [
    'the keyboard',
    `await navigator.keyboard.lock(); await document.documentElement.requestFullscreen({ keyboardLock: 'browser' })`,
  ],
  ['the layout of the keyboard', `await navigator.keyboard.getLayoutMap()`],
  ['the full screen', `await document.documentElement.requestFullscreen()`],
  [
    'the full screen of a video',
    `const video = document.createElement('video'); if (!video.webkitEnterFullscreen) throw 'absent'; video.webkitEnterFullscreen()`,
  ],
  [
    'picture in picture',
    `const video = document.createElement('video'); const canvas = document.createElement('canvas'); canvas.getContext('2d').fillRect(0, 0, 9, 9); video.srcObject = canvas.captureStream(); video.muted = true; const playing = new Promise((resolve) => { video.onloadedmetadata = resolve }); void video.play().catch(() => {}); canvas.getContext('2d').fillRect(0, 0, 8, 8); await playing; await video.requestPictureInPicture()`,
  ],
  ['a document in a picture', `await documentPictureInPicture.requestWindow()`],
  ['a screen that stays awake', `await navigator.wakeLock.request('screen')`],
  [
    'whether anyone is there',
    `const given = await IdleDetector.requestPermission(); if (given !== 'granted') throw given; await new IdleDetector().start()`,
  ],
  ['the fonts of this machine', `await queryLocalFonts()`],
  ['the screens of this machine', `await getScreenDetails()`],
  ['the storage of others', `await document.requestStorageAccessFor('https://example.com')`],
  ['storage that is never deleted', `if (!(await navigator.storage.persist())) throw 'refused'`],
  ['sharing', `await navigator.share({ title: 'x', url: location.href })`],
  ['contacts', `await navigator.contacts.select(['name'])`],
  [
    'a payment',
    `await new PaymentRequest([{ supportedMethods: 'https://example.com/pay' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).show()`,
  ],
  [
    'a payment by card',
    `await new PaymentRequest([{ supportedMethods: 'secure-payment-confirmation', data: { rpId: 'localhost', credentialIds: [new Uint8Array(16)], challenge: new Uint8Array(16), instrument: { displayName: 'x', icon: 'https://example.com/i.png' }, payeeName: 'x' } }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).show()`,
  ],
  [
    'being the program for a scheme',
    `navigator.registerProtocolHandler('mailto', '/form?to=%s'); await new Promise((resolve) => setTimeout(resolve, 800)); throw 'no question was asked'`,
  ],
  [
    'a new passkey',
    `await navigator.credentials.create({ publicKey: { challenge: new Uint8Array(16), rp: { name: 'x' }, user: { id: new Uint8Array(16), name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] } })`,
  ],
  [
    'a passkey',
    `await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })`,
  ],
  [
    'a saved password',
    `if (!(await navigator.credentials.get({ password: true, mediation: 'required' }))) throw 'none'`,
  ],
  [
    'keeping a password',
    `await navigator.credentials.store(new PasswordCredential({ id: 'x', password: 'canary' })); if (!(await navigator.credentials.get({ password: true, mediation: 'silent' }))) throw 'none'`,
  ],
  [
    'a code out of a text message',
    `await navigator.credentials.get({ otp: { transport: ['sms'] } })`,
  ],
  [
    'signing in with another account',
    `await navigator.credentials.get({ identity: { providers: [{ configURL: location.origin + '/fedcm.json', clientId: 'x' }] } })`,
  ],
  [
    'a digital identity',
    `await navigator.credentials.get({ digital: { requests: [{ protocol: 'openid4vp', data: {} }] } })`,
  ],
  ['opening a file of this machine', `await showOpenFilePicker()`],
  ['saving a file on this machine', `await showSaveFilePicker()`],
  ['opening a folder of this machine', `await showDirectoryPicker()`],
  ['a colour from anywhere on the screen', `await new EyeDropper().open()`],
  ['virtual reality', `await navigator.xr.requestSession('immersive-vr')`],
  [
    'the motion of this machine',
    `const sensor = new Accelerometer(); await new Promise((resolve, reject) => { sensor.onreading = resolve; sensor.onerror = ({ error }) => reject(error); sensor.start() })`,
  ],
  ['a tag held to this machine', `await new NDEFReader().scan()`],
  [
    'playing a protected film',
    `await navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{ initDataTypes: ['cenc'], videoCapabilities: [{ contentType: 'video/mp4;codecs="avc1.42E01E"' }] }])`,
  ],
  [
    'being woken by a message',
    `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U' })`,
  ],
  [
    'work in the background',
    `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.sync.register('x')`,
  ],
  [
    'work in the background from time to time',
    `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.periodicSync.register('x', { minInterval: 1 })`,
  ],
  [
    'a fetch in the background',
    `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.backgroundFetch.fetch('x', ['/form'])`,
  ],
  [
    'being installed',
    `const asked = new Promise((resolve) => addEventListener('beforeinstallprompt', resolve)); document.head.innerHTML += '<link rel="manifest" href="/manifest.json">'; const loaded = new Promise((resolve) => setTimeout(resolve, 500)); await Promise.race([asked, loaded.then(() => Promise.reject('not offered'))])`,
  ],
  ['being installed by a call', `await navigator.install()`],
  [
    'opening files of a kind',
    `launchQueue.setConsumer(() => {}); if (!matchMedia('(display-mode: minimal-ui)').matches) throw 'not installed'`,
  ],
  [
    'a window of another size',
    `const before = [outerWidth, outerHeight].join(); resizeTo(200, 200); resizeBy(9, 9); await new Promise((resolve) => setTimeout(resolve, 300)); if ([outerWidth, outerHeight].join() === before) throw 'same'`,
  ],
  [
    'a window of another size by the hand of a frame',
    `const frame = document.body.appendChild(document.createElement('iframe')); const { resizeTo } = frame.contentWindow; frame.remove(); const before = [outerWidth, outerHeight].join(); resizeTo?.call(window, 200, 200); await new Promise((resolve) => setTimeout(resolve, 300)); if ([outerWidth, outerHeight].join() === before) throw 'same'`,
  ],
  [
    'a window in another place',
    `const before = [screenX, screenY].join(); moveTo(200, 200); moveBy(9, 9); await new Promise(requestAnimationFrame); if ([screenX, screenY].join() === before) throw 'same'`,
  ],
  ['putting itself in front', `window.focus(); window.blur(); throw 'no window moved'`],
  ['the search of the browser', `if (!window.find('x')) throw 'not shown'`],
  ['another relation to other sites', `document.domain = '0.0.1'`],
  [
    'a page within a page',
    `const portal = document.createElement('portal'); if (portal.constructor === HTMLUnknownElement) throw 'absent'; document.body.append(portal)`,
  ],
  [
    'a fenced frame',
    `const frame = document.createElement('fencedframe'); if (frame.constructor === HTMLUnknownElement) throw 'absent'; frame.config = new FencedFrameConfig('/framed'); document.body.append(frame)`,
  ],
  [
    'an embedded browser',
    `const view = document.createElement('webview'); if (!view.getWebContentsId) throw 'absent'`,
  ],
  ['direct sockets', `const socket = new TCPSocket('127.0.0.1', 9); await socket.opened`],
  ['the language model of the browser', `await LanguageModel.create()`],
  [
    'a translation by the browser',
    `await Translator.create({ sourceLanguage: 'es', targetLanguage: 'en' })`,
  ],
  [
    'speech that is understood',
    `const heard = new webkitSpeechRecognition(); await new Promise((resolve, reject) => { heard.onstart = resolve; heard.onerror = ({ error }) => reject(error); heard.start() })`,
  ],
]

/** Features of the browser that a form page could ask for: each must be refused, at once, with nothing on the screen. */
export function describeFeatures(stage: Stage): void {
  describe('a form page that asks', () => {
    const form = heldForm(stage)
    it.each(features)('is not given %s', async (_name, code) => {
      const outcome = await form.attempt<string>(asking(code))
      expect(outcome).not.toMatch(/^granted|^still asking/)
      await form.expectHeld()
    })
  })
}
