// Serves writes, held buttons and the outcome of commands, for a device and through a project.
import type { z } from 'zod'
import { abilityText, lackingToHold, lackingToWrite } from '../../../contract/abilities.ts'
import { writeHash } from '../../../contract/config-hash.ts'
import type { Signal } from '../../../contract/equipment-config.ts'
import { type Details, errorText, Failure, fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { isNumberType } from '../../../core/scaling.ts'
import { valueTextOf } from '../../../core/value-texts.ts'
import type { Sight } from '../../../db/sight.ts'
import { gatewayConfigOf, readConfig } from '../../frame/config.ts'
import { type CommandOrder, type OpenCall, Refusal, type Value } from '../../frame/serve.ts'
import { holdKey } from '../../frame/spine-services.ts'
import type { commandCallback, writeValue } from '../command/contract.ts'
import { checkedWrite } from '../command/rules.ts'
import { loadCommand, loadHeld, loadTarget } from '../command/store.ts'
import { encodingOf } from '../driver/rules.ts'

export { loadDeviceOf } from '../command/store.ts'

type Wanted = z.output<typeof writeValue.input>

/** Writes a value. `told`: details for the operation log, in addition to the value. */
export async function write(
  { equipmentId, signalId, value, uuid, hold }: Wanted,
  call: OpenCall,
  told: object = {},
): Promise<CommandOrder> {
  const target = await loadTarget(call.sight, equipmentId, signalId)
  if (!target) throw fail('equipmentNotFound')
  const { signal, driver, equipmentName, gatewayId, bindingId, sn } = target
  if (!signal || !driver) throw fail('plcSignalMissing')
  const standing = call.live.get(equipmentId, signalId)
  const operation = {
    act: 'write',
    object: { type: 'equipment', id: equipmentId, name: `${equipmentName} / ${signal.title}` },
    before: { signalId, ...toldValue(standing?.value ?? null, signal) },
    after: { signalId, ...toldValue(value, signal), ...(hold && { back: hold.back }), ...told },
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

/** The value with its value text at the time of writing, for the operation log. */
function toldValue(value: Value | null, { texts }: Pick<Signal, 'texts'>): { value: Value | null; text?: string } {
  const text = valueTextOf(value, texts)
  return text === undefined ? { value } : { value, text }
}

type Press = { uuid: string; equipmentId?: EquipmentId; forMs: number }

/** Renews a held button on the gateway, if the caller pressed it and may still write. */
export async function holdPress({ forMs, ...press }: Press, sight: Sight, { asker, now, use }: OpenCall) {
  const { accountId, shareId } = asker
  const sn = await loadHeld(sight, { ...press, accountId, shareId, since: now() - limits.longestHoldMs })
  if (sn === undefined) return { isHeld: false }
  return use(holdKey)(sn, { press: press.uuid, forMs }).then(
    () => ({ isHeld: true }),
    () => ({ isHeld: false }),
  )
}

/** The outcome of a command. Visitors see only commands of their share. */
export async function outcome(
  { uuid }: z.output<typeof commandCallback.input>,
  { sight, asker, language }: Pick<OpenCall, 'sight' | 'asker' | 'language'>,
) {
  const command = await loadCommand(sight, uuid)
  if (!command || (asker.shareId !== null && command.shareId !== asker.shareId)) throw fail('notFound')
  const { status, code, reason, details, tookMs, finishedAt } = command
  // Browse results have their own endpoint; a gateway could send an object as the value of any command.
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
