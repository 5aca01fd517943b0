import { describe, expect, it } from 'vitest'
import { absent, inFullTier } from '../subject.ts'
import type { SharedForm } from './shared-form.ts'

/** Code that asks for a feature, by its name. `needs` says what must be in the browser, else nothing was tried. */
const features: Readonly<Record<string, string>> = {
  notifications: `needs globalThis.Notification; const given = await Notification.requestPermission(); if (given !== 'granted') throw given`,
  'the camera': `needs navigator.mediaDevices?.getUserMedia; const { state } = await navigator.permissions.query({ name: 'camera' }); if (state !== 'denied') return state; await navigator.mediaDevices.getUserMedia({ video: true })`,
  'a picture of the screen': `needs navigator.mediaDevices?.getDisplayMedia; await navigator.mediaDevices.getDisplayMedia({ video: true })`,
  'the location': `needs navigator.geolocation; await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject('refused ' + code)))`,
  'the text on the clipboard': `needs navigator.clipboard?.readText; await navigator.clipboard.readText()`,
  'a USB device': `needs navigator.usb; await navigator.usb.requestDevice({ filters: [] })`,
  'the keyboard': `await navigator.keyboard.lock(); await document.documentElement.requestFullscreen({ keyboardLock: 'browser' })`,
  'the full screen': `needs document.documentElement.requestFullscreen; await document.documentElement.requestFullscreen()`,
  'picture in picture': `needs HTMLVideoElement.prototype.requestPictureInPicture; const video = document.createElement('video'); const canvas = document.createElement('canvas'); canvas.getContext('2d').fillRect(0, 0, 9, 9); video.srcObject = canvas.captureStream(); video.muted = true; const playing = new Promise((resolve) => { video.onloadedmetadata = resolve }); void video.play().catch(() => {}); canvas.getContext('2d').fillRect(0, 0, 8, 8); await playing; await video.requestPictureInPicture()`,
  'a payment': `needs globalThis.PaymentRequest; await new PaymentRequest([{ supportedMethods: 'https://example.com/pay' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).show()`,
  'being the program for a scheme': `needs navigator.registerProtocolHandler; navigator.registerProtocolHandler('mailto', '/form?to=%s'); await answered(); throw 'no question was asked'`,
  'opening a file of this machine': `needs globalThis.showOpenFilePicker; await showOpenFilePicker()`,
  'a colour from anywhere on the screen': `await new EyeDropper().open()`,
  'a window of another size': `const before = [outerWidth, outerHeight].join(); resizeTo(200, 200); resizeBy(9, 9); await answered(); if ([outerWidth, outerHeight].join() === before) throw 'same'`,
}

/** More that the same guards refuse. */
const moreFeatures: Readonly<Record<string, string>> = {
  'the microphone': `needs navigator.mediaDevices?.getUserMedia; const { state } = await navigator.permissions.query({ name: 'microphone' }); if (state !== 'denied') return state; await navigator.mediaDevices.getUserMedia({ audio: true })`,
  'a notification': `needs globalThis.Notification; const shown = new Notification('x'); await new Promise((resolve, reject) => { shown.onshow = resolve; shown.onerror = () => reject('not shown') })`,
  MIDI: `needs navigator.requestMIDIAccess; await navigator.requestMIDIAccess()`,
  'a document in a picture': `needs globalThis.documentPictureInPicture; await documentPictureInPicture.requestWindow()`,
  'a passkey': `needs navigator.credentials?.get; await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })`,
  'being woken by a message': `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U' })`,
  'another relation to other sites': `document.domain = '0.0.1'`,
  'the list of cameras by name': `needs navigator.mediaDevices?.enumerateDevices; const named = (await navigator.mediaDevices.enumerateDevices()).filter(({ label }) => label); if (!named.length) throw 'nothing named'`,
  'everything on the clipboard': `needs navigator.clipboard?.read; await navigator.clipboard.read()`,
  'writing to the clipboard': `needs navigator.clipboard?.writeText; await navigator.clipboard.writeText('x')`,
  'pasting by a command': `if (!document.execCommand('paste')) throw 'refused'`,
  'a Bluetooth device': `needs navigator.bluetooth?.requestDevice; await navigator.bluetooth.requestDevice({ acceptAllDevices: true })`,
  'a scan for Bluetooth': `needs navigator.bluetooth?.requestLEScan; await navigator.bluetooth.requestLEScan({ acceptAllAdvertisements: true })`,
  'a serial port': `needs navigator.serial; await navigator.serial.requestPort()`,
  'a HID device': `needs navigator.hid; if (!(await navigator.hid.requestDevice({ filters: [] })).length) throw 'none'`,
  'MIDI with system messages': `needs navigator.requestMIDIAccess; await navigator.requestMIDIAccess({ sysex: true })`,
  'the pointer': `needs document.documentElement.requestPointerLock; await document.documentElement.requestPointerLock()`,
  'the layout of the keyboard': `await navigator.keyboard.getLayoutMap()`,
  'the full screen of a video': `needs HTMLVideoElement.prototype.webkitEnterFullscreen; const video = document.createElement('video'); document.body.append(video); video.webkitEnterFullscreen(); await answered(); if (!document.fullscreenElement && !video.webkitDisplayingFullscreen) throw 'refused'`,
  'a screen that stays awake': `needs navigator.wakeLock; await navigator.wakeLock.request('screen')`,
  'whether anyone is there': `needs globalThis.IdleDetector; const given = await IdleDetector.requestPermission(); if (given !== 'granted') throw given; await new IdleDetector().start()`,
  'the fonts of this machine': `needs globalThis.queryLocalFonts; await queryLocalFonts()`,
  'the screens of this machine': `needs globalThis.getScreenDetails; await getScreenDetails()`,
  'the storage of others': `needs document.requestStorageAccessFor; await document.requestStorageAccessFor('https://example.com')`,
  'storage that is never deleted': `needs navigator.storage?.persist; if (!(await navigator.storage.persist())) throw 'refused'`,
  sharing: `needs navigator.share; await navigator.share({ title: 'x', url: location.href })`,
  contacts: `needs navigator.contacts; await navigator.contacts.select(['name'])`,
  'a payment by card': `needs globalThis.PaymentRequest; await new PaymentRequest([{ supportedMethods: 'secure-payment-confirmation', data: { rpId: 'localhost', credentialIds: [new Uint8Array(16)], challenge: new Uint8Array(16), instrument: { displayName: 'x', icon: 'https://example.com/i.png' }, payeeName: 'x' } }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).show()`,
  'a new passkey': `needs navigator.credentials?.create; await navigator.credentials.create({ publicKey: { challenge: new Uint8Array(16), rp: { name: 'x' }, user: { id: new Uint8Array(16), name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] } })`,
  'a saved password': `needs globalThis.PasswordCredential; if (!(await navigator.credentials.get({ password: true, mediation: 'required' }))) throw 'none'`,
  'keeping a password': `needs globalThis.PasswordCredential; await navigator.credentials.store(new PasswordCredential({ id: 'x', password: 'canary' })); if (!(await navigator.credentials.get({ password: true, mediation: 'silent' }))) throw 'none'`,
  'a code out of a text message': `needs globalThis.OTPCredential; await navigator.credentials.get({ otp: { transport: ['sms'] } })`,
  'signing in with another account': `needs globalThis.IdentityCredential; await navigator.credentials.get({ identity: { providers: [{ configURL: location.origin + '/fedcm.json', clientId: 'x' }] } })`,
  'a digital identity': `needs globalThis.DigitalCredential; await navigator.credentials.get({ digital: { requests: [{ protocol: 'openid4vp', data: {} }] } })`,
  'saving a file on this machine': `needs globalThis.showSaveFilePicker; await showSaveFilePicker()`,
  'opening a folder of this machine': `needs globalThis.showDirectoryPicker; await showDirectoryPicker()`,
  'virtual reality': `needs navigator.xr; await navigator.xr.requestSession('immersive-vr')`,
  'the motion of this machine': `needs globalThis.Accelerometer; const sensor = new Accelerometer(); await new Promise((resolve, reject) => { sensor.onreading = resolve; sensor.onerror = ({ error }) => reject(error); sensor.start() })`,
  'a tag held to this machine': `needs globalThis.NDEFReader; await new NDEFReader().scan()`,
  'playing a protected film': `needs navigator.requestMediaKeySystemAccess; await navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{ initDataTypes: ['cenc'], videoCapabilities: [{ contentType: 'video/mp4;codecs="avc1.42E01E"' }] }])`,
  'work in the background': `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.sync.register('x')`,
  'work in the background from time to time': `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.periodicSync.register('x', { minInterval: 1 })`,
  'a fetch in the background': `const worker = await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; await worker.backgroundFetch.fetch('x', ['/form'])`,
  'being installed': `needs globalThis.BeforeInstallPromptEvent; const asked = new Promise((resolve) => addEventListener('beforeinstallprompt', resolve)); document.head.innerHTML += '<link rel="manifest" href="/manifest.json">'; await Promise.race([asked, answered().then(() => Promise.reject('not offered'))])`,
  'being installed by a call': `needs navigator.install; await navigator.install()`,
  'opening files of a kind': `needs globalThis.launchQueue; launchQueue.setConsumer(() => {}); if (!matchMedia('(display-mode: minimal-ui)').matches) throw 'not installed'`,
  'a window of another size, asked for by a frame': `const frame = document.body.appendChild(document.createElement('iframe')); const { resizeTo } = frame.contentWindow; frame.remove(); const before = [outerWidth, outerHeight].join(); resizeTo?.call(window, 200, 200); await answered(); if ([outerWidth, outerHeight].join() === before) throw 'same'`,
  'a window in another place': `const before = [screenX, screenY].join(); moveTo(200, 200); moveBy(9, 9); await new Promise(requestAnimationFrame); if ([screenX, screenY].join() === before) throw 'same'`,
  'putting itself in front': `window.focus(); window.blur(); throw 'no window moved'`,
  'the search of the browser': `needs window.find; if (!window.find('x')) throw 'not shown'`,
  'a page within a page': `needs globalThis.HTMLPortalElement; const portal = document.createElement('portal'); if (portal.constructor === HTMLUnknownElement) throw 'not there'; document.body.append(portal)`,
  'a fenced frame': `needs globalThis.HTMLFencedFrameElement; const frame = document.createElement('fencedframe'); if (frame.constructor === HTMLUnknownElement) throw 'not there'; frame.config = new FencedFrameConfig('/framed'); document.body.append(frame)`,
  'an embedded browser': `needs document.createElement('webview').getWebContentsId; const view = document.createElement('webview'); if (!view.getWebContentsId) throw 'not there'`,
  'direct sockets': `needs globalThis.TCPSocket; const socket = new TCPSocket('127.0.0.1', 9); await socket.opened`,
  'the language model of the browser': `needs globalThis.LanguageModel; await LanguageModel.create()`,
  'a translation by the browser': `needs globalThis.Translator; await Translator.create({ sourceLanguage: 'es', targetLanguage: 'en' })`,
  'speech that is understood': `needs globalThis.webkitSpeechRecognition; const heard = new webkitSpeechRecognition(); await new Promise((resolve, reject) => { heard.onstart = resolve; heard.onerror = ({ error }) => reject(error); heard.start() })`,
}

/** Asks for something as after a tap, and tells how it ended: `granted` with what came, or the name of the error. */
const asking = (code: string) => `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'still asking'))
  const asked = (async () => { const given = await (async () => { ${code} })(); return 'granted ' + given })()
  // The browser answers in turn: what it was asked before this question, it has dealt with before the answer.
  async function answered() {
    await navigator.permissions.query({ name: 'geolocation' })
    for (let frame = 0; frame < 3; frame++)
      await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100) })
  }
  return Promise.race([asked.catch((error) => error?.name ?? String(error)), late])
})()`

const cases = [...Object.entries(features), ...inFullTier(Object.entries(moreFeatures))]

/** Features of the browser that a form page could ask for: each must be refused, at once, with nothing on the screen. */
export function describeFeatures(form: SharedForm): void {
  describe('a form page that asks', () => {
    it.for(cases)('is not given %s', async ([, how], { skip }) => {
      const [, needs, code = how] = /^needs (\S+); (.*)$/s.exec(how) ?? []
      if (needs && !(await form.attempt(`Boolean(${needs})`))) skip(absent(needs))
      expect(await form.attempt<string>(asking(code))).not.toMatch(/^granted|^still asking/)
      await form.attempt(`document.body.innerHTML = ''`)
      await form.expectContained()
    })
  })
}
