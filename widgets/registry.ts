// All widgets by type. A widget registers by being in its family's folder; its code loads when a page has one.
import { typeNameOfFile } from './type-name.ts'
import type { Widget } from './widget.ts'

const files = import.meta.glob<{ default: Widget }>([
  './{group,shape,usual,complex,navigate,script}/*.tsx',
  '!./*/*.test.tsx',
])

const pathOf = (file: string): string => file.replace(/^\.\/(.+)\.tsx$/, '$1')
const loaders = new Map(Object.entries(files).map(([file, load]) => [typeNameOfFile(pathOf(file)), load]))

export const widgetTypes: readonly string[] = [...loaders.keys()]

const loaded = new Map<string, Promise<Widget>>()
const here = new Map<string, Widget>()

/** The widget of a type whose code has come. */
export const widgetHere = (type: string): Widget | undefined => here.get(type)

/** The widget of a type; rejects for an unknown one, and when its code cannot be loaded. */
export function loadWidget(type: string): Promise<Widget> {
  const known = loaded.get(type)
  if (known) return known
  const load = loaders.get(type)
  if (!load) return Promise.reject(new Error(`unknown widget ${type}`))
  const found = load().then((file) => {
    here.set(type, file.default)
    return file.default
  })
  loaded.set(type, found)
  // A failure is not cached: the next page may have a connection again.
  found.catch(() => loaded.delete(type))
  return found
}
