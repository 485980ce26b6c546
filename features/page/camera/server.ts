import { errorText, Failure, fail, type Language, ok } from '../../../contract/errors.ts'
import type { PageId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { isAmong } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import { type ChangeCall, type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { pageShown } from '../open/page-opened.ts'
import type { Page } from '../page/contract.ts'
import {
  type Account,
  cameras,
  deleteOpenys,
  haltCamera,
  liveCamera,
  queryOpenys,
  saveOpenys,
  type Tried,
  talkCamera,
  testOpenys,
  turnCamera,
} from './contract.ts'
import { errors } from './errors.ts'
import { cameraLimits } from './limits.ts'
import { cameraOf, type Shown, saidOf, secondsOf, widgetIn } from './rules.ts'
import { loadAccount, loadParam, ownerName, putParam, removeParam, type Stored } from './store.ts'

type Entered = { region: Stored['region']; appKey: string; appSecret?: string | null | undefined }

/** The sealed secret. A stored one is reused only for the same region and key. */
function secretFor(before: Stored | undefined, { region, appKey, appSecret }: Entered, call: Sealing): Buffer {
  if (appSecret) return call.seal(appSecret)
  if (!before || before.region !== region || before.appKey !== appKey)
    throw badField('appSecret', 'missing', call.language)
  return before.secretSealed
}
type Sealing = Pick<ChangeCall, 'seal' | 'language'>

const object = { type: 'openys', id: null, name: 'EZVIZ' } as const

/** Code and text of the outcome of a test. */
function toldOf(outcome: unknown, language: Language): Tried {
  if (!(outcome instanceof Error)) return { code: ok, msg: '', said: null }
  if (!(outcome instanceof Failure)) throw outcome
  const { code, details } = outcome
  return { code, msg: errorText(code, language, details), said: saidOf(outcome) ?? null }
}

type Met = { page: Page; shown: Shown; account: Account }

/** The camera of a widget that the caller may see. Throws notFound, pagePassword, cameraNotSetUp. */
async function metCamera({ id, widgetId }: { id: PageId; widgetId: string }, call: OpenCall): Promise<Met> {
  const page = await pageShown(call, id)
  const widget = widgetIn(page.content.widgets, widgetId)
  const shown = widget && cameraOf(widget)
  if (!shown) throw fail('notFound', {}, { field: 'widgetId' })
  const account = await loadAccount(call.sight)
  if (!account) throw errors.fail(call.use(cameras).isOn ? 'cameraNotSetUp' : 'camerasOff')
  return { page, shown, account }
}

/** Requires write permission on the page's owner: the variables of a device, or the project itself. */
function mayControl({ equipmentId, projectId }: Page, { asker }: OpenCall): boolean {
  if (!asker.auths.includes('signal:write')) return false
  if (equipmentId !== null) return isAmong(asker.writable, equipmentId)
  const { writableProjects } = asker
  return projectId !== null && (writableProjects === 'all' || writableProjects.includes(projectId))
}

function mustControl({ page }: Met, call: OpenCall): void {
  if (!mayControl(page, call)) throw fail('noWritePermission')
}

/** The entry for the log of the device or project that owns the page. */
async function operationOf(
  act: Operation['act'],
  { page, shown }: Met,
  call: OpenCall,
  more: object,
): Promise<Operation> {
  const { equipmentId, projectId, title } = page
  const owner = await ownerName(call.sight, page)
  const { serial, channel, name } = shown
  return {
    act,
    object: {
      type: equipmentId !== null ? 'equipment' : 'project',
      id: equipmentId ?? projectId,
      name: `${owner} / ${name}`,
    },
    after: { page: title, camera: serial, channel, ...more },
  }
}

export default [
  serve(queryOpenys, async (_, { sight, use }) => {
    const param = await loadParam(sight)
    if (!param) return { isOn: use(cameras).isOn, param: null }
    const { secretSealed: _sealed, ...shown } = param
    return { isOn: use(cameras).isOn, param: shown }
  }),

  serve(saveOpenys, { kind: 'change' }, async (entered, call) => {
    const { sight, user, now } = call
    await sight.lock('openys')
    const before = await loadParam(sight)
    const secretSealed = secretFor(before, entered, call)
    const { region, appKey, appSecret } = entered
    await putParam(sight, { region, appKey, secretSealed, updatedAt: now(), updatedBy: user.loginname })
    return {
      act: before ? 'edit' : 'add',
      object,
      ...(before && { before: { region: before.region, appKey: before.appKey } }),
      after: { region, appKey, ...(appSecret && before && { isSecretNew: true }) },
      data: null,
    }
  }),

  serve(deleteOpenys, { kind: 'change' }, async (_, { sight }) => {
    const before = await loadParam(sight)
    if (!before) throw fail('notFound')
    await removeParam(sight)
    return { act: 'delete', object, before: { region: before.region, appKey: before.appKey }, data: null }
  }),

  serve(testOpenys, async ({ deviceSerial, channelNo, ...entered }, call) => {
    const { sight, use, language } = call
    const { region, appKey } = entered
    const secretSealed = secretFor(await loadParam(sight), entered, call)
    const camera = deviceSerial ? { serial: deviceSerial, channel: channelNo, quality: 'smooth' as const } : undefined
    const outcome = await use(cameras).test({ account: { orgId: sight.orgId, region, appKey, secretSealed }, camera })
    const account = toldOf(outcome.account, language)
    return { account, camera: camera && account.code === ok ? toldOf(outcome.camera, language) : null }
  }),

  serve(liveCamera, { openTo: ['page'] }, async ({ protocol, isLost, ...of }, call) => {
    const { page, shown, account } = await metCamera(of, call)
    const live = await call.use(cameras).live({ account, camera: shown, protocol, isLost, asker: call.asker })
    const may = mayControl(page, call)
    return { ...live, mayTurn: may && shown.isTurned, mayTalk: may && shown.isSpoken }
  }),

  serve(turnCamera, { openTo: ['page'] }, async ({ direction, press, ...of }, call) => {
    const met = await metCamera(of, call)
    mustControl(met, call)
    if (!met.shown.isTurned) throw errors.fail('cameraCannotTurn')
    const { asker, ip, use } = call
    const operation = await operationOf('turnCamera', met, call, { direction })
    const { account, shown: camera } = met
    const isTurning = await use(cameras).turn({ account, camera, direction, press, asker, ip, operation })
    return { isTurning, leaseMs: cameraLimits.cameraLeaseMs }
  }),

  serve(haltCamera, { openTo: ['page'] }, async ({ press, ...of }, call) => {
    const { account, shown: camera } = await metCamera(of, call)
    await call.use(cameras).halt({ account, camera, press, asker: call.asker })
    return null
  }),

  serve(talkCamera, { openTo: ['page'] }, async ({ voice, ...of }, call) => {
    const met = await metCamera(of, call)
    mustControl(met, call)
    if (!met.shown.isSpoken) throw errors.fail('cameraCannotTalk')
    const { asker, ip, language, use } = call
    const wav = Buffer.from(voice, 'base64')
    const seconds = secondsOf(wav)
    if (seconds === undefined) throw badField('voice', 'badFormat', language)
    const operation = await operationOf('talkCamera', met, call, { seconds: Math.ceil(seconds) })
    const { account, shown: camera } = met
    await use(cameras).talk({ account, camera, voice: wav, asker, ip, operation })
    return null
  }),
] satisfies RoomServer
