// Labels: names of pages, areas, tabs, fields and commands, declared where they are used as `{ en: 'Groups', 'zh-cn': '分组' }`.
// They have no key, so they are found in the sources; a language file has them by their English text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['apps/web', 'designer', 'drivers', 'features', 'ui', 'widgets']

/** Files without labels for the screen of users: tests, demonstration data, the gallery, and the server's refusals. */
const isLeftOut = (path: string): boolean =>
  /\.test\.tsx?$|(^|\/)(gallery[\w-]*\.tsx|(seed[\w-]*|server|store|rules|faults|[\w-]+-rules|help-pages)\.ts)$/.test(
    path,
  )

const pair = /\ben:\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"),\s*'zh-cn':\s*['"]/g

/** The English texts of the labels in a source file. */
export const labelsIn = (source: string): string[] =>
  [...source.matchAll(pair)].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'))

/** The English texts of all labels below a folder of sources, each once, in alphabetical order. */
export function allLabels(root: string): string[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((path) => /\.tsx?$/.test(path) && !isLeftOut(path)),
  )
  const labels = paths.flatMap((path) => labelsIn(readFileSync(join(root, path), 'utf8')))
  // Labels with placeholders such as {name} are texts of refusals, not labels.
  return [...new Set(labels)].filter((label) => label !== '' && !label.includes('{')).sort()
}
