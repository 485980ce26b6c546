// Two accounts with every permission, whose data ranges are their department and themselves, objects of every kind
// beyond these ranges, and new objects within them. For tests over all calls.
import type { ObjectKind } from '../contract/endpoint.ts'
import type { DepartmentId, ProjectId } from '../contract/fields.ts'
import { editEquipment } from '../features/device/equipment/contract.ts'
import { addGroup } from '../features/device/group/contract.ts'
import { addTemplate } from '../features/device/template/contract.ts'
import { placedPermissions } from '../features/frame/permissions.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addScene } from '../features/page/scene/contract.ts'
import { glbOf } from '../features/page/scene/glb.ts'
import { addUserSymbol } from '../features/page/user-symbol/contract.ts'
import { canHold } from '../features/people/access/rules.ts'
import { addDepartment } from '../features/people/department/contract.ts'
import { addGrant } from '../features/people/grant/contract.ts'
import { addInvitation } from '../features/people/invitation/contract.ts'
import { addDisplay } from '../features/project/kiosk/contract.ts'
import { saveAlarmFilter } from '../features/watch/alarm/contract.ts'
import { alarm, alarmRule } from './alarms.ts'
import { keys, sampleFiles, type Who } from './call-walk.ts'
import { endedImport } from './fleet-job.ts'
import { addedBy, type Person, person } from './people.ts'
import { projectOf } from './projects.ts'
import type { Caller, TestServer } from './server.ts'
import { configure, device, site } from './site.ts'
import { oneLine } from './symbols.ts'
import { pausedRollout } from './templates.ts'

/** Kinds of which an account sees those in its data range; templates, scenes and symbols are of the whole company. */
export const rangedKinds = new Set<ObjectKind>([
  ...(['equipment', 'gateway', 'group', 'project', 'mvar', 'page', 'customReport', 'display'] as const),
  ...(['alarm', 'alarmFilter', 'rollout', 'fleetJob'] as const),
  ...(['account', 'role', 'department', 'accessGrant', 'invitation'] as const),
])
const peopleKinds = new Set<ObjectKind>(['account', 'role', 'department', 'accessGrant', 'invitation'])
const projectKinds: readonly ObjectKind[] = ['project', 'mvar', 'customReport', 'display']

const held = placedPermissions
  .filter((place) => !place.isForAllDevices && canHold('internal', place))
  .map(({ key }) => key)
export const shownOnWall = { pageIds: [], seconds: 20, theme: 'dark' as const, language: 'en' as const }

export type Manager = Who & { caller: Person; dataRange: 'department' | 'own' }

/** The two accounts, in a department of their own. */
export async function narrowManagers(server: TestServer, admin: Caller) {
  const { db } = server.platform
  const { id: departmentId } = await admin.call(addDepartment, { name: 'Pumps', parentId: null })
  const managers = new Map<string, Manager>()
  for (const dataRange of ['department', 'own'] as const) {
    const caller = await person(server, `manager_${dataRange}`, { auths: held, dataRange })
    await db.updateTable('account').set({ departmentId }).where('id', '=', caller.accountId).execute()
    managers.set(`internal, manager of ${dataRange}`, { caller, holds: keys(...held), dataRange })
  }
  return { managers, departmentId }
}

/** The ids of one object of each kind that neither account sees; for kinds without a range, of one that both see. */
export async function beyondRange(server: TestServer, admin: Caller): Promise<Map<ObjectKind, number>> {
  const { db, now } = server.platform
  const { id: department } = await admin.call(addDepartment, { name: 'Kilns', parentId: null })
  const other = await person(server, 'kiln', { auths: ['monitor:view'] })
  await db.updateTable('account').set({ departmentId: department }).where('id', '=', other.accountId).execute()
  const { id: group } = await admin.call(addGroup, { name: 'Kiln hall', parentId: null })
  const { equipmentId, gatewayId, id: signalOf } = await site({ ...server, admin }, 'Kiln', admin)
  await admin.call(editEquipment, { id: equipmentId, name: 'Kiln', groupId: group })
  const made = await projectOf(admin, 'Kilns', { equipmentId, signalId: signalOf('Level') })
  const { id: template } = await admin.call(addTemplate, { name: 'Kiln' })
  const { projectId } = made
  const all: Partial<Record<ObjectKind, number>> = {
    ...{ equipment: equipmentId, gateway: gatewayId, group, department, template },
    ...{ project: projectId, mvar: made.mvarId, customReport: made.customReportId },
    ...{ account: other.accountId, role: other.roleId },
    accessGrant: (await admin.call(addGrant, { roleId: other.roleId, equipmentId, loginname: null })).id,
    invitation: (await admin.call(addInvitation, { roleType: 'internal', days: 1, uses: 1 })).id,
    display: (await admin.call(addDisplay, { projectId, name: 'Kilns', ...shownOnWall })).id,
    page: (await admin.call(savePage, { equipmentId, title: 'Kiln', json: sampleFiles.json! })).id,
    scene: (await admin.call(addScene, { name: 'Kiln', model: glbOf([]).toString('base64') })).id,
    userSymbol: (await admin.call(addUserSymbol, { title: 'Kiln', content: oneLine })).id,
    alarm: await alarm(db, { ruleId: await alarmRule(db, { equipmentId }), raisedAt: now() }),
    alarmFilter: (await admin.call(saveAlarmFilter, { name: 'Kilns' })).id,
    rollout: await pausedRollout(db, { templateId: template, equipmentId }),
    fleetJob: await endedImport(db),
  }
  return new Map(Object.entries(all) as [ObjectKind, number][])
}

export type InRange = {
  server: TestServer
  admin: Caller
  /** The department of the managers. */
  departmentId: DepartmentId
  /** Objects of the kinds without a range. */
  shared: ReadonlyMap<ObjectKind, number>
}

let drawn = 0

/** New objects of these kinds in the range of a manager: added by the manager, or by another account for it. */
export async function withinRange(
  world: InRange,
  manager: Manager,
  needed: ReadonlySet<ObjectKind>,
  /** `isOfProject`: the pages belong to a project. */
  { roleType, isOfProject }: { roleType: 'internal' | 'external'; isOfProject: boolean },
): Promise<Map<ObjectKind, number>> {
  drawn += 1
  const own = new Map(world.shared)
  const name = `own ${drawn}`
  const people = [...needed].filter((kind) => peopleKinds.has(kind))
  if (people.length > 0) await addPeople(world, { manager, name, needed, roleType }, own)
  if (people.length < needed.size) await addDevice(world, { manager, name, needed, isOfProject }, own)
  return own
}

type Wanted = { manager: Manager; name: string; needed: ReadonlySet<ObjectKind> }
type Own = Map<ObjectKind, number>
type Makers = Partial<Record<ObjectKind, () => Promise<number>>>

async function addNeeded(makers: Makers, needed: ReadonlySet<ObjectKind>, own: Own): Promise<void> {
  for (const [kind, make] of Object.entries(makers) as [ObjectKind, () => Promise<number>][])
    if (needed.has(kind)) own.set(kind, await make())
}

async function addPeople(
  { server, admin, departmentId }: InRange,
  { manager: { caller, dataRange }, name, needed, roleType }: Wanted & { roleType: 'internal' | 'external' },
  own: Own,
): Promise<void> {
  const added = await addedBy(server, caller, await person(server, `own_${drawn}`, {}, roleType))
  own.set('account', added.accountId).set('role', added.roleId)
  const makers: Makers = {
    department: async () =>
      dataRange === 'own' ? departmentId : (await admin.call(addDepartment, { name, parentId: departmentId })).id,
    invitation: async () => (await caller.call(addInvitation, { roleType: 'internal', days: 1, uses: 1 })).id,
    accessGrant: async () => {
      const equipmentId = await device(caller, `${name} lent`)
      return (await caller.call(addGrant, { roleId: added.roleId, equipmentId, loginname: null })).id
    },
  }
  await addNeeded(makers, needed, own)
}

/** A page that shows an intermediate variable and a custom report, where there are any. */
function pageOver(own: Own): string {
  const position = { x: 0, y: 0, width: 100, height: 30, rotate: 0 }
  const shown = { mvarId: own.get('mvar'), customReportId: own.get('customReport') }
  const widgets = Object.entries(shown).flatMap(([key, id]) =>
    id === undefined ? [] : [{ id: key, widgetType: 'DataText', position, data: { [key]: id } }],
  )
  return JSON.stringify({ con: {}, widgets, bind: {} })
}

async function addDevice(
  { server, admin, shared }: InRange,
  { manager, name, needed, isOfProject }: Wanted & { isOfProject: boolean },
  own: Own,
) {
  const { db, now } = server.platform
  const { caller } = manager
  const built = needed.has('gateway') ? await site({ ...server, admin }, name, caller) : undefined
  const equipmentId = built?.equipmentId ?? (await device(caller, name))
  own.set('equipment', equipmentId)
  if (built) own.set('gateway', built.gatewayId)
  if (isOfProject || projectKinds.some((kind) => needed.has(kind))) {
    const { signals } = built?.config ?? (await configure(caller, equipmentId)).config
    const made = await projectOf(caller, name, { equipmentId, signalId: signals[0]!.id })
    own.set('project', made.projectId).set('mvar', made.mvarId).set('customReport', made.customReportId)
  }
  const makers: Makers = {
    display: async () => {
      const projectId = own.get('project') as never
      return (await caller.call(addDisplay, { projectId, name, ...shownOnWall })).id
    },
    group: async () => {
      const { id } = await admin.call(addGroup, { name, parentId: null })
      await db.updateTable('equipment').set({ groupId: id }).where('id', '=', equipmentId).execute()
      return id
    },
    page: async () => {
      const projectId = own.get('project') as ProjectId | undefined
      const owner = projectId === undefined ? { equipmentId } : { projectId }
      return (await caller.call(savePage, { ...owner, title: name, json: pageOver(own) })).id
    },
    alarm: async () => alarm(db, { ruleId: await alarmRule(db, { equipmentId }), raisedAt: now() }),
    alarmFilter: async () => (await caller.call(saveAlarmFilter, { name })).id,
    rollout: () => pausedRollout(db, { templateId: shared.get('template') as never, equipmentId }),
    fleetJob: async () => {
      const job = await endedImport(db)
      await db
        .updateTable('fleetJob')
        .set({ accountId: caller.accountId })
        .where('id', '=', job as never)
        .execute()
      return job
    },
  }
  await addNeeded(makers, needed, own)
}
