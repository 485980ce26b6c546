// What rooms offer to widgets: `features/<room>/service-<name>.ts`, loaded when a widget asks for it.
import { linkError } from '../../contract/call.ts'
import type { PageServices } from '../../widgets/services.ts'

const files = import.meta.glob<{ default: unknown }>(['../*/service-*.ts', '!../*/*.test.ts'])

const nameOf = (file: string): string => file.replace(/^.*\/service-([\w-]+)\.ts$/, '$1')
const loaders = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

/** Code that cannot be had is told as any call that cannot be made, and not by the browser's words for it. */
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
