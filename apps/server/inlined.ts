// A JSON Schema on its own brings its definitions along; in the API document, where it is a part, references into them
// would lead nowhere. So each is put in its place; within itself a recursive one is any object.

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
