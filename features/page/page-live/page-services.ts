// Services of rooms for widgets: `features/<room>/service-<name>.ts`, loaded on request.
import { linkError } from '../../../contract/call.ts'
import type { PageServices } from '../../../widgets/services.ts'

const files = import.meta.glob<{ default: unknown }>(['../../*/*/service-*.ts', '!../../*/*/*.test.ts'])

const nameOf = (file: string): string => file.replace(/^.*\/service-([\w-]+)\.ts$/, '$1')
const loaders = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

/** Converts a failure to load code into a failed call, instead of passing on the browser's error. */
export async function loadedBy<T>(load: (() => Promise<T>) | undefined): Promise<T | undefined> {
  try {
    return await load?.()
  } catch (error) {
    throw linkError('unreachable', 0, error)
  }
}

export async function loadService<K extends keyof PageServices>(name: K): Promise<PageServices[K] | undefined> {
  const file = await loadedBy(loaders.get(name))
  return file?.default as PageServices[K] | undefined
}
