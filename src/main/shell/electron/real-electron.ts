import {
  app,
  BaseWindow,
  clipboard,
  dialog,
  Menu,
  protocol,
  safeStorage,
  screen,
  session,
  WebContentsView,
} from 'electron'
import type { ElectronApi } from './api.ts'

/** Electron itself, as the shell takes it: only what is named here can be used. */
export const electron: ElectronApi = {
  app,
  BaseWindow,
  clipboard,
  dialog,
  Menu,
  protocol,
  safeStorage,
  screen,
  session,
  WebContentsView,
}
