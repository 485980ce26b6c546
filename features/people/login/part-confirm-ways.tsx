// Registry of ways to confirm a session that other rooms add below the password field.
import type { ComponentType } from 'react'
import { createStore, useStore } from '../../../ui/store.ts'

type ConfirmWay = ComponentType<{ onDone: (confirmed: boolean) => void }>

const ways = createStore<readonly ConfirmWay[]>([])

/** Adds a way to confirm; returns a function that removes it. */
export function bringConfirmWay(way: ConfirmWay): () => void {
  ways.set((all) => [...all, way])
  return () => ways.set((all) => all.filter((each) => each !== way))
}

export function ConfirmWays({ onDone }: { onDone: (confirmed: boolean) => void }) {
  return useStore(ways).map((Way) => <Way key={Way.displayName ?? Way.name} onDone={onDone} />)
}
