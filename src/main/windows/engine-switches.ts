/** The use of a window, by which its engine is switched. */
export interface WindowUse {
  /** Plays sounds; no other window does: patients are near a kiosk, and a form's page is not our own. */
  readonly isHeard?: boolean | undefined
  readonly isForeign: boolean
}

/** Lists the Chromium switches of a window, without their dashes, in both shells. */
export const engineSwitches = ({
  isHeard,
  isForeign,
}: WindowUse): readonly { readonly name: string; readonly value?: string }[] => [
  // The engine asks no name server for anything, whatever names a host (a TURN server, a hint): the proxy alone
  // looks up names, and only those that it lets through. The address is the proxy's own.
  { name: 'host-resolver-rules', value: 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1' },
  // `navigator.webdriver` is false: checks for robots let a patient through. The browser shell itself and tests can
  // still drive the browser over DevTools.
  { name: 'disable-blink-features', value: 'AutomationControlled' },
  // A call for help must sound before anyone has touched the page.
  isHeard ? { name: 'autoplay-policy', value: 'no-user-gesture-required' } : { name: 'mute-audio' },
  // Two-dimensional drawing only, without a substitute for a graphics card.
  ...(isForeign ? [{ name: 'disable-3d-apis' }, { name: 'disable-software-rasterizer' }] : []),
]

// By multicast DNS a page would have the machine ask the whole network for a name of its choice; by the eye dropper of
// a field for colours it would get the colours of Foyer's own screen.
/** Features that every engine lacks, as a value of `disable-features`. */
export const disabledEngineFeatures = ['WebRtcHideLocalIpsWithMdns', 'EyeDropper']
