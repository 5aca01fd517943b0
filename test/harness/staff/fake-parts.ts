import type { StaffSetting } from '../../../src/shared/staff.ts'

/** Something that is resolved from outside. */
export class Gate<T> {
  open: (value: T) => void = () => undefined
  readonly passed = new Promise<T>((resolve) => (this.open = resolve))
}

/** A text setting as staff see it. */
export function setting(key: string, canChange: boolean): StaffSetting {
  const none = { choices: [], least: null, most: null }
  return {
    key,
    kind: 'text',
    value: `value of ${key}`,
    ...none,
    origin: 'file',
    canChange,
  }
}
