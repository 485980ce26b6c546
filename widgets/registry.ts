// All widget types. A file in a family's folder registers a type; its code loads when a page uses it.
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

/** The widget of a type whose code has loaded. */
export const widgetHere = (type: string): Widget | undefined => here.get(type)

/** Loads the widget of a type; rejects for an unknown one, and if its code cannot be loaded. */
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
  // A failure is not cached, so that the next page tries again.
  found.catch(() => loaded.delete(type))
  return found
}
