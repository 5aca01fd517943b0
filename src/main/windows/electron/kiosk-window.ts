import type { BaseWindow } from 'electron'
import { kioskArea, type TrialWindow } from '../trial-window.ts'
import type { ElectronApi } from './api.ts'

type Parts = Pick<ElectronApi, 'BaseWindow' | 'screen'>

const fillsAtMost = 3

const plain = { frame: false, show: false, autoHideMenuBar: true, backgroundColor: '#ffffff' }

function makeTrialWindow({ BaseWindow, screen }: Parts, trial: TrialWindow): BaseWindow {
  const { x, y, ...free } = screen.getPrimaryDisplay().workArea
  const { left, top, ...size } = kioskArea({ left: x, top: y, ...free }, trial.size, trial.at)
  const fixed = { movable: false, resizable: false, fullscreenable: false }
  return new BaseWindow({ ...plain, ...size, x: left, y: top, ...fixed })
}

/** Makes the kiosk's window, which fills the primary screen but for a `trial`; it is not shown yet. */
export function makeKioskWindow(electron: Parts, trial?: TrialWindow): BaseWindow {
  if (trial) return makeTrialWindow(electron, trial)
  const window = new electron.BaseWindow({
    ...plain,
    ...electron.screen.getPrimaryDisplay().bounds,
    kiosk: true,
  })
  let left = fillsAtMost
  window.on('resize', () => {
    const { bounds } = electron.screen.getPrimaryDisplay()
    const { width, height } = window.getContentBounds()
    if (left === 0 || (width >= bounds.width && height >= bounds.height)) return
    left -= 1
    // Chromium takes a pixel off a window that is as large as its X screen; one row more, below its edge, avoids that.
    window.setBounds({ ...bounds, height: bounds.height + 1 })
  })
  return window
}

/** Width and height, in DIP, of what is seen of the kiosk's window. */
export function visibleSize(window: BaseWindow, { screen }: Pick<ElectronApi, 'screen'>) {
  const content = window.getContentBounds()
  const { bounds } = screen.getPrimaryDisplay()
  return {
    width: Math.min(content.width, bounds.width),
    height: Math.min(content.height, bounds.height),
  }
}
