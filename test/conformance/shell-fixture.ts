import type { Mock } from 'vitest'
import type { Sender } from '../../src/main/windows/port.ts'
import type { KioskPage, Refused } from '../../src/shared/windows.ts'
import type { CaptureProxy } from './capture-proxy.ts'
import type { Site } from './sites.ts'
import type { Subject } from './subject.ts'
import type { PointerAndKeyboard } from './x-pointer-and-keyboard.ts'

export interface ShellFixture {
  subject: Subject
  input: PointerAndKeyboard
  kiosk: KioskPage
  /** Commands that reached the kiosk's handler. */
  received: { raw: unknown; sender: Sender }[]
  onClosed: Mock<() => void>
  /** Refusals to all forms so far, and the number of forms. */
  refusedInAll: Refused[]
  formsOpened: number
  /** Origin of the completion URL. */
  own: Site
  /** Another origin, on the clinic's list. */
  listed: Site
  /** An origin that no one allowed. */
  forbidden: Site
  /** Requests of the shell's windows beyond their proxies. */
  outside: CaptureProxy
}
