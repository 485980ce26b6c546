// What rooms offer to widgets: `features/<room>/service-<name>.ts`, loaded when a widget asks for it.
import { linkError } from '../../../contract/call.ts'
import type { PageServices } from '../../../widgets/services.ts'

const files = import.meta.glob<{ default: unknown }>(['../../*/*/service-*.ts', '!../../*/*/*.test.ts'])

const nameOf = (file: string): string => file.replace(/^.*\/service-([\w-]+)\.ts$/, '$1')
const loaders = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

/** Reports code that cannot be loaded as a call that cannot be made, instead of passing on the browser's own error. */
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
