// The objects of a company, created over HTTP like a user does; the name of each contains a word.

import { queryConfig } from '../../features/device/config/contract.ts'
import { saveDriver } from '../../features/device/driver/contract.ts'
import { addEquipment, editEquipment } from '../../features/device/equipment/contract.ts'
import { addGroup } from '../../features/device/group/contract.ts'
import { saveSignals } from '../../features/device/signal/contract.ts'
import { addTemplate } from '../../features/device/template/contract.ts'
import { bindGateway } from '../../features/gateway/binding/contract.ts'
import { registerGateway } from '../../features/gateway/registry/contract.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { addScene } from '../../features/page/scene/contract.ts'
import { glbOf } from '../../features/page/scene/glb.ts'
import { addUserSymbol } from '../../features/page/user-symbol/contract.ts'
import { addDepartment } from '../../features/people/department/contract.ts'
import { addGrant } from '../../features/people/grant/contract.ts'
import { addInvitation } from '../../features/people/invitation/contract.ts'
import { addRole } from '../../features/people/role/contract.ts'
import { addDisplay } from '../../features/project/kiosk/contract.ts'
import { addProject, addProjectEquips } from '../../features/project/project/contract.ts'
import { addCustomReport } from '../../features/project/report/contract.ts'
import { saveAlarmFilter } from '../../features/watch/alarm/contract.ts'
import { addMvar } from '../../features/watch/mvar/contract.ts'
import type { BenchPlatform } from '../platform.ts'
import type { Ask } from './client.ts'
import { insertAccount, insertAlarms } from './insert.ts'

type Builder = {
  platform: BenchPlatform
  /** Makes calls as the operator, who registers gateways. */
  operator: Ask
  /** An account that sees all of the company. */
  ask: Ask
  orgId: number
  /** A word that all names contain. */
  word: string
  /** Whether to create objects that the whole company sees: templates, scenes and symbols. */
  withShared: boolean
}

const position = { x: 0, y: 0, width: 100, height: 30, rotate: 0 }
let made = 0

/** A device with a driver, three variables and a bound gateway. */
export async function addDevice({ operator, ask, word }: Pick<Builder, 'operator' | 'ask' | 'word'>) {
  made += 1
  const name = `${word} ${made}`
  const { id: equipmentId } = await ask(addEquipment, { name })
  const head = await ask(queryConfig, { equipmentId })
  const driver = { name, type: 'modbus-tcp', params: { host: '192.0.2.10' } }
  const { version, config } = await ask(saveDriver, { equipmentId, version: head.version, driver })
  const driverId = config.drivers.at(-1)!.id
  const save = ['Level', 'Pump', 'Flow'].map((title, at) => ({
    ...{ driverId, name: title, title: `${word} ${title}`, address: `${40_001 + 2 * at}` },
    ...{ dataType: 'float32' as const, access: 'rw' as const },
  }))
  const saved = await ask(saveSignals, { equipmentId, version, save, remove: [] })
  const sn = `ATTACK${String(made).padStart(5, '0')}`
  const { code } = await operator(registerGateway, { sn })
  await ask(bindGateway, { equipmentId, sn, code })
  return { equipmentId, signalId: saved.config.signals[0]!.id, name }
}

/** Adds a page with one value. */
async function addPage(ask: Ask, owner: object, title: string, { signalId, equipmentId }: Shown) {
  const data = { type: 'signal', signalId, equipId: equipmentId, title }
  const widgets = [{ id: 'a', widgetType: 'DataText', position, data }]
  const json = JSON.stringify({ con: { width: 800, height: 600, bgColor: '' }, widgets, bind: {} })
  return (await ask(savePage, { ...owner, title, json } as never)).id
}
type Shown = { signalId: number; equipmentId: number }

/** A project over a device, with a page, an intermediate variable, a custom report and a display. */
export async function addProjectOver({ ask, word }: Pick<Builder, 'ask' | 'word'>, shown: Shown) {
  made += 1
  const name = `${word} ${made}`
  const { id: projectId } = await ask(addProject, { name, note: null })
  await ask(addProjectEquips, { projectId, equipmentIds: [shown.equipmentId] as never })
  await addPage(ask, { projectId }, name, shown)
  const value = `\${${shown.equipmentId}.${shown.signalId}}`
  await ask(addMvar, { projectId, title: name, unit: null, formula: { calcType: 'sum', text: value } })
  const fields = [{ key: 'a', title: name, expression: `last(${value})` }]
  await ask(addCustomReport, { projectId, title: name, bucket: { unit: 'day' }, zone: null, fields })
  const shownAs = { pageIds: [], seconds: 20, theme: 'dark' as const, language: 'en' as const }
  await ask(addDisplay, { projectId, name, ...shownAs })
  return projectId
}

/** Adds one object of every kind. */
export async function fillCompany(builder: Builder): Promise<void> {
  const { platform, ask, orgId, word, withShared } = builder
  const { equipmentId, signalId, name } = await addDevice(builder)
  const named = { name, parentId: null }
  const { id: groupId } = await ask(addGroup, named)
  await ask(editEquipment, { id: equipmentId, name, groupId })
  const { id: departmentId } = await ask(addDepartment, named)
  await addPage(ask, { equipmentId }, name, { equipmentId, signalId })
  await addProjectOver(builder, { equipmentId, signalId })
  // An account may assign roles outside its range, so that lists of choices contain their names.
  const role = await ask(addRole, { roleType: 'internal', name: `Attack ${made}` })
  await ask(addGrant, { roleId: role.id, equipmentId, loginname: null })
  await ask(addInvitation, { roleType: 'internal', days: 1, uses: 1 })
  await ask(saveAlarmFilter, { name })
  const loginname = `${word}${made}`
  await insertAccount(platform, { orgId, loginname, name, roleType: 'internal', roleId: role.id, departmentId })
  await insertAlarms(platform, { orgId, equipmentId, name, count: 3 })
  if (!withShared) return
  await ask(addTemplate, { name, equipmentId })
  await ask(addScene, { name, model: glbOf([]).toString('base64') })
  const line = { id: 'a', widgetType: 'Straight', position: { x: 0, y: 0, width: 40, height: 20, rotate: 0 } }
  const content = { ...{ width: 40, height: 20, slots: [], texts: [] }, widgets: [line] }
  await ask(addUserSymbol, { title: name, content } as never)
}
