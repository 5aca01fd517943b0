import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

export interface Start {
  readonly execArgv: readonly string[]
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Options of Node that only tune it. Every other one might load code, write memory down or open a door. */
const harmlessOptions = words(`
  max-old-space-size max-semi-space-size disable-sigusr1 no-deprecation no-warnings
`)

/** Switches of Electron that only fit it to its machine. */
const harmlessSwitches = words(`
  disable-gpu force-device-scale-factor lang ozone-platform ozone-platform-hint password-store
  touch-events user-data-dir
`)

/** Variables that write traffic, keys or memory down, check no certificate, or load other code. */
const refusedVariables = words(`
  BASH_ENV CHROMIUM_FLAGS CHROME_DEVEL_SANDBOX CHROME_LOG_FILE DEBUG ENV GBM_BACKENDS_PATH
  GCONV_PATH GDK_PIXBUF_MODULE_FILE GIO_EXTRA_MODULES GIO_MODULE_DIR GTK_EXE_PREFIX
  GTK_IM_MODULE_FILE GTK_MODULES GTK_PATH GTK3_MODULES LIBGL_DRIVERS_PATH LIBVA_DRIVERS_PATH LOCPATH
  NODE_COMPILE_CACHE NODE_DEBUG NODE_DEBUG_NATIVE NODE_PATH NODE_TLS_REJECT_UNAUTHORIZED
  NODE_V8_COVERAGE OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES PWDEBUG SSLKEYLOGFILE
`)

/** Families of the dynamic linker, of Electron, of the browser's driver, of Vulkan. */
const refusedFamilies = /^(LD|DYLD|ELECTRON|PLAYWRIGHT|PW|VK)_/

const harmlessVariables = ['ELECTRON_OZONE_PLATFORM_HINT']

function refused(environment: Start['environment']): string[] {
  const given = Object.keys(environment).filter((name) => environment[name])
  return given.filter(
    (name) =>
      refusedVariables.includes(name) ||
      (refusedFamilies.test(name) && !harmlessVariables.includes(name)),
  )
}

/** Returns the names of the switches among `words` that are not listed; a value behind its switch is no switch. */
function unlisted(words: readonly string[], listed: readonly string[]): string[] {
  return words.flatMap((word) => {
    const [, dashes, name] = /^(--?|\/(?=[\w-]+(?:[=:]|$)))([^=:]+)/.exec(word) ?? []
    if (dashes === undefined || name === undefined) return []
    if (dashes === '/' && process.platform !== 'win32') return []
    return listed.includes(name.replaceAll('_', '-').toLowerCase()) ? [] : [`${dashes}${name}`]
  })
}

/** Finds launch options, by name, that let others see into Foyer or control it: real patients are then not served. */
export function findUnsafeLaunchOptions({ execArgv, args, environment }: Start): string[] {
  const options = (environment['NODE_OPTIONS'] ?? '').split(/[\s"]+/)
  return [
    ...unlisted(execArgv, harmlessOptions),
    ...unlisted(args, harmlessSwitches),
    ...unlisted(options, harmlessOptions).map((name) => `NODE_OPTIONS ${name}`),
    ...refused(environment),
  ]
}

/** Explains why other users could replace the file at `path`, or a folder above it; on Windows judges the form alone. */
export function findTrustProblem(path: string): string | undefined {
  if (!isAbsolute(path)) return 'it is not an absolute path'
  try {
    const real = realpathSync(path)
    if (!statSync(real).isFile()) return 'it is not a file'
    if (!process.getuid) return undefined
    for (let at = real; ; at = dirname(at)) {
      const { uid, mode } = statSync(at)
      if (uid !== 0) return `${at} is not root's`
      if (mode & 0o022 && !(mode & 0o1000)) return `others may write to ${at}`
      if (at === dirname(at)) return undefined
    }
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
}
