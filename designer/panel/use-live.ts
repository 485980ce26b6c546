// The current state of a bound variable.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveText } from './sources.ts'
import { useSources } from './sources.ts'
import type { Variable } from './variable.ts'

const silent = () => () => undefined

/** The current value; undefined if unknown. Compared as a text, so that a source may return a new object each time. */
export function useLive(signalId: number | undefined): LiveText | undefined {
  const { variables } = useSources()
  const [watched, setWatched] = useState<ReturnType<typeof variables.value>>(null)
  useEffect(() => setWatched(signalId === undefined ? null : variables.value(signalId)), [signalId, variables])
  const now = () => {
    const live = watched?.get()
    return live ? `${live.quality} ${live.text}` : ''
  }
  const snapshot = useSyncExternalStore(watched?.watch ?? silent, now, () => '')
  if (snapshot === '') return undefined
  const at = snapshot.indexOf(' ')
  return { quality: snapshot.slice(0, at) as LiveText['quality'], text: snapshot.slice(at + 1) }
}

/** The bound variable. Null if it does not exist any more; undefined while that is unknown, or if the query failed. */
export function useVariable(signalId: number | undefined): Variable | null | undefined {
  const { variables } = useSources()
  const [found, setFound] = useState<{ of: number; variable: Variable | null }>()
  useEffect(() => {
    if (signalId === undefined) return undefined
    let isLeft = false
    variables.find([signalId]).then(
      ([variable]) => {
        if (!isLeft) setFound({ of: signalId, variable: variable ?? null })
      },
      () => {
        if (!isLeft) setFound(undefined)
      },
    )
    return () => {
      isLeft = true
    }
  }, [signalId, variables])
  return found?.of === signalId ? found?.variable : undefined
}
