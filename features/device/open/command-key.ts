// A momentary button: enabled by a confirmation, then it writes a value for as long as it is pressed.
import type { Value } from '../../../core/data-type.ts'
import { type Key, type KeyEnd, pressKey } from '../../../signal/web/hold.ts'
import { writeSignal } from '../../../signal/web/write.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { language } from '../../../ui/language.ts'
import { toast } from '../../../ui/toast.tsx'
import { valueAndRaw } from '../../../ui/value-words.ts'
import { keyText } from '../command/key-text.ts'
import { isLinkFault } from '../command/link-fault.ts'
import { reasonWords, type WriteTarget } from '../command/part-words.ts'
import { type WriteWay, wayOfDevice } from './command-way.ts'

export type KeyOf = {
  equipment: { id: number; name: string }
  /** The calls for writing; by default those of the device. */
  way?: WriteWay | undefined
  signal: WriteTarget
  on: Value
  back: Value
  /** Minimum time that the value stays written, ms. */
  leastMs: number
}

/** The gateway writes the release value if the button sends no message for this time, ms. */
const forMs = 1500

/** Asks the user to confirm what the button does; resolves with the answer. */
export const enableKey = ({ equipment, signal, on, back }: KeyOf): Promise<boolean> =>
  confirm({
    title: keyText.t('question'),
    act: keyText.t('act'),
    target: `${equipment.name} · ${signal.title}`,
    next: keyText.t('next', { on: valueAndRaw(on, signal), back: valueAndRaw(back, signal) }),
    note: keyText.t('note', { seconds: forMs / 1000 }),
  })

/** Runs one press until its release, and shows errors. */
export function startKey({ equipment, way = wayOfDevice(equipment.id), signal, on, back, leastMs }: KeyOf): Key {
  const write = (value: Value, more: { uuid?: string; hold?: { back: Value; forMs: number } } = {}) =>
    writeSignal({
      send: (uuid) => way.send({ signalId: signal.id, value, uuid, ...more }),
      ...{ callback: way.callback, isLinkFault },
      ...(more.uuid === undefined ? {} : { newUuid: () => more.uuid! }),
    })
  const key = pressKey({
    press: (uuid) => write(on, { uuid, hold: { back, forMs } }),
    hold: (uuid) => way.hold({ uuid, forMs }),
    release: () => write(back),
    ...{ forMs, leastMs },
  })
  void key.ended.then(
    (end) => tell(end, signal),
    (error) => toast.bad(error),
  )
  return key
}

function tell({ pressed, released, isLost }: KeyEnd, { title }: WriteTarget): void {
  const words = (outcome: KeyEnd['pressed']) => reasonWords(outcome, language()) || keyText.t('unknown')
  if (pressed.status !== 'success')
    toast.bad({ message: `${keyText.t('notPressed', { title })} ${words(pressed)}`, code: pressed.code })
  else if (released && released.status !== 'success')
    toast.bad({ message: `${keyText.t('notReleased', { title })} ${words(released)}`, code: released.code })
  else if (isLost) toast.bad({ message: keyText.t('lost', { title }) })
}
