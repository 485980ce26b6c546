// The momentary keys of a page; pressed keys are released when the page is left.
import { useCallback, useEffect, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { type Click, heldBy } from '../../../widgets/host/click-event.ts'
import type { LiveSignal } from '../../device/live/contract.ts'
import { enableKey, type KeyOf, startKey } from '../../device/open/command-key.ts'
import type { WriteWay } from '../../device/open/command-way.ts'
import { createKeys } from './keys.ts'

/** The variable of a key and its device, or the reason why it cannot be pressed now. */
export type KeyTarget = { equipmentId: number; signal: LiveSignal } | { why: string }

export function usePageKeys(
  targetOf: (click: Click) => KeyTarget,
  nameOf: (equipmentId: number) => Promise<string>,
  way: WriteWay | undefined,
) {
  const [keys] = useState(() => createKeys(() => performance.now()))
  useEffect(() => keys.releaseAll, [keys])
  return useCallback(
    (click: Click): (() => void) | undefined => {
      const target = targetOf(click)
      if ('why' in target) {
        toast.bad({ message: target.why })
        return undefined
      }
      const { equipmentId, signal } = target
      const held = heldBy(click, signal.dataType === 'bool')
      const keyFor = (name: string): KeyOf => ({
        ...{ equipment: { id: equipmentId, name }, way, signal, leastMs: click.delay },
        ...held,
      })
      if (!click.confirm) return keys.pressAtOnce(signal.id, () => startKey(keyFor('')))
      // Visitors may not load the device: they see the name that the author saw.
      const named = () => (way ? Promise.resolve(click.bound?.binding.subTitle ?? '') : nameOf(equipmentId))
      const ask = () =>
        named()
          .then((name) => enableKey(keyFor(name)))
          .catch((error: unknown) => {
            toast.bad(error)
            return false
          })
      return keys.press({ signalId: signal.id, on: held.on }, ask, () => startKey(keyFor('')))
    },
    [keys, targetOf, nameOf, way],
  )
}
