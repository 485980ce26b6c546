// The owners of class names: a stylesheet may not change the look of another room.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseStyles, type StyleRule, styleRules } from './style-rules.ts'

const folders = ['ui', 'widgets', 'designer', 'features', 'apps'] as const
const rules = styleRules(...folders)

/** Class names of packages. */
const isOfPackage = (name: string): boolean => /^(ant-|rdg(-|$)|maplibregl-|uplot$|u-)/.test(name)

/** The folder of a stylesheet: `ui`, `widgets`, `designer`, `apps/web`, or a room such as `features/device/live`. */
function folderOf(path: string): string {
  const [top = '', second = '', third = '', file = ''] = path.split('/')
  if (top === 'apps') return `${top}/${second}`
  if (top !== 'features') return top
  if (third !== 'open') return `${top}/${second}/${third}`
  // A file in `<wing>/open/` starts with the name of its room.
  const words = file.replace('.css', '').split('-')
  const names = words.map((_, index) => `${top}/${second}/${words.slice(0, index + 1).join('-')}`)
  return names.findLast((name) => existsSync(name)) ?? `${top}/${second}/open`
}

/** The folders that use each class name. */
function usersOf(of: readonly StyleRule[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  for (const { path, classes } of of)
    for (const name of classes) users.set(name, (users.get(name) ?? new Set()).add(folderOf(path)))
  return users
}

/** Folders whose class names all rooms may use, the lowest first. */
const shared = ['ui', 'widgets', 'designer']

/** Class names that two rooms use, each with the rooms. */
const twice = (of: readonly StyleRule[]): string[] =>
  [...usersOf(of)]
    .filter(([name, users]) => !isOfPackage(name) && users.size > 1 && !shared.some((folder) => users.has(folder)))
    .map(([name, users]) => `.${name}: ${[...users].sort().join(', ')}`)

/** Selectors with class names of other folders, and none of their own: they apply in every room. */
function leaks(of: readonly StyleRule[]): string[] {
  const users = usersOf(of)
  const ownerOf = (name: string) => shared.find((folder) => users.get(name)?.has(folder))
  const isForeign = (name: string, path: string) => {
    const owner = ownerOf(name)
    return isOfPackage(name) || (owner !== undefined && owner !== folderOf(path))
  }
  return of
    .filter(({ path }) => folderOf(path) !== 'ui')
    .filter(({ path, classes }) => classes.length > 0 && classes.every((name) => isForeign(name, path)))
    .map(({ path, selector }) => `${path}: ${selector}`)
}

test('a class name is used by the stylesheets of one room', () => {
  // The playback is styled by its room, and spaced by the page that contains it.
  const excepted = ['timeline']
  expect(twice(rules).filter((each) => !excepted.some((name) => each.startsWith(`.${name}:`)))).toEqual([])
})

test('a room changes a class of ui/, widgets/, designer/ or a package only beside a class of its own', () => {
  expect(leaks(rules)).toEqual([])
})

test('faults are found: also in lists, in at-rules and in nested rules', () => {
  const text = (path: string, css: string) => parseStyles(path, css)
  const of = [
    ...text('ui/card.css', '.card { margin: 0 }'),
    ...text('features/a/one/one.css', '.one, h1 > .card { } @media (min-width: 1px) { .both:is(.one, a) { } }'),
    ...text('features/a/two/two.css', '/* .one */ .two { .card { } & > .both { } } .two[title=".one"] { }'),
    ...text('features/a/two/spin.css', '@keyframes spin { from { top: 1.5px } 50% { } to { } } .ant-btn { }'),
  ]
  expect(twice(of)).toEqual(['.both: features/a/one, features/a/two'])
  expect(leaks(of)).toEqual(['features/a/one/one.css: h1 > .card', 'features/a/two/spin.css: .ant-btn'])
})

test('every folder has stylesheets', () => {
  expect(new Set(rules.map(({ path }) => path.split('/')[0]))).toEqual(new Set(folders))
})
