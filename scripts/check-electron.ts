// `npm run electron:support`: fails when the installed Electron gets no security fixes any more.
import { installedElectron, checkElectronSupport } from './electron-support.ts'

const version = installedElectron()
const { supported, reason } = checkElectronSupport(version, new Date())
console.log(`foyer: Electron ${version}: ${reason}.`)
if (!supported) process.exitCode = 1
