// Inputs of calls from their schemas: valid and minimal, valid and large, with foreign ids, or hostile.
import type { Endpoint } from '../../contract/endpoint.ts'
import { hostileFile, oneOf, strangeValue } from './hostile.ts'
import { type Schema, schemaOf } from './registry.ts'

/** Ids of objects by kind. */
export type Pool = { [kind: string]: number[] }

export type Mode = 'valid' | 'large' | 'foreign' | 'changed' | 'file'

type Draw = { isLarge: boolean; pool: Pool; defs: Record<string, Schema>; depth: number; left: { values: number } }

/** An id that belongs to no object. */
const nothing = 2_000_000_000
const dayMs = 86_400_000

const texts = ['sample', 'Sample1', 'SN-0001', '123456', '2026-03-01', 'https://sample.example', '6*X+10', 'Pump {n}']

function text(schema: Schema, isLarge: boolean): string {
  const { format, pattern, maxLength = 2000, minLength = 0 } = schema
  if (format === 'uuid') return '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d'
  if (format === 'password') return 'Sample123'
  if (format === 'time-zone') return 'UTC'
  const fits = (each: string) => pattern === undefined || new RegExp(pattern, 'u').test(each)
  const fixed = texts.find(fits) ?? 'sample'
  if (isLarge) {
    const long = 'wide '
      .repeat(Math.ceil(maxLength / 5))
      .slice(0, Math.min(maxLength, 1_000_000))
      .trim()
    if (fits(long)) return long
  }
  const named = `${fixed}-${Math.floor(Math.random() * 50)}`
  const isFree = pattern === undefined && named.length <= maxLength && named.length >= minLength
  return isFree ? named : fixed
}

/** Times are chosen so that a span is as long as most calls accept. */
function number(schema: Schema, key: string, { pool, isLarge }: Draw): number {
  if (schema.kind !== undefined) {
    const all = schema.kind === 'ObjectId' ? Object.values(pool).flat() : (pool[schema.kind] ?? [])
    return all.length > 0 ? oneOf(all) : nothing
  }
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema
  if (/^(from|start|begin|since)/i.test(key) && maximum > 1e12) return Date.now() - 30 * dayMs + 1000
  if (/^(to|end|until|at)$|(At|To|End)$/.test(key) && maximum > 1e12) return Date.now()
  if (isLarge && maximum < 1e9) return maximum
  return Math.min(Math.max(minimum, oneOf([1, 1, 2, 5])), maximum)
}

function listOf(schema: Schema, key: string, draw: Draw): unknown[] {
  const { minItems = 0, maxItems = 200, items = {}, prefixItems } = schema
  if (prefixItems) return prefixItems.map((each) => drawValue(each, key, draw))
  const few = Math.max(minItems, items.kind === undefined ? 0 : 1, Math.random() < 0.5 ? 1 : 0)
  const count = draw.isLarge && draw.depth < 4 ? Math.min(maxItems, 1000) : Math.min(few, maxItems)
  const list: unknown[] = []
  for (let at = 0; at < count && (at < minItems || draw.left.values > 0); at += 1)
    list.push(drawValue(items, key, draw))
  return list
}

function objectOf(schema: Schema, draw: Draw): Record<string, unknown> {
  const required = new Set(schema.required)
  const entries: [string, unknown][] = []
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    if (required.has(key) || draw.isLarge || Math.random() < 0.25) entries.push([key, drawValue(inner, key, draw)])
  return Object.fromEntries(entries)
}

/** A value that the schema accepts, except for some patterns and refinements. */
function drawValue(schema: Schema, key: string, outer: Draw): unknown {
  const draw = { ...outer, depth: outer.depth + 1 }
  draw.left.values -= 1
  if (schema.$ref) return draw.depth > 8 ? null : drawValue(draw.defs[schema.$ref.split('/').at(-1)!] ?? {}, key, draw)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return oneOf(schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches && schema.kind === undefined) return drawValue(oneOf(branches), key, draw)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => drawValue(each, key, draw)))
  if (schema.type === 'object') return objectOf(schema, draw)
  if (schema.type === 'array') return listOf(schema, key, draw)
  if (schema.type === 'boolean') return Math.random() < 0.5
  if (schema.type === 'integer' || schema.type === 'number' || schema.kind) return number(schema, key, draw)
  return schema.type === 'null' ? null : text(schema, draw.isLarge)
}

/** Whether a field contains a file; most calls use these names. */
const isFile = (key: string) => /^(content|model|csv|json|file|avatar|picture|image|svg|audio)$/.test(key)

const sampleFiles: Record<string, string> = { csv: 'name,address,dataType\nA,40001,uint16', json: '{"widgets":[]}' }

function withFile(input: Record<string, unknown>, key: string): void {
  const { name, bytes } = hostileFile()
  input[key] = key === 'csv' || key === 'json' ? bytes.toString('latin1') : bytes.toString('base64')
  if ('name' in input) input.name = name
}

/** Changes one to three members, at any depth. */
function change(input: Record<string, unknown>): void {
  for (let turn = 0; turn < oneOf([1, 1, 2, 3]); turn += 1) {
    let at = input
    for (;;) {
      const key = oneOf([...Object.keys(at), '__proto__x', 'id'])
      const inner = at[key]
      if (typeof inner === 'object' && inner !== null && Math.random() < 0.6 && Object.keys(inner).length > 0) {
        at = inner as Record<string, unknown>
        continue
      }
      at[key] = strangeValue()
      break
    }
  }
}

const valuesIn: Record<'large' | 'usual', number> = { large: 3000, usual: 200 }

/** An input of a call. Foreign ids replace all ids, or only those of one kind. */
export function inputOf(endpoint: Endpoint, mode: Mode, { own, foreign }: { own: Pool; foreign: Pool }) {
  const schema = schemaOf(endpoint)
  const isLarge = mode === 'large'
  const mixed = Math.random() < 0.3 ? { ...own, ...partOf(foreign) } : foreign
  const left = { values: isLarge ? valuesIn.large : valuesIn.usual }
  const draw = { isLarge, pool: mode === 'foreign' ? mixed : own, defs: schema.$defs ?? {}, depth: 0, left }
  const value = drawValue(schema, '', draw)
  const input = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  for (const key of Object.keys(input)) {
    if (key in sampleFiles) input[key] = sampleFiles[key]
    if (mode === 'file' && isFile(key)) withFile(input, key)
  }
  if (mode === 'changed') change(input)
  return input
}

function partOf(pool: Pool): Pool {
  const kind = oneOf(Object.keys(pool))
  return kind === undefined ? {} : { [kind]: pool[kind]! }
}

/** Whether a call accepts a file. */
export const acceptsFile = (endpoint: Endpoint): boolean =>
  Object.keys(schemaOf(endpoint).properties ?? {}).some((key) => isFile(key))

/** Bodies that no call accepts, also one without fields. */
export const refusedBodies = ['[]', 'null', '{"a":', '[{}]', '7', '[[[[[[1]]]]]]'] as const

/** Bodies that are no input of most calls. */
export const junkBodies: readonly (() => string)[] = [
  () => '[]',
  () => '',
  () => 'null',
  () => '{"a":',
  () => '['.repeat(15_000),
  () => `{"a":${'{"a":'.repeat(2500)}1${'}'.repeat(2501)}`,
  () => `{"__proto__":{"a":1},"constructor":{"prototype":{}}}`,
  () => JSON.stringify({ name: 'x'.repeat(15_000) }),
  () => JSON.stringify('x'.repeat(63_000)),
  () => `{${Array.from({ length: 3000 }, (_, at) => `"k${at}":0`).join()}}`,
]
