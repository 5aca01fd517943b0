import { devNull } from 'node:os'
import { disabledEngineFeatures, engineSwitches, type WindowUse } from '../engine-switches.ts'
import { disabledFeatures } from '../../form-view/policy.ts'

/** Address to which Chromium never connects, because of its port 1: requests fail before they reach any network. */
const nowhere = 'https://nowhere.invalid:1'

// Chromium obeys only the last `--disable-features`: the driver's is left out by its exact words, and repeated in ours.
/** Features that the driver (playwright-core, as pinned) switches off itself, in its order. */
export const driversDisabledFeatures = `
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades
  HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter PaintHolding
  ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect TcpPortRandomizationWin
  OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch msForceBrowserSignIn
  msEdgeUpdateLaunchServicesPreferredVersion
`
  .trim()
  .split(/\s+/)

export const removedDriverSwitches: readonly string[] = [
  `--disable-features=${driversDisabledFeatures.join()}`,
  '--disable-popup-blocking',
  '--disable-ipc-flooding-protection',
  // Memory that processes share is measured there. Debian's start script passes this where that is too small.
  '--disable-dev-shm-usage',
  '--enable-unsafe-swiftshader',
  '--unsafely-disable-devtools-self-xss-warnings',
]

/** Frames of other sites may store what they need, each site apart, until the profile goes: that stays on. */
const switchedOff = driversDisabledFeatures.filter(
  (each) => each !== 'ThirdPartyStoragePartitioning',
)

/** Lists the switches of a browser, beside the driver's. */
export const ownSwitches = (use: WindowUse): readonly string[] => [
  ...engineSwitches(use).map(({ name, value }) => `--${name}${value ? `=${value}` : ''}`),
  // Chromium complains of `--host-resolver-rules` in a bar above the form; this one only keeps that bar away.
  '--test-type',
  `--disable-features=${[...switchedOff, ...disabledEngineFeatures, ...disabledFeatures].join()}`,
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--disable-session-crashed-bubble',
  '--noerrdialogs',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy',
  // Chromium's updates of its parts make no call: the proxy cannot tell one from the page's doing.
  `--component-updater=disable-pings,url-source=${nowhere}`,
  // Nor do the calls by which it would know its user. (`--gaia-url` would be complained of on the screen.)
  `--gaia-config-contents=${JSON.stringify({ urls: { gaia_url: { url: nowhere } } })}`,
  // Pages are not cached on the disk: no folder for a cache can be made there.
  `--disk-cache-dir=${devNull}`,
]
