// Loads all variables of a device, by default of the page's own device.
import { useEffect, useState } from 'react'
import type { VariableSource } from '../panel/sources.ts'
import type { Variable } from '../panel/variable.ts'

type Known = { device: number | undefined; all: readonly Variable[] | undefined; isFailed: boolean }

export function useDeviceVariables(source: VariableSource, device: number | undefined) {
  const [known, setKnown] = useState<Known>({ device, all: undefined, isFailed: false })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round queries again
  useEffect(() => {
    let isLeft = false
    const show = (next: Omit<Known, 'device'>) => {
      if (!isLeft) setKnown({ device, ...next })
    }
    show({ all: undefined, isFailed: false })
    source.ofDevice(device).then(
      (all) => show({ all, isFailed: false }),
      () => show({ all: undefined, isFailed: true }),
    )
    return () => {
      isLeft = true
    }
  }, [source, device, round])
  const { all, isFailed } = known.device === device ? known : { all: undefined, isFailed: false }
  return { all, isFailed, retry: () => setRound(round + 1) }
}
