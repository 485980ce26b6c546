// Leaves out of the web client the part of zod that describes schemas as JSON Schema: only the platform writes its
// interface document. For the build.
import { readFileSync } from 'node:fs'
import { type Plugin, parseAst } from 'vite'

const isOfJsonSchema = (id: string) => /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/.test(id)

type Declared = { start: number; end: number; id: { name: string }; init: { start: number; end: number } | null }
type Statement = { type: string; declaration?: { type: string; declarations?: Declared[] } | null }

/**
 * Returns a module of zod without its processors, each of which describes one type as JSON Schema. `aggregateChecks`
 * stays, because schemas use it to read their own limits, such as `maxLength`.
 */
export function withoutProcessors(source: string): string {
  const { body } = parseAst(source, { lang: 'js' }) as unknown as { body: Statement[] }
  const processors = body
    .flatMap(({ type, declaration }) => (type === 'ExportNamedDeclaration' ? (declaration?.declarations ?? []) : []))
    .filter(({ id }) => /processors?$/i.test(id.name))
  return processors.reduceRight(
    (text, { init }) => (init ? `${text.slice(0, init.start)}() => undefined${text.slice(init.end)}` : text),
    source,
  )
}

/** A module that exports the same names, without any description. */
export function emptyModule(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `describe as ${name}`)
  return `const describe = () => undefined\nexport { ${names.join(', ')} }`
}

export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!isOfJsonSchema(id)) return null
      const source = readFileSync(id, 'utf8')
      return id.endsWith('to-json-schema.js') ? emptyModule(source) : withoutProcessors(source)
    },
  }
}
