import type { GuardSuite } from '../guard.ts'

const engineSwitches = 'src/main/shell/engine-switches.ts'
const switches = 'src/main/shell/browser/switches.ts'
const launch = 'src/main/shell/browser/launch.ts'

/** The guards around a browser's own processes: what they ask of the network, hold and leave behind. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources', 'test'],
  files: ['test/conformance/browser/browser.conformance.test.ts'],
  guards: [
    {
      name: 'the browser asks no name server',
      without: [[engineSwitches, "name: 'host-resolver-rules'", "name: 'off'"]],
      test: 'asks no name server for it: a TURN server by TCP, in the (form|kiosk)',
    },
    {
      name: 'the browser asks no name of the whole network',
      without: [[engineSwitches, "'WebRtcHideLocalIpsWithMdns',", '']],
      test: 'asks no name server for it: a candidate of the other side',
    },
    {
      name: 'what a form keeps is limited',
      without: [
        [
          'src/main/shell/browser/form.ts',
          "cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: storageBytes })",
          'Promise.resolve(origin)',
        ],
      ],
      test: 'is refused (files|one file|a database|a cache)',
    },
    {
      name: 'the memory of every process counts',
      without: [
        [
          'src/main/shell/browser/resource-usage.ts',
          'tree.push(...(children.get(pid) ?? []))',
          'void pid',
        ],
      ],
      test: 'is gone before it has all memory: arrays',
    },
    {
      name: 'what is off is off in one list',
      without: [[switches, '`--disable-features=${driversDisabledFeatures.join()}`,', '']],
      test: 'runs with one list of features that are off',
    },
    {
      name: 'what a browser leaves in its home goes with its profile',
      without: [
        [launch, '...homeIn(profile)', 'TMPDIR: homeIn(profile)["TMPDIR"]'],
        ['resources/chromium-unprivileged.sh', 'if [ -n "$profile" ]; then', 'if false; then'],
      ],
      test: 'leaves nothing outside of its profile',
    },
    {
      name: 'no graphics card is stood in for',
      without: [
        [launch, '...(options.isForeign ? formSwitches : []),', ''],
        [switches, "'--enable-unsafe-swiftshader',", ''],
      ],
      test: 'draws nothing in three dimensions',
    },
    {
      name: 'no sound',
      without: [[engineSwitches, "{ name: 'mute-audio' }", '']],
      test: 'is mute',
    },
    {
      name: 'no shaking',
      without: [['src/main/shell/removed-web-apis.ts', ", 'vibrate'", '']],
      test: 'cannot shake the machine',
    },
    {
      name: 'no bar of the browser lies above the form',
      without: [[switches, "'--test-type',", '']],
      test: 'lies under the bar and fills the rest of the screen',
    },
  ],
}
