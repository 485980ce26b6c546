// Leaves out of the web client the part of zod that describes schemas as JSON Schema, 15 kB: only the server writes its
// interface document. For the build.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const isOfJsonSchema = (id: string) => /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/.test(id)

/** A module with the same exports, each a function that describes nothing. */
export function emptyModule(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `describe as ${name}`)
  return `const describe = () => undefined\nexport { ${names.join(', ')} }`
}

export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (isOfJsonSchema(id) ? emptyModule(readFileSync(id, 'utf8')) : null),
  }
}
