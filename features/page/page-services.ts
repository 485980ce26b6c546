// What rooms offer to widgets: `features/<room>/service-<name>.ts`, loaded when a widget asks for it.
import type { PageServices } from '../../widgets/services.ts'

const files = import.meta.glob<{ default: unknown }>(['../*/service-*.ts', '!../*/*.test.ts'])

const nameOf = (file: string): string => file.replace(/^.*\/service-([\w-]+)\.ts$/, '$1')
const loaders = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

export async function loadService<K extends keyof PageServices>(name: K): Promise<PageServices[K] | undefined> {
  const file = await loaders.get(name)?.()
  return file?.default as PageServices[K] | undefined
}
