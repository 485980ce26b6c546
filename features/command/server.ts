import type { z } from 'zod'
import { abilityText, lackingToHold, lackingToWrite } from '../../contract/abilities.ts'
import { writeHash } from '../../contract/config-hash.ts'
import type { Signal } from '../../contract/equipment-config.ts'
import { type Details, errorText, Failure, fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { isNumberType } from '../../core/scaling.ts'
import { valueTextOf } from '../../core/value-texts.ts'
import { isAmong } from '../../db/sight.ts'
import { encodingOf } from '../device-driver/rules.ts'
import { gatewayConfigOf, readConfig } from '../equipment-config/rules.ts'
import {
  type CommandOrder,
  type OpenCall,
  Refusal,
  type RoomServer,
  serve,
  serveCommand,
  serveOpen,
  serveOpenCommand,
  type Value,
} from '../serve.ts'
import { valueMenus } from '../share/rules.ts'
import { commandCallback, holdValue, projectCallback, writeProjectValue, writeValue } from './contract.ts'
import { checkedWrite } from './rules.ts'
import { loadCommand, loadDeviceOf, loadHeld, loadTarget } from './store.ts'

type Wanted = z.output<typeof writeValue.input>

async function write({ equipmentId, signalId, value, uuid, hold }: Wanted, call: OpenCall): Promise<CommandOrder> {
  const target = await loadTarget(call.sight, equipmentId, signalId)
  if (!target) throw fail('equipmentNotFound')
  const { signal, driver, equipmentName, gatewayId, bindingId, sn } = target
  if (!signal || !driver) throw fail('plcSignalMissing')
  const standing = call.live.get(equipmentId, signalId)
  const operation = {
    act: 'write',
    object: { type: 'equipment', id: equipmentId, name: `${equipmentName} / ${signal.title}` },
    before: { signalId, ...toldValue(standing?.value ?? null, signal) },
    after: { signalId, ...toldValue(value, signal), ...(hold && { back: hold.back }) },
  } as const
  try {
    const writable = { ...signal, encoding: encodingOf(driver) }
    const raw = checkedWrite(writable, value)
    const held = hold && { hold: { back: checkedWrite(writable, hold.back), forMs: hold.forMs } }
    if (gatewayId === null || bindingId === null || sn === null) throw fail('noBoundGateway')
    const lacking = [
      ...lackingToWrite(raw, isNumberType(signal.dataType), target.abilities),
      ...(hold ? lackingToHold(target.abilities) : []),
    ]
    if (lacking.length > 0) throw fail('gatewayTooOld', { what: abilityText(lacking, call.language) })
    const hash = writeHash(
      gatewayConfigOf(readConfig({ drivers: [driver], signals: [signal] }), 'UTC', equipmentId),
      signalId,
    )
    const body = { kind: 'write', equipmentId, bindingId, signalId, value: raw, hash, ...held } as const
    const perMinute = call.asker.accountId === null ? { perMinute: limits.visitorWritesPerMinute } : {}
    const order = { gatewayId, sn, equipmentId, signalId, ttlMs: limits.commandTtlMs, operation, body, ...perMinute }
    return uuid ? { ...order, uuid } : order
  } catch (error) {
    throw error instanceof Failure ? new Refusal(error, operation) : error
  }
}

/** The value, with the word it had for people when it was written: the log keeps both. */
function toldValue(value: Value | null, { texts }: Pick<Signal, 'texts'>): { value: Value | null; text?: string } {
  const text = valueTextOf(value, texts)
  return text === undefined ? { value } : { value, text }
}

/** What became of a command. */
async function outcome({ uuid }: z.output<typeof commandCallback.input>, { sight, language }: OpenCall) {
  const command = await loadCommand(sight, uuid)
  if (!command) throw fail('notFound')
  const { status, code, reason, details, tookMs, finishedAt } = command
  // What a browsing brought is asked for by itself; a gateway may answer with it whatever it was asked.
  const value = typeof command.value === 'object' ? null : (command.value as Value)
  const isOver = status !== 'waiting'
  const marks = { reason: reason ?? '', value: String(value ?? ''), ...(details as Details | null) }
  const msg = !isOver || code === null || code === 200 ? '' : errorText(code, language, marks)
  return {
    uuid,
    status,
    code: code ?? 0,
    msg,
    value,
    details: details as Details | null,
    tookMs,
    finishedAt,
  }
}

export default [
  serveOpenCommand(valueMenus, writeValue, write),

  serveOpen(valueMenus, holdValue, async ({ equipmentId, uuid, forMs }, { sight, asker, now, hold }) => {
    const { accountId, shareId } = asker
    const sn = await loadHeld(sight, { uuid, equipmentId, accountId, shareId, since: now() - limits.longestHoldMs })
    if (sn === undefined) return { isHeld: false }
    return hold(sn, { press: uuid, forMs }).then(
      () => ({ isHeld: true }),
      () => ({ isHeld: false }),
    )
  }),

  serveOpen(valueMenus, commandCallback, outcome),

  serveCommand(writeProjectValue, async ({ projectId, ...of }, call) => {
    const equipmentId = await loadDeviceOf(call.sight, projectId, of.signalId)
    if (equipmentId === undefined) throw fail('notFound', {}, { field: 'signalId' })
    if (!isAmong(call.asker.writable, equipmentId)) throw fail('noWritePermission')
    return write({ equipmentId, ...of }, call)
  }),
  serve(projectCallback, outcome),
] satisfies RoomServer
