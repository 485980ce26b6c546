// All calls of the platform, collected from the contracts, and the schemas of their inputs with the kinds of ids.
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { documentedType, idKindOf, ObjectId } from '../../contract/fields.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../features/*/*/contract.ts', { eager: true })

/** The part of JSON Schema that contracts use; `kind` is the kind of object that a number names. */
export type Schema = {
  kind?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  $ref?: string
  $defs?: Record<string, Schema>
}

const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'method' in value && 'input' in value

/** Calls are exported one by one, or as the members of objects and lists. */
function endpointsIn(value: unknown, depth = 0): Endpoint[] {
  if (typeof value !== 'object' || value === null || '_zod' in value || depth > 3) return []
  if (isEndpoint(value)) return [value]
  return Object.values(value).flatMap((inner) => endpointsIn(inner, depth + 1))
}

export const endpoints: readonly Endpoint[] = [
  ...new Map(endpointsIn(modules).map((endpoint) => [endpoint.path, endpoint])).values(),
]

const schemas = new Map<string, Schema>()

/** The schema of the input of a call. */
export function schemaOf({ path, input }: Endpoint): Schema {
  const cached = schemas.get(path)
  if (cached) return cached
  const schema = jsonSchemaOf(input)
  schemas.set(path, schema)
  return schema
}

const jsonSchemaOf = (type: z.ZodType): Schema =>
  z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const kind = (zodSchema as unknown) === ObjectId ? 'ObjectId' : idKindOf(zodSchema)
      if (kind !== undefined) Object.assign(jsonSchema, { kind })
      const checkedLater = documentedType(zodSchema)
      if (checkedLater) Object.assign(jsonSchema, jsonSchemaOf(checkedLater))
    },
  }) as Schema
