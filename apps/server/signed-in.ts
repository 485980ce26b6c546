// A call of a signed-in user or of a visitor: checks that the objects in its input are visible, then passes the handler
// what its kind of call may use.
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Failure, fail } from '../../contract/errors.ts'
import { authsOfTemplate, mayOfTemplate } from '../../contract/template-keys.ts'
import { isRanged, type People } from '../../db/range.ts'
import { type Bound, sightOf, type WritableSight, writableSight } from '../../db/sight.ts'
import { templatesIn } from '../../db/templates.ts'
import { boundThrough } from '../../db/through.ts'
import { firstUnseen } from '../../db/visible.ts'
import type { Operation } from '../../features/frame/operation.ts'
import {
  type Asker,
  type Call,
  type Change,
  type ChangeCall,
  type CommandOrder,
  type PublicCall,
  Refusal,
  type Served,
  type User,
  type WideCall,
} from '../../features/frame/serve.ts'
import { scopes } from '../../features/frame/tables.ts'
import { toldBy } from '../../features/platform/operation-log/rules.ts'
import { insertOperation } from '../../features/platform/operation-log/store.ts'

/** Returns the data of the call. Throws sessionLost without a user. */
export async function signedIn(
  served: Served,
  input: unknown,
  call: PublicCall,
  asker: Asker | undefined,
): Promise<unknown> {
  if (!asker) throw fail('sessionLost')
  const { may, templates, through } = served.endpoint
  // Without the permission for templates the call finds no template.
  if (templates !== true || !mayOfTemplate(may, asker.auths)) return answered(served, input, call, asker, { through })
  const { orgId, auths } = asker
  const none: Bound = { orgId, devices: [], scopes }
  const about = await templatesIn(call.sights(orgId, false), none, served.endpoint, input as Record<string, unknown>)
  if ((about.hasOthers || about.templates.length === 0) && !auths.includes(may)) throw fail('noPermission')
  const keys = about.hasOthers || about.templates.length === 0 ? auths : authsOfTemplate(auths)
  return answered(served, input, call, { ...asker, auths: keys }, { templates: about.templates, through })
}

async function answered(
  served: Served,
  input: unknown,
  call: PublicCall,
  asker: Asker,
  beside: { templates?: Bound['templates']; through?: Endpoint['through'] },
): Promise<unknown> {
  const { orgId, devices, projects, pages } = asker
  const { templates = [], through } = beside
  const { writable: mayWrite, writableProjects } = asker
  const range = { people: peopleOf(asker), writable: mayWrite, writableProjects }
  const own: Bound = { orgId, devices, projects, pages, templates, ...range, scopes }
  const db = call.sights(orgId, false)
  const bound = through ? await boundThrough(db, own, through, input as Record<string, unknown>) : own
  const isAboutAll = served.endpoint.templates === 'all'
  // In a call on templates, a template is treated as a device.
  const named = sightOf(db, bound)
  const seen: Bound = isAboutAll ? { ...bound, templates: 'all' } : bound
  const reading = isAboutAll ? sightOf(db, seen) : named
  // Data of the account itself, e.g. which devices it follows, may refer to any device that the account can see.
  const mayTouch =
    served.kind === 'own'
      ? { writable: bound.devices, writableProjects: projects }
      : { writable: asker.writable, writableProjects: asker.writableProjects }
  const writable = () => writableSight(call.sights(orgId, true), { ...seen, ...mayTouch })
  const { accountId, loginname } = asker
  const record = (sight: WritableSight, operation: Operation) =>
    insertOperation(sight, { accountId, loginname, ip: call.ip }, toldBy(asker, operation), call.now())
  await mustBeVisible(served.endpoint, input, named)
  if (changes(served.kind) && !served.endpoint.beside && asker.writable !== 'all')
    await mustBeWritable(
      served.endpoint,
      input,
      sightOf(db, {
        ...own,
        devices: asker.writable,
        projects: asker.writableProjects,
      }),
    )
  try {
    const ownSight = sightOf(db, own)
    return await answer(served, input as never, { call, asker, reading, ownSight, writable, record })
  } catch (error) {
    if (error instanceof Refusal) await record(writable(), error.operation)
    throw error
  }
}

type With = {
  call: PublicCall
  asker: Asker
  reading: Call['sight']
  ownSight: Call['sight']
  writable(): WritableSight
  record(sight: WritableSight, operation: Operation): Promise<number>
}

async function answer(
  served: Served,
  input: never,
  { call, asker, reading, ownSight, writable, record }: With,
): Promise<unknown> {
  // Calls of accounts get database access only through a `Sight`, which shows the visible rows, and cannot write the
  // log of others.
  const { db, sights: _, recordAs: __, publish: ___, issue, ...rest } = call
  // Visitors reach only calls whose handlers need no user.
  const given = { ...rest, asker, user: asker as User, ownSight }
  const handle = <C>(its: C, ready: never = input) =>
    (served.handler as (input: never, call: C) => Promise<unknown>)(ready, its)
  switch (served.kind) {
    case 'change': {
      const ready = served.prepare ? ((await served.prepare(input, given)) as never) : input
      const { data, afterwards } = await writable().transaction(async (sight) => {
        const change = (await handle<ChangeCall>({ ...given, sight }, ready)) as Change<unknown>
        await record(sight, change)
        return change
      })
      await afterwards?.()
      return data
    }
    case 'command': {
      const order = (await handle<Call>({ ...given, sight: reading })) as CommandOrder
      return { online: true, uuid: await issue(order, { sight: writable(), asker, ip: call.ip }) }
    }
    case 'own':
      return handle<ChangeCall>({ ...given, sight: writable() })
    case 'wide': {
      const sight = writable()
      const wide: WideCall = {
        ...given,
        db,
        sight,
        record: (operation, within = sight) => record(within, operation),
      }
      return handle(wide)
    }
    default:
      return handle<Call>({ ...given, sight: reading })
  }
}

/** An object that the caller cannot see is answered like a missing one. */
async function mustBeVisible(endpoint: Endpoint, input: unknown, sight: Call['sight']): Promise<void> {
  const unseen = await firstUnseen(sight, endpoint, input as Record<string, unknown>)
  if (unseen) throw missing(unseen)
}

/** The data range of an account over the people of its current organisation. */
function peopleOf(asker: Asker): People {
  if (asker.accountId === null || asker.isGuest) return 'none'
  const { accountId, roleId, departmentId, dataRange } = asker as User
  return dataRange === 'all' ? 'all' : { accountId, roleId, departmentId, isDepartment: dataRange === 'department' }
}

const changes = (kind: Served['kind']): boolean => kind === 'change' || kind === 'command' || kind === 'wide'

/** A read-only device, and its parts, cannot be changed. */
async function mustBeWritable({ on = {} }: Endpoint, input: unknown, sight: Call['sight']): Promise<void> {
  // Accounts can be changed by everyone whose data range includes them.
  const ofDevices = Object.fromEntries(Object.entries(on).filter(([kind]) => !isRanged(kind)))
  if (await firstUnseen(sight, { on: ofDevices }, input as Record<string, unknown>)) throw fail('noWritePermission')
}

const missing = ({ kind, field }: { kind: string; field: string }): Failure =>
  kind === 'equipment' ? fail('equipmentNotFound') : fail('notFound', {}, { field })
