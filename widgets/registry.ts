// All widgets, by folder and file: `usual/data-text`. A widget's code loads when a page has one.
import type { Widget } from './widget.ts'

const files = import.meta.glob<{ default: Widget }>(['./*/*.tsx', '!./*/*.test.tsx'])

const keyOf = (file: string): string => file.replace(/^\.\/(.+)\.tsx$/, '$1')
const loaders = new Map(Object.entries(files).map(([file, load]) => [keyOf(file), load]))

export const widgetKeys: readonly string[] = [...loaders.keys()]

const loaded = new Map<string, Promise<Widget>>()

/** The widget of a key; rejects for an unknown key, and when its code cannot be loaded. */
export function loadWidget(key: string): Promise<Widget> {
  const known = loaded.get(key)
  if (known) return known
  const load = loaders.get(key)
  if (!load) return Promise.reject(new Error(`unknown widget ${key}`))
  const found = load().then((file) => file.default)
  loaded.set(key, found)
  // A failure is not cached: the next page may have a connection again.
  found.catch(() => loaded.delete(key))
  return found
}
