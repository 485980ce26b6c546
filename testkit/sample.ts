// A valid input of a contract, generated from its JSON Schema: the base of tests over all endpoints.
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  minimum?: number
  minLength?: number
  pattern?: string
}

const schemas = new WeakMap<Endpoint, Schema>()

export function inputSchema(endpoint: Endpoint): Schema {
  const known = schemas.get(endpoint)
  if (known) return known
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
  schemas.set(endpoint, schema)
  return schema
}

// Texts with a fixed format; the first that fits is used.
const texts = ['sample', 'Sample1', 'SN-0001', '123456', '2026-03-01', 'https://sample.example', '6*X+10', 'Pump {n}']

function text({ format, pattern }: Schema): string {
  if (format === 'uuid') return '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d'
  if (format === 'password') return 'Sample123'
  if (format === 'time-zone') return 'UTC'
  const fits = pattern === undefined ? () => true : (each: string) => new RegExp(pattern, 'u').test(each)
  return texts.find(fits) ?? 'sample'
}

/** The variants of a union, with any discriminator. */
const branchesOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf

/** A value of the schema; only required members of an object. */
export function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const branches = branchesOf(schema)
  if (branches) return sample(branches[0] ?? {})
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    const own = Object.entries(schema.properties ?? {}).filter(([key]) => required.has(key))
    return Object.fromEntries(own.map(([key, inner]) => [key, sample(inner)]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return text(schema)
}

/** The members of an input by name, those of every branch of a union. */
export function members(schema: Schema): [string, Schema][] {
  return (branchesOf(schema) ?? [schema]).flatMap((branch) => Object.entries(branch.properties ?? {}))
}
