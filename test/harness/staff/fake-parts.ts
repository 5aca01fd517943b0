import type { StaffSetting } from '../../../src/shared/staff.ts'

/** A promise that the test resolves. */
export class Deferred<T> {
  resolve: (value: T) => void = () => undefined
  readonly promise = new Promise<T>((resolve) => (this.resolve = resolve))
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
