import { formInsets } from '../../shared/form-insets.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { FormView, OpenFormError } from '../../shared/windows.ts'
import type { FormViewOptions, Shell } from '../shell/port.ts'

/**
 * Opens a form between what is Foyer's own on the screen: its bar, and the keys while they are shown. A key that is
 * pressed as soon as the keys are seen is not lost: the form takes it before it has its new size.
 */
export async function openAmidBarAndKeys(
  shell: Pick<Shell, 'openForm' | 'screenSize'>,
  options: Omit<FormViewOptions, 'insets'>,
): Promise<Result<FormView, OpenFormError>> {
  let keyboard = false
  let zoom = 1
  const insets = () => formInsets({ screen: shell.screenSize(), keyboard, zoom })
  const opened = await shell.openForm({ ...options, insets: insets() })
  if (!opened.ok) return opened
  const view = opened.value
  return ok({
    ...view,
    async showKeys(shown) {
      keyboard = shown
      await Promise.all([view.showKeys(shown), view.setInsets(insets())])
    },
    async setZoom(factor) {
      zoom = factor
      await view.setZoom(zoom)
      await view.setInsets(insets())
    },
  })
}
