// Finds the user of a session: one query loads its permissions; its devices are loaded only after a change.
import { type Kysely, sql } from 'kysely'
import type { AccountId, DepartmentId, EquipmentId, OrgId, ProjectId, RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataRange, RoleType } from '../../../contract/permissions.ts'
import { hasSecondFactor, mustHaveSecondFactor } from '../../../db/account-marks.ts'
import { prepared } from '../../../db/prepared.ts'
import type { DB } from '../../../db/schema.ts'
import { isLocked, usesLock } from './lock-store.ts'

/** An open session with its account, in the organisation that it acts in. */
export type SessionRow = {
  accountId: AccountId
  loginname: string
  name: string
  roleType: RoleType
  roleId: RoleId | null
  departmentId: DepartmentId | null
  mustChoosePassword: boolean
  mustSetUpStep: boolean
  useLock: boolean
  isLocked: boolean
  homeOrgId: OrgId
  orgId: OrgId
  orgName: string
  zone: string
  /** Access version of the organisation that the session acts in. */
  accessVersion: number
  seenAt: number
  confirmedAt: number
  auths: string[] | null
  dataRange: DataRange | null
  regions: string[] | null
  /** Permissions of the API key, in sessions of a key. */
  keyAuths: string[] | null
  keyName: string | null
}

/** The current time, and the limit of `seenAt` below which a session has ended. */
type Times = { now: number; idle: number }
const timesAt = (now: number): Times => ({ now, idle: now - limits.sessionIdleMs })

const living = (db: Kysely<DB>, { now, idle }: Times) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .innerJoin('organisation as home', 'home.id', 'account.orgId')
    .innerJoin('organisation as acting', (join) =>
      join.on(sql`acting.id`, '=', sql`coalesce(session.acting_org_id, account.org_id)`),
    )
    .where('session.expiresAt', '>', now)
    // Programs with an API key may be idle for long.
    .where((eb) => eb.or([eb('session.seenAt', '>', idle), eb('session.apiKeyId', 'is not', null)]))
    .where('account.disabled', '=', false)
    .where('home.disabled', '=', false)
    .where('acting.disabled', '=', false)

const mustSetUpStep = sql<boolean>`${mustHaveSecondFactor} and not ${hasSecondFactor}`

/** Permissions of a key; for an external account only those with a current API authorisation. */
const keyAuths = sql<string[] | null>`case when account.role_type = 'external' and api_key.id is not null
  then array(select unnest(api_key.auths) intersect select api from api_grant where account_id = account.id)
  else api_key.auths end`

const sessionOf = prepared('session', (db, asked: Times & { tokenHash: Buffer }) =>
  living(db, asked)
    .leftJoin('role', 'role.id', 'account.roleId')
    .leftJoin('apiKey', 'apiKey.id', 'session.apiKeyId')
    .select([keyAuths.as('keyAuths'), 'apiKey.name as keyName'])
    .select(['account.id as accountId', 'account.loginname', 'account.name', 'account.roleType', 'account.roleId'])
    .select(['account.departmentId', 'account.changePassword as mustChoosePassword', 'account.orgId as homeOrgId'])
    .select([mustSetUpStep.as('mustSetUpStep'), isLocked(asked.now).as('isLocked')])
    .select(usesLock.as('useLock'))
    .select(['acting.id as orgId', 'acting.name as orgName', 'acting.zone', 'acting.accessVersion'])
    .select(['session.seenAt', 'session.confirmedAt', 'role.auths', 'role.dataRange', 'role.regions'])
    .where('session.tokenHash', '=', asked.tokenHash),
)

/** The session of a token, if it is open. */
export async function loadSession(db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<SessionRow | undefined> {
  const [row] = await sessionOf(db, { tokenHash, ...timesAt(now) })
  return row
}

/** The largest instant in JavaScript. */
const never = 8_640_000_000_000_000

/**
 * Opens a session for an API key without one, at its first use or after a restore; returns false if the key does not
 * exist.
 */
export async function openKeySession(db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<boolean> {
  const { rows } = await sql`
    with used as (
      update api_key set used_at = ${now}
      where token_hash = ${tokenHash} and (expires_at is null or expires_at > ${now}) returning *)
    insert into session (token_hash, org_id, account_id, api_key_id, created_at, seen_at, expires_at)
    select token_hash, org_id, account_id, id, ${now}::bigint, ${now}::bigint, coalesce(expires_at, ${never}::bigint) from used
    on conflict (token_hash) do update set seen_at = excluded.seen_at returning 1`.execute(db)
  return rows.length > 0
}

/** Whether this is the hash of an expired API key. */
export async function isExpiredKey(db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<boolean> {
  const { rows } = await sql`select from api_key where token_hash = ${tokenHash} and expires_at <= ${now}`.execute(db)
  return rows.length > 0
}

/** Extends the session's idle time. */
export async function markSeen(db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<void> {
  const row = await db
    .updateTable('session')
    .set({ seenAt: now })
    .where('tokenHash', '=', tokenHash)
    .returning('apiKeyId')
    .executeTakeFirst()
  if (row?.apiKeyId) await sql`update api_key set used_at = ${now} where id = ${row.apiKeyId}`.execute(db)
}

/** Returns a session to the account's own organisation. */
export const leaveOther = async (db: Kysely<DB>, tokenHash: Buffer): Promise<void> =>
  void (await db.updateTable('session').set({ actingOrgId: null }).where('tokenHash', '=', tokenHash).execute())

/** Open sessions among these (hex hashes), each with a text that changes whenever its rights may have changed. */
export async function loadSessionRights(
  db: Kysely<DB>,
  hashes: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const times = timesAt(now)
  const rows = await living(db, times)
    .select(['session.tokenHash', 'account.roleType', 'account.roleId', 'acting.id', 'acting.accessVersion'])
    .select(isLocked(now).as('isLocked'))
    .where(
      'session.tokenHash',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute()
  return new Map(
    rows.map(({ tokenHash, roleType, roleId, id, accessVersion, isLocked: locked }) => [
      tokenHash.toString('hex'),
      [roleType, roleId, id, accessVersion, locked].join(' '),
    ]),
  )
}

type ProjectRow = { id: ProjectId; mayWrite: boolean }
type DeviceRow = { id: EquipmentId; mayWrite: boolean }

type Asking = Pick<SessionRow, 'accountId' | 'orgId' | 'departmentId'> & { roleId: RoleId | null; range: DataRange }

/**
 * Accounts whose devices and projects the given account sees: itself, and by `range` those of its department and below.
 */
const makersFor = ({ accountId, orgId, departmentId, range }: Asking) =>
  range === 'department' && departmentId !== null
    ? sql`with recursive below as (
        select id from department where org_id = ${orgId} and id = ${departmentId}
        union select department.id from department join below on department.parent_id = below.id)
      select account.id from account join below on below.id = account.department_id where account.org_id = ${orgId}
      union select ${accountId}::int`
    : sql`select ${accountId}::int`

/** Projects that an account sees: those created by visible accounts, and those authorised to it or its role. */
export async function loadProjects(db: Kysely<DB>, asking: Asking): Promise<ProjectRow[]> {
  const { accountId, orgId, roleId } = asking
  const { rows } = await sql<ProjectRow>`
    with found as (
      select project_id as id, may_write from access_grant
        where org_id = ${orgId} and project_id is not null and (account_id = ${accountId} or role_id = ${roleId}::int)
      union all select id, true from project where org_id = ${orgId} and created_by in (${makersFor(asking)})
    )
    select id, bool_or(may_write) as "mayWrite" from found group by id order by id`.execute(db)
  return rows
}

/**
 * The devices that an account sees. Always: the devices that it created, and those authorised to it or its role. Unless
 * the device's data rule is `named`: also the devices in authorised groups or below, and by `range` those of its
 * department and below. View only: devices open to the whole organisation, for internal accounts. A device with a
 * security zone is visible only to accounts of this zone.
 */
export async function loadDevices(db: Kysely<DB>, asking: Asking): Promise<DeviceRow[]> {
  const { accountId, orgId, roleId } = asking
  const { rows } = await sql<DeviceRow>`
    with recursive given as (
      select equipment_id, group_id, may_write from access_grant
      where org_id = ${orgId} and (account_id = ${accountId} or role_id = ${roleId}::int)
    ), within as (
      select group_id as id, may_write from given where group_id is not null
      union select device_group.id, within.may_write from device_group join within on device_group.parent_id = within.id
    ), found as (
      select equipment_id as id, may_write from given where equipment_id is not null
      union all select equipment.id, within.may_write from equipment join within on within.id = equipment.group_id
        where equipment.org_id = ${orgId} and equipment.data_rule = 'range'
      union all select id, true from equipment
        where org_id = ${orgId} and not is_template and created_by in (${makersFor(asking)})
          and (data_rule = 'range' or created_by = ${accountId})
      union all select equipment.id, false from equipment join account on account.id = ${accountId}
        where equipment.org_id = ${orgId} and equipment.public_flag and not equipment.is_template
          and account.org_id = ${orgId} and account.role_type in ('internal', 'operation')
    )
    select found.id, bool_or(may_write) as "mayWrite" from found join equipment on equipment.id = found.id
      where equipment.security_zone is null
        or equipment.security_zone = (select security_zone from account where id = ${accountId} and org_id = ${orgId})
      group by found.id order by found.id`.execute(db)
  return rows
}
