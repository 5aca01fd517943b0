/** Features whose refusal Chromium reports, by the standards' names. */
const known = new Set([
  'accelerometer',
  'alert',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'confirm',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'open',
  'payment',
  'picture-in-picture',
  'print',
  'prompt',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'unload',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
])

/** Chromium's wordings of a refusal; the text in place of the name is taken only if it is a known one. */
const wordings = [
  /permissions policy violation: ([a-z-]{3,40}) is not allowed/i,
  /ignored call to '(\w{3,20})\(\)'/i,
  /\b(geolocation|camera|microphone|notifications?) .{0,40}permissions? policy/i,
]
const popup = /^blocked opening .* in a new window/i

/** Finds the refused feature in a line of the console; undefined for every other line, which is the page's. */
export function refusedFeature(line: string): string | undefined {
  if (popup.test(line)) return 'open'
  const name = wordings.map((wording) => wording.exec(line)?.[1]?.toLowerCase()).find(Boolean)
  return name !== undefined && known.has(name) ? name : undefined
}
