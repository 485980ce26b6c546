import { randomBytes } from 'node:crypto'
import { abilityText, lackingToOrder } from '../../../contract/abilities.ts'
import { BoxTold } from '../../../contract/box.ts'
import { type ErrorCode, errorText, fail, type Language } from '../../../contract/errors.ts'
import type { GatewayId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { cannotOrder } from '../box/rules.ts'
import {
  addFirmware,
  changeRun,
  deleteFirmware,
  editFirmware,
  type FirmwareId,
  firmwareSigning,
  gatewayFirmware,
  queryFirmware,
  queryHardwareBySn,
  queryModels,
  queryRuns,
  queryUpgradable,
  type RunId,
  replaceSigningKey,
  runInfo,
  signingKey,
  startRun,
  upgradeGateway,
} from './contract.ts'
import { firmwareDecoder } from './decoders.ts'
import { runCan } from './rules.ts'
import {
  cancelWaiting,
  countFirmware,
  findFirmware,
  findGateway,
  insertFirmware,
  insertRun,
  insertUpgrades,
  loadBySns,
  loadFirmware,
  loadItems,
  loadLastUpgrade,
  loadModels,
  loadRun,
  loadRuns,
  loadUpgradable,
  newestFirmware,
  removeFirmware,
  setRunState,
  updateNotes,
} from './store.ts'

const drawId = () => randomBytes(8).toString('hex')
const isAbleBy = (abilities: readonly string[] | null) => lackingToOrder('upgrade', abilities).length === 0
const versionOf = (box: unknown): string | null => BoxTold.safeParse(box).data?.firmware.version ?? null

/** Why an upgrade failed, in words; the gateway's reason is quoted. */
const messageOf = ({ code, reason }: { code: number | null; reason: string | null }, language: Language): string =>
  code === null ? '' : errorText(code as ErrorCode, language, reason ? { reason } : {})

async function firmwareOf({ db }: WideCall, id: FirmwareId) {
  const found = await findFirmware(db, id)
  if (!found) throw fail('notFound', {}, { field: 'id' })
  return found
}

async function runOf({ db }: WideCall, id: RunId) {
  const run = await loadRun(db, id)
  if (!run) throw fail('notFound', {}, { field: 'id' })
  return run
}
const shownRun = ({ waiting: _, sizeBytes: __, ...run }: Awaited<ReturnType<typeof runOf>>) => run

const busy = { en: 'the upgrade is over', 'zh-cn': '升级已结束' } as const

async function ownGateway(call: WideCall, by: { id: GatewayId } | { sn: string }) {
  const gateway = await findGateway(call.sight, by)
  if (!gateway) throw fail('notFound', {}, { field: 'id' in by ? 'id' : 'sn' })
  return gateway
}

export default [
  serve(queryFirmware, { kind: 'operator' }, (asked, { db }) => loadFirmware(db, asked)),
  serve(queryModels, { kind: 'operator' }, (_, { db }) => loadModels(db)),

  serve(addFirmware, { kind: 'operator' }, async ({ file, sha256: given, ...about }, call) => {
    const { user, language } = call
    const read = await call.decode(firmwareDecoder, { file, sha256: given, language }, user.accountId)
    const { sha256 } = read
    const content = Buffer.from(read.content.buffer, read.content.byteOffset, read.content.byteLength)
    if ((await countFirmware(call.db)) >= limits.firmwareModels * limits.firmwareVersions)
      throw fail('tooLarge', { limit: limits.firmwareVersions })
    const row = { ...about, content, sha256, sizeBytes: content.length, author: call.user.loginname }
    const id = await insertFirmware(call.db, { ...row, createdAt: call.now() })
    const name = `${about.model} ${about.version}`
    if (id === undefined) throw fail('nameExists', { name }, { field: 'version' })
    const after = { ...about, sha256, sizeBytes: content.length }
    await call.record({ act: 'add', object: { type: 'firmware', id, name }, after })
    return { id, sizeBytes: content.length, sha256 }
  }),

  serve(editFirmware, { kind: 'operator' }, async ({ id, notes }, call) => {
    const { model, version, notes: before } = await firmwareOf(call, id)
    await updateNotes(call.db, id, notes)
    const object = { type: 'firmware', id, name: `${model} ${version}` } as const
    await call.record({ act: 'edit', object, before: { notes: before }, after: { notes } })
    return null
  }),

  serve(deleteFirmware, { kind: 'operator' }, async ({ id }, call) => {
    const { model, version, sha256 } = await firmwareOf(call, id)
    const name = `${model} ${version}`
    if (!(await removeFirmware(call.db, id))) throw fail('inUse', { reason: name })
    await call.record({ act: 'delete', object: { type: 'firmware', id, name }, before: { sha256 } })
    return null
  }),

  serve(signingKey, { kind: 'operator' }, (_, { use }) => use(firmwareSigning).facts()),

  serve(replaceSigningKey, { kind: 'operator' }, async (_, call) => {
    const { before, after, isEndorsed } = await call.use(firmwareSigning).replace(call.user.loginname)
    const object = { type: 'firmware', id: null, name: after } as const
    await call.record({ act: 'replaceKey', object, before: { key: before }, after: { key: after, isEndorsed } })
    return { publicKey: after, isEndorsed }
  }),

  serve(queryUpgradable, { kind: 'operator' }, async (asked, { db }) => {
    const { total, rows } = await loadUpgradable(db, asked)
    return {
      total,
      rows: rows.map(({ abilities, model: _, ...row }) => ({ ...row, isAble: isAbleBy(abilities) })),
    }
  }),

  serve(startRun, { kind: 'operator' }, async ({ firmwareId, sns, atOnce, trialMin, maxFailures }, call) => {
    const { model, version } = await firmwareOf(call, firmwareId)
    const gateways = (await loadBySns(call.db, [...new Set(sns)])).filter((gateway) => gateway.model === model)
    if (gateways.length === 0) throw fail('notFound', {}, { field: 'sns' })
    const wanted = gateways.filter((gateway) => gateway.version !== version)
    if (wanted.length === 0) throw fail(gateways.length === 1 ? 'firmwareLatest' : 'allFirmwareLatest')
    const at = call.now()
    const { runId, taken } = await call.db.transaction().execute(async (db) => {
      const run = { firmwareId, atOnce, trialS: trialMin * 60, maxFailures, author: call.user.loginname, createdAt: at }
      const runId = await insertRun(db, run)
      const rows = wanted.map(({ id, version: fromVersion }) => ({
        ...{ id: drawId(), runId, gatewayId: id, firmwareId, fromVersion, changedAt: at },
      }))
      const taken = await insertUpgrades(db, rows)
      if (taken.length === 0) throw fail('upgradeRunning')
      return { runId, taken: new Set(taken) }
    })
    const object = { type: 'firmware', id: firmwareId, name: `${model} ${version}` } as const
    await call.record({
      act: 'startUpgrade',
      object,
      after: { gateways: wanted.flatMap(({ id, sn }) => (taken.has(id) ? [sn] : [])), atOnce, maxFailures },
    })
    return { id: runId, gateways: taken.size }
  }),

  serve(queryRuns, { kind: 'operator' }, async (asked, { db }) => {
    const { total, rows } = await loadRuns(db, asked)
    return { total, rows: rows.map(shownRun) }
  }),

  serve(runInfo, { kind: 'operator' }, async ({ id }, call) => {
    const run = await runOf(call, id)
    const items = (await loadItems(call.db, id)).map(({ sizeBytes, reason, company, ...item }) => ({
      ...{ ...item, company: company ?? '', bytes: sizeBytes },
      msg: messageOf({ code: item.code, reason }, call.language),
    }))
    return { ...shownRun(run), items }
  }),

  serve(changeRun, { kind: 'operator' }, async ({ id, act }, call) => {
    const run = await runOf(call, id)
    if (!runCan(run.state, act)) throw fail('badState', { reason: busy[call.language] })
    if (act === 'cancel') await cancelWaiting(call.db, id, call.now())
    await setRunState(call.db, id, act === 'pause' ? 'paused' : act === 'resume' ? 'running' : 'cancelled')
    const object = { type: 'firmware', id: run.firmwareId, name: `${run.model} ${run.version}` } as const
    await call.record({ act: 'changeUpgrade', object, before: { state: run.state }, after: { act } })
    return null
  }),

  // The files belong to the platform, and the gateway to the caller, so the call crosses organisations.
  serve(gatewayFirmware, { kind: 'across' }, async ({ id }, call) => {
    const { sn, series, model, box, abilities } = await ownGateway(call, { id })
    const newest = await newestFirmware(call.db, model)
    const last = await loadLastUpgrade(call.db, id)
    return {
      ...{ sn, series, model, version: versionOf(box), isAble: isAbleBy(abilities) },
      newest: newest
        ? (({ id: firmwareId, version, notes, sizeBytes, createdAt }) => ({
            ...{ id: firmwareId, version, notes, sizeBytes, createdAt },
          }))(newest)
        : null,
      upgrade: last
        ? (({ sizeBytes, reason, ...upgrade }) => ({
            ...{ ...upgrade, bytes: sizeBytes },
            msg: messageOf({ code: upgrade.code, reason }, call.language),
          }))(last)
        : null,
    }
  }),

  serve(upgradeGateway, { kind: 'across' }, async ({ id }, call) => {
    const gateway = await ownGateway(call, { id })
    const refused = cannotOrder(gateway, 'upgrade')
    if (refused) throw fail(refused)
    const lacking = lackingToOrder('upgrade', gateway.abilities)
    if (lacking.length > 0) throw fail('gatewayTooOld', { what: abilityText(lacking, call.language) })
    const newest = await newestFirmware(call.db, gateway.model)
    if (!newest) throw fail('notFound')
    const fromVersion = versionOf(gateway.box)
    if (fromVersion === newest.version) throw fail('firmwareLatest')
    const row = { id: drawId(), runId: null, gatewayId: id, firmwareId: newest.id, fromVersion, changedAt: call.now() }
    if ((await insertUpgrades(call.db, [row])).length === 0) throw fail('upgradeRunning')
    const object = { type: 'gateway', id, name: gateway.sn } as const
    await call.record({
      act: 'boxUpgrade',
      object,
      before: { version: fromVersion },
      after: { version: newest.version },
    })
    return null
  }),

  serve(queryHardwareBySn, { kind: 'across' }, async ({ sn }, call) => {
    const { id, series, model, firmware, sn: own } = await ownGateway(call, { sn })
    const newest = await newestFirmware(call.db, model)
    return {
      ...{ id, sn: own, series, model, firmware, newestFirmware: newest?.version ?? null },
      capacity: {
        drivers: limits.driversPerEquipment,
        signals: limits.signalsPerEquipment,
        alarms: limits.alarmRulesPerEquipment,
        reports: limits.reportsPerEquipment,
        mappings: limits.mappings,
      },
    }
  }),
] satisfies RoomServer
