// Inlines the definitions of a JSON Schema: in the API document the schema is only a part, so that references to its
// own definitions would have no target. A schema that contains itself is inlined once, and is any object inside itself.

type Schema = { [key: string]: unknown }

/** The schema without definitions and references. */
export function inlined({ $defs = {}, ...schema }: Schema): Schema {
  const known = $defs as Record<string, Schema>
  const walk = (at: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(at)) return at.map((each) => walk(each, within))
    if (typeof at !== 'object' || at === null) return at
    const { $ref, ...own } = at as Schema
    const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined
    const whole = name === undefined ? own : { ...own, ...(within.includes(name) ? { type: 'object' } : known[name]) }
    const inner = name === undefined ? within : [...within, name]
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, walk(value, inner)]))
  }
  return walk(schema, []) as Schema
}
