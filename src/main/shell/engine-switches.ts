/** A switch of Chromium's command line, without its dashes. */
export interface EngineSwitch {
  readonly name: string
  readonly value?: string
}

/** Chromium switches of every window, in both shells. */
export const engineSwitches: readonly EngineSwitch[] = [
  // The engine asks no name server for anything, whatever names a host (a TURN server, a hint): the proxy alone
  // looks up names, and only those that it lets through. The address is the proxy's own.
  { name: 'host-resolver-rules', value: 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1' },
  // `navigator.webdriver` is false: checks for robots let a patient through. The browser shell itself and tests can
  // still drive the browser over DevTools.
  { name: 'disable-blink-features', value: 'AutomationControlled' },
]

/** Further switches for windows without sound: patients are near a kiosk, and a form's page is not our own. */
export const mutedEngineSwitches: readonly EngineSwitch[] = [{ name: 'mute-audio' }]

/** Further switches for a desk: a call for help must sound before anyone has touched the page. */
export const heardEngineSwitches: readonly EngineSwitch[] = [
  { name: 'autoplay-policy', value: 'no-user-gesture-required' },
]

/**
 * Further switches for pages that are not our own: two-dimensional drawing only, without a substitute for a graphics
 * card.
 */
export const formEngineSwitches: readonly EngineSwitch[] = [
  { name: 'disable-3d-apis' },
  { name: 'disable-software-rasterizer' },
]

// By multicast DNS a page would have the machine ask the whole network for a name of its choice; by the eye dropper of
// a field for colours it would get the colours of Foyer's own screen.
/** Features that every engine lacks, as a value of `disable-features`. */
export const disabledEngineFeatures: readonly string[] = [
  'WebRtcHideLocalIpsWithMdns',
  'EyeDropper',
]
