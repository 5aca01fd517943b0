import type { Result } from '../../shared/result.ts'
import type { QrCode } from '../../shared/qr-code.ts'
import type { OpenFormError } from '../../shared/windows.ts'

/** What the visit needs for a patient who fills in the forms on their own phone. */
export interface OwnPhonePort {
  /** Whether the service cannot be used now, by the one place that knows the connection. */
  isDown(): boolean
  /** Calls `listener` after each change of what is known of the connection; the function that comes back ends it. */
  onConnectionChange(listener: () => void): () => void
  /** An address of the service's forms as a QR code; an error where no form would be opened at it, or no phone could read it. */
  draw(url: string): Result<QrCode, OpenFormError>
}
