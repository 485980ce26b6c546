// The roles that a new organisation has. Their names are English and have their translation into Chinese.
import type { Kysely } from 'kysely'
import type { OrgId } from '../../contract/fields.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { DB } from '../../db/schema.ts'
import { completed } from './rules.ts'

type Words = readonly [en: string, zh: string]
type Starter = { name: Words; remark: Words; auths: readonly Permission[] }

const looking: readonly Permission[] = ['monitor:view', 'history:view', 'alarm:view', 'project:view']
const operating: readonly Permission[] = [
  ...looking,
  'signal:write',
  'history:export',
  'alarm:acknowledge',
  'alarm:shelve',
  'alarm:export',
]
const engineering: readonly Permission[] = [
  ...operating,
  'equipment:add',
  'equipment:edit',
  'page:edit',
  'gateway:add',
  'gateway:edit',
  'gateway:tunnel',
  'group:edit',
  'template:add',
  'template:edit',
  'project:edit',
  'scene:edit',
  'share:edit',
]

/** From the least to the most: each may do what the one before may. */
export const starterRoles: readonly Starter[] = [
  {
    name: ['Viewer', '查看员'],
    remark: ['Sees values, history, alarms and pages; changes nothing', '查看实时值、历史、报警和组态页面，不能更改'],
    auths: looking,
  },
  {
    name: ['Operator', '操作员'],
    remark: ['A viewer who also writes values and acknowledges alarms', '查看权限之外，可写值、确认报警'],
    auths: operating,
  },
  {
    name: ['Engineer', '工程师'],
    remark: ['An operator who also configures gateways, devices and pages', '操作权限之外，可配置网关、设备和组态页面'],
    auths: engineering,
  },
  {
    name: ['Manager', '主管'],
    remark: ['An engineer who also manages accounts, roles and access', '工程权限之外，可管理账号、角色和授权'],
    auths: [
      ...engineering,
      'equipment:delete',
      'gateway:release',
      'template:delete',
      'account:add',
      'account:edit',
      'account:delete',
      'external:add',
      'external:edit',
      'invitation:edit',
      'department:edit',
      'role:edit',
      'grant:edit',
      'organisation:edit',
      'log:view',
    ],
  },
]

/** The stored rows: of accounts of the organisation, over all of its devices. */
export const starterRows = starterRoles.map(({ name, remark, auths }) => ({
  roleType: 'internal' as const,
  name: name[0],
  remark: remark[0],
  auths: completed(auths),
  dataRange: 'all' as const,
}))

/** Adds them to an organisation that was made just now. */
export async function addStarterRoles(db: Kysely<DB>, orgId: OrgId, at: number): Promise<void> {
  await db
    .insertInto('role')
    .values(starterRows.map((row) => ({ ...row, orgId, createdAt: at })))
    .execute()
  const words = starterRoles.flatMap(({ name, remark }) => [name, remark])
  await db
    .insertInto('translation')
    .values(words.map(([en, zh]) => ({ orgId, source: en, en: null, zh, updatedAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
