import * as all from 'electron'
import type { ElectronApi } from './api.ts'

/** Electron itself, as the shell takes it: only what `ElectronApi` names can be used. */
export const electron: ElectronApi = all
