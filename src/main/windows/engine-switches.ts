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
  // The engine asks no name server, whatever names a host: the proxy, whose address this is, looks up what it lets through.
  { name: 'host-resolver-rules', value: 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1' },
  // `navigator.webdriver` is false: checks for robots let a patient through. Tests can still drive it over DevTools.
  { name: 'disable-blink-features', value: 'AutomationControlled' },
  // A call for help must sound before anyone has touched the page.
  isHeard ? { name: 'autoplay-policy', value: 'no-user-gesture-required' } : { name: 'mute-audio' },
  ...(isForeign ? [{ name: 'disable-3d-apis' }, { name: 'disable-software-rasterizer' }] : []),
]

// A page could ask the whole network for a name by multicast DNS, or see Foyer's screen by a colour field's dropper.
export const disabledEngineFeatures = ['WebRtcHideLocalIpsWithMdns', 'EyeDropper']
