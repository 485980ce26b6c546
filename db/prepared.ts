// Queries that every call asks: their text is made once for the process, and PostgreSQL plans them once for a connection.
// Both together cost four times what the query itself does.
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** Where an argument stands among the parameters of the text. */
class Mark {
  readonly of: PropertyKey
  constructor(of: PropertyKey) {
    this.of = of
  }
}

const marks = new Proxy({}, { get: (_, key) => new Mark(key) })

/** By text. */
const names = new Map<string, string>()

/** Under which name a text is prepared, if it is. */
export const preparedAs = (text: string): string | undefined => names.get(text)

/**
 * `build` is called once, with marks for arguments: it may place them, not calculate with them. Its columns are named, not
 * `*`: a plan does not outlive a change of its row.
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
