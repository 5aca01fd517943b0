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
import { join } from 'node:path'
import { startInElectron } from './start.ts'

const electron = {
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
/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

void startInElectron(electron, root, process.env)
