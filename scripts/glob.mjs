import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const CALL = /import\.meta\.glob(?:<[^(]*>)?\(\s*(['"])(?<pattern>[^'"]+)\1\s*(?:,\s*\{(?<options>[^}]*)\}\s*)?,?\s*\)/g

/**
 * Rooms register by being in their folder, through `import.meta.glob`, which Vite supports and esbuild does not: this
 * adds it for the programs. Names are whole folders or files, or contain `*`.
 * @type {import('esbuild').Plugin}
 */
export const globPlugin = {
  name: 'import-meta-glob',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta.glob')) return undefined
      const { code, folders } = expandGlobs(source, dirname(path))
      return { contents: code, loader: path.endsWith('x') ? 'tsx' : 'ts', watchDirs: folders }
    })
  },
}

/**
 * @param {string} source
 * @param {string} folder the source's
 */
export function expandGlobs(source, folder) {
  /** @type {string[]} */
  const imports = []
  /** @type {string[]} */
  const folders = []
  const body = source.replace(CALL, (_call, _quote, _pattern, _options, _at, _whole, groups) => {
    const isEager = /eager:\s*true/.test(groups.options ?? '')
    const entries = matching(folder, groups.pattern, folders).map((file) => {
      const name = JSON.stringify(file)
      if (!isEager) return `${name}: () => import(${name})`
      imports.push(`import * as globbed${imports.length} from ${name}`)
      return `${name}: globbed${imports.length - 1}`
    })
    return `{ ${entries.join(', ')} }`
  })
  // A glob that the expression did not recognise would fail only at run time.
  if (body.includes('import.meta.glob(') || body.includes('import.meta.glob<')) {
    throw new Error('import.meta.glob takes one quoted pattern and at most { eager: true }')
  }
  // The imports are on the first line, so that line numbers stay the same.
  return { code: imports.length > 0 ? `${imports.join(';')};${body}` : body, folders }
}

/**
 * @param {string} folder
 * @param {string} pattern relative to the folder, `*` within one name
 * @param {string[]} seen receives the searched folders
 * @returns {string[]} relative paths, in order
 */
function matching(folder, pattern, seen) {
  const names = pattern.split('/')
  let found = ['']
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    found = found.flatMap((path) => {
      if (name === '.' || name === '..') return [`${path}${name}/`]
      const here = resolve(folder, path)
      seen.push(here)
      return entriesOf(here, name, isLast).map((entry) => `${path}${entry}${isLast ? '' : '/'}`)
    })
  }
  return found
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {boolean} isFile
 */
function entriesOf(folder, name, isFile) {
  const shape = new RegExp(`^${name.split('*').map(escaped).join('[^/]*')}$`)
  return readdirSync(join(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() === isFile && shape.test(entry.name))
    .map((entry) => entry.name)
    .sort()
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
