/**
 * What is asked for, and how. `needs` is what must be in the browser for that: where it is not, nothing was
 * tried. None where it is there in every browser, or is taken away by ourselves.
 */
export const features: readonly (readonly [name: string, code: string, needs?: string])[] = [
  [
    'the camera',
    `const { state } = await navigator.permissions.query({ name: 'camera' }); if (state !== 'denied') return state; await navigator.mediaDevices.getUserMedia({ video: true })`,
    'navigator.mediaDevices?.getUserMedia',
  ],
  [
    'the microphone',
    `const { state } = await navigator.permissions.query({ name: 'microphone' }); if (state !== 'denied') return state; await navigator.mediaDevices.getUserMedia({ audio: true })`,
    'navigator.mediaDevices?.getUserMedia',
  ],
  [
    'the list of cameras by name',
    `const named = (await navigator.mediaDevices.enumerateDevices()).filter(({ label }) => label); if (!named.length) throw 'nothing named'`,
    'navigator.mediaDevices?.enumerateDevices',
  ],
  [
    'a picture of the screen',
    `await navigator.mediaDevices.getDisplayMedia({ video: true })`,
    'navigator.mediaDevices?.getDisplayMedia',
  ],
  [
    'the location',
    `await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject('refused ' + code)))`,
    'navigator.geolocation',
  ],
  [
    'notifications',
    `const given = await Notification.requestPermission(); if (given !== 'granted') throw given`,
    'globalThis.Notification',
  ],
  [
    'a notification',
    `const shown = new Notification('x'); await new Promise((resolve, reject) => { shown.onshow = resolve; shown.onerror = () => reject('not shown') })`,
    'globalThis.Notification',
  ],
  [
    'the text on the clipboard',
    `await navigator.clipboard.readText()`,
    'navigator.clipboard?.readText',
  ],
  ['everything on the clipboard', `await navigator.clipboard.read()`, 'navigator.clipboard?.read'],
  [
    'writing to the clipboard',
    `await navigator.clipboard.writeText('x')`,
    'navigator.clipboard?.writeText',
  ],
  ['pasting by a command', `if (!document.execCommand('paste')) throw 'refused'`],
  ['a USB device', `await navigator.usb.requestDevice({ filters: [] })`, 'navigator.usb'],
  [
    'a Bluetooth device',
    `await navigator.bluetooth.requestDevice({ acceptAllDevices: true })`,
    'navigator.bluetooth?.requestDevice',
  ],
  [
    'a scan for Bluetooth',
    `await navigator.bluetooth.requestLEScan({ acceptAllAdvertisements: true })`,
    'navigator.bluetooth?.requestLEScan',
  ],
  ['a serial port', `await navigator.serial.requestPort()`, 'navigator.serial'],
  [
    'a HID device',
    `if (!(await navigator.hid.requestDevice({ filters: [] })).length) throw 'none'`,
    'navigator.hid',
  ],
  ['MIDI', `await navigator.requestMIDIAccess()`, 'navigator.requestMIDIAccess'],
  [
    'MIDI with system messages',
    `await navigator.requestMIDIAccess({ sysex: true })`,
    'navigator.requestMIDIAccess',
  ],
  [
    'the pointer',
    `await document.documentElement.requestPointerLock()`,
    'document.documentElement.requestPointerLock',
  ],
  [
    'the keyboard',
    `await navigator.keyboard.lock(); await document.documentElement.requestFullscreen({ keyboardLock: 'browser' })`,
  ],
  ['the layout of the keyboard', `await navigator.keyboard.getLayoutMap()`],
  [
    'the full screen',
    `await document.documentElement.requestFullscreen()`,
    'document.documentElement.requestFullscreen',
  ],
  [
    'the full screen of a video',
    `const video = document.createElement('video'); document.body.append(video); video.webkitEnterFullscreen(); await answered(); if (!document.fullscreenElement && !video.webkitDisplayingFullscreen) throw 'refused'`,
    'HTMLVideoElement.prototype.webkitEnterFullscreen',
  ],
  [
    'picture in picture',
    `const video = document.createElement('video'); const canvas = document.createElement('canvas'); canvas.getContext('2d').fillRect(0, 0, 9, 9); video.srcObject = canvas.captureStream(); video.muted = true; const playing = new Promise((resolve) => { video.onloadedmetadata = resolve }); void video.play().catch(() => {}); canvas.getContext('2d').fillRect(0, 0, 8, 8); await playing; await video.requestPictureInPicture()`,
    'HTMLVideoElement.prototype.requestPictureInPicture',
  ],
  [
    'a document in a picture',
    `await documentPictureInPicture.requestWindow()`,
    'globalThis.documentPictureInPicture',
  ],
  ['a screen that stays awake', `await navigator.wakeLock.request('screen')`, 'navigator.wakeLock'],
  [
    'whether anyone is there',
    `const given = await IdleDetector.requestPermission(); if (given !== 'granted') throw given; await new IdleDetector().start()`,
    'globalThis.IdleDetector',
  ],
  ['the fonts of this machine', `await queryLocalFonts()`, 'globalThis.queryLocalFonts'],
  ['the screens of this machine', `await getScreenDetails()`, 'globalThis.getScreenDetails'],
  [
    'the storage of others',
    `await document.requestStorageAccessFor('https://example.com')`,
    'document.requestStorageAccessFor',
  ],
  [
    'storage that is never deleted',
    `if (!(await navigator.storage.persist())) throw 'refused'`,
    'navigator.storage?.persist',
  ],
  ['sharing', `await navigator.share({ title: 'x', url: location.href })`, 'navigator.share'],
  ['contacts', `await navigator.contacts.select(['name'])`, 'navigator.contacts'],
  [
    'a payment',
    `await new PaymentRequest([{ supportedMethods: 'https://example.com/pay' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).show()`,
    'globalThis.PaymentRequest',
  ],
  [
    'a payment by card',
    `await new PaymentRequest([{ supportedMethods: 'secure-payment-confirmation', data: { rpId: 'localhost', credentialIds: [new Uint8Array(16)], challenge: new Uint8Array(16), instrument: { displayName: 'x', icon: 'https://example.com/i.png' }, payeeName: 'x' } }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).show()`,
    'globalThis.PaymentRequest',
  ],
  [
    'being the program for a scheme',
    `navigator.registerProtocolHandler('mailto', '/form?to=%s'); await answered(); throw 'no question was asked'`,
    'navigator.registerProtocolHandler',
  ],
  [
    'a new passkey',
    `await navigator.credentials.create({ publicKey: { challenge: new Uint8Array(16), rp: { name: 'x' }, user: { id: new Uint8Array(16), name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] } })`,
    'navigator.credentials?.create',
  ],
  [
    'a passkey',
    `await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })`,
    'navigator.credentials?.get',
  ],
  [
    'a saved password',
    `if (!(await navigator.credentials.get({ password: true, mediation: 'required' }))) throw 'none'`,
    'globalThis.PasswordCredential',
  ],
  [
    'keeping a password',
    `await navigator.credentials.store(new PasswordCredential({ id: 'x', password: 'canary' })); if (!(await navigator.credentials.get({ password: true, mediation: 'silent' }))) throw 'none'`,
    'globalThis.PasswordCredential',
  ],
  [
    'a code out of a text message',
    `await navigator.credentials.get({ otp: { transport: ['sms'] } })`,
    'globalThis.OTPCredential',
  ],
  [
    'signing in with another account',
    `await navigator.credentials.get({ identity: { providers: [{ configURL: location.origin + '/fedcm.json', clientId: 'x' }] } })`,
    'globalThis.IdentityCredential',
  ],
  [
    'a digital identity',
    `await navigator.credentials.get({ digital: { requests: [{ protocol: 'openid4vp', data: {} }] } })`,
    'globalThis.DigitalCredential',
  ],
  ['opening a file of this machine', `await showOpenFilePicker()`, 'globalThis.showOpenFilePicker'],
  ['saving a file on this machine', `await showSaveFilePicker()`, 'globalThis.showSaveFilePicker'],
  [
    'opening a folder of this machine',
    `await showDirectoryPicker()`,
    'globalThis.showDirectoryPicker',
  ],
  ['a colour from anywhere on the screen', `await new EyeDropper().open()`],
  ['virtual reality', `await navigator.xr.requestSession('immersive-vr')`, 'navigator.xr'],
  [
    'the motion of this machine',
    `const sensor = new Accelerometer(); await new Promise((resolve, reject) => { sensor.onreading = resolve; sensor.onerror = ({ error }) => reject(error); sensor.start() })`,
    'globalThis.Accelerometer',
  ],
  ['a tag held to this machine', `await new NDEFReader().scan()`, 'globalThis.NDEFReader'],
  [
    'playing a protected film',
    `await navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{ initDataTypes: ['cenc'], videoCapabilities: [{ contentType: 'video/mp4;codecs="avc1.42E01E"' }] }])`,
    'navigator.requestMediaKeySystemAccess',
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
    `const asked = new Promise((resolve) => addEventListener('beforeinstallprompt', resolve)); document.head.innerHTML += '<link rel="manifest" href="/manifest.json">'; await Promise.race([asked, answered().then(() => Promise.reject('not offered'))])`,
    'globalThis.BeforeInstallPromptEvent',
  ],
  ['being installed by a call', `await navigator.install()`, 'navigator.install'],
  [
    'opening files of a kind',
    `launchQueue.setConsumer(() => {}); if (!matchMedia('(display-mode: minimal-ui)').matches) throw 'not installed'`,
    'globalThis.launchQueue',
  ],
  [
    'a window of another size',
    `const before = [outerWidth, outerHeight].join(); resizeTo(200, 200); resizeBy(9, 9); await answered(); if ([outerWidth, outerHeight].join() === before) throw 'same'`,
  ],
  [
    'a window of another size, asked for by a frame',
    `const frame = document.body.appendChild(document.createElement('iframe')); const { resizeTo } = frame.contentWindow; frame.remove(); const before = [outerWidth, outerHeight].join(); resizeTo?.call(window, 200, 200); await answered(); if ([outerWidth, outerHeight].join() === before) throw 'same'`,
  ],
  [
    'a window in another place',
    `const before = [screenX, screenY].join(); moveTo(200, 200); moveBy(9, 9); await new Promise(requestAnimationFrame); if ([screenX, screenY].join() === before) throw 'same'`,
  ],
  ['putting itself in front', `window.focus(); window.blur(); throw 'no window moved'`],
  ['the search of the browser', `if (!window.find('x')) throw 'not shown'`, 'window.find'],
  ['another relation to other sites', `document.domain = '0.0.1'`],
  [
    'a page within a page',
    `const portal = document.createElement('portal'); if (portal.constructor === HTMLUnknownElement) throw 'not there'; document.body.append(portal)`,
    'globalThis.HTMLPortalElement',
  ],
  [
    'a fenced frame',
    `const frame = document.createElement('fencedframe'); if (frame.constructor === HTMLUnknownElement) throw 'not there'; frame.config = new FencedFrameConfig('/framed'); document.body.append(frame)`,
    'globalThis.HTMLFencedFrameElement',
  ],
  [
    'an embedded browser',
    `const view = document.createElement('webview'); if (!view.getWebContentsId) throw 'not there'`,
    `document.createElement('webview').getWebContentsId`,
  ],
  [
    'direct sockets',
    `const socket = new TCPSocket('127.0.0.1', 9); await socket.opened`,
    'globalThis.TCPSocket',
  ],
  ['the language model of the browser', `await LanguageModel.create()`, 'globalThis.LanguageModel'],
  [
    'a translation by the browser',
    `await Translator.create({ sourceLanguage: 'es', targetLanguage: 'en' })`,
    'globalThis.Translator',
  ],
  [
    'speech that is understood',
    `const heard = new webkitSpeechRecognition(); await new Promise((resolve, reject) => { heard.onstart = resolve; heard.onerror = ({ error }) => reject(error); heard.start() })`,
    'globalThis.webkitSpeechRecognition',
  ],
]
