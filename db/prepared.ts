// Prepared queries for every call: their text is built once per process, and PostgreSQL plans them once per connection.
// Both together cost four times as much as the query itself.
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** Placeholder of an argument among the parameters of the text. */
class Mark {
  readonly of: PropertyKey
  constructor(of: PropertyKey) {
    this.of = of
  }
}

const marks = new Proxy({}, { get: (_, key) => new Mark(key) })

/** Names of prepared statements by their text. */
const names = new Map<string, string>()

/** The name under which a text is prepared, or undefined. */
export const preparedAs = (text: string): string | undefined => names.get(text)

/**
 * A prepared query. `build` is called once, with placeholders for arguments: it may pass them on, but not compute with
 * them. It must name its columns, not select `*`: a plan becomes invalid when the row changes.
 */
export function prepared<Asked extends object, Row>(
  name: string,
  build: (db: Kysely<DB>, asked: Asked) => Compilable<Row>,
): (db: Kysely<DB>, asked: Asked) => Promise<Row[]> {
  let made: CompiledQuery<Row> | undefined
  return async (db, asked) => {
    if (!made) {
      made = build(db, marks as Asked).compile()
      names.set(made.sql, name)
    }
    const parameters = made.parameters.map((each) => (each instanceof Mark ? asked[each.of as keyof Asked] : each))
    return (await db.executeQuery<Row>({ ...made, parameters })).rows
  }
}
