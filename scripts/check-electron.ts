// `npm run electron:support`: fails when the installed Electron gets no security fixes any more.
import { installedElectron, judgeElectron } from './electron-support.ts'

const version = installedElectron()
const { supported, reason } = judgeElectron(version, new Date())
console.log(`foyer: Electron ${version}: ${reason}.`)
if (!supported) process.exitCode = 1
