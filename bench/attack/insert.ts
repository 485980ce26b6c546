// Rows that the bench inserts directly: companies, accounts with roles, and alarms without a gateway that raises them.
import type { DataRange, Permission, RoleType } from '../../contract/permissions.ts'
import type { BenchPlatform } from '../platform.ts'

type Platform = Pick<BenchPlatform, 'database'>

async function idOf({ database: { pool } }: Platform, sql: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(sql, values)
  return rows[0]!.id
}

export const insertCompany = (platform: Platform, name: string): Promise<number> =>
  idOf(platform, 'insert into organisation (name, created_at) values ($1, $2) returning id', [name, Date.now()])

type NewAccount = {
  orgId: number
  loginname: string
  name: string
  roleType: RoleType
  roleId?: number | null
  departmentId?: number | null
}

/** Adds an account with the same password as the administrator. */
export const insertAccount = (platform: Platform, account: NewAccount): Promise<number> => {
  const { orgId, loginname, name, roleType, roleId = null, departmentId = null } = account
  return idOf(
    platform,
    `insert into account (org_id, loginname, name, role_type, role_id, department_id, password_hash, created_at)
     select $1, $2, $3, $4, $5, $6, password_hash, $7 from account where loginname = 'admin' returning id`,
    [orgId, loginname, name, roleType, roleId, departmentId, Date.now()],
  )
}

type NewRole = { orgId: number; roleType: RoleType; name: string; auths: Permission[]; dataRange: DataRange }

export const insertRole = (platform: Platform, { orgId, roleType, name, auths, dataRange }: NewRole): Promise<number> =>
  idOf(
    platform,
    `insert into role (org_id, role_type, name, auths, data_range, created_at) values ($1, $2, $3, $4, $5, $6) returning id`,
    [orgId, roleType, name, auths, dataRange, Date.now()],
  )

export const insertDepartment = (platform: Platform, orgId: number, name: string): Promise<number> =>
  idOf(
    platform,
    'insert into department (org_id, name, parent_id, created_at) values ($1, $2, null, $3) returning id',
    [orgId, name, Date.now()],
  )

/** A rule of a device, with past alarms of the last days; the device is bound to a gateway. */
export async function insertAlarms(
  { database: { pool } }: Platform,
  { orgId, equipmentId, name, count }: { orgId: number; equipmentId: number; name: string; count: number },
): Promise<void> {
  const { rows } = await pool.query<{ id: number }>("select nextval('alarm_rule_id')::int as id")
  const ruleId = rows[0]!.id
  const signals = await pool.query<{ id: number }>(
    'select id from signal where equipment_id = $1 order by id limit 1',
    [equipmentId],
  )
  const signalId = signals.rows[0]!.id
  const condition = { kind: 'limit', signalId, is: 'above', limit: 4.5 }
  const spec = { id: ruleId, name, level: 'important', condition }
  await pool.query(
    `insert into alarm_rule (id, org_id, equipment_id, position, name, level, spec, enabled, created_at)
     values ($1, $2, $3, 900, $4, 'important', $5, true, 1)`,
    [ruleId, orgId, equipmentId, name, JSON.stringify(spec)],
  )
  await pool.query(
    `insert into alarm (org_id, equipment_id, rule_id, occurrence, binding_id, kind, level, name, content, raised_at,
       received_at, signal_id, latched, cleared_at)
     select $1::int, $2::int, $3::int, 'attack-' || $3::int || '-' || n, (select id from binding where equipment_id = $2::int limit 1), 'limit',
       'important', $4::text, $4::text, at, at, $5::int, false, at + 60000
     from (select n, ($6::bigint - n * 3600000::bigint / 4) as at from generate_series(1, $7::int) as n) as past`,
    [orgId, equipmentId, ruleId, name, signalId, Date.now() - 60_000, count],
  )
}

/** Authorises the newest device whose name starts with a word to the roles of all callers that see only some devices. */
export async function grantNewest({ database: { pool } }: Platform, orgId: number, word: string): Promise<void> {
  await pool.query(
    `insert into access_grant (org_id, role_id, equipment_id, may_write, created_at)
     select $1::int, role.id, (select max(id) from equipment where org_id = $1::int and name like $3), true, $2
     from role where org_id = $1::int and name like 'Role of %' and data_range <> 'all'`,
    [orgId, Date.now(), `${word}%`],
  )
}
