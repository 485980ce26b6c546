// Ways to confirm a session that other rooms bring, below the password that is asked for.
import type { ComponentType } from 'react'
import { createStore, useStore } from '../../../ui/store.ts'

export type ConfirmWay = ComponentType<{ onDone: (confirmed: boolean) => void }>

const ways = createStore<readonly ConfirmWay[]>([])

/** Answers how to take it back. */
export function bringConfirmWay(way: ConfirmWay): () => void {
  ways.set((all) => [...all, way])
  return () => ways.set((all) => all.filter((each) => each !== way))
}

export function ConfirmWays({ onDone }: { onDone: (confirmed: boolean) => void }) {
  return useStore(ways).map((Way) => <Way key={Way.displayName ?? Way.name} onDone={onDone} />)
}
