// A momentary key: it is enabled once, after a look at what it does, then a value stands for as long as it is pressed.
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
  /** By which calls it goes; those of the device, if not said. */
  way?: WriteWay | undefined
  signal: WriteTarget
  on: Value
  back: Value
  /** The value stands at least so long, ms. */
  leastMs: number
}

/** Without a word of the key for so long the gateway lets go. */
const forMs = 1500

/** Whether a person has looked at what the key does and wants to use it. */
export const enableKey = ({ equipment, signal, on, back }: KeyOf): Promise<boolean> =>
  confirm({
    title: keyText.t('question'),
    act: keyText.t('act'),
    target: `${equipment.name} · ${signal.title}`,
    next: keyText.t('next', { on: valueAndRaw(on, signal), back: valueAndRaw(back, signal) }),
    note: keyText.t('note', { seconds: forMs / 1000 }),
  })

/** From the press to the release; what went wrong is shown. */
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
