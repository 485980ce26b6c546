import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const CALL = /import\.meta\.glob(?:<[^(]*>)?\(\s*'([^']+)'\s*(?:,\s*(\{[^}]*\}))?\s*,?\s*\)/g

/**
 * Gives esbuild what Vite has: `import.meta.glob('../features/*\/server.ts', { eager: true })`, with one star for one
 * folder. So a room or a driver registers by being in its folder, in the browser, in tests and in the programs alike.
 * @returns {import('esbuild').Plugin}
 */
export function importGlob() {
  return {
    name: 'import-glob',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        return source.includes('import.meta.glob')
          ? { contents: expand(source, dirname(path)), loader: 'ts' }
          : undefined
      })
    },
  }
}

/**
 * @param {string} source
 * @param {string} folder
 */
export function expand(source, folder) {
  const imports = []
  const body = source.replace(CALL, (_, pattern, options = '') => {
    const files = filesOf(pattern, folder)
    const isEager = /eager:\s*true/.test(options)
    const entries = files.map((file) => {
      if (!isEager) return `'${file}': () => import('${file}')`
      const name = `glob_${imports.length}`
      imports.push(`import * as ${name} from '${file}'`)
      return `'${file}': ${name}`
    })
    return `({ ${entries.join(', ')} })`
  })
  return `${imports.join('\n')}\n${body}`
}

/**
 * @param {string} pattern relative, with one `*` that stands for a folder's name
 * @param {string} folder
 */
function filesOf(pattern, folder) {
  const [before, after] = pattern.split('*')
  if (before === undefined || after === undefined) throw new Error(`import.meta.glob('${pattern}') needs one star`)
  const names = readdirSync(join(folder, before), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map(({ name }) => `${before}${name}${after}`)
    .filter((file) => exists(join(folder, file)))
    .sort()
}

/** @param {string} path */
function exists(path) {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}
