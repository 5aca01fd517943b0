import type { Result } from '../shared/result.ts'
import { err, ok } from '../shared/result.ts'
import type { FileValue } from './model.ts'

/** Biggest accepted file, in bytes. */
const biggestFile = 5 * 1024 * 1024
/** Accepted media types. */
export const takenTypes: readonly string[] = ['image/jpeg', 'image/png', 'application/pdf']

/** Reason why a file was not taken. */
export type FileRefusal = 'tooBig' | 'wrongType' | 'unreadable'

/** Reads a chosen file whole, if it is of a type and size that is taken. */
export async function readFile(file: File): Promise<Result<FileValue, FileRefusal>> {
  if (!takenTypes.includes(file.type)) return err('wrongType')
  if (file.size > biggestFile) return err('tooBig')
  const dataUrl = await asDataUrl(file)
  if (dataUrl === undefined) return err('unreadable')
  return ok({ fileName: file.name, mediaType: file.type, dataUrl })
}

function asDataUrl(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}
