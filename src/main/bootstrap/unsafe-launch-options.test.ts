import { describe, expect, it } from 'vitest'
import { findUnsafeLaunchOptions } from './unsafe-launch-options.ts'

const found = (start: Partial<Parameters<typeof findUnsafeLaunchOptions>[0]>) =>
  findUnsafeLaunchOptions({ execArgv: [], args: [], environment: {}, ...start })

describe('a start that would let others look in', () => {
  it.each([
    ['--inspect'],
    ['--inspect-brk=0.0.0.0:9229'],
    ['--require=./spy.cjs'],
    ['-r'],
    ['--import'],
    ['--heapsnapshot-signal=SIGUSR2'],
    ['--tls-keylog=keys.txt'],
    ['--report_on_signal'],
    ['--expose-gc'],
  ])('is known by %s of Node, on the command line and in NODE_OPTIONS', (option) => {
    const [name] = option.split('=')
    expect(found({ execArgv: [option] })).toEqual([name])
    expect(found({ environment: { NODE_OPTIONS: `--no-warnings ${option} ./x` } })).toEqual([
      `NODE_OPTIONS ${name}`,
    ])
  })

  it.each([
    '--remote-debugging-port=9222',
    '-remote-debugging-pipe',
    '--no-sandbox',
    '--ignore-certificate-errors',
    '--proxy-server=http://a.example',
    '--js-flags=--expose-gc',
    '--log-net-log=net.json',
  ])('is known by %s of Chromium', (option) => {
    expect(found({ args: ['.', option] })).toEqual([option.split('=')[0]])
  })

  it.each([
    'ELECTRON_RUN_AS_NODE',
    'NODE_DEBUG',
    'DEBUG',
    'SSLKEYLOGFILE',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'LD_PRELOAD',
    'NODE_COMPILE_CACHE',
    'OPENSSL_CONF',
    'CHROMIUM_FLAGS',
    'LD_LIBRARY_PATH',
    'LD_AUDIT',
    'DYLD_LIBRARY_PATH',
    'NODE_PATH',
    'GTK_MODULES',
    'GTK_PATH',
    'GIO_EXTRA_MODULES',
    'GCONV_PATH',
    'BASH_ENV',
    'ENV',
    'ELECTRON_ENABLE_LOGGING',
    'ELECTRON_EXTRA_LAUNCH_ARGS',
    'PLAYWRIGHT_CHROMIUM_USE_HEADLESS_NEW',
    'VK_ICD_FILENAMES',
    'LIBGL_DRIVERS_PATH',
  ])('is known by %s in the environment, named without its value', (name) => {
    expect(found({ environment: { [name]: 'canary' } })).toEqual([name])
    expect(found({ environment: { [name]: '' } })).toEqual([])
  })

  it('is not one that only fits Foyer to its machine', () => {
    expect(
      found({
        execArgv: ['--max_old_space_size=512', '--disable-sigusr1'],
        args: ['/opt/foyer/app', '--user-data-dir=/var/foyer', '--ozone-platform=wayland'],
        environment: {
          NODE_OPTIONS: '"--max-old-space-size=512"',
          DISPLAY: ':0',
          ELECTRON_OZONE_PLATFORM_HINT: 'auto',
          NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
        },
      }),
    ).toEqual([])
  })
})
