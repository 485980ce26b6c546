// Rights of the application's role. It owns no table, can only append to the operation log, and can only read the log's
// chain and the list of migrations. Row-level security relies on this
// (docs/decisions/0008-the-application-owns-nothing.md).
import type { ClientBase } from 'pg'

type Client = Pick<ClientBase, 'query'>

/** A table, partition or sequence of the schema. `path` is quoted, `held` lists the rights of the role. */
type Relation = { name: string; path: string; kind: string; held: readonly string[] }

const usual = ['DELETE', 'INSERT', 'SELECT', 'UPDATE']

/** Rights that the application needs on a relation. `kind` is pg_class.relkind. */
export function rightsOf(name: string, kind: string): readonly string[] {
  if (kind === 'S') return ['USAGE']
  if (name === 'operation_log') return ['INSERT', 'SELECT']
  if (['schema_migration', 'operation_link', 'operation_head'].includes(name)) return ['SELECT']
  if (/^history_landing_\d+$/.test(name)) return ['INSERT', 'SELECT', 'TRUNCATE']
  return usual
}

/** The statements that grant and revoke the differences between held and needed rights. `role` is quoted. */
export function differences(relations: readonly Relation[], role: string): string[] {
  return relations.flatMap(({ name, path, kind, held }) => {
    const needed = rightsOf(name, kind)
    const object = kind === 'S' ? `sequence ${path}` : path
    const list = (rights: readonly string[]) => rights.join(', ').toLowerCase()
    const missing = needed.filter((right) => !held.includes(right))
    const surplus = held.filter((right) => !needed.includes(right))
    return [
      ...(surplus.length > 0 ? [`revoke ${list(surplus)} on ${object} from ${role}`] : []),
      ...(missing.length > 0 ? [`grant ${list(missing)} on ${object} to ${role}`] : []),
    ]
  })
}

/** Grants the role its rights in the schema of the connection, and revokes others. Run by the owner. */
export async function settleRights(client: Client, role: string): Promise<void> {
  const { rows: named } = await client.query<{ role: string; schema: string; mayUse: boolean; isOwner: boolean }>(
    `select quote_ident($1) as role, quote_ident(current_schema()) as schema, $1 = current_user as "isOwner",
       has_schema_privilege($1, current_schema(), 'usage') as "mayUse"`,
    [role],
  )
  const found = named[0]
  if (!found || found.isOwner) return
  const statements = differences(await readRelations(client, role), found.role)
  if (!found.mayUse) statements.unshift(`grant usage on schema ${found.schema} to ${found.role}`)
  const { rows: functions } = await client.query<{ path: string }>(
    `select oid::regprocedure::text as path from pg_proc
     where pronamespace = current_schema()::regnamespace and proowner = current_user::regrole
       and not has_function_privilege($1, oid, 'execute')`,
    [role],
  )
  statements.push(...functions.map(({ path }) => `grant execute on function ${path} to ${found.role}`))
  for (const statement of statements) await client.query(statement)
}

async function readRelations(client: Client, role: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.relname as name, c.oid::regclass::text as path, c.relkind::text as kind,
       array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = $1::text::regrole order by 1) as held
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S')
       and c.relowner = current_user::regrole
     order by c.oid`,
    [role],
  )
  return rows
}

/** Makes the connection's role the owner of another role's objects in its schema. Runs in the caller's transaction. */
export async function adopt(client: Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %s owner to %I', case c.relkind when 'S' then 'sequence' else 'table' end,
       c.oid::regclass, $2::text) as statement
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S')
       and c.relowner = $1::text::regrole
       -- a sequence of a column goes with its table
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')
         and d.refclassid = 'pg_class'::regclass and c.relkind = 'S')
     union all
     select format('alter function %s owner to %I', p.oid::regprocedure, $2::text) from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.proowner = $1::text::regrole`,
    [from, to],
  )
  for (const { statement } of rows) await client.query(statement)
}
